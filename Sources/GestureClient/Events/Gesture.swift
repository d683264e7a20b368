public import GestureProtocol

/// A gesture, or a step of one: what a recognizer says.
public struct Gesture: Hashable, Sendable, Decodable {
  /// Where in its life a gesture is.
  public enum State: String, Sendable, Decodable {
    /// A gesture that lasts was recognized.
    case began
    /// It goes on, with new values.
    case changed
    /// It is over; or one without length, such as a tap, has happened.
    case ended
    /// It was taken away: undo what it did.
    case cancelled
  }

  /// Counts what the daemon publishes.
  public var seq: UInt64
  /// When, in seconds of CLOCK_MONOTONIC; `Greeting.unixTime(of:)` converts it.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence, from the first finger down to the last one up.
  public var sequence: UInt64
  /// One number from `began` to `ended` or `cancelled`.
  public var id: UInt64
  /// The name that the configuration, or the client that added it, gives the recognizer.
  public var recognizer: String
  /// What it recognizes.
  public var kind: GestureKind
  /// Where in its life it is.
  public var state: State
  /// The number of fingers.
  public var touchCount: Int
  /// The region that it belongs to; `root` is the whole screen.
  public var region: String
  /// Where it is on the screen; nil where the daemon does not tell places.
  public var location: ScreenPoint?
  /// Where it is in the region; nil where that is the same.
  public var regionLocation: ScreenPoint?
  /// Whether it was under way when this program subscribed, and is part of the snapshot.
  public var isSnapshot: Bool { snapshot ?? false }

  /// How far the fingers have travelled: pan, edge pan, transform, press and drag.
  public var translation: ScreenPoint?
  /// How fast they travel: pan, edge pan, swipe, press and drag.
  public var velocity: ScreenPoint?
  /// The same as `translation` in the coordinates of a region that is scaled or turned.
  public var regionTranslation: ScreenPoint?
  /// The same as `velocity` in the coordinates of a region that is scaled or turned.
  public var regionVelocity: ScreenPoint?
  /// Where to: swipe.
  public var direction: GestureDirection?
  /// Where from: edge pan.
  public var edge: ScreenEdge?
  /// How many taps: tap.
  public var taps: Int?
  /// How many tips, and on which side of the resting fingers: tip tap.
  public var tips: Int?
  /// See `tips`.
  public var side: GestureDirection?
  /// Where the resting fingers are: tip tap.
  public var rest: ScreenPoint?
  /// Where the fingers landed: long press, press and drag, check mark.
  public var start: ScreenPoint?
  /// Where the strokes meet: check mark.
  public var turn: ScreenPoint?
  /// For how long, in seconds: long press.
  public var duration: Double?
  /// How far it has come, from 0 to 1: pan and edge pan that know what 1 is.
  public var progress: Double?
  /// The distance of the fingers as a multiple of that at the beginning: pinch, transform.
  public var scale: Double?
  /// Its change a second: pinch.
  public var scaleVelocity: Double?
  /// How far the fingers have turned, in radians, clockwise: rotation, transform, hold and twist.
  public var rotation: Double?
  /// Radians a second: rotation, hold and twist.
  public var rotationVelocity: Double?
  /// [a, b, c, d, tx, ty], as CSS writes a matrix: transform.
  public var matrix: [Double]?
  /// `held` or `dragged`: press and drag.
  public var phase: String?
  /// How far a pen is from the screen, from 0 to 1: hover.
  public var zOffset: Double?
  /// A pen's angle to the screen in radians: hover.
  public var altitude: Double?
  /// Where a pen leans to, in radians: hover.
  public var azimuth: Double?
  /// What a client's own recognizer says: custom.
  public var values: [String: JSONValue]?

  /// Whose recognizer it is: `self` or `other`; nil for the configuration's.
  public var owner: String?
  /// The number of the client that declared the recognizer; nil unless all owners were asked for, and for the
  /// configuration's.
  public var client: Int?

  private var snapshot: Bool?

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, sequence, recognizer, kind, state, region, location, translation, velocity,
      direction
    case edge, taps, tips, side, rest, start, turn, duration, progress, scale, rotation, matrix, phase,
      altitude
    case azimuth, values, owner, client, snapshot
    case id = "gesture_id"
    case touchCount = "touch_count"
    case regionLocation = "region_location"
    case regionTranslation = "region_translation"
    case regionVelocity = "region_velocity"
    case scaleVelocity = "scale_velocity"
    case rotationVelocity = "rotation_velocity"
    case zOffset = "z_offset"
  }
}
