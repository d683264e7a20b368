/// Options of a recognizer that make no sense together, though each is within its range.
public struct OptionContradiction: Hashable, Sendable {
  /// The key to show.
  public var key: String
  /// What it may be beside the others: `at most distance_mm (12.5)`.
  public var allowed: String

  /// A contradiction.
  public init(_ key: String, allowed: String) {
    self.key = key
    self.allowed = allowed
  }
}

extension OptionTable {
  /// The contradiction of two numbers of which one has to be at most the other; nil where it is.
  func contradiction(_ key: String, atMost other: String) -> OptionContradiction? {
    number(key) <= number(other) ? nil : OptionContradiction(key, allowed: "at most \(other)")
  }
}
