public import GestureCore

/// No contact has been down for some time, or one has landed after that (ADD-7). The line belongs to a connection.
public struct IdleMessage: Hashable, Sendable {
  /// The time of the deadline, or the stamp of the landing.
  public var time: Instant
  /// The span without contacts that is over; for a landing, the longest one that the client has heard of.
  public var span: TimeSpan
  /// How long no contact was down, for a landing; nil while none is.
  public var idleTime: TimeSpan?
  /// The present touchscreens, by their numbers; none for a landing.
  public var devices: [Int]
  /// Whether the line belongs to a snapshot.
  public var isSnapshot: Bool

  /// No contact has been down for a span.
  public init(began span: TimeSpan, at time: Instant, on devices: [Int], isSnapshot: Bool = false) {
    self.time = time
    self.span = span
    self.devices = devices
    self.isSnapshot = isSnapshot
  }

  /// A contact has landed.
  public init(ended span: TimeSpan, at time: Instant, after idleTime: TimeSpan) {
    self.time = time
    self.span = span
    self.idleTime = idleTime
    devices = []
    isSnapshot = false
  }
}
