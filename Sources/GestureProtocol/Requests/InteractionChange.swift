/// A change of the handling of new touches, requested by `ignore_interaction`.
public enum InteractionChange: Hashable, Sendable {
  /// The daemon ignores new touches from now on.
  case begin
  /// New touches count again.
  case end
  /// New touches count again shortly after the fingers that have woken the screen have lifted.
  case wake
}
