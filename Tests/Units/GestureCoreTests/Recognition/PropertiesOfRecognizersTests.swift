import GestureCore
import GestureTestSupport
import Testing

@Suite("Common properties of recognisers")
struct PropertiesOfRecognizersTests {
  static let rows: [Scenario] = [
    Scenario(
      name: "ARB-14 one that can prevent nobody leaves the other alone", .pan().with { $0.canPrevent = [] },
      .swipe(), script: "A↓300,300@0 A→330,300@30 A→390,300@90",
      seen: ["pan:began@30", "swipe:ended@90", "pan:changed@90"]),
    Scenario(
      name: "ARB-14 it prevents those that it names", .pan().with { $0.canPrevent = ["kind:swipe"] },
      .swipe(),
      .tap(), script: "A↓300,300@0 A→330,300@30 A→390,300@90",
      seen: ["swipe:failed@30", "pan:began@30", "tap:failed@90", "pan:changed@90"]),
    Scenario(
      name: "ARB-15 one that can be prevented by nobody goes on", .pan(),
      .swipe().with { $0.canBePreventedBy = [] }, script: "A↓300,300@0 A→330,300@30 A→390,300@90",
      seen: ["pan:began@30", "swipe:ended@90", "pan:changed@90"]),
    Scenario(
      name: "ARB-16 prevention takes the yes of both: neither alone is enough",
      .pan().with { $0.canPrevent = ["tap"] }, .swipe().with { $0.canBePreventedBy = ["pan"] },
      .tap().with { $0.canBePreventedBy = ["swipe"] },
      script: "A↓300,300@0 A→330,300@30 A→390,300@90",
      seen: ["pan:began@30", "tap:failed@90", "swipe:ended@90", "pan:changed@90"]),
    Scenario(
      name: "ARB-19 a pan that may begin to the side only fails when it goes down",
      .pan().with { $0.shouldBegin = .horizontal }, script: "A↓200,200@0 A→200,212@20 A→260,212@40 A↑@60",
      seen: ["pan:failed@20"]),
    Scenario(
      name: "ARB-19 it begins when it goes to the side", .pan().with { $0.shouldBegin = .horizontal },
      script: "A↓200,200@0 A→212,200@20", seen: ["pan:began@20"]),
    Scenario(
      name: "ARB-19 exactly between side and down is neither", .pan().with { $0.shouldBegin = .vertical },
      script: "A↓200,200@0 A→212,212@20", seen: ["pan:failed@20"]),
    Scenario(
      name: "ARB-20 a refusal counts as failure for those that require it: they may act in that event",
      .pan().with { $0.shouldBegin = .never }, .pan("pan2", requires: ["pan"]),
      script: "A↓200,200@0 A→200,212@20", seen: ["pan:failed@20", "pan2:began@20"]),
    Scenario(
      name: "ARB-38 a requirement may be declared on the one that has to fail",
      .tap().with { $0.requiredToFailBy = ["pan"] }, .pan(),
      script: "A↓200,200@0 A→212,200@20 A→225,200@40 A→246,200@60", seen: ["tap:failed@60", "pan:began@60"]),
    Scenario(
      name: "ARB-45 require_not_begun lets a long press act while the finger rests", .pan(),
      .longPress().with { $0.requireNotBegun = ["pan"] }, script: "A↓200,200@0 ⏲2000",
      seen: ["pan:failed@500", "lp:began@500"]),
    Scenario(
      name: "ARB-45 and fails it when the other begins, though both may be recognised together", .pan(),
      .longPress(movement: 100, simultaneous: ["*"]).with { $0.requireNotBegun = ["pan"] },
      script: "A↓200,200@0 A→215,200@20 ⏲2000", seen: ["lp:failed@20", "pan:began@20"]),
    Scenario(
      name: "ARB-2 a higher priority comes before who was added last", .pan("one").with { $0.priority = 1 },
      .pan("two"), script: "A↓200,200@0 A→215,200@20", seen: ["two:failed@20", "one:began@20"]),
    Scenario(
      name: "ARB-18 the higher tap count comes before priority",
      .tap("tap1").with { $0.priority = 1 }, .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310",
      seen: ["tap1:ended@80", "tap1:failed@310", "tap2:ended@310"]),
    Scenario(
      name: "TAP-18 an eager tap acts at once, though it requires the double tap to fail",
      .tap("tap1", requires: ["tap2"]).with { $0.isEager = true }, .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310",
      seen: ["tap1:ended@80", "tap1:failed@310", "tap2:ended@310"]),
    Scenario(
      name: "an eager tap waits for all that is no tap with more taps",
      .tap("tap1", requires: ["tap2", "lp"]).with { $0.isEager = true }, .tap("tap2", taps: 2),
      .longPress(minimumPress: 600, taps: 1), script: "A↓200,200@0 A↑@80 ⏲2000",
      seen: ["lp:failed@430", "tap2:failed@430", "tap1:ended@430"]),
    Scenario(
      name: "FSM-12, ARB-36 one that is declared as disabled takes no part and holds nobody back",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2).with { $0.isEnabled = false },
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310", seen: ["tap1:ended@80", "tap1:ended@310"]),
  ]

  @Test("the rows about properties", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("ARB-2 events go to the deeper region first, in one region to the last added")
  func order() throws {
    let pans = ["V.pan1", "V.pan2", "R.pan"].map { RecognizerDeclaration.pan($0, simultaneous: ["*"]) }
    let rig = try GestureRig(pans, regions: GestureRig.treeWithV, on: ["V", "V", "root"])
    #expect(rig.play("A↓200,200@0 A→215,200@20") == ["V.pan2:began@20", "V.pan1:began@20", "R.pan:began@20"])
  }

  @Test("ARB-13 together only where the other's region is the image")
  func image() throws {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.add("image", points: 100, 100, 400, 300)
    let rig = try GestureRig(
      [.longPress("R.lp", simultaneous: ["region:image"]), .longPress("image.lp")], regions: tree,
      on: ["root", "image"])
    #expect(rig.play("A↓200,200@0 ⏲600") == ["image.lp:began@500", "R.lp:began@500"])
    #expect(rig.play("A↑@700 A↓600,500@1000 ⏲1600").last == "R.lp:began@1500")
  }

  @Test("ARB-22, ARB-1 touches of a region that it ignores, and of regions in it, are none of its business")
  func ignoredRegions() throws {
    var tree = GestureRig.treeWithV
    tree.add("Q", to: "V", points: 0, 0, 100, 100)
    let rig = try GestureRig([.tap().with { $0.ignoredRegions = ["V"] }], regions: tree)
    #expect(rig.play("A↓120,120@0 A→300,120@10 A↑@80 A↓300,300@1000 A↑@1080") == [])
    #expect(rig.play("A↓600,500@2000 A↑@2080") == ["tap:ended@2080"])
  }

  /// The steps of a script in which the second finger is a pen.
  private func withPen(_ script: String) -> [TouchScript.Step] {
    var reader = TouchScript()
    return reader.read(script).map { step in
      guard case .frame(var frame) = step else { return step }
      for position in frame.changes.indices where frame.changes[position].slot == 1 {
        frame.changes[position].attributes.type = .pencil
      }
      return .frame(frame)
    }
  }

  @Test("ARB-25, ARB-27 a tap for fingers alone does not count a pen")
  func penDoesNotCount() throws {
    let rig = try GestureRig(.tap().with { $0.allowedTouchTypes = [.direct] })
    rig.play(withPen("A↓200,200@0 P↓300,300@10 A↑@80 P↑@100"))
    #expect(rig.seen.map(\.description) == ["tap:ended@80"])
  }

  @Test("ARB-27 a pan for pens is not offered a finger")
  func pensOnly() throws {
    let rig = try GestureRig(.pan().with { $0.allowedTouchTypes = [.pencil] })
    #expect(rig.play("A↓200,200@0 A→260,200@20 A↑@40") == [])
    rig.play(withPen("A↓200,200@100 P↓300,300@110 P→330,300@130"))
    #expect(rig.seen.map(\.description) == ["pan:began@130"])
    #expect(rig.last?.touches == 1)
  }

  @Test(
    "ARB-28 after a touch of one type those of another are not offered until the reset; or they are, if allowed"
  )
  func exclusiveTouchType() throws {
    for (isExclusive, count) in [(true, 1), (false, 2)] {
      let rig = try GestureRig(.pan().with { $0.requiresExclusiveTouchType = isExclusive })
      rig.play(withPen("A↓200,200@0 P↓300,300@10 A→230,200 P→330,300@30"))
      #expect(rig.last?.touches == count)
    }
  }

  @Test("ARB-26 a recogniser goes on without a touch that it ignores")
  func ignore() throws {
    let rig = try GestureRig(
      [.make(IgnoringRecognizer.self), .tap("other").with { $0.region = nil }],
      catalog: RecognizerCatalog.types + [IgnoringRecognizer.self])
    #expect(rig.play("A↓200,200@0 B↓300,300@10") == ["other:failed@10"])
    #expect(rig.trackedTouches(of: "ignoring").map(\.id) == [1])
    #expect(rig.play("B→400,300@20 A↑@30") == ["ignoring:ended@30"])
    // FSM-8: touches that the recognizer ignores do not prevent its reset.
    #expect(rig.play("A↓200,200@40 A↑@60") == ["ignoring:ended@60"])
  }

  @Test("ARB-26 what shares only an ignored touch with another does not disturb it")
  func ignoredIsNotShared() throws {
    let rig = try GestureRig(
      [.make(IgnoringRecognizer.self), .pan("pan").with { $0.region = "V" }],
      catalog: RecognizerCatalog.types + [IgnoringRecognizer.self], regions: GestureRig.treeWithV)
    #expect(
      rig.actions(of: "A↓600,500@0 B↓200,200@10 B→230,200@20 A↑@30") == ["pan:began@20", "ignoring:ended@30"])
  }
}

/// A tap of the first finger that ignores all others as soon as they land, in its own way (ARB-26).
private struct IgnoringRecognizer: Recognizer {
  static let kind = GestureKind("ignoring")
  static let isDiscrete = true
  static let options: [OptionDescription] = []
  static let fields: [GestureField] = []

  init(_ options: OptionTable, numberOfTouches: Int) {}

  func values(at time: Instant) -> GestureValues { GestureValues() }

  mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    if touches.count > 1 { return .ignore(touch: touches[touches.count - 1].id) }
    return touches[0].phase == .ended ? .recognize(Reason("tapped")) : .none
  }

  mutating func reset() {}
}
