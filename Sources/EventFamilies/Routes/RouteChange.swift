public import GestureCore

/// What is told of the audio route: to everybody, not along the responder chain (AUD-21).
public struct RouteChange: Hashable, Sendable {
  /// Why.
  public var reason: RouteReason
  /// The route now.
  public var route: AudioRoute
  /// The route before (AUD-7).
  public var previous: AudioRoute
  /// What was plugged in or pulled out; empty where nothing was.
  public var ports: [AudioPort] = []
  /// What the sound is for; nil where no client has said.
  public var category: AudioCategory?
  /// When.
  public var time: Instant

  /// A change, or with both routes the same how things are.
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
