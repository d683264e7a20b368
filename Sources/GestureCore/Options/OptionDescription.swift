/// One option, declared once as data: checking, hints, the manual and `--print-config` are all read from it.
public struct OptionDescription: Hashable, Sendable {
  /// What values an option takes, and which one it has when nothing is said.
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
  /// What it may be.
  public var domain: Domain
  /// One sentence for a reader of the manual.
  public var summary: String
  /// Where the default comes from: a behaviour ID; empty where it is our own choice.
  public var source: String

  /// An option.
  public init(_ key: String, _ domain: Domain, source: String, _ summary: String) {
    self.key = key
    self.domain = domain
    self.source = source
    self.summary = summary
  }

  /// The value when nothing is said.
  public var defaultValue: OptionValue {
    switch domain {
    case .number(_, _, let value): .number(value)
    case .integer(_, let value): .integer(value)
    case .flag(let value): .flag(value)
    case .words(_, let value): .words(value)
    }
  }
}
