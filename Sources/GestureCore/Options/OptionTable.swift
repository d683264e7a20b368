/// The options of one recognizer: the defaults, overlaid with the configuration.
///
/// Reading an option that is not declared, or with another type than declared, is a programming error.
public struct OptionTable: Hashable, Sendable {
  private var values: [String: OptionValue]

  /// A table of the defaults.
  public init(defaultsOf descriptions: [OptionDescription]) {
    values = [:]
    for description in descriptions { values[description.key] = description.defaultValue }
  }

  /// Sets a declared option to a value that was checked against its description.
  public mutating func set(_ key: String, to value: OptionValue) {
    precondition(values[key] != nil, "option \(key) is not declared")
    values[key] = value
  }

  /// The value of an option; nil for an option that is not declared.
  public subscript(key: String) -> OptionValue? { values[key] }

  /// A number in the option's unit.
  public func number(_ key: String) -> Double {
    guard case .number(let value) = values[key] else { preconditionFailure("\(key) is not a number") }
    return value
  }

  /// A number of milliseconds, as a span.
  public func span(_ key: String) -> TimeSpan {
    .milliseconds(number(key))
  }

  /// A whole number.
  public func integer(_ key: String) -> Int {
    guard case .integer(let value) = values[key] else { preconditionFailure("\(key) is not an integer") }
    return value
  }

  /// Yes or no.
  public func flag(_ key: String) -> Bool {
    guard case .flag(let value) = values[key] else { preconditionFailure("\(key) is not a flag") }
    return value
  }

  /// Words.
  public func words(_ key: String) -> [String] {
    guard case .words(let value) = values[key] else { preconditionFailure("\(key) is not a list of words") }
    return value
  }
}
