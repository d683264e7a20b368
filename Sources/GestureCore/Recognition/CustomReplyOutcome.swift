/// The outcome of a client's reply to an offer.
public enum CustomReplyOutcome: Hashable, Sendable {
  /// The reply takes effect at the next event, or when the time for it is over.
  case taken
  /// No recognizer of that client has received an offer with that number here.
  case unknown
  /// The attempt of the offer is over.
  case late
  /// The state machine does not allow the reply (FSM-1). The recognizer keeps its state.
  case illegal(from: GestureState)
}
