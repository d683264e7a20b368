public import GestureCore

/// Whether a touchscreen is filtered has changed (FLT-101).
public struct FilteringMessage: Hashable, Sendable {
  /// The time of the change.
  public var time: Instant
  /// The touchscreen's number.
  public var device: Int
  /// `on`, `paused` or `off`.
  public var state: String
  /// The reason for `paused` and `off`.
  public var reason: String?

  /// A change of a filter.
  public init(time: Instant, device: Int, state: String, reason: String?) {
    self.time = time
    self.device = device
    self.state = state
    self.reason = reason
  }
}
