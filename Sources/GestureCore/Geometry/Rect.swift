/// An upright rectangle in millimeters.
public struct Rect: Hashable, Sendable {
  /// The top-left corner.
  public var origin: Point
  /// The extent to the right and downwards.
  public var size: Size

  /// A rectangle from its top-left corner.
  public init(_ origin: Point, _ size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Half-open (HIT-5): the left and top edges are inside, the right and bottom edges outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.y >= origin.y
      && point.x < origin.x + size.width && point.y < origin.y + size.height
  }
}
