public import GestureProtocol

/// A gesture, or a step of one, from a recognizer.
public struct Gesture: Hashable, Sendable, Decodable {
  /// The state of a gesture.
  public enum State: String, Sendable, Decodable {
    /// A continuous gesture was recognized.
    case began
    /// The gesture continues with new values.
    case changed
    /// The gesture is over. A discrete gesture, such as a tap, has happened.
    case ended
    /// The gesture was cancelled. Undo its effect.
    case cancelled
  }

  /// The number of the line among all that the daemon publishes.
  public var seq: UInt64
  /// The time in seconds of CLOCK_MONOTONIC; `Greeting.unixTime(of:)` converts it.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The multi-touch sequence, from the first finger down to the last one up.
  public var sequence: UInt64
  /// The gesture's number, the same from `began` to `ended` or `cancelled`.
  public var id: UInt64
  /// The recognizer's name, from the configuration or the client that added it.
  public var recognizer: String
  /// The recognizer's kind.
  public var kind: GestureKind
  /// The gesture's state.
  public var state: State
  /// The number of fingers.
  public var touchCount: Int
  /// The recognizer's region; `root` is the whole screen.
  public var region: String
  /// The place on the screen; nil where the daemon hides places.
  public var location: ScreenPoint?
  /// The place in the region; nil where it equals `location`.
  public var regionLocation: ScreenPoint?
  /// Whether the line belongs to a snapshot: the gesture was under way when this program subscribed.
  public var isSnapshot: Bool { snapshot ?? false }

  /// The distance that the fingers have moved: pan, edge pan, transform, press and drag.
  public var translation: ScreenPoint?
  /// The velocity of the fingers: pan, edge pan, swipe, transform, press and drag.
  public var velocity: ScreenPoint?
  /// `translation` in the coordinates of a region that is scaled or rotated.
  public var regionTranslation: ScreenPoint?
  /// `velocity` in the coordinates of a region that is scaled or rotated.
  public var regionVelocity: ScreenPoint?
  /// The direction of the movement: swipe.
  public var direction: GestureDirection?
  /// The edge where the movement starts: edge pan.
  public var edge: ScreenEdge?
  /// The number of taps: tap.
  public var taps: Int?
  /// The number of tips, and their side of the resting fingers: tip tap.
  public var tips: Int?
  /// See `tips`.
  public var side: GestureDirection?
  /// The place of the resting fingers: tip tap.
  public var rest: ScreenPoint?
  /// The place where the fingers landed: long press, press and drag, check mark.
  public var start: ScreenPoint?
  /// The place where the strokes meet: check mark.
  public var turn: ScreenPoint?
  /// The duration in seconds: long press.
  public var duration: Double?
  /// The progress from 0 to 1: pan and edge pan with a configured end.
  public var progress: Double?
  /// The distance of the fingers divided by their distance at the beginning: pinch, transform.
  public var scale: Double?
  /// The change of `scale` per second: pinch, transform.
  public var scaleVelocity: Double?
  /// The rotation of the fingers in radians, clockwise: rotation, transform, hold and twist.
  public var rotation: Double?
  /// The rotation in radians per second: rotation, transform, hold and twist.
  public var rotationVelocity: Double?
  /// `[a, b, c, d, tx, ty]`, in CSS's order of a matrix: transform.
  public var matrix: [Double]?
  /// `held` or `dragged`: press and drag.
  public var phase: String?
  /// The distance of a pen from the screen, from 0 to 1: hover.
  public var zOffset: Double?
  /// A pen's angle to the screen in radians: hover.
  public var altitude: Double?
  /// The direction in which a pen leans, in radians: hover.
  public var azimuth: Double?
  /// The turn of a pen about its own axis in radians: hover.
  public var roll: Double?
  /// The pressed buttons of a pen, added up, 0 for none: hover.
  public var buttons: Int?
  /// The values of a client's own recognizer: custom.
  public var values: [String: JSONValue]?

  /// The number of presses; nil for a gesture of touches, which has `touchCount`.
  public var presses: Int?
  /// The own name of the remote control whose keys were pressed; nil for a gesture of touches.
  public var name: String?
  /// The recognizer's owner: `self` or `other`; nil for the configuration.
  public var owner: String?
  /// The number of the client that declared the recognizer; nil for the configuration, and unless the subscription
  /// includes all owners.
  public var client: Int?

  /// The fingers of the gesture, in the order in which they landed; nil unless the subscription asks for them, and
  /// where the daemon hides places.
  public var fingers: [Finger]?

  private var snapshot: Bool?

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, sequence, recognizer, kind, state, region, location, translation, velocity,
      direction
    case edge, taps, tips, side, rest, start, turn, duration, progress, scale, rotation, matrix, phase,
      altitude
    case azimuth, roll, buttons, values, presses, name, owner, client, fingers, snapshot
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

extension Gesture {
  /// A finger of a gesture.
  public struct Finger: Hashable, Sendable, Decodable {
    /// The number of the touch, the same in all lines until the finger lifts.
    public var id: UInt64
    /// The place on the screen; nil where the gesture's line has none.
    public var location: ScreenPoint?
    /// The place in the gesture's region; nil where it equals `location`.
    public var regionLocation: ScreenPoint?
    /// Whether the finger has lifted. Its place is the last one then.
    public var isUp: Bool { up ?? false }

    private var up: Bool?

    private enum CodingKeys: String, CodingKey {
      case id, location, up
      case regionLocation = "region_location"
    }
  }
}

/// A direction on the screen.
public struct GestureDirection: WireWord {
  /// The word on the wire.
  public let rawValue: String

  /// A direction of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Toward smaller x.
  public static let left: Self = "left"
  /// Toward larger x.
  public static let right: Self = "right"
  /// Toward smaller y.
  public static let up: Self = "up"
  /// Toward larger y.
  public static let down: Self = "down"
}

/// An edge or a corner of the screen.
public struct ScreenEdge: WireWord {
  /// The word on the wire.
  public let rawValue: String

  /// An edge of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The left edge.
  public static let left: Self = "left"
  /// The right edge.
  public static let right: Self = "right"
  /// The upper edge.
  public static let top: Self = "top"
  /// The lower edge.
  public static let bottom: Self = "bottom"
  /// The upper left corner.
  public static let topLeft: Self = "top_left"
  /// The upper right corner.
  public static let topRight: Self = "top_right"
  /// The lower left corner.
  public static let bottomLeft: Self = "bottom_left"
  /// The lower right corner.
  public static let bottomRight: Self = "bottom_right"
}
