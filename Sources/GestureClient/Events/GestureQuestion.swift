/// A question to a client about its own recognizer. Answer it soon, with `GestureConnection.answer`.
public struct GestureQuestion: Hashable, Sendable, Decodable {
  /// The question's number.
  public var question: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The recognizer's name.
  public var recognizer: String
  /// The subject of the question: `should_begin` and others.
  public var what: String
  /// The other recognizer of the question; nil where only one is concerned.
  public var other: String?
  /// The place of the fingers on the screen.
  public var location: ScreenPoint?
  /// The touch of the question; nil where none is concerned.
  public var touch: TouchUpdate.Touch?
}

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
