import FoundationEssentials

@testable import GestureProtocol

extension JSONValue {
  /// Reads a line with a library from outside of this project.
  init(parsing line: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
  }

  /// The text; nil for any other value.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number; nil for any other value.
  var number: Double? { asDouble }

  /// The list; nil for any other value.
  var list: [JSONValue]? {
    if case .list(let list) = self { list } else { nil }
  }

  /// The value of an object's field; nil without it.
  subscript(field: String) -> JSONValue? {
    if case .object(let fields) = self { fields[field] } else { nil }
  }
}
