/// Whether any client listens to a recognizer. The first landing fixes it for each attempt (MULTI-8).
public enum RecognizerHearing: Comparable, Hashable, Sendable {
  /// No client listens: the recognizer takes no part at all (MULTI-5).
  case unheard
  /// Only observers listen: the recognizer reports and disturbs no other (MULTI-6).
  case observed
  /// A client asked for the recognizer: it acts as declared (MULTI-7).
  case asked
}
