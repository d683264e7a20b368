/// A recognizer's decision about an event.
public enum Decision: Hashable, Sendable {
  /// No decision yet, or nothing new.
  case none
  /// The touches are this gesture: a discrete one has happened, or a continuous one begins.
  case recognize(Reason)
  /// A continuous gesture goes on with new values.
  case change
  /// A continuous gesture is over.
  case end(Reason)
  /// The gesture continues without one of its touches, given by its id. The recognizer receives nothing more about the
  /// touch, and the touch has no part in the gesture (ARB-26).
  case ignore(touch: UInt64)
  /// The touches are not this gesture.
  case fail(Reason)
}
