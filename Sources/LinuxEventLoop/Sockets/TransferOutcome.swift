import SystemPackage

/// How a read from a connection went.
public enum ReadOutcome: Hashable, Sendable {
  /// That many bytes were read, at least one.
  case bytes(Int)
  /// The peer has ended its writing half and all it wrote was read. What we write may still be wanted.
  case endOfStream
  /// Nothing to read now.
  case wouldBlock
  /// The connection cannot be read any more, and why: the peer reset it, or the kernel failed.
  case closed(Errno)
}

/// How a write to a connection went.
public enum WriteOutcome: Hashable, Sendable {
  /// That many bytes were taken, at least one; they may be fewer than were offered.
  case wrote(Int)
  /// No room now: wait until it is writable.
  case wouldBlock
  /// The connection cannot be written any more, and why: the peer is gone, or the kernel failed.
  case closed(Errno)
}
