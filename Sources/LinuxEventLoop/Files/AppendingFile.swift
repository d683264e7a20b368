import Glibc
import SystemPackage

/// A new file that is written from start to end: a recording in the making.
public struct AppendingFile: ~Copyable {
  private let file: OwnedDescriptor
  private let path: String

  /// What to do when there is a file of that name already.
  public enum ExistingFile: Sendable {
    /// Leave it alone and fail with EEXIST.
    case refuse
    /// Empty it and write it anew.
    case replace
  }

  /// Makes an empty file, mode 0644 less the umask.
  ///
  /// - Throws: `FileError`; a pipe, device or directory at the path is refused and left as it is.
  public init(path: String, existing: ExistingFile) throws(FileError) {
    let ifExisting =
      switch existing {
      case .refuse: O_EXCL
      case .replace: CInt(0)
      }
    let file = try openRegularFile(path, O_WRONLY | O_APPEND | O_CREAT | ifExisting)
    // Only now, and not with O_TRUNC: what is no regular file was to be left alone.
    guard ftruncate(file.rawValue, 0) == 0 else { throw .system(.last("ftruncate", path: path)) }
    self.file = file
    self.path = path
  }

  /// Adds `range` of `bytes`, all of it.
  ///
  /// - Throws: `FileError.system`, as ENOSPC on a full disk; part of it may have been written.
  public func append(_ bytes: [UInt8], in range: Range<Int>) throws(FileError) {
    switch writeFully(bytes, in: range, to: file.value) {
    case .written: return
    case .readerGone: throw .system(SystemError(operation: "write", errno: .brokenPipe, path: path))
    case .failed(let errno): throw .system(SystemError(operation: "write", errno: errno, path: path))
    }
  }
}
