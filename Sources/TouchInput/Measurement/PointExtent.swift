import GestureCore

/// The smallest upright rectangle around some points.
struct PointExtent: Hashable, Sendable {
  private var low: Point
  private var high: Point

  /// The extent of one point.
  init(_ point: Point) {
    low = point
    high = point
  }

  /// The extent with one more point.
  func including(_ point: Point) -> PointExtent {
    var extent = self
    extent.low = Point(min(low.x, point.x), min(low.y, point.y))
    extent.high = Point(max(high.x, point.x), max(high.y, point.y))
    return extent
  }

  /// The distance from corner to corner.
  var diagonal: Double { (high - low).length }
}
