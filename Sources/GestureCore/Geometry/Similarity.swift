/// A turn, a scaling and a shift: what fingers that keep their arrangement do to a plane.
///
/// A point p goes to m·p + t, with p, m and t as complex numbers.
public struct Similarity: Hashable, Sendable {
  /// The factor and the turn: m, as real and imaginary part.
  public var factor: Vector
  /// The shift: t, in mm.
  public var shift: Vector

  /// A turn and scaling, then a shift.
  public init(factor: Vector, shift: Vector) {
    self.factor = factor
    self.shift = shift
  }

  /// Nothing happens.
  public static let identity = Similarity(factor: Vector(1, 0), shift: .zero)

  /// How much it scales.
  public var scale: Double { factor.length }

  /// How far it turns, −π … π, clockwise positive on a screen.
  public var rotation: Double { Angle.radians(of: factor) }

  /// The columns of its matrix, as CSS writes them: a, b, c, d, tx, ty.
  public var matrix: (Double, Double, Double, Double, Double, Double) {
    (factor.x, factor.y, -factor.y, factor.x, shift.x, shift.y)
  }

  /// This one after another.
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
