import SystemPackage

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
