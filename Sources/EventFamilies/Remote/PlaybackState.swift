/// What a player says it does: what one click means depends on it (CLK-1, CLK-2).
public enum PlaybackState: String, Hashable, Sendable, CaseIterable {
  /// It has not said. That counts as not stopped.
  case unknown
  /// It plays.
  case playing
  /// It is paused.
  case paused
  /// It is stopped.
  case stopped
}
