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
    do throws(SystemError) {
      try write(bytes, to: file, path)
      try keep(file, path)
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }

  /// Replaces the file at a path, which stays as it was until the new one is whole. The folder of the file must be writable, too.
  /// Follows links, also to a file that is not there yet, and writes to pipes and devices.
  public static func write(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFREG { return try replace(path, bytes) }
    let creation = isThere ? 0 : O_CREAT
    let result = retryingOnInterrupt { unsafe open(path, O_WRONLY | creation | O_CLOEXEC | O_NOCTTY, 0o600) }
    let file = try OwnedDescriptor(owning: result, from: "open", path: path)
    do throws(SystemError) {
      try write(bytes, to: file, path)
      if !isThere { try keep(file, path) }
    } catch {
      if !isThere, let target = try? resolved(path) { _ = unsafe unlink(target) }
      throw error
    }
  }

  /// Writes a file beside another one, then takes its place: a rename stays within one file system.
  private static func replace(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let target = try resolved(path)
    let folder = target.prefix(through: target.lastIndex(of: "/") ?? target.startIndex)
    var name = Array("\(folder).gestured-XXXXXX".utf8CString)
    let result = unsafe mkstemp(&name)
    let file = try OwnedDescriptor(owning: result, from: "open", path: String(folder))
    do throws(SystemError) {
      try write(bytes, to: file, path)
      try keep(file, path)
      guard unsafe rename(name, target) == 0 else { throw .last("rename", path: path) }
    } catch {
      _ = unsafe unlink(name)
      throw error
    }
  }

  private static func resolved(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw .last("realpath", path: path) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Waits until the disk has the file: some file systems say only then that they are full.
  private static func keep(_ file: borrowing OwnedDescriptor, _ path: String) throws(SystemError) {
    guard fsync(file.rawValue) == 0 else { throw .last("fsync", path: path) }
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
