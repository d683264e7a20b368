/// A width and a height in millimetres.
public struct Size: Hashable, Sendable {
  /// Millimetres from the left edge to the right.
  public var width: Double
  /// Millimetres from the top edge to the bottom.
  public var height: Double

  /// A size in millimetres.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}
