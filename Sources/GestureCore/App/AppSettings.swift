/// How the app behind a touchscreen's regions receives touches that gestures may win (FLT-57 to FLT-62). The app is
/// everything that reads the touchscreen in place of the daemon: a compositor, an X server, a browser.
public struct AppSettings: Hashable, Sendable {
  /// When the app receives a touch that a gesture may win.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Once no gesture can win the touch. Nothing is ever taken back.
    case hold
    /// At once. A gesture that wins cancels the touch.
    case cancel
    /// At once. A gesture that wins lifts the touch.
    case lift
  }

  /// When the app receives touches.
  public var mode = Mode.hold
  /// The longest hold by a recognizer that a resting finger leaves undecided (FLT-59).
  public var holdMaximum = TimeSpan.milliseconds(500)
  /// The time from the first landing in which the fingers that a recognizer still misses may land (FLT-60). In recordings of
  /// real panels, 15 of 17 gestures of several fingers are complete by then.
  public var gather = TimeSpan.milliseconds(100)
  /// The time from the landing to the lift of a touch that the app receives late (FLT-53). It is shorter where the next
  /// tap is let go sooner, or would otherwise be later than its own region states.
  public var replayGap = TimeSpan.milliseconds(20)

  /// The defaults.
  public init() {}
}
