/// Options of a recognizer that contradict one another, though each is within its range.
public struct OptionContradiction: Hashable, Sendable {
  /// The key to show.
  public var key: String
  /// The values that the other options allow: `at most distance_mm (12.5)`.
  public var allowed: String

  /// A contradiction.
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
