/// No finger has been down for some time, or one has landed after that, for subscribers with idle spans only.
public struct IdleNotice: Hashable, Sendable, Decodable {
  /// The start or the end.
  public enum State: String, Sendable, Decodable {
    /// No finger has been down for the span `after`.
    case began
    /// A finger has landed.
    case ended
  }

  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The start or the end.
  public var state: State
  /// The span, in seconds; at the end, the longest span that has begun.
  public var after: Double
  /// How long no finger was down, in seconds, at the end.
  public var idleFor: Double?
  /// The touchscreens that no finger touches, at the start.
  public var devices: [Int]?
  /// Whether the line belongs to a snapshot: the span was over when this program subscribed.
  public var isSnapshot: Bool { snapshot ?? false }

  private var snapshot: Bool?

  private enum CodingKeys: String, CodingKey {
    case time, state, after
    case idleFor = "idle_for"
    case devices, snapshot
  }
}
