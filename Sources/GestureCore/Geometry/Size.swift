/// A width and a height in millimeters.
public struct Size: Hashable, Sendable {
  /// Millimeters from the left edge to the right.
  public var width: Double
  /// Millimeters from the top edge to the bottom.
  public var height: Double

  /// A size in millimeters.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}
