import GestureTestSupport
import Testing

/// A recording of a real device, as INDEX.csv describes it.
struct RealRecording: CustomTestStringConvertible, Sendable {
  /// The path inside the folder.
  let file: String
  /// The kind of the device.
  let deviceType: String
  /// The protocol of the device's contacts: A, B, ST, …
  let touchProtocol: String
  /// The most contacts that are down at once in the recording.
  let maximumContacts: Int

  /// The path of the file.
  var path: String { ProjectFile.realRecordings + "/" + file }
  var testDescription: String { file }

  /// All rows of INDEX.csv; empty without the folder.
  static let all: [RealRecording] = table("INDEX.csv").compactMap { row in
    guard let file = row["file"], let deviceType = row["device_type"], let touchProtocol = row["protocol"]
    else { return nil }
    return RealRecording(
      file: file, deviceType: deviceType, touchProtocol: touchProtocol,
      maximumContacts: row["max_contacts"].flatMap { Int($0) } ?? 0)
  }

  /// The rows of a table of the folder.
  static func table(_ name: String) -> [[String: String]] {
    guard let bytes = ProjectFile.bytes(atPath: ProjectFile.realRecordings + "/" + name) else { return [] }
    return CommaSeparatedTable(String(decoding: bytes, as: UTF8.self)).rows
  }
}

/// A table in comma-separated values whose first line names its columns.
private struct CommaSeparatedTable {
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
