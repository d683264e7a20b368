/// Touches of one region in one phase. Only raw.sock sends them, to clients that subscribe with `touches`.
public struct TouchUpdate: Hashable, Sendable, Decodable {
  /// The phase of a touch.
  public enum Phase: String, Sendable, Decodable {
    /// The touch has landed.
    case began
    /// The touch has moved.
    case moved
    /// The touch is down and has not moved; only in `all`.
    case stationary
    /// The touch has lifted.
    case ended
    /// The touch was cancelled, by a gesture or for good. Undo its effect.
    case cancelled
  }

  public struct Touch: Hashable, Sendable, Decodable {
    /// The touch's number, never used again while the daemon runs.
    public var id: UInt64
    /// The place on the screen; nil where the daemon hides places.
    public var location: ScreenPoint?
    /// The exact place; nil where the daemon does not round `location`.
    public var preciseLocation: ScreenPoint?
    /// The place in the receiving region; nil where that is `root`.
    public var regionLocation: ScreenPoint?
    /// The place in the region's last update; nil where the touch has not moved.
    public var previousLocation: ScreenPoint?
    /// `previousLocation` in the receiving region; nil where that is `root`.
    public var regionPreviousLocation: ScreenPoint?
    /// 1 for a first touch, 2 for the second of a double tap, and so on; 0 once the touch has strayed.
    public var tapCount: Int
    /// The touch's phase; only in `all`.
    public var phase: Phase?
    /// The touch's own time; nil where it equals the update's.
    public var time: Double?
    /// The region where the touch landed; nil where that is the receiving region.
    public var region: String?
    /// The window where the touch landed; nil where that is the update's.
    public var window: String?
    /// `pencil`, `eraser`, `indirect` or `indirect_pointer`; nil for a finger.
    public var type: String?
    /// Half of the contact's long axis; nil where the panel does not report it.
    public var radius: Double?
    /// The possible error of `radius`.
    public var radiusTolerance: Double?
    /// The force, with 1 for an average touch; nil where the panel does not report it.
    public var force: Double?
    /// The largest possible force.
    public var maximumForce: Double?
    /// A pen's angle to the screen in radians.
    public var altitude: Double?
    /// The direction in which a pen leans, in radians.
    public var azimuth: Double?
    /// The turn of a pen about its own axis in radians.
    public var roll: Double?
    /// The pressed buttons of a pen, added up: 1 for the tip alone, 2, 4 and 8 for its buttons.
    public var buttons: Int?
    /// One sample for each report since the last update; nil unless the subscription asks for samples.
    public var coalesced: [Sample]?
    /// The number of older samples that `coalesced` lacks; nil for none.
    public var coalescedLost: Int?
    /// Predicted places at the next reports; nil unless the subscription asks for them.
    public var predicted: [Sample]?

    private enum CodingKeys: String, CodingKey {
      case id, location, phase, time, region, window, type, radius, force, altitude, azimuth, coalesced
      case predicted, roll, buttons
      case preciseLocation = "precise_location"
      case regionLocation = "region_location"
      case previousLocation = "previous_location"
      case regionPreviousLocation = "region_previous_location"
      case tapCount = "tap_count"
      case radiusTolerance = "radius_tolerance"
      case maximumForce = "max_force"
      case coalescedLost = "coalesced_lost"
    }
  }

  /// A past or predicted place of a touch.
  public struct Sample: Hashable, Sendable, Decodable {
    /// The time in seconds of CLOCK_MONOTONIC.
    public var time: Double
    /// The place on the screen.
    public var location: ScreenPoint?
    /// The place in the receiving region; nil where that is `root`.
    public var regionLocation: ScreenPoint?
    /// The force; nil where the panel does not report it.
    public var force: Double?
    /// The names of the values that are guessed; nil for a past place.
    public var estimated: [String]?

    private enum CodingKeys: String, CodingKey {
      case time, location, force, estimated
      case regionLocation = "region_location"
    }
  }

  /// The number of the line among all that the daemon publishes.
  public var seq: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence.
  public var sequence: UInt64
  /// The receiving region.
  public var region: String
  /// The window of that region; nil where the screen has only the built-in window.
  public var window: String?
  /// The phase of the touches.
  public var phase: Phase
  /// The touches, in the order in which they began.
  public var touches: [Touch]
  /// Every touch of the sequence that this client may see; nil unless the subscription asks for `all`.
  public var all: [Touch]?
  /// The number of touches beside `all` that this client may not see; nil for none.
  public var others: Int?
}
