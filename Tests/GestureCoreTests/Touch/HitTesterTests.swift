import GestureCore
import GestureTestSupport
import Testing

@Suite("Hit testing")
struct HitTesterTests {
  private func hit(_ x: Double, _ y: Double) -> String {
    let tree = GestureRig.treeWithV
    let mm = TouchScript.millimetresPerPoint
    return HitTester.region(at: Point(x * mm, y * mm), in: tree).map { tree.regions[$0].name } ?? "—"
  }

  @Test(
    "HIT-1, HIT-5 the deepest region wins; left and top edges are inside, right and bottom outside",
    arguments: [
      (200.0, 200.0, "V"), (600, 500, "root"), (100, 100, "V"), (499.9, 399.9, "V"), (500, 399, "root"),
      (499, 400, "root"),
    ])
  func deepest(x: Double, y: Double, region: String) {
    #expect(hit(x, y) == region)
  }

  @Test("HIT-14, EVT-5 a touch stays bound to the region it landed in")
  func bound() throws {
    let rig = try GestureRig([], regions: GestureRig.treeWithV)
    rig.play("A↓200,200@0 A→700,500@10 A↑@20")
    #expect(rig.touches.map(\.region) == ["V", "V", "V"])
  }

  @Test("DMN-16 without declared regions there is the root alone")
  func rootAlone() {
    let tree = RegionTree(screen: GestureRig.screen)
    #expect(tree.regions.map(\.name) == ["root"])
    #expect(HitTester.region(at: Point(1e9, -1e9), in: tree) == RegionTree.root)
  }
}
