/// What a recognizer says once it has taken in an event.
public struct RecognizerStep: Sendable {
  /// What it makes of it.
  public var decision = Decision.none
  /// When it wants to be asked again although nothing moves; nil for never.
  public var deadline: Instant?
  /// Whether moves are nothing to it as it stands.
  public var ignoresMoves = false
  /// Where the gesture is, if that is not the centre of its touches, and its values: as it last said that it goes on, since
  /// then they are told nearly always.
  public var location: Point?
  public var values = GestureValues()

  init() {}
}
