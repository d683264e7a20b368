/// One option, declared once as data. Checks, hints, the manual and `--print-config` all read it from here.
public struct OptionDescription: Hashable, Sendable {
  /// The values that an option takes, and its default.
  public enum Domain: Hashable, Sendable {
    /// A number in a unit, within a range.
    case number(unit: OptionUnit, range: ClosedRange<Double>, default: Double)
    /// A whole number within a range.
    case integer(range: ClosedRange<Int>, default: Int)
    /// Yes or no.
    case flag(default: Bool)
    /// At least one of the allowed words.
    case words(allowed: [String], default: [String])
  }

  /// The key in the configuration, with its unit as the last part: `allowable_movement_mm`.
  public var key: String
  /// The allowed values.
  public var domain: Domain
  /// Whether the configuration must set the option. Its default is then a value that the recognizer refuses.
  public var isRequired: Bool
  /// One sentence for a reader of the manual.
  public var summary: String
  /// The source of the default: a behavior ID, or empty for the project's own choice.
  public var source: String

  /// An option.
  public init(
    _ key: String, _ domain: Domain, isRequired: Bool = false, source: String, _ summary: String
  ) {
    self.key = key
    self.domain = domain
    self.isRequired = isRequired
    self.source = source
    self.summary = summary
  }

  /// The default value.
  public var defaultValue: OptionValue {
    switch domain {
    case .number(_, _, let value): .number(value)
    case .integer(_, let value): .integer(value)
    case .flag(let value): .flag(value)
    case .words(_, let value): .words(value)
    }
  }
}

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
