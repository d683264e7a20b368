import FoundationEssentials

@testable import GesturedConfiguration

/// Files of the project that tests hold to their word.
enum ProjectFile {
  /// The bytes of a file, by its path from the top of the project; nil where it cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return FileManager.default.contents(atPath: top.appending(path: path).path).map { Array($0) }
  }

  /// The text of a file.
  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
