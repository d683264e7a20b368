import GestureCore

/// The upright rectangle that some points lie in.
struct PointExtent: Hashable, Sendable {
  private var low: Point
  private var high: Point

  /// One point's.
  init(_ point: Point) {
    low = point
    high = point
  }

  /// With one point more.
  func including(_ point: Point) -> PointExtent {
    var extent = self
    extent.low = Point(min(low.x, point.x), min(low.y, point.y))
    extent.high = Point(max(high.x, point.x), max(high.y, point.y))
    return extent
  }

  /// From corner to corner.
  var diagonal: Double { (high - low).length }
}
