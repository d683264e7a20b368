/// A region has deferred a system edge pan (EDG-12).
public struct DeferralEvent: Hashable, Sendable {
  /// The edge or corner that the finger came from.
  package var edge: ScreenEdge
  /// The region that defers it, by its number in the region tree.
  public var region: Int
  /// The multi-touch sequence of the finger.
  public var sequence: UInt64
  /// The time at which the edge pan would have begun.
  public var time: Instant

  package init(edge: ScreenEdge, region: Int, sequence: UInt64, time: Instant) {
    self.edge = edge
    self.region = region
    self.sequence = sequence
    self.time = time
  }
}
