/// What a delegate says to a question.
public enum GestureAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No.
  case no
}
