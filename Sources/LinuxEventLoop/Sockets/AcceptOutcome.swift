import SystemPackage

/// How taking a pending connection went.
public enum AcceptOutcome: ~Copyable {
  /// Here it is: non-blocking and close-on-exec.
  case connection(UnixConnection)
  /// None is pending.
  case wouldBlock
  /// The process or the machine has no descriptors or memory left, and why. The connection stays pending, so the listener
  /// stays ready: the caller stops watching it for a while, or it would spin (S14).
  case outOfDescriptors(Errno)
  /// That connection was lost before it could be taken, and why; there may be others.
  case aborted(Errno)

  /// The outcome of an `accept4` that has failed with this errno.
  ///
  /// What the kernel does not document for a listener is taken as the loss of one connection, as its manual page advises
  /// for errors of the network: a listener that is alive goes on.
  static func failure(_ errno: Errno) -> AcceptOutcome {
    switch errno {
    case .wouldBlock: .wouldBlock
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .noBufferSpace: .outOfDescriptors(errno)
    default: .aborted(errno)
    }
  }
}
