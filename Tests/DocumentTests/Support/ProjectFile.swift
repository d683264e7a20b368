import FoundationEssentials

/// Files of the project, by their paths from its top.
enum ProjectFile {
  /// The top of the project, found from this file.
  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The text of a file; empty where there is none.
  static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: top + "/" + path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether there is a file or a folder.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: top + "/" + path)
  }
}
