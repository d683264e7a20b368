import GestureCore

/// The options of a replay.
public struct ReplayOptions: Hashable, Sendable {
  /// The event that starts a replay with a socket.
  public enum Start: Hashable, Sendable {
    /// A client has subscribed, or has stayed silent for 5 s (ADD-1, ADD-2).
    case subscription
    /// A client has connected.
    case connection
  }

  /// Whether a recording plays in its own time, even if clients fall behind. Otherwise it plays as fast as clients
  /// read.
  public var isAtRealSpeed: Bool
  /// Whether recordings play side by side, as devices of one moment. Otherwise they play one after another (RPL-2).
  public var isTogether: Bool
  /// The event that starts a replay with a socket.
  public var start: Start
  /// The recording's time before its first event (ADD-3).
  var lead: TimeSpan

  /// Makes options.
  ///
  /// - Parameters:
  ///   - isAtRealSpeed: whether a recording plays in its own time.
  ///   - isTogether: whether recordings play side by side.
  ///   - start: the event that starts a replay with a socket.
  ///   - seconds: the recording's time before its first event.
  public init(
    isAtRealSpeed: Bool = false, isTogether: Bool = false, start: Start = .subscription,
    lead seconds: Double = 0
  ) {
    self.isAtRealSpeed = isAtRealSpeed
    self.isTogether = isTogether
    self.start = start
    lead = .milliseconds(seconds * 1000)
  }
}
