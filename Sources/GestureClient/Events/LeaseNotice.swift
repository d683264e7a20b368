/// A client has asked the daemon to hide places, for example while a user types a password, or allows them again.
public struct LeaseNotice: Hashable, Sendable, Decodable {
  /// The start or the end.
  public enum State: String, Sendable, Decodable {
    /// The daemon hides places and gestures of single fingers from now on.
    case began
    /// The daemon shows everything again.
    case ended
  }

  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The start or the end.
  public var state: State
  /// The number of gestures that were hidden meanwhile.
  public var suppressed: Int?
}
