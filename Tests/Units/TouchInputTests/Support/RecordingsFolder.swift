import GestureTestSupport

/// The recordings of real devices, which are beside the project and not a part of it.
enum RecordingsFolder {
  /// A file of the folder.
  struct File: Sendable, CustomStringConvertible {
    /// The path inside the folder.
    let description: String
    /// The contents of the file.
    let bytes: [UInt8]
  }

  /// Every recording and description in the folder, by name; empty without the folder.
  static let files: [File] = {
    let folder = ProjectFile.realRecordings
    let names = [".events", ".prop"].flatMap { ProjectFile.paths(below: folder, endingIn: $0) }
    return names.sorted().compactMap { name in
      ProjectFile.bytes(atPath: folder + "/" + name).map { File(description: name, bytes: $0) }
    }
  }()
}
