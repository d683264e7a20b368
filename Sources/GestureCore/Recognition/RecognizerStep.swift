/// A recognizer's answers after an event.
public struct RecognizerStep: Sendable {
  /// The decision.
  public var decision = Decision.none
  /// The time at which the recognizer wants to be asked again although nothing moves; nil for never.
  public var deadline: Instant?
  /// Whether moves do not matter to the recognizer at present.
  public var ignoresMoves = false
  /// The position of the gesture, if it is not the center of its touches, and its values. They are set whenever the
  /// decision is `change`, since most changes are told.
  public var location: Point?
  public var values = GestureValues()

  init() {}
}
