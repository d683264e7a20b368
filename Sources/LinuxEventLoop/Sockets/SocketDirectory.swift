import Glibc
import SystemPackage

/// The directory of a socket, held open, so that what is checked and what is changed is in the same directory.
struct SocketDirectory: ~Copyable {
  private let directory: OwnedDescriptor
  private let path: SocketPath

  /// Opens the directory of a path, made if it is missing (one level, mode 0755), and checks it (P3).
  ///
  /// - Throws: `UnixListenerError.unsafeDirectory`, or `.system` when it cannot be opened or made.
  init(of path: SocketPath) throws(UnixListenerError) {
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
    // The last component must be no link; the ones before it belong to the system (/var/run is a link to /run).
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let existing = unsafe open(path, flags)
    if existing >= 0 || lastErrno != .noSuchFileOrDirectory {
      return try OwnedDescriptor(owning: existing, from: "open", path: path)
    }
    guard unsafe mkdir(path, 0o755) == 0 || lastErrno == .fileExists else { throw .last("mkdir", path: path) }
    let made = try OwnedDescriptor(owning: unsafe open(path, flags), from: "open", path: path)
    // The umask may have made it narrower, and then clients could not reach the socket.
    guard fchmod(made.rawValue, 0o755) == 0 else { throw .last("fchmod", path: path) }
    return made
  }

  /// What stands at the socket's name, never following a link; nil when nothing does.
  ///
  /// - Throws: `UnixListenerError.system`.
  func entry() throws(UnixListenerError) -> SocketEntry? {
    var status = stat()
    guard unsafe fstatat(directory.rawValue, path.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if lastErrno == .noSuchFileOrDirectory { return nil }
      throw .system(.last("fstatat", path: path.string))
    }
    return SocketEntry(status)
  }

  /// Removes the socket's name if it still is this entry. A link would be removed, not followed.
  ///
  /// - Throws: `UnixListenerError.system`.
  func remove(_ expected: SocketEntry) throws(UnixListenerError) {
    guard let found = try entry(), found.isSameFile(as: expected) else { return }
    guard unsafe unlinkat(directory.rawValue, path.fileName, 0) == 0 else {
      throw .system(.last("unlinkat", path: path.string))
    }
  }

  /// Gives the socket's name to a group, a link itself and never what it points to.
  ///
  /// - Returns: why that is not possible; nil where it was done. The corresponding C function is `fchownat`.
  func giveToGroup(_ group: gid_t) -> Errno? {
    let result = unsafe fchownat(directory.rawValue, path.fileName, uid_t.max, group, AT_SYMLINK_NOFOLLOW)
    return result == 0 ? nil : lastErrno
  }

  /// Takes the lock beside the socket, which says that an instance is at work; it goes with the descriptor, also when
  /// the process is killed. The file itself stays: removing it would let two instances hold two locks of one name.
  ///
  /// - Throws: `UnixListenerError.anotherInstance` (P2), or `.system`.
  func lock() throws(UnixListenerError) -> OwnedDescriptor {
    let lockPath = path.string + ".lock"
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = try wrapping(as: UnixListenerError.system) { () throws(SystemError) in
      let result = unsafe openat(directory.rawValue, path.fileName + ".lock", flags, 0o600)
      return try OwnedDescriptor(owning: result, from: "openat", path: lockPath)
    }
    let descriptor = file.rawValue
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      if lastErrno == .wouldBlock { throw .anotherInstance(path: path.string) }
      throw .system(.last("flock", path: lockPath))
    }
    return file
  }
}
