import FoundationEssentials

@testable import GestureProtocol

extension JSONValue {
  /// Reads a line, with a library that is not ours.
  init(parsing line: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
  }

  /// The text, where it is one.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number, where it is one.
  var number: Double? { asDouble }

  /// The list, where it is one.
  var list: [JSONValue]? {
    if case .list(let list) = self { list } else { nil }
  }

  /// The value of a field, where it is an object that has it.
  subscript(field: String) -> JSONValue? {
    if case .object(let fields) = self { fields[field] } else { nil }
  }
}
