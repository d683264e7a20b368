import FoundationEssentials

/// The recordings of real devices, which are beside the project and not part of it.
enum RecordingsFolder {
  /// A file of the folder.
  struct File: Sendable, CustomStringConvertible {
    /// Its path inside the folder.
    let description: String
    /// What it holds.
    let bytes: [UInt8]
  }

  /// Every recording and description in the folder, by name; none where there is no folder.
  static let files: [File] = {
    let root = path
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: root) else { return [] }
    return names.filter { $0.hasSuffix(".events") || $0.hasSuffix(".prop") }.sorted().compactMap { name in
      FileManager.default.contents(atPath: root + "/" + name).map {
        File(description: name, bytes: Array($0))
      }
    }
  }()

  /// GESTURED_RECORDINGS, else the folder beside the project's root.
  private static var path: String {
    if let path = ProcessInfo.processInfo.environment["GESTURED_RECORDINGS"] { return path }
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
      separator: "/")
    return root + "/../shared/recordings"
  }
}
