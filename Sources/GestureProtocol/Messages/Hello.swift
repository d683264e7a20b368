import GestureCore

/// The first line of a stream: the version of the protocol, and the relation of its times to the wall clock.
public struct Hello: Hashable, Sendable {
  /// The version of the wire. It changes only when an old client would be misled.
  public static let protocolVersion = 1
  /// The names of additions to version 1, for clients that depend on one.
  public static let additions = [
    "owners", "replay_subscribe", "device_rotation", "region_matrix", "all_touches", "relative_to", "idle",
    "fingers", "transform_velocity", "filter", "limit",
  ]

  /// The version of the daemon.
  public var version: String
  /// The names of additions to version 1: `additions`, or none for readers that are not clients.
  public var features: [String]
  /// The present time on the clock of every later `time`.
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

/// The version of the product, daemon and client alike. CHANGELOG.md has the same version.
public enum ProductVersion {
  /// The version by semantic versioning. The wire has a version of its own.
  public static let current = "0.1.0"
}
