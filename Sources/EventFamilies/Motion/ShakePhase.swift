/// What becomes of a shake. There is nothing in between: UIKit tells of a shake's beginning and end only.
public enum ShakePhase: String, Hashable, Sendable {
  /// Somebody shakes the device.
  case began
  /// The device is at rest again.
  case ended
  /// It was taken away, or went on for longer than anybody shakes.
  case cancelled
}
