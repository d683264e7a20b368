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

  public func words(_ key: String) -> [String] {
    guard case .words(let value) = values[key] else { preconditionFailure("\(key) is not a list of words") }
    return value
  }
}

/// The value of one option, checked against its description.
public enum OptionValue: Hashable, Sendable {
  /// A number in the option's unit.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// Yes or no.
  case flag(Bool)
  /// Some of the allowed words, without repetition, in the order given.
  case words([String])
}

/// Options of a recognizer that contradict one another, though each is within its range.
public struct OptionContradiction: Hashable, Sendable {
  /// The key to show.
  public var key: String
  /// The values that the other options allow: `at most distance_mm (12.5)`.
  public var allowed: String

  public init(_ key: String, allowed: String) {
    self.key = key
    self.allowed = allowed
  }
}

extension OptionTable {
  /// The contradiction of two numbers where the first must be at most the second; nil where it is.
  func contradiction(_ key: String, atMost other: String) -> OptionContradiction? {
    number(key) <= number(other) ? nil : OptionContradiction(key, allowed: "at most \(other)")
  }
}
