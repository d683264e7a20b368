/// A rotation, a scaling and a shift: the effect on a plane of fingers that keep their arrangement.
///
/// A point p goes to m·p + t, with p, m and t as complex numbers.
public struct Similarity: Hashable, Sendable {
  /// m, the scale and rotation, as real and imaginary part.
  public var factor: Vector
  /// t, the shift, in mm.
  public var shift: Vector

  /// A rotation and scaling, then a shift.
  public init(factor: Vector, shift: Vector) {
    self.factor = factor
    self.shift = shift
  }

  /// The map that changes nothing.
  public static let identity = Similarity(factor: Vector(1, 0), shift: .zero)

  /// The scale factor.
  public var scale: Double { factor.length }

  /// The rotation in radians, −π … π, clockwise positive on a screen.
  public var rotation: Double { Angle.radians(of: factor) }

  /// The columns of the matrix, in CSS's order: `a, b, c, d, tx, ty`.
  public var matrix: (Double, Double, Double, Double, Double, Double) {
    (factor.x, factor.y, -factor.y, factor.x, shift.x, shift.y)
  }

  /// This map applied after another.
  public func after(_ first: Similarity) -> Similarity {
    Similarity(
      factor: factor.times(first.factor), shift: factor.times(first.shift) + shift)
  }
}

extension Vector {
  /// The product as complex numbers.
  func times(_ other: Vector) -> Vector {
    Vector(x * other.x - y * other.y, x * other.y + y * other.x)
  }
}
