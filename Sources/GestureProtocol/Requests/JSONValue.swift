import GestureCore

/// A JSON value.
public enum JSONValue: Hashable, Sendable, Decodable {
  /// `null`
  case null
  /// `true` or `false`
  case flag(Bool)
  /// A number without a fraction that fits 64 bits; `1.0` and `1e2` are such numbers.
  case integer(Int)
  /// Any other finite number.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// Reads a value, for decoders of other message types.
  ///
  /// - Throws: the decoder's error for a number that is too large.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
      self = .list(values)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The value in the words of a message to its author, on one line.
  var asFound: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): VisibleText.number(number)
    case .text(let text): VisibleText.quoted(text)
    case .list(let values): values.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}
