/// The unit of places, lengths and velocities on the wire. The raw value is the word there.
public enum WireUnits: String, CaseIterable, Hashable, Sendable {
  /// Millimeters on the glass.
  case millimetres = "mm"
  /// Pixels of the screen under the glass, where their number is known.
  case pixels = "px"
  /// Points: 6.4 per millimeter.
  case points = "pt"
  /// Fractions of the screen's width and height.
  case normalized
}
