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
