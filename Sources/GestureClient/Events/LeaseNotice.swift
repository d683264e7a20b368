/// Somebody has asked the daemon not to tell places, as while a password is typed, or gives it back.
public struct LeaseNotice: Hashable, Sendable, Decodable {
  /// Whether it begins or is over.
  public enum State: String, Sendable, Decodable {
    /// From now on nothing of one finger is told, and no places.
    case began
    /// All is told again.
    case ended
  }

  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// Whether it begins or is over.
  public var state: State
  /// How many gestures were not told meanwhile.
  public var suppressed: Int?
}
