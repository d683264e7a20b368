/// The events that the core publishes, in the order in which they happened.
public enum Event: Sendable {
  /// A recognizer's action.
  case gesture(GestureEvent)
  /// A recognizer's change of state.
  case transition(TransitionEvent)
  /// Touches of one region in one phase.
  case touches(TouchesEvent)
  /// Another region is first responder of its window.
  case responder(ResponderEvent)
  /// A region has deferred a system edge pan.
  case deferred(DeferralEvent)
  /// The touches so far cannot lead to any further gesture.
  case settled(SettledEvent)
  /// Touches for a recognizer that runs in a client.
  case offered(OfferEvent)
  /// A recognizer that runs in a client is reset.
  case reset(ResetEvent)
  /// A question to the owner of a recognizer.
  case asked(QuestionEvent)
  /// A question without an answer in time.
  case expired(ExpiryEvent)
}
