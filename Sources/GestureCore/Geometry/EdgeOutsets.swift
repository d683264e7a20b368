/// How far something reaches beyond its four edges, in mm; a negative number draws an edge in: UIEdgeInsets with
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

  /// Each edge by itself, in mm.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same beyond each edge, in mm.
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// As far as the edges go.
  public static let zero = EdgeOutsets(0)
  /// Everywhere.
  public static let unbounded = EdgeOutsets(.infinity)
}
