/// One of the two axes that a position has.
public enum PositionAxis: String, Hashable, Sendable, CustomStringConvertible {
  /// Left to right.
  case x = "X"
  /// Top to bottom.
  case y = "Y"

  /// The letter.
  public var description: String { rawValue }
}
