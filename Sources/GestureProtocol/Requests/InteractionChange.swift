/// What becomes of touches that land, as `ignore_interaction` says.
public enum InteractionChange: Hashable, Sendable {
  /// They are none from now on.
  case begin
  /// They are touches again.
  case end
  /// They are touches again once the fingers that have lit the screen have lifted, and a moment more.
  case wake
}
