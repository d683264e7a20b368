/// A place, a displacement or a velocity: two numbers in the units of the subscription, millimeters by default.
public struct ScreenPoint: Hashable, Sendable, Decodable, CustomStringConvertible {
  /// The horizontal part, to the right.
  public var x: Double
  /// The vertical part, downward.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads `[x, y]`.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    x = try list.decode(Double.self)
    y = try list.decode(Double.self)
  }

  /// `[x, y]`, as on the wire.
  public var description: String { "[\(x), \(y)]" }
}
