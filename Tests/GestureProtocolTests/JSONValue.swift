import FoundationEssentials

/// Any JSON value, read by a library that is not ours.
enum JSONValue: Decodable, Hashable {
  case text(String)
  case number(Double)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Reads a line.
  init(parsing line: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
  }

  /// The text, where it is one.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number, where it is one.
  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The list, where it is one.
  var list: [JSONValue]? {
    if case .list(let list) = self { list } else { nil }
  }

  /// The value of a field, where it is an object that has it.
  subscript(field: String) -> JSONValue? {
    if case .object(let fields) = self { fields[field] } else { nil }
  }
}
