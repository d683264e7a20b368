import FoundationEssentials

/// A folder for one test, removed with all that is in it when the test is done.
public final class TemporaryFolder {
  /// Its absolute path, short enough for a socket in it.
  public let path: String

  /// Makes one.
  public init() throws {
    path = "/tmp/gestured-test-" + UUID().uuidString.prefix(13)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    // What is left behind in /tmp harms nobody, and a test has nobody to tell.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of what is in it, sorted.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The path of a name in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  ///
  /// - Returns: its path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Makes a folder in it.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: false)
  }

  /// Writes a file of text.
  ///
  /// - Returns: its path.
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }
}
