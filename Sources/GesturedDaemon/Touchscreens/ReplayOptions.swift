import GestureCore

/// How recordings are played.
public struct ReplayOptions: Hashable, Sendable {
  /// What a replay that is served waits for.
  public enum Start: Hashable, Sendable {
    /// A client that has said what it wants to hear of, or has no word to say (ADD-1, ADD-2).
    case subscription
    /// Any client.
    case connection
  }

  /// Whether a recording takes the time that it took, whoever keeps up; else it is played as fast as clients take it.
  public var isAtRealSpeed: Bool
  /// What a replay that is served waits for.
  public var start: Start
  /// How much of the recording's time goes by before its first event (ADD-3).
  var lead: TimeSpan

  /// Options; the lead is in seconds.
  public init(isAtRealSpeed: Bool = false, start: Start = .subscription, lead seconds: Double = 0) {
    self.isAtRealSpeed = isAtRealSpeed
    self.start = start
    lead = .milliseconds(seconds * 1000)
  }
}
