import GestureCore
import GestureTestSupport
import Testing

@Suite("Transforms of regions")
struct RegionTransformTests {
  private let mm = TouchScript.millimetresPerPoint

  private func location(_ x: Double, _ y: Double, in name: String, _ tree: RegionTree) -> Point {
    tree.location(of: Point(x * mm, y * mm), in: tree.existing(name)).points
  }

  @Test("EVT-13 a location in a region is the inverse of its transform applied to the screen's")
  func location() {
    #expect(location(150, 170, in: "V", .f0).isNear(50, 70))
    #expect(location(150, 170, in: "window", .f0).isNear(150, 170))
  }

  @Test("HIT-17 locations are converted by the inverse of the transform about the anchor")
  func scaled() {
    var tree = RegionTree.f0
    tree.change("V") {
      $0.transform = .scale(2, 2)
      $0.anchor = .zero
    }
    #expect(tree.hit(300, 300) == "V")
    #expect(location(300, 300, in: "V", tree).isNear(100, 100))
    #expect(tree.hit(899, 639) == "V")
    #expect(tree.hit(901, 300) == "root")
    // Around the center, 300,250, only that point stays in place.
    tree.change("V") { $0.anchor = Point(0.5, 0.5) }
    #expect(location(300, 250, in: "V", tree).isNear(200, 150))
    #expect(location(400, 250, in: "V", tree).isNear(250, 150))
  }

  @Test(
    "HIT-18 a turned region is hit by its true shape",
    arguments: [(305.0, 305.0, "root"), (350, 285, "square")])
  func turned(x: Double, y: Double, region: String) {
    var tree = RegionTree(screen: GestureRig.screen)
    let half = 0.5.squareRoot()
    tree.add("square", points: 300, 300, 100, 100) {
      $0.transform = AffineTransform(half, half, -half, half, 0, 0)
    }
    #expect(tree.hit(x, y) == region)
  }

  @Test(
    "HIT-19 a region whose transform cannot be undone is never hit, nor what lies in it",
    arguments: [AffineTransform.scale(0, 1), .scale(1, 0), AffineTransform(1, 2, 2, 4, 0, 0)])
  func degenerate(transform: AffineTransform) {
    var tree = RegionTree.f0
    tree.add("Q", to: "V", points: 0, 0, 400, 300) { $0.hitPolicy = .capture }
    tree.change("V") { $0.transform = transform }
    #expect(tree.hit(200, 200) == "root")
    tree.change("V") { $0.hitPolicy = .capture }
    #expect(tree.hit(200, 200) == "root")
  }

  @Test("HIT-20 the origin of the bounds scrolls what lies in the region")
  func scrolled() {
    var tree = RegionTree.f0
    let mm = mm
    tree.add("S", points: 0, 0, 200, 200) { $0.boundsOrigin = Point(0, 50 * mm) }
    tree.add("child", to: "S", points: 0, 100, 50, 50)
    #expect(tree.hit(10, 60) == "child")
    #expect(tree.hit(10, 49) == "S")
    #expect(location(10, 60, in: "S", tree).isNear(10, 110))
  }
}
