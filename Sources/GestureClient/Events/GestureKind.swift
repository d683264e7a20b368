/// The kind of a recognizer. Kinds without a constant here can be written as text: `gesture.kind == "wave"`.
public struct GestureKind: WireWord {
  /// The word on the wire.
  public let rawValue: String

  /// A kind of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// One or more taps.
  public static let tap: Self = "tap"
  /// Fingers that rest.
  public static let longPress: Self = "long_press"
  /// Fingers that drag.
  public static let pan: Self = "pan"
  /// Fingers that flick.
  public static let swipe: Self = "swipe"
  /// Fingers that come together or apart.
  public static let pinch: Self = "pinch"
  /// Fingers that turn.
  public static let rotation: Self = "rotation"
  /// A drag that comes from the edge of the screen.
  public static let edgePan: Self = "edge_pan"
  /// Dragging, pinching and turning in one gesture.
  public static let transform: Self = "transform"
  /// Fingers that rest and then drag.
  public static let pressAndDrag: Self = "press_and_drag"
  /// A finger taps beside fingers that rest.
  public static let tipTap: Self = "tip_tap"
  /// A finger draws a check mark.
  public static let checkMark: Self = "check_mark"
  /// A finger rests while others turn around it.
  public static let holdAndTwist: Self = "hold_and_twist"
  /// A pen is near.
  public static let hover: Self = "hover"
  /// A client's own recognizer.
  public static let custom: Self = "custom"
}
