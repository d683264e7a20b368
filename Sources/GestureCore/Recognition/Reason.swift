/// Why a recognizer left a state, with the number that decided and its limit: the answer to "why did it not
/// fire?".
public struct Reason: Hashable, Sendable {
  /// How the measured number stood to its limit.
  public enum Comparison: Hashable, Sendable {
    /// It was above.
    case above
    /// It was below.
    case below
    /// It reached it.
    case reached
  }

  /// The unit of the measured number and its limit.
  public enum Unit: String, Hashable, Sendable {
    /// Millimetres.
    case millimetres = "mm"
    /// Milliseconds.
    case milliseconds = "ms"
    /// Degrees.
    case degrees = "°"
    /// Fingers.
    case touches = "touches"
  }

  /// A number against its limit.
  public struct Measure: Hashable, Sendable {
    /// What was measured, in `unit`.
    public var value: Double
    /// How it stood to `limit`.
    public var comparison: Comparison
    /// What it was held against, in `unit`.
    public var limit: Double
    /// The unit of both.
    public var unit: Unit

    /// A number against its limit.
    public init(_ value: Double, _ comparison: Comparison, _ limit: Double, _ unit: Unit) {
      self.value = value
      self.comparison = comparison
      self.limit = limit
      self.unit = unit
    }
  }

  /// A lower-camel-case word: `movedBeyondSlop`.
  public var word: StaticWord
  /// The number that decided, where one did.
  public var measure: Measure?
  /// The recognizer that caused it, by its number in the recognizer set, where one did.
  public var cause: Int?

  /// A reason.
  public init(_ word: StaticWord, _ measure: Measure? = nil, cause: Int? = nil) {
    self.word = word
    self.measure = measure
    self.cause = cause
  }
}
