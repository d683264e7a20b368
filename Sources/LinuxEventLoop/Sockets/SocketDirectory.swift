import CLinux
import Glibc
import SystemPackage

/// The directory of a socket, held open, so that all checks and changes apply to the same directory.
struct SocketDirectory: ~Copyable {
  private let directory: OwnedDescriptor
  private let path: SocketPath

  /// Opens the directory of a path and checks it (P3). A missing directory is made (one level, mode 0755).
  ///
  /// - Parameter groupID: the socket's group; nil for the group of a new file in that directory. Members of the group
  ///   may write to the directory, since they may connect anyway. Members of another group could replace the socket
  ///   with theirs.
  /// - Throws: `UnixListenerError.unsafeDirectory`, or `.system` when the directory cannot be opened or made.
  init(of path: SocketPath, groupID: gid_t? = nil) throws(UnixListenerError) {
    let directory = try wrapping(as: { Self.failure($0, directory: path.directory) }) {
      () throws(SystemError) in
      try Self.openOrMake(path.directory)
    }
    var status = stat()
    guard unsafe fstat(directory.rawValue, &status) == 0 else {
      throw .system(.last("fstat", path: path.directory))
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .unsafeDirectory(path: path.directory, .ownedByUser(status.st_uid))
    }
    guard status.st_mode & S_IWOTH == 0 else {
      throw .unsafeDirectory(path: path.directory, .writableByAll)
    }
    if status.st_mode & S_IWGRP != 0 {
      let inherited = status.st_mode & S_ISGID != 0 ? status.st_gid : getegid()
      guard status.st_gid == groupID ?? inherited else {
        throw .unsafeDirectory(path: path.directory, .writableByGroup(status.st_gid))
      }
    }
    self.directory = directory
    self.path = path
  }

  private static func failure(_ error: SystemError, directory: String) -> UnixListenerError {
    switch error.errno {
    case .notDirectory, .tooManySymbolicLinkLevels: .unsafeDirectory(path: directory, .notADirectory)
    default: .system(error)
    }
  }

  private static func openOrMake(_ path: String) throws(SystemError) -> OwnedDescriptor {
    // The last component must not be a link; the earlier ones belong to the system (/var/run is a link to /run).
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let existing = unsafe open(path, flags)
    if existing >= 0 || lastErrno != .noSuchFileOrDirectory {
      return try OwnedDescriptor(owning: existing, from: "open", path: path)
    }
    guard unsafe mkdir(path, 0o755) == 0 || lastErrno == .fileExists else { throw .last("mkdir", path: path) }
    let made = try OwnedDescriptor(owning: unsafe open(path, flags), from: "open", path: path)
    // The umask may have narrowed the mode, so that clients could not reach the socket.
    guard fchmod(made.rawValue, 0o755) == 0 else { throw .last("fchmod", path: path) }
    return made
  }

  /// The entry at the socket's path; a link is not followed. Nil when the path is empty.
  ///
  /// - Throws: `UnixListenerError.system`.
  func entry() throws(UnixListenerError) -> SocketEntry? { try entry(path.fileName) }

  private func entry(_ name: String) throws(UnixListenerError) -> SocketEntry? {
    var status = stat()
    guard unsafe fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if lastErrno == .noSuchFileOrDirectory { return nil }
      throw .system(.last("fstatat", path: path.string))
    }
    return SocketEntry(status)
  }

  /// Removes the path if it still holds this entry. A link would be removed, not followed.
  ///
  /// - Throws: `UnixListenerError.system`.
  func remove(_ expected: SocketEntry) throws(UnixListenerError) {
    guard let found = try entry(), found.isSameFile(as: expected) else { return }
    guard unsafe unlinkat(directory.rawValue, path.fileName, 0) == 0 else {
      throw .system(.last("unlinkat", path: path.string))
    }
  }

  /// Gives the socket to a group.
  ///
  /// The socket is opened first and must be the entry: a file that another process put in its place meanwhile is left
  /// alone.
  ///
  /// - Returns: the reason of a failure; nil for success. The corresponding C function is `fchownat`.
  func give(_ expected: SocketEntry, toGroup group: gid_t) -> Errno? {
    let result = unsafe clinux_open_handle(directory.rawValue, path.fileName)
    guard result >= 0 else { return lastErrno }
    let socket = OwnedDescriptor(owning: FileDescriptor(rawValue: result))
    guard let found = try? entry(of: socket), found.isSameFile(as: expected) else {
      return .noSuchFileOrDirectory
    }
    return clinux_give_to_group(socket.rawValue, group) == 0 ? nil : lastErrno
  }

  /// Acquires the lock beside the socket, which shows that an instance is running. The kernel releases the lock with the
  /// descriptor, also when the process is killed.
  ///
  /// An ending instance removes the file (`removeLock`), possibly between our opening and our locking. The lock of a
  /// removed file excludes no process, so the path is opened again.
  ///
  /// - Throws: `UnixListenerError.anotherInstance` (P2), or `.system`.
  func lock() throws(UnixListenerError) -> OwnedDescriptor {
    for _ in 0..<Self.lockAttempts {
      let file = try openLock()
      if try lock(file) { return file }
    }
    throw .anotherInstance(path: path.string)
  }

  /// The number of attempts: instances may end in just that moment, and each attempt needs another such process.
  private static var lockAttempts: Int { 100 }

  /// Removes the lock's path while the lock is still held, so that no other instance's lock is removed.
  ///
  /// - Parameter lock: the result of `lock`.
  func removeLock(_ lock: borrowing OwnedDescriptor) {
    // A failure does no harm: the file is empty, and the next start uses it as it is.
    guard let found = try? entry(lockName), let own = try? entry(of: lock), found.isSameFile(as: own) else {
      return
    }
    _ = unsafe unlinkat(directory.rawValue, lockName, 0)
  }

  private static var lockSuffix: String { ".lock" }

  private var lockName: String { path.fileName + Self.lockSuffix }

  /// Opens the lock's file without locking it. A missing file is made.
  func openLock() throws(UnixListenerError) -> OwnedDescriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    return try wrapping(as: UnixListenerError.system) { () throws(SystemError) in
      let result = unsafe openat(directory.rawValue, lockName, flags, 0o600)
      return try OwnedDescriptor(owning: result, from: "openat", path: path.string + Self.lockSuffix)
    }
  }

  /// Locks a file that `openLock` has opened.
  ///
  /// - Returns: whether the file still has the lock's path; without the path, its lock excludes no process.
  /// - Throws: `UnixListenerError.anotherInstance` (P2), or `.system`.
  func lock(_ file: borrowing OwnedDescriptor) throws(UnixListenerError) -> Bool {
    let descriptor = file.rawValue
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      if lastErrno == .wouldBlock { throw .anotherInstance(path: path.string) }
      throw .system(.last("flock", path: path.string + Self.lockSuffix))
    }
    return try entry(lockName)?.isSameFile(as: entry(of: file)) ?? false
  }

  private func entry(of file: borrowing OwnedDescriptor) throws(UnixListenerError) -> SocketEntry {
    var status = stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else { throw .system(.last("fstat", path: path.string)) }
    return SocketEntry(status)
  }
}
