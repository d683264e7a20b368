/// Three numbers along the axes of a device: x to its right, y to its top, z out of its face.
public struct SpatialVector: Hashable, Sendable {
  /// The part to the right.
  public var x: Double
  /// The part to the top.
  public var y: Double
  /// The part out of the face.
  public var z: Double

  /// A vector from its parts.
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The vector of length zero.
  public static let zero = SpatialVector(0, 0, 0)

  /// The length.
  public var length: Double { dot(self).squareRoot() }

  /// The product of the lengths of two vectors and the cosine of the angle between them.
  public func dot(_ other: SpatialVector) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector from `b` to `a`.
  public static func - (a: SpatialVector, b: SpatialVector) -> SpatialVector {
    SpatialVector(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  /// The sum of two vectors.
  public static func + (a: SpatialVector, b: SpatialVector) -> SpatialVector {
    SpatialVector(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  /// The vector, scaled by a factor.
  public static func * (a: SpatialVector, factor: Double) -> SpatialVector {
    SpatialVector(a.x * factor, a.y * factor, a.z * factor)
  }
}
