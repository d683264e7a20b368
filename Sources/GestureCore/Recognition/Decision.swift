/// What a recognizer makes of an event.
public enum Decision: Hashable, Sendable {
  /// Nothing yet, or nothing new.
  case none
  /// It is this gesture: a discrete one has happened, a continuous one begins.
  case recognize(Reason)
  /// A continuous gesture goes on with new values.
  case change
  /// A continuous gesture is over.
  case end(Reason)
  /// It is not this gesture.
  case fail(Reason)
}
