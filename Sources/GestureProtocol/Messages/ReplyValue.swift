import GestureCore

/// A value of a reply. Fields are in the order of the line.
public indirect enum ReplyValue: Hashable, Sendable {
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with at most four decimals. A number that is not finite is omitted with its field.
  case decimal(Double)
  /// Seconds with at most six decimals.
  case time(Instant)
  /// Text, which is escaped.
  case text(String)
  /// A checked JSON value of a client, in UTF-8 on one line.
  case json([UInt8])
  /// Values, one after another.
  case list([ReplyValue])
  /// Named values.
  case object([ReplyField])

  /// Whether the value can be written.
  var isFinite: Bool {
    if case .decimal(let number) = self { number.isFinite } else { true }
  }
}

/// A field of a reply: its name, which is a constant of the program, and its value.
public struct ReplyField: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: ReplyValue

  public init(_ name: String, _ value: ReplyValue) {
    self.name = name
    self.value = value
  }
}
