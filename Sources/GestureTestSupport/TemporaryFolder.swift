import FoundationEssentials

/// A folder for one test, removed with its contents at the end of the test.
public final class TemporaryFolder {
  /// The absolute path, short enough for sockets inside.
  public let path: String

  /// Makes a folder.
  public init() throws {
    path = "/tmp/gestured-test-" + UUID().uuidString.prefix(13)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    // Errors are ignored, as remains in /tmp do no harm.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names in the folder, sorted.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The path of a name in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  ///
  /// - Returns: the file's path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Makes a folder inside.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: false)
  }

  /// Writes a file of text.
  ///
  /// - Returns: the file's path.
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }
}
