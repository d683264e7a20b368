/// The unit of a number in the configuration. The raw value is how it is written in manuals and messages.
public enum OptionUnit: String, Hashable, Sendable {
  /// Millimetres on the glass.
  case millimetres = "mm"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Degrees of an angle.
  case degrees = "°"
  /// Hundredths of a whole.
  case percent = "%"

  /// Times a second.
  case hertz = "Hz"
  /// Times a second for each millimetre a second: what the 1€ filter calls β.
  case hertzPerSpeed = "Hz per mm/s"
  /// Multiples of the acceleration by gravity.
  case gravities = "g"

  /// How the key of an option in this unit ends.
  public var keySuffix: String {
    switch self {
    case .millimetres, .milliseconds, .gravities: rawValue
    case .degrees: "degrees"
    case .percent: "percent"
    case .hertz: "hz"
    case .hertzPerSpeed: "beta"
    }
  }
}
