import CLinux
import Glibc
import SystemPackage

/// A stream socket of the Unix domain that clients connect to.
///
/// One made here owns its path: it is removed when the listener goes. One taken over from the service manager owns no
/// path: the manager keeps it, and clients find it while the daemon restarts.
public struct UnixListener: ~Copyable {
  // The path comes first: it is gone from the file system before the socket refuses connections.
  private let boundPath: BoundPath?
  private let socket: OwnedDescriptor
  /// Why the socket could not be given to the group that was asked for; nil where it was, or none was asked for.
  public let groupFailure: Errno?

  /// Listens at a path, which gets exactly these permissions from its first moment, whatever the umask (P5).
  ///
  /// The directory is made if it is missing. A dead socket of this user is replaced (P1); everything else that stands
  /// there is refused and left alone (P3), and so is the start of a second instance, of which the first takes no notice
  /// (P2). Called on the loop's thread: it changes the process's umask for one call.
  ///
  /// - Parameter groupID: the group that the socket is given to before anybody can connect; nil leaves the process's
  ///   own. Where that is not allowed it stays with the own one, and `groupFailure` says why.
  /// - Throws: `UnixListenerError`.
  public init(
    at path: SocketPath, permissions: UInt32 = 0o660, groupID: UInt32? = nil
  ) throws(UnixListenerError) {
    let socket = try wrapping(as: UnixListenerError.system) { () throws(SystemError) in
      try makeUnixSocket(SOCK_STREAM)
    }
    let boundPath = try BoundPath(binding: socket, to: path, permissions: permissions, groupID: groupID)
    var failure: Errno?
    if let groupID { failure = boundPath.giveToGroup(groupID) }
    guard listen(socket.rawValue, SOMAXCONN) == 0 else { throw .system(.last("listen", path: path.string)) }
    self.boundPath = consume boundPath
    self.socket = socket
    groupFailure = failure
  }

  /// Takes over a socket that somebody else has bound and made to listen.
  init(owning socket: consuming OwnedDescriptor) {
    self.socket = socket
    boundPath = nil
    groupFailure = nil
  }

  /// What to register with the poller; it is readable when a connection is pending.
  public var descriptor: FileDescriptor { socket.value }

  /// Takes one pending connection. The corresponding C function is `accept4`.
  public func accept() -> AcceptOutcome {
    let result = retryingOnInterrupt { clinux_accept(socket.rawValue) }
    guard result >= 0 else { return .failure(lastErrno) }
    return .connection(UnixConnection(owning: OwnedDescriptor(owning: FileDescriptor(rawValue: result))))
  }
}
