/// What became of a client's reply to an offer.
public enum CustomReplyOutcome: Hashable, Sendable {
  /// It takes effect at the next event, or when the time for it is over.
  case taken
  /// No recognizer of that client has had an offer of that number here.
  case unknown
  /// The attempt that the offer was part of is over.
  case late
  /// The state machine does not allow it (FSM-1); the recognizer stays in the state that it had.
  case illegal(from: GestureState)
}
