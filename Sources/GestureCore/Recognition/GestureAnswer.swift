/// What a delegate says to a question.
public enum GestureAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No.
  case no
  /// It will be said later, to the question of this number (DMN-10): until then, or until the time is over, the
  /// recognizer may not act.
  case later(UInt64)
}
