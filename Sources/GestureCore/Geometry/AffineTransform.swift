/// A map of the plane to itself: `x′ = a·x + c·y + tx`, `y′ = b·x + d·y + ty`, the notation of CSS and Core Graphics.
public struct AffineTransform: Hashable, Sendable {
  /// The first column: the image of one step to the right.
  public var a, b: Double
  /// The second column: the image of one step downwards.
  public var c, d: Double
  /// The shift, in mm.
  public var tx, ty: Double

  /// A transform by its columns.
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that changes nothing.
  public static let identity = AffineTransform(1, 0, 0, 1, 0, 0)

  /// A shift.
  public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(1, 0, 0, 1, x, y)
  }

  /// A rotation in degrees, clockwise on a screen.
  public static func rotation(degrees: Double) -> AffineTransform {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: degrees)
    return AffineTransform(cosine, sine, -sine, cosine, 0, 0)
  }

  /// A factor on each axis.
  public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(x, 0, 0, y, 0, 0)
  }

  /// Whether the map only shifts, so that displacements stay the same.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// Whether every number is finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// This map applied after another.
  public func after(_ first: AffineTransform) -> AffineTransform {
    AffineTransform(
      a * first.a + c * first.b, b * first.a + d * first.b,
      a * first.c + c * first.d, b * first.c + d * first.d,
      a * first.tx + c * first.ty + tx, b * first.tx + d * first.ty + ty)
  }

  /// The inverse. Nil where the determinant is 0 or not finite (HIT-19).
  public var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant.isFinite, determinant != 0, tx.isFinite, ty.isFinite else { return nil }
    let linear = AffineTransform(d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0)
    let shift = linear.apply(Point(tx, ty))
    guard shift.x.isFinite, shift.y.isFinite else { return nil }
    return AffineTransform(linear.a, linear.b, linear.c, linear.d, -shift.x, -shift.y)
  }

  /// The image of a point.
  public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The image of a displacement: the shift plays no part.
  public func apply(_ vector: Vector) -> Vector {
    Vector(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
  }

  /// The image of a direction. Both are in radians, −π … π, clockwise positive on a screen.
  public func turn(_ direction: Double) -> Double {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: direction * 180 / .pi)
    return Angle.radians(of: apply(Vector(cosine, sine)))
  }
}
