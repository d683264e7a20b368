import GestureCore
import GestureTestSupport
import Testing

@Suite("Hit testing")
struct HitTesterTests {
  @Test(
    "HIT-1, HIT-5 the deepest region wins; left and top edges are inside, right and bottom outside",
    arguments: [
      (200.0, 200.0, "V"), (600, 500, "root"), (100, 100, "V"), (499.9, 399.9, "V"), (500, 399, "root"),
      (499, 400, "root"),
    ])
  func deepest(x: Double, y: Double, region: String) {
    #expect(RegionTree.f0.hit(x, y) == region)
  }

  @Test(
    "HIT-2, HIT-3, HIT-4 siblings are asked from the front; the first that contains the point wins",
    arguments: [
      (300.0, 300.0, "C"), (200, 200, "B"), (100, 100, "E"), (160, 160, "B"),
    ])
  func siblings(x: Double, y: Double, region: String) {
    #expect(RegionTree.f1.hit(x, y) == region)
  }

  @Test("HIT-6 beyond its parent's bounds a child is not reached", arguments: [true, false])
  func beyondParent(clips: Bool) {
    var tree = RegionTree.f0
    tree.add("P", points: 700, 100, 100, 100) { $0.clips = clips }
    tree.add("Q", to: "P", points: 80, 0, 60, 100)
    #expect(tree.hit(790, 150) == "Q")
    #expect(tree.hit(820, 150) == "root")
  }

  @Test("HIT-7 beyond the root there is the window alone, and nobody is told")
  func beyondRoot() {
    var tree = RegionTree.f1
    tree.change("A") { $0.frame = .points(50, 50, 700, 300) }
    #expect(tree.hit(650, 100) == "window")
    var receivers: [Int] = []
    ResponderChain.receivers(of: RegionTree.window, in: tree, into: &receivers)
    #expect(receivers.isEmpty)
  }

  @Test("HIT-8 what is hidden is not hit")
  func hidden() {
    var tree = RegionTree.f0
    tree.add("Q", to: "V", points: 50, 50, 100, 100)
    #expect(tree.hit(200, 200) == "Q")
    tree.change("V") { $0.isHidden = true }
    #expect(tree.hit(200, 200) == "root")
  }

  @Test("HIT-9 without interaction neither it nor what lies in it is hit, and its recognisers see nothing")
  func withoutInteraction() throws {
    var tree = RegionTree.f1
    tree.change("A") { $0.isInteractive = false }
    #expect(tree.hit(100, 100) == "root")
    let rig = try GestureRig([.tap()], regions: tree, on: ["A"])
    #expect(rig.play("A↓100,100@0 A↑@80").isEmpty)
  }

  @Test(
    "HIT-10 below an alpha of 0.01 it is not hit, at 0.01 it is", arguments: [(0.009, "root"), (0.010, "V")])
  func alpha(alpha: Double, region: String) {
    var tree = RegionTree.f0
    tree.change("V") { $0.alpha = alpha }
    #expect(tree.hit(200, 200) == region)
  }

  @Test("HIT-11 the alpha of what lies around it is not multiplied in")
  func alphaOfAncestors() {
    var tree = RegionTree.f0
    tree.change("V") { $0.alpha = 0.05 }
    tree.add("Q", to: "V", points: 50, 50, 100, 100) { $0.alpha = 0.05 }
    #expect(tree.hit(200, 200) == "Q")
  }

  @Test("HIT-12 what is drawn in it plays no part: there is nothing to set but its alpha")
  func drawing() {
    var tree = RegionTree.f0
    tree.change("V") { $0.kind = .view }
    #expect(tree.hit(200, 200) == "V")
  }

  @Test("HIT-13 images and labels cannot be touched unless they say so", arguments: RegionKind.allCases)
  func kinds(kind: RegionKind) {
    var tree = RegionTree.f0
    tree.add("Q", points: 0, 0, 50, 50, kind: kind)
    tree.add("button", to: "Q", points: 0, 0, 50, 50, kind: .button)
    #expect(tree.hit(10, 10) == (kind == .image || kind == .label ? "root" : "button"))
    tree.change("Q") { $0.isInteractive = true }
    #expect(tree.hit(10, 10) == "button")
  }

  @Test("HIT-14, EVT-5 a touch stays bound to the region it landed in, wherever it goes")
  func bound() throws {
    let rig = try GestureRig([], regions: .f0)
    rig.play("A↓200,200@0 A→600,500@10 A→700,500@20 A↑@30")
    #expect(rig.touches.map(\.region) == ["V", "V", "V", "V"])
  }

  @Test("HIT-21 windows are asked by level, then from the front; which one is key does not matter")
  func windows() {
    var tree = RegionTree.f0
    var responders = FirstResponders()
    _ = responders.makeKey(RegionTree.window, in: tree)
    tree.addWindow("W2", points: 0, 0, 1024, 640)
    #expect(tree.hit(200, 200) == "W2")
    tree.addWindow("W3", points: 0, 0, 512, 640) { $0.level = -1 }
    #expect(tree.hit(200, 200) == "W2")
    tree.change("W3") { $0.level = 1 }
    #expect(tree.hit(200, 200) == "W3")
    #expect(tree.hit(600, 200) == "W2")
    tree.change("W3") { $0.level = -1 }
    tree.change("W2") { $0.level = -2 }
    #expect(tree.hit(200, 200) == "V")
  }

  @Test("HIT-22 where its root gives no answer the window answers, unless it passes through as well")
  func windowPolicy() {
    var tree = RegionTree.f0
    tree.addWindow("W2", points: 0, 0, 1024, 640)
    tree.add("R2", to: "W2", points: 0, 0, 1024, 640) { $0.hitPolicy = .passThrough }
    #expect(tree.hit(200, 200) == "W2")
    tree.change("W2") { $0.hitPolicy = .passThrough }
    #expect(tree.hit(200, 200) == "V")
  }

  @Test("HIT-29 an outset widens a region, or narrows it, for what lies in it too")
  func outset() {
    var tree = RegionTree.f0
    tree.add("button", points: 200, 200, 20, 20, kind: .button) {
      $0.hitOutset = EdgeOutsets(12 * TouchScript.millimetresPerPoint)
    }
    tree.add("inner", to: "button", points: -11, 0, 5, 5)
    #expect(tree.hit(190, 190) == "button")
    #expect(tree.hit(187, 190) == "V")
    #expect(tree.hit(190, 202) == "inner")
    tree.change("button") { $0.hitOutset.left = -5 * TouchScript.millimetresPerPoint }
    #expect(tree.hit(204, 210) == "V")
    #expect(tree.hit(205, 210) == "button")
  }

  @Test(
    "HIT-31 whether the point is inside is asked down the tree, and no further than the first no",
    arguments: [("E", "D"), ("D", "A"), ("C", "E")])
  func pointInside(narrowed: String, region: String) {
    var tree = RegionTree.f1
    #expect(tree.hit(100, 100) == "E")
    // A region that refuses touches: its hit area shrinks until nothing is left.
    tree.change(narrowed) { $0.hitOutset = EdgeOutsets(-200) }
    #expect(tree.hit(100, 100) == region)
  }

  @Test("HIT-33 fingers of one frame are hit-tested by themselves")
  func together() throws {
    let rig = try GestureRig([], regions: .f0)
    rig.play("A↓200,200 B↓600,500@0")
    #expect(rig.touches.map(\.description) == ["V:began{1}@0", "root:began{2}@0"])
  }

  @Test("HIT-34 with as many touches as it takes, a region and what lies in it is not there for further ones")
  func limit() throws {
    var tree = RegionTree.f0
    tree.change("V") { $0.hitMaximumTouches = 1 }
    tree.add("Q", to: "V", points: 0, 0, 50, 50)
    let rig = try GestureRig([], regions: tree)
    rig.play("A↓200,200@0 B↓300,200@10 A↑@20 C↓120,120@30 D↓200,200@40 C↑ E↓300,300@50")
    #expect(
      rig.touches.map(\.description) == [
        "V:began{1}@0", "root:began{2}@10", "V:ended{1}@20", "Q:began{3}@30", "root:began{4}@40",
        "Q:ended{3}@50", "V:began{5}@50",
      ])
  }

  @Test("DLV-17 a touch that no region answers for is dropped, and no recogniser sees it")
  func nobody() throws {
    var tree = RegionTree.f0
    tree.change("window") { $0.hitPolicy = .none }
    #expect(tree.hit(200, 200) == nil)
    let rig = try GestureRig([.tap()], regions: tree)
    #expect(rig.play("A↓200,200@0 A↑@80").isEmpty)
    #expect(rig.touches.isEmpty)
  }

  @Test("DMN-16 without declared regions there is one window with one root, which takes several touches")
  func rootAlone() throws {
    let tree = RegionTree(screen: GestureRig.screen)
    #expect(tree.regions.map(\.name) == ["root", "window"])
    #expect(tree.windows == [RegionTree.window])
    #expect(HitTester.region(at: Point(1e9, -1e9), in: tree) == RegionTree.root)
    let rig = try GestureRig([])
    rig.play("A↓200,200 B↓600,500@0")
    #expect(rig.touches.map(\.description) == ["root:began{1,2}@0"])
  }

  @Test("EVT-4 each touch has the window it landed in")
  func sideBySide() {
    var tree = RegionTree.f0
    tree.addWindow("W1", points: 0, 0, 512, 640)
    tree.addWindow("W2", points: 512, 0, 512, 640)
    tree.add("Q", to: "W2", points: 0, 0, 512, 640)
    #expect(tree.hit(100, 100) == "W1")
    #expect(tree.hit(600, 100) == "Q")
    #expect(tree.regions[tree.existing("Q")].window == tree.existing("W2"))
  }
}
