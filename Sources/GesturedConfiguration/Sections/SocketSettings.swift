public import GestureCore

/// Where events are served, to whom, and how much the daemon keeps for a subscriber that does not read:
/// `[socket]`.
public struct SocketSettings: Hashable, Sendable {
  /// The path; nil for the default, which depends on who runs the daemon.
  public var path: String?
  /// The permission bits of the socket, at most 0777.
  public var mode: UInt16
  /// The most lines that wait for one subscriber.
  public var queueLines: Int
  /// The most bytes that wait for one subscriber.
  public var queueBytes: Int
  /// SO_SNDBUF of a subscriber's connection, in bytes.
  public var sendBufferBytes: Int
  /// The most subscribers at a time.
  public var maximumSubscribers: Int
  /// How long lines may wait for a subscriber that takes none of them, before it is cut.
  public var stall: TimeSpan
}
