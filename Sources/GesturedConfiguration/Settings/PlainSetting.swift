/// A value of a request, for who makes settings of it.
public enum PlainSetting: Hashable, Sendable {
  /// Nothing.
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
