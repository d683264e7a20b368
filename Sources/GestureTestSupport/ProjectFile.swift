import FoundationEssentials

/// Access to the project's own files by their paths from its top, and to the recordings of real devices.
public enum ProjectFile {
  /// The top of the project, found from this file.
  public static let top = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// The folder of real devices' recordings, which are not part of the project. `GESTURED_RECORDINGS` names it; by
  /// default it lies beside the project. The folder may be missing.
  public static let realRecordings =
    ProcessInfo.processInfo.environment["GESTURED_RECORDINGS"] ?? top + "/../shared/recordings"

  /// The bytes of a file; nil where it cannot be read.
  public static func bytes(_ path: String) -> [UInt8]? { bytes(atPath: top + "/" + path) }

  /// The bytes of a file at any path; nil where it cannot be read.
  public static func bytes(atPath path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The text of a file; empty where it cannot be read.
  public static func text(_ path: String) -> String {
    bytes(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether a file or folder exists.
  public static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: top + "/" + path)
  }

  /// The paths below a folder that end with a suffix, sorted; empty where the folder does not exist.
  public static func paths(below folder: String, endingIn suffix: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted()
  }
}
