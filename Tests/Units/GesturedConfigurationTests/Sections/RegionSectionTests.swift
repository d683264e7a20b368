import GestureCore
import Testing

@testable import GesturedConfiguration

/// The screen's regions and windows from `[region.ID]` and `[window.ID]`.
@Suite("Regions of a configuration")
struct RegionSectionTests {
  private static let screen = Size(160, 100)

  /// The tree of a text on the test screen.
  private func tree(
    _ text: String, device: String = "T1", isFirst: Bool = true
  ) throws -> (tree: RegionTree, leftOut: [String]) {
    let checked = check(text)
    #expect(checked.mistakes.isEmpty)
    let configuration = try #require(checked.configuration)
    return configuration.regionTree(
      on: ScreenNames(device: device), isFirst: isFirst, screen: Self.screen,
      pixels: configuration.settings(named: device)?.pixels)
  }

  private func region(_ name: String, _ text: String) throws -> Region {
    let tree = try tree(text).tree
    return tree.regions[try #require(tree.number(named: name))]
  }

  private func hit(_ x: Double, _ y: Double, _ tree: RegionTree) -> String? {
    HitTester.region(at: Point(x, y), in: tree).map { tree.regions[$0].name }
  }

  @Test("DMN-1, DMN-16 without tables there is the root alone; regions lie in it in the order of the file")
  func order() throws {
    #expect(try tree("").tree.regions.map(\.name) == ["root", "window"])
    let text = """
      [region.inner]
      parent = "back"
      frame = [0, 0, 5, 5]
      [region.back]
      frame = [0, 0, 50, 50]
      [region.front]
      frame = [20, 0, 50, 50]
      [region.inner2]
      parent = "back"
      frame = [0, 0, 5, 5]
      """
    let tree = try tree(text).tree
    #expect(hit(30, 10, tree) == "front")
    #expect(hit(10, 10, tree) == "back")
    #expect(hit(2, 2, tree) == "inner2")
    #expect(hit(100, 80, tree) == "root")
    #expect(check(text).configuration?.regionNames == tree.regions.map(\.name))
  }

  @Test(
    "lengths are mm, pt, % of the parent, or px of the screen",
    arguments: [
      ("[10, 20, 30, 40]", Rect(Point(10, 20), Size(30, 40))),
      ("[\"64pt\", \"6.4 pt\", \"12.5mm\", 40]", Rect(Point(10, 1), Size(12.5, 40))),
      ("[\"25%\", \"50%\", \"10 %\", \"5%\"]", Rect(Point(40, 50), Size(16, 5))),
      ("[\"0px\", \"100px\", \"800px\", \"-0px\"]", Rect(Point(0, 20), Size(80, 0))),
    ])
  func lengths(frame: String, expected: Rect) throws {
    let text = "[device.d]\nname = \"*\"\npixels = [1600, 500]\n[region.V]\nframe = \(frame)"
    #expect(try region("V", text).frame == expected)
  }

  @Test("a length in px leaves a region out where nobody says how many pixels there are")
  func noPixels() throws {
    let text = """
      [device.other]
      name = "other"
      pixels = [1600, 1000]
      [region.V]
      frame = [0, 0, "100px", 10]
      [region.Q]
      parent = "V"
      frame = [0, 0, 10, 10]
      """
    let (tree, leftOut) = try tree(text)
    #expect(leftOut == ["V"])
    #expect(tree.number(named: "V") == nil && tree.number(named: "Q") == nil)
    #expect(try self.tree(text, device: "other").leftOut.isEmpty)
    // Whether a display has that size is only known later.
    #expect(check("[region.V]\nframe = [0, 0, \"100px\", 10]").mistakes.isEmpty)
  }

  @Test("each key of a region says what UIKit's property says")
  func keys() throws {
    let text = """
      [region.V]
      frame = [10, 10, 80, 40]
      kind = "scroll"
      interaction = false
      hidden = true
      alpha = 0.5
      multiple = true
      exclusive = true
      touches = "forward"
      hit_policy = "pass_through"
      hit_outset = [1, "2mm", "10%", 4]
      hit_max_touches = 2
      anchor = [0, 1]
      bounds_origin = [0, "50%"]
      clips = true
      controller = "list"
      can_become_first_responder = true
      can_resign = false
      accepts_text = true
      client_regions = false
      """
    var expected = Region("V", kind: .scroll, frame: Rect(Point(10, 10), Size(80, 40)))
    expected.isInteractive = false
    expected.isHidden = true
    expected.alpha = 0.5
    expected.isMultiple = true
    expected.isExclusive = true
    expected.handling = .forwards
    expected.hitPolicy = .passThrough
    expected.hitOutset = EdgeOutsets(top: 1, left: 2, bottom: 10, right: 4)
    expected.hitMaximumTouches = 2
    expected.anchor = Point(0, 1)
    expected.boundsOrigin = Point(0, 50)
    expected.clips = true
    expected.controller = "list"
    expected.canBecomeFirstResponder = true
    expected.canResignFirstResponder = false
    expected.acceptsText = true
    var tree = RegionTree(screen: Self.screen)
    try tree.apply([.add(expected, to: "root")])
    #expect(try region("V", text) == tree.regions[2])
  }

  @Test("HIT-13 a kind has its defaults, which keys go before")
  func kinds() throws {
    #expect(try !region("V", "[region.V]\nframe = [0, 0, 9, 9]\nkind = \"image\"").isInteractive)
    #expect(
      try region("V", "[region.V]\nframe = [0, 0, 9, 9]\nkind = \"image\"\ninteraction = true").isInteractive)
    #expect(try region("V", "[region.V]\nframe = [0, 0, 9, 9]\nkind = \"text_field\"").acceptsText)
  }

  @Test(
    "HIT-17, HIT-18 a transform is scale, rotation and translation, or a matrix",
    arguments: [
      ("scale = 2", AffineTransform.scale(2, 2)), ("scale = [2, 3]", .scale(2, 3)),
      ("rotation_degrees = 90", AffineTransform(0, 1, -1, 0, 0, 0)),
      ("scale = [2, 3]\nrotation_degrees = -90", AffineTransform(0, -2, 3, 0, 0, 0)),
      ("translation = [5, \"10%\"]", .translation(5, 10)),
      ("matrix = [1, 2, 3, 4, 5, 6]", AffineTransform(1, 2, 3, 4, 5, 6)),
    ])
  func transforms(lines: String, expected: AffineTransform) throws {
    #expect(try region("V", "[region.V]\nframe = [0, 0, 9, 9]\n\(lines)").transform == expected)
  }

  @Test("DMN-17 a window lies on the device it names, else on the first touchscreen, with all its regions")
  func devices() throws {
    let text = """
      [window.panel]
      device = "ILI*"
      [region.P]
      parent = "panel"
      frame = [0, 0, "100%", "100%"]
      [window.overlay]
      level = 1
      hit_policy = "pass_through"
      [region.V]
      frame = [0, 0, 50, 50]
      """
    let first = try tree(text).tree
    #expect(hit(10, 10, first) == "V")
    #expect(first.number(named: "P") == nil && first.number(named: "overlay") != nil)
    let second = try tree(text, device: "ILITEK", isFirst: false).tree
    #expect(hit(10, 10, second) == "P")
    #expect(second.number(named: "V") == nil && second.number(named: "overlay") == nil)
    let third = try tree(text, device: "other", isFirst: false).tree
    #expect(third.regions.filter { !$0.isRemoved }.map(\.name) == ["root", "window"])
    #expect(first.regions.map(\.name) == second.regions.map(\.name))
  }

  @Test("DMN-17 what is said of the window and root that are there anyway counts where they lie")
  func builtIn() throws {
    let text = """
      [window.window]
      device = "T1"
      touches = "handle"
      [region.root]
      frame = [0, 0, "50%", "100%"]
      exclusive = true
      [region.V]
      frame = [0, 0, "50%", "100%"]
      """
    let tree = try tree(text, isFirst: false).tree
    #expect(tree.regions[RegionTree.root].isExclusive && tree.regions[RegionTree.root].isMultiple)
    #expect(hit(100, 50, tree) == "window")
    #expect(hit(39, 50, tree) == "V" && hit(41, 50, tree) == "root")
    let other = try self.tree(text, device: "T2").tree
    #expect(!other.regions[RegionTree.root].isExclusive)
    #expect(hit(1, 1, other) == "root")
  }

  @Test("HIT-30 the check warns of a target smaller than 44 pt, and hits are unchanged")
  func smallTarget() throws {
    let text = "[region.button]\nkind = \"button\"\nframe = [\"200pt\", \"200pt\", \"20pt\", \"20pt\"]"
    #expect(
      check(text).configuration?.warnings == [
        "region.button: smaller than a finger hits reliably: make it at least 6.875 mm wide and high; hit_outset widens it "
          + "without changing its frame"
      ])
    #expect(check(text + "\nhit_outset = \"12pt\"").configuration?.warnings == [])
    #expect(check(text + "\ninteraction = false").configuration?.warnings == [])
    let tree = try tree(text).tree
    #expect(hit(195 / 6.4, 210 / 6.4, tree) == "root")
    #expect(hit(205 / 6.4, 210 / 6.4, tree) == "button")
  }
}
