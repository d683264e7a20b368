import GestureCore

/// A value of a reply, with its fields in the order in which they are written.
public indirect enum ReplyValue: Hashable, Sendable {
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with at most four decimals. One that is not finite is left out with its field.
  case decimal(Double)
  /// Seconds with at most six decimals.
  case time(Instant)
  /// Text, which is escaped.
  case text(String)
  /// Values, one after another.
  case list([ReplyValue])
  /// Named values.
  case object([ReplyField])

  /// Whether it can be written.
  var isFinite: Bool {
    if case .decimal(let number) = self { number.isFinite } else { true }
  }
}
