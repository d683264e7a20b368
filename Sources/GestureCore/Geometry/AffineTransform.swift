/// A plane mapped to a plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty, as CSS and Core Graphics write it.
public struct AffineTransform: Hashable, Sendable {
  /// The first column: where one step to the right goes.
  public var a, b: Double
  /// The second column: where one step downwards goes.
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

  /// Nothing happens.
  public static let identity = AffineTransform(1, 0, 0, 1, 0, 0)

  /// A shift.
  public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(1, 0, 0, 1, x, y)
  }

  /// A turn, clockwise on a screen.
  public static func rotation(degrees: Double) -> AffineTransform {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: degrees)
    return AffineTransform(cosine, sine, -sine, cosine, 0, 0)
  }

  /// A factor on each axis.
  public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(x, 0, 0, y, 0, 0)
  }

  /// Whether it only shifts: displacements stay as they are.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// Whether none of its numbers is infinite or not a number.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// This one after another.
  public func after(_ first: AffineTransform) -> AffineTransform {
    AffineTransform(
      a * first.a + c * first.b, b * first.a + d * first.b,
      a * first.c + c * first.d, b * first.c + d * first.d,
      a * first.tx + c * first.ty + tx, b * first.tx + d * first.ty + ty)
  }

  /// What undoes it; nil where it cannot be undone (HIT-19): its determinant is 0 or not finite.
  public var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant.isFinite, determinant != 0, tx.isFinite, ty.isFinite else { return nil }
    let linear = AffineTransform(d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0)
    let shift = linear.apply(Point(tx, ty))
    guard shift.x.isFinite, shift.y.isFinite else { return nil }
    return AffineTransform(linear.a, linear.b, linear.c, linear.d, -shift.x, -shift.y)
  }

  /// Where a point goes.
  public func apply(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// Where a displacement goes: the shift plays no part.
  public func apply(_ vector: Vector) -> Vector {
    Vector(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
  }

  /// Where a direction points to afterwards, both in radians, −π … π, clockwise positive on a screen.
  public func turn(_ direction: Double) -> Double {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: direction * 180 / .pi)
    return Angle.radians(of: apply(Vector(cosine, sine)))
  }
}
