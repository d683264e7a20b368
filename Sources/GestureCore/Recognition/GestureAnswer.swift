/// A delegate's answer to a question.
public enum GestureAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No.
  case no
  /// The answer comes later, with this question number (DMN-10). Until then, or until the time is over, the recognizer
  /// may not act.
  case later(UInt64)
}
