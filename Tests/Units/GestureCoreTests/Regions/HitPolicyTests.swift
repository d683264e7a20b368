import GestureCore
import GestureTestSupport
import Testing

@Suite("Hit policies")
struct HitPolicyTests {
  private static let everywhere = [(10.0, 10.0), (100, 100), (300, 300), (500, 500), (599, 599)]

  /// F1 with policies.
  private func tree(_ policies: [String: Region.HitPolicy]) -> RegionTree {
    var tree = RegionTree.f1
    for (name, policy) in policies { tree.change(name) { $0.hitPolicy = policy } }
    return tree
  }

  @Test("HIT-23 capture answers for every point that its parent is asked for", arguments: everywhere)
  func capture(x: Double, y: Double) {
    #expect(tree(["A": .capture, "B": .capture, "C": .capture]).hit(x, y) == "C")
  }

  @Test("HIT-24 none leaves every point to the next sibling", arguments: everywhere)
  func none(x: Double, y: Double) {
    #expect(tree(["A": .capture, "B": .capture, "C": .none]).hit(x, y) == "B")
    #expect(tree(["A": .capture, "B": .none, "C": .none]).hit(x, y) == "A")
  }

  @Test("HIT-25 capture on the parent stops the search there", arguments: everywhere)
  func captureOnParent(x: Double, y: Double) {
    #expect(tree(["root": .capture]).hit(x, y) == "root")
  }

  @Test("HIT-26 none on the parent ends the search", arguments: everywhere)
  func noneOnParent(x: Double, y: Double) {
    #expect(tree(["root": .none]).hit(x, y) == "window")
  }

  @Test("HIT-27 pass_through answers for what lies in it alone")
  func passThrough() {
    var tree = RegionTree.f0
    tree.add("overlay", points: 100, 100, 400, 300) { $0.hitPolicy = .passThrough }
    tree.add("button", to: "overlay", points: 50, 50, 40, 40, kind: .button)
    #expect(tree.hit(160, 160) == "button")
    #expect(tree.hit(300, 300) == "V")
  }

  @Test("HIT-28 a capturing child is asked where its parent contains the point, nowhere else")
  func captureInParent() {
    let tree = tree(["C": .capture])
    #expect(tree.hit(10, 10) == "C")
    #expect(tree.hit(700, 300) == "window")
  }
}
