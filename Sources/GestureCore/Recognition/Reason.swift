/// The reason why a recognizer left a state, with the deciding number and its limit. It answers "why did it not fire?".
public struct Reason: Hashable, Sendable {
  /// The relation of the measured number to its limit.
  public enum Comparison: Hashable, Sendable {
    /// The number was above the limit.
    case above
    /// The number was below the limit.
    case below
    /// The number reached the limit.
    case reached
  }

  /// The unit of the measured number and its limit.
  public enum Unit: String, Hashable, Sendable {
    /// Millimeters.
    case millimetres = "mm"
    /// Milliseconds.
    case milliseconds = "ms"
    /// Degrees.
    case degrees = "°"
    /// Hundredths of a whole, such as of the length of an edge.
    case percent = "%"
    /// Fingers.
    case touches = "touches"
  }

  /// A number against its limit.
  public struct Measure: Hashable, Sendable {
    /// The measured number, in `unit`.
    public var value: Double
    /// The relation of `value` to `limit`.
    public var comparison: Comparison
    /// The limit, in `unit`.
    public var limit: Double
    /// The unit of both numbers.
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
  /// The deciding number, if there is one.
  public var measure: Measure?
  /// The recognizer that was the cause, by its number in the recognizer set, if there is one.
  public var cause: Int?

  /// A reason.
  public init(_ word: StaticWord, _ measure: Measure? = nil, cause: Int? = nil) {
    self.word = word
    self.measure = measure
    self.cause = cause
  }
}

/// A word known at build time. Copies count no references, unlike copies of a `String`.
public struct StaticWord: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  private let text: StaticString

  public init(_ text: StaticString) {
    self.text = text
  }

  public init(stringLiteral value: StaticString) {
    self.init(value)
  }

  public var description: String { text.description }

  public static func == (a: StaticWord, b: StaticWord) -> Bool {
    a.description == b.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
