import FoundationEssentials

/// Where the project is, and the folder of recordings beside it.
enum ProjectFolder {
  /// The top of the project.
  static let top: String = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  /// The recordings that the project made itself.
  static let bundledRecordings = top + "/docs/recordings"

  /// The recordings of real devices, which are no part of the project: GESTURED_RECORDINGS, else a folder
  /// beside it, which may not be there.
  static let realRecordings =
    ProcessInfo.processInfo.environment["GESTURED_RECORDINGS"] ?? top + "/../shared/recordings"

  /// The bytes of a file.
  static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The names below a folder that end in a way, sorted; none where there is no folder.
  static func paths(below folder: String, endingIn suffix: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted()
  }
}
