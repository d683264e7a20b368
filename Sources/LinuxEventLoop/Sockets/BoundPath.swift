import CLinux
import Glibc
import SystemPackage

/// A name in the file system that a socket of ours was bound to, with the lock beside it.
///
/// When it goes, the name and the lock go too, unless something else stands there by then.
struct BoundPath: ~Copyable {
  private let directory: SocketDirectory
  private let entry: SocketEntry
  /// Held for as long as the path is ours.
  private let lock: OwnedDescriptor

  /// Binds a socket to a path so that it has its permissions from the first moment and nothing of others is touched.
  ///
  /// In order: the directory is checked, the lock is taken, what stands at the path is removed only if it is a dead
  /// socket of ours, the socket is bound, and what then stands at the path must be what was bound.
  ///
  /// - Parameter groupID: the group that the socket is to be given to; nil for none.
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
    // Nothing can be done about a failure here; the next start removes a dead socket (P1).
    try? directory.remove(entry)
    directory.removeLock(lock)
  }

  /// Binds a socket to a path whose lock is held.
  ///
  /// - Returns: what stands at the path now.
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
    // The path was resolved anew by bind: had somebody moved the directory meanwhile, the socket would be elsewhere.
    guard let bound = try directory.entry(), bound.isOwnSocket(permissions: permissions) else {
      throw .exchanged(path: path.string)
    }
    return bound
  }

  /// Gives the name to a group; its permissions stay.
  ///
  /// - Returns: why that is not possible; nil where it was done.
  func giveToGroup(_ group: gid_t) -> Errno? { directory.give(entry, toGroup: group) }

  /// Whether nobody listens on a socket of ours. What cannot be told counts as alive.
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

  /// Binds with exactly these permissions from birth (P5).
  ///
  /// The kernel gives the new name the mode of the socket itself, less the umask: so the mode is set on the socket
  /// before, which no umask can widen, and the umask is kept from narrowing it for the length of the call. A chmod
  /// after the bind would leave a moment with other permissions.
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
