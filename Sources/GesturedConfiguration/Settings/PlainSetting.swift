/// A value of a request, from which settings are made.
public enum PlainSetting: Hashable, Sendable {
  /// Null.
  case null
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// A list.
  case list([PlainSetting])
  /// A table.
  case table([String: PlainSetting])
}
