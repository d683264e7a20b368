/// A position in millimeters as the user sees the screen: origin top-left, x to the right, y down.
public struct Point: Hashable, Sendable {
  /// Millimeters from the left edge.
  public var x: Double
  /// Millimeters from the top edge.
  public var y: Double

  /// A position, in millimeters.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The top-left corner.
  public static let zero = Point(0, 0)

  /// Whether both numbers are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The displacement from `b` to `a`.
  public static func - (a: Point, b: Point) -> Vector {
    Vector(a.x - b.x, a.y - b.y)
  }

  /// The position displaced by a vector.
  public static func + (a: Point, v: Vector) -> Point {
    Point(a.x + v.x, a.y + v.y)
  }
}
