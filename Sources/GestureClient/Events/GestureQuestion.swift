/// The daemon asks a client about a recognizer of its own: to be answered with `GestureConnection.answer`, soon.
public struct GestureQuestion: Hashable, Sendable, Decodable {
  /// Its number.
  public var question: UInt64
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
  /// What is asked: `should_begin` and others.
  public var what: String
  /// The other recognizer that it is about; nil where it is about none.
  public var other: String?
  /// Where the fingers are on the screen.
  public var location: ScreenPoint?
  /// The touch that it is about; nil where it is about none.
  public var touch: TouchUpdate.Touch?
}
