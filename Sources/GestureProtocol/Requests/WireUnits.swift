/// What places, lengths and velocities are measured in on the wire. The raw value is the word there.
public enum WireUnits: String, CaseIterable, Hashable, Sendable {
  /// Millimetres on the glass.
  case millimetres = "mm"
  /// Pixels of the screen under the glass, where the configuration says how many there are.
  case pixels = "px"
  /// Points: 6.4 a millimetre.
  case points = "pt"
  /// Shares of the screen's width and height.
  case normalized
}
