/// A displacement in millimeters, or a velocity in millimeters a second.
public struct Vector: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// A displacement in millimeters, or a velocity in millimeters a second.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// No displacement.
  public static let zero = Vector(0, 0)

  /// The Euclidean length.
  public var length: Double { (x * x + y * y).squareRoot() }

  public static func + (a: Vector, b: Vector) -> Vector {
    Vector(a.x + b.x, a.y + b.y)
  }

  public static func - (a: Vector, b: Vector) -> Vector {
    Vector(a.x - b.x, a.y - b.y)
  }

  public static func * (a: Vector, factor: Double) -> Vector {
    Vector(a.x * factor, a.y * factor)
  }

  public static func / (a: Vector, divisor: Double) -> Vector {
    Vector(a.x / divisor, a.y / divisor)
  }
}
