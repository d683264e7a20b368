/// A part of docs/protocol.schema.json, with its members in written order.
indirect enum SchemaNode: Sendable {
  /// A member of an object.
  struct Member: Sendable {
    var name: String
    var node: SchemaNode
  }

  case members([Member])
  case list([SchemaNode])
  case text(String)
  case number(Double)
  case flag(Bool)
  /// JSON text that a declaration contains.
  case written(String)

  /// An object.
  static func object(_ members: [(String, SchemaNode)]) -> SchemaNode {
    .members(members.map { Member(name: $0.0, node: $0.1) })
  }

  /// A reference to another definition.
  static func reference(_ name: String) -> SchemaNode { .object([("$ref", .text("#/$defs/\(name)"))]) }

  /// One of some words.
  static func words(_ words: [String]) -> SchemaNode {
    .object([("enum", .list(words.map(SchemaNode.text)))])
  }

  /// A value, or a list with at least one such value.
  static func oneOrMany(_ node: SchemaNode) -> SchemaNode {
    let list = SchemaNode.object([("type", .text("array")), ("items", node), ("minItems", .number(1))])
    return .object([("anyOf", .list([node, list]))])
  }

  /// A number in a range.
  static func bounded(_ type: String, _ range: ClosedRange<Double>?) -> SchemaNode {
    var members = [("type", SchemaNode.text(type))]
    if let range {
      members += [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    }
    return .object(members)
  }

  /// The node with a sentence before its other members.
  func described(_ sentence: String) -> SchemaNode {
    switch self {
    case .members(let members): .members([Member(name: "description", node: .text(sentence))] + members)
    case .written(let text):
      .written("{\(Self.quoted("description")): \(Self.quoted(sentence)), \(text.dropFirst())")
    case .list, .text, .number, .flag: self
    }
  }

  // MARK: Writing

  private static let width = 120

  /// The node as text of the page.
  ///
  /// - Parameters:
  ///   - column: The column in which its first line begins.
  ///   - indentation: The indentation of its last line.
  func text(at column: Int, indentation: Int) -> String {
    // A comma may follow.
    if column + inline.count < Self.width { return inline }
    let inner = String(repeating: " ", count: indentation + 2)
    let end = String(repeating: " ", count: indentation)
    switch self {
    case .members(let members):
      let lines = members.map { member in
        let head = "\(inner)\(Self.quoted(member.name)): "
        return head + member.node.text(at: head.count, indentation: indentation + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
    case .list(let nodes) where nodes.allSatisfy(\.isPlain):
      return "[\n" + Self.filled(nodes.map(\.inline), inner).joined(separator: "\n") + "\n\(end)]"
    case .list(let nodes):
      let lines = nodes.map { inner + $0.text(at: inner.count, indentation: indentation + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(end)]"
    case .text, .number, .flag, .written: return inline
    }
  }

  /// Words with commas between them, as many as fit on each line.
  private static func filled(_ words: [String], _ indentation: String) -> [String] {
    var lines: [String] = []
    var line = indentation
    for (position, word) in words.enumerated() {
      let piece = position == words.count - 1 ? word : word + ","
      if line.count > indentation.count, line.count + piece.count + 1 >= width {
        lines.append(line)
        line = indentation
      }
      line += (line.count > indentation.count ? " " : "") + piece
    }
    return lines + [line]
  }

  private var isPlain: Bool {
    switch self {
    case .text, .number, .flag: true
    case .members, .list, .written: false
    }
  }

  private var inline: String {
    switch self {
    case .members(let members):
      "{" + members.map { "\(Self.quoted($0.name)): \($0.node.inline)" }.joined(separator: ", ") + "}"
    case .list(let nodes): "[" + nodes.map(\.inline).joined(separator: ", ") + "]"
    case .text(let text): Self.quoted(text)
    case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .flag(let flag): "\(flag)"
    case .written(let text): text
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
