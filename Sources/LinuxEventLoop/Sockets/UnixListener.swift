import CLinux
import Glibc
import SystemPackage

/// A stream socket of the Unix domain that clients connect to.
///
/// A listener made here owns its path, and removes the path when it goes. A listener from the service manager owns no
/// path: the manager keeps the path, and clients find it while the daemon restarts.
public struct UnixListener: ~Copyable {
  // The path comes first: it leaves the file system before the socket refuses connections.
  private let boundPath: BoundPath?
  private let socket: OwnedDescriptor
  /// The reason why the socket could not be given to the wanted group; nil for success, or where no group was wanted.
  public let groupFailure: Errno?

  /// Listens at a path. The socket has exactly these permissions from its first moment, whatever the umask (P5).
  ///
  /// A missing directory is made. A dead socket of this user is replaced (P1). Anything else at the path is an error
  /// and is left alone (P3). The start of a second instance fails too, and the first instance does not notice (P2).
  /// Called on the loop's thread: it changes the process's umask for one call.
  ///
  /// - Parameter groupID: the group that gets the socket before any client can connect; nil keeps the process's own.
  ///   Where the change is not allowed the socket keeps the process's own group, and `groupFailure` holds the reason.
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

  /// Takes ownership of a socket that the service manager has bound and made to listen.
  init(owning socket: consuming OwnedDescriptor) {
    self.socket = socket
    boundPath = nil
    groupFailure = nil
  }

  /// The descriptor to register with the `Poller`; it is readable when a connection is pending.
  public var descriptor: FileDescriptor { socket.value }

  /// Accepts one pending connection. The corresponding C function is `accept4`.
  public func accept() -> AcceptOutcome {
    let result = retryingOnInterrupt { clinux_accept(socket.rawValue) }
    guard result >= 0 else { return .failure(lastErrno) }
    return .connection(UnixConnection(owning: OwnedDescriptor(owning: FileDescriptor(rawValue: result))))
  }
}

/// The outcome of accepting a pending connection.
public enum AcceptOutcome: ~Copyable {
  /// The connection, non-blocking and close-on-exec.
  case connection(UnixConnection)
  /// No connection is pending.
  case wouldBlock
  /// The process or the machine has run out of descriptors or memory, for that reason. The connection stays pending, so
  /// the listener stays ready. The caller stops watching the listener for a while, or it would spin (S14).
  case outOfDescriptors(Errno)
  /// The connection was lost before it could be accepted, for that reason; others may be pending.
  case aborted(Errno)

  /// The outcome of an `accept4` that has failed with this errno.
  ///
  /// Undocumented errors count as the loss of one connection, as the manual page advises for network errors: a live
  /// listener continues.
  static func failure(_ errno: Errno) -> AcceptOutcome {
    switch errno {
    case .wouldBlock: .wouldBlock
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .noBufferSpace: .outOfDescriptors(errno)
    default: .aborted(errno)
    }
  }
}
