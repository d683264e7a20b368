/// A position in millimetres, origin top-left, x to the right, y down, as the user sees the screen.
public struct Point: Hashable, Sendable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// A position, in millimetres.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The top-left corner.
  public static let zero = Point(0, 0)

  /// Whether neither number is infinite or not a number.
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
