import GestureTestSupport
import Glibc
import LinuxEventLoop

extension TemporaryFolder {
  /// The checked path of a socket in the folder.
  func socket(_ name: String = "events.sock") throws -> SocketPath { try SocketPath(file(name)) }
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
