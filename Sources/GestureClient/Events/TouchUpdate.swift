/// Touches of one region that are in one phase. Only raw.sock has them, for who subscribes with `touches`.
public struct TouchUpdate: Hashable, Sendable, Decodable {
  /// Where in its life a touch is.
  public enum Phase: String, Sendable, Decodable {
    /// It has landed.
    case began
    /// It has moved.
    case moved
    /// It is down and has not moved; only in `all`.
    case stationary
    /// It has lifted.
    case ended
    /// It was taken away, by a gesture or for good: undo what it did.
    case cancelled
  }

  /// A touch.
  public struct Touch: Hashable, Sendable, Decodable {
    /// Its number, used once while the daemon lives.
    public var id: UInt64
    /// Where it is on the screen; nil where the daemon does not tell places.
    public var location: ScreenPoint?
    /// Where it is in the region that is told; nil where that is the same.
    public var regionLocation: ScreenPoint?
    /// Where it was when the region was told last; nil where it is there still.
    public var previousLocation: ScreenPoint?
    /// 1 for a first touch, 2 for the second of a double tap, and so on; 0 once it has strayed.
    public var tapCount: Int
    /// Where in its life it is; only in `all`.
    public var phase: Phase?
    /// Its own time, where that is older than the update's.
    public var time: Double?
    /// The region that it landed in, where another one is told.
    public var region: String?
    /// `pencil`, `indirect` or `indirect_pointer`; nil for a finger.
    public var type: String?
    /// Half of the contact's long axis; nil where the panel does not say.
    public var radius: Double?
    /// How hard, 1 being an average touch; nil where the panel does not say.
    public var force: Double?
    /// A pen's angle to the screen in radians.
    public var altitude: Double?
    /// Where a pen leans to, in radians.
    public var azimuth: Double?
    /// A sample for each report since the last update; nil unless asked for.
    public var coalesced: [Sample]?
    /// Where it will be at the next reports; nil unless asked for.
    public var predicted: [Sample]?

    private enum CodingKeys: String, CodingKey {
      case id, location, phase, time, region, type, radius, force, altitude, azimuth, coalesced, predicted
      case regionLocation = "region_location"
      case previousLocation = "previous_location"
      case tapCount = "tap_count"
    }
  }

  /// Where a touch was, or will be.
  public struct Sample: Hashable, Sendable, Decodable {
    /// When, in seconds of CLOCK_MONOTONIC.
    public var time: Double
    /// Where on the screen.
    public var location: ScreenPoint?
    /// How hard; nil where the panel does not say.
    public var force: Double?
  }

  /// Counts what the daemon publishes.
  public var seq: UInt64
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence.
  public var sequence: UInt64
  /// The region that is told.
  public var region: String
  /// Where in their life the touches are.
  public var phase: Phase
  /// The touches, in the order in which they began.
  public var touches: [Touch]
  /// Every touch of the sequence; nil unless asked for.
  public var all: [Touch]?
  /// How many touches of others are down; nil where the daemon does not say.
  public var others: Int?
}
