public import GestureCore

/// A change of the audio route. Every client gets it, not only the responder chain (AUD-21).
public struct RouteChange: Hashable, Sendable {
  /// The reason for the change.
  public var reason: RouteReason
  /// The present route.
  public var route: AudioRoute
  /// The route before (AUD-7).
  public var previous: AudioRoute
  /// The ports that were plugged in or pulled out; empty for none.
  public var ports: [AudioPort] = []
  /// The purpose of the sound; nil where no client has set one.
  public var category: AudioCategory?
  /// The time of the change.
  public var time: Instant

  /// A change, or the present state where both routes are the same.
  public init(
    reason: RouteReason, route: AudioRoute, previous: AudioRoute, ports: [AudioPort] = [],
    category: AudioCategory? = nil, time: Instant
  ) {
    self.reason = reason
    self.route = route
    self.previous = previous
    self.ports = ports
    self.category = category
    self.time = time
  }
}
