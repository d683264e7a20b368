/// A table in comma-separated values whose first line names its columns.
struct CommaSeparatedTable {
  /// The rows, by column.
  private(set) var rows: [[String: String]] = []

  /// Reads a table; quotes keep commas together, and a field holds no line feed.
  init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(Self.fields)
    guard let columns = lines.first else { return }
    rows = lines.dropFirst().map { Dictionary(zip(columns, $0)) { first, _ in first } }
  }

  private static func fields(of line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
