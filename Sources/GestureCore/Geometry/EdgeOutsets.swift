/// Distances beyond the four edges of a rectangle, in mm. A negative number moves an edge inwards: UIEdgeInsets with
/// the opposite sign.
public struct EdgeOutsets: Hashable, Sendable {
  /// Beyond the top edge.
  public var top: Double
  /// Beyond the left edge.
  public var left: Double
  /// Beyond the bottom edge.
  public var bottom: Double
  /// Beyond the right edge.
  public var right: Double

  /// A distance for each edge, in mm.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same distance for every edge, in mm.
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// No distance beyond any edge.
  public static let zero = EdgeOutsets(0)
  /// An infinite distance beyond every edge.
  public static let unbounded = EdgeOutsets(.infinity)
}
