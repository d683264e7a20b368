/// A recognizer went from one state to another: why a gesture fired, or did not.
public struct RecognizerTransition: Hashable, Sendable, Decodable {
  /// Counts what the daemon publishes.
  public var seq: UInt64
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence.
  public var sequence: UInt64
  /// The recognizer's name.
  public var recognizer: String
  /// What it recognizes.
  public var kind: GestureKind
  /// For how many fingers it is.
  public var touchCount: Int
  /// The state before: `possible`, `began`, `changed`, `ended`, `cancelled` or `failed`.
  public var from: String
  /// The state after.
  public var to: String
  /// Why, for people.
  public var reason: String
  /// Whose recognizer it is: `self` or `other`; nil for the configuration's.
  public var owner: String?
  /// The number of the client that declared the recognizer; nil unless all owners were asked for, and for the
  /// configuration's.
  public var client: Int?

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, sequence, recognizer, kind, from, to, reason, owner, client
    case touchCount = "touch_count"
  }
}
