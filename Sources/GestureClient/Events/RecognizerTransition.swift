/// A recognizer went from one state to another. Transitions explain why a gesture fired or did not.
public struct RecognizerTransition: Hashable, Sendable, Decodable {
  /// The number of the line among all that the daemon publishes.
  public var seq: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence.
  public var sequence: UInt64
  /// The recognizer's name.
  public var recognizer: String
  /// The recognizer's kind.
  public var kind: GestureKind
  /// The number of fingers that the recognizer is for.
  public var touchCount: Int
  /// The state before: `possible`, `began`, `changed`, `ended`, `cancelled` or `failed`.
  public var from: String
  /// The state after.
  public var to: String
  /// The reason, for people.
  public var reason: String
  /// The recognizer's owner: `self` or `other`; nil for the configuration.
  public var owner: String?
  /// The number of the client that declared the recognizer; nil for the configuration, and unless the subscription
  /// includes all owners.
  public var client: Int?

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, sequence, recognizer, kind, from, to, reason, owner, client
    case touchCount = "touch_count"
  }
}
