/// The unit of a number in the configuration. The raw value is how it is written in manuals and messages.
public enum OptionUnit: String, Hashable, Sendable {
  /// Millimetres on the glass.
  case millimetres = "mm"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Degrees of an angle.
  case degrees = "°"
  /// Degrees of an angle a millisecond.
  case degreesPerMillisecond = "°/ms"
  /// Millimetres a millisecond.
  case millimetresPerMillisecond = "mm/ms"
}
