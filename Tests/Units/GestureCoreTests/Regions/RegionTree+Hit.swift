import GestureCore
import GestureTestSupport

extension RegionTree {
  /// The name of the region that a touch at a point, in pt, is bound to; nil where no region takes the touch.
  func hit(_ x: Double, _ y: Double) -> String? {
    let mm = TouchScript.millimetresPerPoint
    return HitTester.region(at: Point(x * mm, y * mm), in: self).map { regions[$0].name }
  }
}
