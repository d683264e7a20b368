/// docs/protocol.schema.json as a list of its definitions.
struct SchemaPage {
  private var head: String
  private var entries: [(name: String, text: String)] = []
  private static let opening = "  \"$defs\": {\n"
  private static let closing = "\n  }\n}\n"

  /// Splits a page into its definitions.
  init(_ text: String) throws {
    guard let start = text.firstRange(of: Self.opening), text.hasSuffix(Self.closing) else {
      throw MissingMarks(name: "$defs")
    }
    head = String(text[..<start.upperBound])
    let body = text[start.upperBound...].dropLast(Self.closing.count)
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    \""), let name = line.split(separator: "\"").dropFirst().first {
        entries.append((String(name), String(line)))
      } else if !entries.isEmpty {
        entries[entries.count - 1].text += "\n" + line
      }
    }
    for index in entries.indices.dropLast() { entries[index].text.removeLast() }
  }

  /// The page with new definitions from the declarations.
  var renewed: String {
    var missing = SchemaDefinitions.all
    var entries = entries.compactMap { entry -> (name: String, text: String)? in
      if let position = missing.firstIndex(where: { $0.name == entry.name }) {
        return (entry.name, Self.text(of: missing.remove(at: position)))
      }
      return SchemaDefinitions.prefixes.contains(where: entry.name.hasPrefix) ? nil : entry
    }
    for definition in missing {
      let family = definition.name.prefix { $0 != "_" }
      let last = entries.lastIndex { $0.name.prefix { $0 != "_" } == family }
      entries.insert(
        (definition.name, Self.text(of: definition)), at: last.map { $0 + 1 } ?? entries.endIndex)
    }
    return head + entries.map(\.text).joined(separator: ",\n") + Self.closing
  }

  private static func text(of definition: SchemaDefinitions.Definition) -> String {
    let head = "    \"\(definition.name)\": "
    return head + definition.node.text(at: head.count, indentation: 4)
  }
}
