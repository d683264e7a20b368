import Glibc
import SystemPackage

/// Writes whole files that only their owner may read. A file that cannot be written whole leaves nothing behind.
public enum PrivateFile {
  /// Writes a file that was not there.
  ///
  /// - Throws: `SystemError`; its reason is `.fileExists` where something has the path.
  public static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let result = retryingOnInterrupt {
      unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o600)
    }
    let file = try OwnedDescriptor(owning: result, from: "open", path: path)
    do {
      try write(bytes, to: file, path)
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }

  /// Writes a file, in place of what has the path. A file there stays as it was until the new one is whole. Links are followed,
  /// and a pipe or a device is written to.
  public static func write(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return try create(path, bytes) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let result = retryingOnInterrupt { unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
      return try write(bytes, to: try OwnedDescriptor(owning: result, from: "open", path: path), path)
    }
    guard let resolved = unsafe realpath(path, nil) else { throw .last("realpath", path: path) }
    defer { unsafe free(resolved) }
    let target = unsafe String(cString: resolved)
    // Beside the old file: a rename stays within one file system.
    let beside = "\(target).\(getpid())"
    try create(beside, bytes)
    guard unsafe rename(beside, target) == 0 else {
      let error = SystemError.last("rename", path: path)
      _ = unsafe unlink(beside)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to file: borrowing OwnedDescriptor, _ path: String)
    throws(SystemError)
  {
    do {
      _ = try file.value.writeAll(bytes)
    } catch {
      throw SystemError(operation: "write", errno: error as? Errno ?? .ioError, path: path)
    }
  }
}
