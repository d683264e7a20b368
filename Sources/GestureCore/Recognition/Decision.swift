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
  /// It goes on without one of its touches, by the id: it is told no more of it, and what it recognizes is none of
  /// that touch's business (ARB-26).
  case ignore(touch: UInt64)
  /// It is not this gesture.
  case fail(Reason)
}
