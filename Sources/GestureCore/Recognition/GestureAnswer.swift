/// An owner's answer to a question about its recognizer.
public enum GestureAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No.
  case no
  /// The answer comes later (DMN-10). Until then, or until the time is over, the recognizer may not act.
  case later
}
