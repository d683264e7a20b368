import SystemPackage

/// The outcome of a read from a connection.
public enum ReadOutcome: Hashable, Sendable {
  /// Bytes were read, at least one.
  case bytes(Int)
  /// The peer has closed its writing half, and all its data was read. The peer may still read.
  case endOfStream
  /// No data is there now.
  case wouldBlock
  /// The connection cannot be read any more, for that reason: the peer reset it, or the kernel failed.
  case closed(Errno)
}

/// The outcome of a write to a connection.
public enum WriteOutcome: Hashable, Sendable {
  /// Bytes were written, at least one and at most as many as were offered.
  case wrote(Int)
  /// There is no room now: the caller waits until the connection is writable.
  case wouldBlock
  /// The connection cannot be written any more, for that reason: the peer is gone, or the kernel failed.
  case closed(Errno)
}
