/// What the core publishes, in the order in which it happened.
public enum Event: Sendable {
  /// A recognizer's action.
  case gesture(GestureEvent)
  /// A recognizer's change of state.
  case transition(TransitionEvent)
  /// Touches of one region in one phase.
  case touches(TouchesEvent)
  /// Nothing more can come of the touches so far.
  case settled(SettledEvent)
}
