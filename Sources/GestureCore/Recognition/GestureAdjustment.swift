/// A value that a client sets on a recognizer during a gesture: UIKit's settable properties.
public enum GestureAdjustment: Hashable, Sendable {
  /// A pan's translation, in mm (PAN-11, PAN-12).
  case translation(Vector)
  /// A pinch's scale (PIN-4).
  case scale(Double)
  /// A rotation, in radians (ROT-7).
  case rotation(Double)
  /// Resets all values of a transform (XFM-6).
  case identity
}
