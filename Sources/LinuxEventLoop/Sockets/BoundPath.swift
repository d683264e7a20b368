import CLinux
import Glibc
import SystemPackage

/// A path that a socket of ours was bound to, with the lock beside it.
///
/// The owner's end removes the path and the lock, unless something else has taken the path by then.
struct BoundPath: ~Copyable {
  private let directory: SocketDirectory
  private let entry: SocketEntry
  /// Held as long as the path is ours.
  private let lock: OwnedDescriptor

  /// Binds a socket to a path. The socket has its permissions from the first moment, and no foreign file is touched.
  ///
  /// The steps, in order: the directory is checked, and the lock is taken. A dead socket of ours at the path is
  /// removed; nothing else is. The socket is bound, and the path must then hold the bound socket.
  ///
  /// - Parameter groupID: the socket's group; nil for none.
  /// - Throws: `UnixListenerError`.
  init(
    binding socket: borrowing OwnedDescriptor, to path: SocketPath, permissions: mode_t, groupID: gid_t? = nil
  ) throws(UnixListenerError) {
    let directory = try SocketDirectory(of: path, groupID: groupID)
    let lock = try directory.lock()
    do throws(UnixListenerError) {
      entry = try Self.bind(socket, to: path, in: directory, permissions: permissions)
    } catch {
      directory.removeLock(lock)
      throw error
    }
    self.directory = directory
    self.lock = lock
  }

  deinit {
    // A failure has no remedy here; the next start removes a dead socket (P1).
    try? directory.remove(entry)
    directory.removeLock(lock)
  }

  /// Binds a socket to a path whose lock is held.
  ///
  /// - Returns: the entry that is at the path now.
  private static func bind(
    _ socket: borrowing OwnedDescriptor, to path: SocketPath, in directory: borrowing SocketDirectory,
    permissions: mode_t
  ) throws(UnixListenerError) -> SocketEntry {
    if let found = try directory.entry() {
      if let occupant = found.occupant { throw .occupied(path: path.string, by: occupant) }
      guard try isDead(path) else { throw .occupied(path: path.string, by: .liveSocket) }
      try directory.remove(found)
    }
    try bind(socket, to: path, permissions: permissions)
    // `bind` resolved the path again: if another process has moved the directory meanwhile, the socket is elsewhere.
    guard let bound = try directory.entry(), bound.isOwnSocket(permissions: permissions) else {
      throw .exchanged(path: path.string)
    }
    return bound
  }

  /// Gives the socket's path to a group; its permissions stay.
  ///
  /// - Returns: the reason of a failure; nil for success.
  func giveToGroup(_ group: gid_t) -> Errno? { directory.give(entry, toGroup: group) }

  /// Whether no process listens on a socket of ours. A socket in doubt counts as alive.
  private static func isDead(_ path: SocketPath) throws(UnixListenerError) -> Bool {
    do throws(SystemError) {
      _ = try UnixConnection(connectingTo: path)
      return false
    } catch {
      switch error.errno {
      case .connectionRefused, .noSuchFileOrDirectory: return true
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem: throw .system(error)
      default: return false
      }
    }
  }

  /// Binds with exactly these permissions from the start (P5).
  ///
  /// The kernel gives the new path the mode of the socket itself, less the umask. The mode is therefore set on the
  /// socket before, which no umask can widen. For the call, the umask is set so that it does not narrow the mode. A
  /// chmod after the bind would leave a moment with other permissions.
  private static func bind(
    _ socket: borrowing OwnedDescriptor, to path: SocketPath, permissions: mode_t
  ) throws(UnixListenerError) {
    let descriptor = socket.rawValue
    guard fchmod(descriptor, permissions) == 0 else {
      throw .system(.last("fchmod", path: path.string))
    }
    let result = unsafe UnixAddress(path).withSocketAddress {
      unsafe clinux_bind(descriptor, $0, $1, permissions)
    }
    guard result == 0 else { throw .system(.last("bind", path: path.string)) }
  }
}
