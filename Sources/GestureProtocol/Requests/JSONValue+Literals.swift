/// JSON written in Swift: `["name": "panel", "frame": ["0%", "0%", 30, "100%"]]`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) {
    self = .text(text)
  }

  /// A whole number.
  public init(integerLiteral number: Int) {
    self = .integer(number)
  }

  public init(floatLiteral number: Double) {
    self = .number(number)
  }

  /// `true` or `false`.
  public init(booleanLiteral flag: Bool) {
    self = .flag(flag)
  }

  /// `null`.
  public init(nilLiteral: ()) {
    self = .null
  }

  public init(arrayLiteral elements: JSONValue...) {
    self = .list(elements)
  }

  /// An object. The last value of a repeated key counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
