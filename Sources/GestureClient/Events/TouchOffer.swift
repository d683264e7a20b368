/// The daemon offers touches to a recognizer that runs in this client: to be answered with
/// `GestureConnection.setState`.
public struct TouchOffer: Hashable, Sendable, Decodable {
  /// Its number.
  public var event: UInt64
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
  /// The touches, each with its phase.
  public var touches: [TouchUpdate.Touch]
}
