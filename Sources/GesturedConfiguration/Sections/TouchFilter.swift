public import GestureCore

/// The settings of the filter that gives an app the touches that no gesture wins: `[filter]`, with the values of one
/// device.
public struct TouchFilter: Hashable, Sendable {
  /// The places that the app receives (FLT-42, FLT-43).
  public enum Positions: String, Hashable, Sendable, CaseIterable {
    /// The panel's own.
    case panel
    /// Places after smoothing and the other filters of the device.
    case filtered
  }

  /// Whether touchscreens are filtered (FLT-1, FLT-2).
  public var isEnabled = false
  /// How the app receives touches that gestures may win.
  public var app = AppSettings()
  /// The places that the app receives.
  public var positions = Positions.panel
  /// The time for which the clone has been there before the panel is grabbed (FLT-3).
  public var settle = TimeSpan.milliseconds(300)
  /// The number of resting fingers that switch the filter off; 0 for none (FLT-12).
  public var releaseTouches = 5
  /// How long they rest.
  public var release = TimeSpan.milliseconds(5000)
  /// How long the filter then stays off; zero until it is asked for (FLT-12).
  public var releaseFor = TimeSpan.zero

  /// The defaults.
  public init() {}
}
