/// The daemon offers touches to a recognizer that runs in this client. Answer with `GestureConnection.setState`.
public struct TouchOffer: Hashable, Sendable, Decodable {
  /// The offer's number.
  public var event: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
  /// The touches, each with its phase.
  public var touches: [TouchUpdate.Touch]
}
