/// One of the two axes of a position.
public enum PositionAxis: String, Hashable, Sendable, CustomStringConvertible {
  /// Left to right.
  case x = "X"
  /// Top to bottom.
  case y = "Y"

  /// The letter.
  public var description: String { rawValue }
}
