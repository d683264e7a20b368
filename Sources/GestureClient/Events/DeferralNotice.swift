/// A region has deferred an edge pan of the system. A finger that comes from the same edge within 2 s is the system's.
public struct DeferralNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence of the finger.
  public var sequence: UInt64
  /// The edge or corner that the finger came from.
  public var edge: ScreenEdge
  /// The region that defers the edge.
  public var region: String
}
