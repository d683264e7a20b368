import Glibc
import SystemPackage

/// Reads whole files whose size is unknown or cannot be trusted: configuration, recordings, sysfs attributes.
public enum BoundedFile {
  /// The bytes of a regular file, at most `maximumBytes` of them.
  ///
  /// Never waits: a pipe or a device at the path is refused without being read. Links are followed.
  ///
  /// - Throws: `FileError`; a file with more bytes is `.tooLarge`, whatever size it claims.
  public static func read(_ path: String, maximumBytes: Int) throws(FileError) -> [UInt8] {
    let file = try openRegularFile(path, O_RDONLY)
    // Files of sysfs claim a page or nothing, and a file may grow meanwhile: only `read` finds the end.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = retryingOnInterrupt { unsafe Glibc.read(file.rawValue, &chunk, chunk.count) }
      guard count >= 0 else { throw .system(.last("read", path: path)) }
      if count == 0 { return bytes }
      guard bytes.count + count <= maximumBytes else {
        throw .tooLarge(path: path, maximumBytes: maximumBytes)
      }
      bytes.append(contentsOf: chunk.prefix(count))
    }
  }
}

/// Opens a regular file without waiting, as opening a named pipe would.
///
/// - Throws: `FileError.notARegularFile` for other things that can be opened.
func openRegularFile(_ path: String, _ flags: CInt) throws(FileError) -> OwnedDescriptor {
  // C would end the path at the NUL, and open another file than the named one.
  guard !path.utf8.contains(0) else {
    throw .system(SystemError(operation: "open", errno: .invalidArgument, path: path))
  }
  let file = try wrapping(as: FileError.system) { () throws(SystemError) in
    let flags = flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let result = retryingOnInterrupt { unsafe open(path, flags, 0o644) }
    return try OwnedDescriptor(owning: result, from: "open", path: path)
  }
  var status = stat()
  guard unsafe fstat(file.rawValue, &status) == 0 else { throw .system(.last("fstat", path: path)) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path) }
  return file
}
