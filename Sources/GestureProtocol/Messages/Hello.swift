import GestureCore

/// The first line of a stream: which protocol it speaks, and how its times relate to the wall clock.
public struct Hello: Hashable, Sendable {
  /// The version of the wire. It changes only when an old client would be misled.
  public static let protocolVersion = 1
  /// What was added to version 1, a word each, for clients that have to know whether it is there.
  public static let additions = ["owners", "replay_subscribe"]

  /// The version of the daemon.
  public var version: String
  /// Words for what was added to version 1: `additions` where it is told to clients.
  public var features: [String]
  /// Now, on the clock of every `time` that follows.
  public var time: Instant
  /// The same moment in microseconds since 1970 UTC; nil in a replay, whose times belong to no wall clock.
  public var unixMicroseconds: Int64?

  /// A greeting.
  public init(version: String, features: [String] = [], time: Instant, unixMicroseconds: Int64?) {
    self.version = version
    self.features = features
    self.time = time
    self.unixMicroseconds = unixMicroseconds
  }
}
