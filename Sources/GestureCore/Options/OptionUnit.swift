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

  /// How the key of an option in this unit ends.
  public var keySuffix: String {
    switch self {
    case .millimetres, .milliseconds: rawValue
    case .degrees: "degrees"
    case .percent: "percent"
    }
  }
}
