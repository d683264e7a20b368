/// The state of a client's player, which determines the command of one click (CLK-1, CLK-2).
public enum PlaybackState: String, Hashable, Sendable, CaseIterable {
  /// The client has not reported a state. It counts as not stopped.
  case unknown
  /// The player plays.
  case playing
  /// The player is paused.
  case paused
  /// The player is stopped.
  case stopped
}
