/// The unit of a number in the configuration. The raw value is its spelling in manuals and messages.
public enum OptionUnit: String, Hashable, Sendable {
  /// Millimeters on the glass.
  case millimetres = "mm"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Degrees of an angle.
  case degrees = "°"
  /// Hundredths of a whole.
  case percent = "%"

  /// Times a second.
  case hertz = "Hz"
  /// Times a second for each millimeter a second: β of the 1€ filter.
  case hertzPerSpeed = "Hz per mm/s"
  /// Multiples of the acceleration of gravity.
  case gravities = "g"

  /// The ending of an option's key in this unit.
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
