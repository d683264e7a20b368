/// The kind of a recognizer. Kinds without a constant here can be written as text: `gesture.kind == "wave"`.
public struct GestureKind: WireWord {
  /// The word on the wire.
  public let rawValue: String

  /// A kind of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  // --- kinds ---
  /// Fingers land and lift again, once or several times.
  public static let tap: Self = "tap"
  /// Fingers are held still for a while, then followed until one lifts.
  public static let longPress: Self = "long_press"
  /// Fingers move together.
  public static let pan: Self = "pan"
  /// A quick stroke to the left, right, up or down.
  public static let swipe: Self = "swipe"
  /// Two fingers move apart or together.
  public static let pinch: Self = "pinch"
  /// Two fingers turn around one another.
  public static let rotation: Self = "rotation"
  /// A finger comes in from an edge or a corner of the screen.
  public static let edgePan: Self = "edge_pan"
  /// Fingers move, spread and turn at once.
  public static let transform: Self = "transform"
  /// Fingers are held still, then moved: a long press that becomes a pan.
  public static let pressAndDrag: Self = "press_and_drag"
  /// Fingers rest, and another one taps beside them, once or several times.
  public static let tipTap: Self = "tip_tap"
  /// One finger draws a check mark.
  public static let checkMark: Self = "check_mark"
  /// Three or more fingers turn as on a knob.
  public static let holdAndTwist: Self = "hold_and_twist"
  /// A pen is near the screen and does not touch.
  public static let hover: Self = "hover"
  /// A gesture that a client recognizes itself.
  public static let custom: Self = "custom"
  // --- end of kinds ---
}
