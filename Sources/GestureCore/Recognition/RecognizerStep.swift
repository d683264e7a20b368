/// What a recognizer says once it has taken in an event.
public struct RecognizerStep: Sendable {
  /// What it makes of it.
  public var decision: Decision
  /// When it wants to be asked again although nothing moves; nil for never.
  public var deadline: Instant?
  /// Whether moves are nothing to it as it stands.
  public var ignoresMoves: Bool
  /// Where the gesture is and its values, where the decision is that it goes on: then they are told nearly always.
  public var location: Point?
  public var values = GestureValues()

  init(decision: Decision, deadline: Instant?, ignoresMoves: Bool) {
    self.decision = decision
    self.deadline = deadline
    self.ignoresMoves = ignoresMoves
  }
}
