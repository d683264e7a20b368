import Glibc
import LinuxEventLoop

/// A directory for one test, removed with its contents when the test is done.
final class TemporaryDirectory {
  /// The absolute path, short enough for a socket in the directory.
  let path: String

  init() throws {
    var template = Array("/tmp/gestured-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeTree(path)
  }

  /// The path of a name in the directory.
  func file(_ name: String) -> String { path + "/" + name }

  /// The checked path of a socket in the directory.
  func socket(_ name: String = "events.sock") throws -> SocketPath {
    try SocketPath(file(name))
  }

  /// The names in the directory, sorted.
  var names: [String] { entries(of: path).sorted() }
}

/// The reason why a test could not be set up.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The names in a directory without `.` and `..`; empty when the directory cannot be read.
func entries(of path: String) -> [String] {
  guard let directory = unsafe opendir(path) else { return [] }
  defer { unsafe closedir(directory) }
  var names: [String] = []
  while let entry = unsafe readdir(directory) {
    let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// The result of `lstat`; nil when there is no file.
func status(of path: String) -> stat? {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status : nil
}

private func removeTree(_ path: String) {
  if status(of: path).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true {
    for name in entries(of: path) { removeTree(path + "/" + name) }
    _ = unsafe rmdir(path)
  } else {
    _ = unsafe unlink(path)
  }
}
