import GestureCore
import GestureTestSupport
import Testing

@Suite("Recognisers that come, go and change")
struct RecognizerEditTests {
  @Test("FSM-12 disabling cancels an active one with its action, and fails a possible one silently")
  func disable() throws {
    let rig = try GestureRig(.pan(simultaneous: ["*"]), .longPress(movement: 200))
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.edit(at: 90) { $0.setEnabled(0, false) } == ["pan:cancelled@90"])
    #expect(rig.last?.gestureID == 1)
    #expect(rig.edit(at: 95) { $0.setEnabled(1, false) } == ["lp:failed@95"])
    #expect(rig.play("A→300,200@110 ⏲1000 A↑@1100 A↓200,200@1200 A→230,200@1220 ⏲2000") == [])
  }

  @Test("FSM-13 one that is enabled again sees later touches only")
  func enableAgain() throws {
    let rig = try GestureRig(.pan())
    rig.edit(at: 0) { $0.setEnabled(0, false) }
    rig.play("A↓200,200@10")
    rig.edit(at: 20) { $0.setEnabled(0, true) }
    #expect(rig.play("A→250,200@40") == [])
    #expect(rig.play("B↓300,300@60 B→320,300@80") == ["pan:began@80"])
    #expect(rig.last?.touches == 1)
    rig.play("A↑ B↑@100 A↓200,200@200")
    rig.edit(at: 210) { $0.setEnabled(0, false) }
    rig.edit(at: 220) { $0.setEnabled(0, true) }
    #expect(rig.play("A→250,200@240 A↑@260") == [])
  }

  @Test("FSM-14 off and on again cancels the attempt, and the next touch starts anew")
  func toggle() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.edit(at: 30) { $0.setEnabled(0, false) } == ["pan:cancelled@30"])
    #expect(rig.edit(at: 30) { $0.setEnabled(0, true) } == [])
    #expect(rig.play("A→260,200@40 A↑@60 A↓200,200@100 A→210,200@120") == ["pan:began@120"])
    #expect(rig.last?.translation.isNear(10, 0) == true)
  }

  @Test(
    "FSM-20 a recogniser belongs to one region: attached elsewhere it leaves the first, and gives up there")
  func attach() throws {
    var tree = GestureRig.treeWithV
    tree.add("Q", points: 600, 100, 100, 100)
    let rig = try GestureRig(
      [.tap().with { $0.region = "V" }, .pan().with { $0.region = "V" }], regions: tree)
    #expect(rig.actions(of: "A↓200,200@0 A↑@80 A↓650,150@100 A↑@180") == ["tap:ended@80"])
    rig.play("A↓200,200@1000 A→220,200@1020")
    #expect(
      try rig.edit(at: 1030) { set in
        try set.setRegion(0, "Q"); try set.setRegion(1, "Q")
      } == ["pan:cancelled@1030"])
    #expect(rig.actions(of: "A↑@1080 A↓200,200@2000 A↑@2080 A↓650,150@3000 A↑@3080") == ["tap:ended@3080"])
    try rig.edit(at: 3500) { try $0.setRegion(0, "nowhere") }
    #expect(rig.actions(of: "A↓650,150@4000 A↑@4080 A↓200,200@5000 A↑@5080") == [])
  }

  @Test("FSM-20, ARB-5 the one attached last is the one added last")
  func attachedLast() throws {
    let rig = try GestureRig([.pan("one"), .pan("two")], regions: GestureRig.treeWithV)
    try rig.edit(at: 0) { set in
      try set.setRegion(0, "V")
      try set.setRegion(0, nil)
    }
    #expect(rig.play("A↓200,200@10 A→215,200@20") == ["two:failed@20", "one:began@20"])
  }

  @Test("FSM-21 removing one in use cancels it while it is active and fails it while it is possible")
  func remove() throws {
    let rig = try GestureRig(.pan(), .longPress(movement: 300, simultaneous: ["*"]))
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.edit(at: 30) { $0.remove(0) } == ["pan:cancelled@30"])
    #expect(rig.edit(at: 40) { $0.remove(1) } == ["lp:failed@40"])
    #expect(rig.play("A→260,200@60 ⏲1000 A↑@1100 A↓200,200@1200 A→260,200@1220") == [])
    #expect(rig.settled == ["1-1@1100"])
  }

  @Test("FSM-21 whoever waited for the removed one acts")
  func removeRequired() throws {
    let rig = try GestureRig(.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2))
    rig.play("A↓200,200@0 A↑@80")
    #expect(rig.edit(at: 100) { $0.remove(1) } == ["tap2:failed@100", "tap1:ended@100"])
    #expect(rig.settled == ["1-1@100"])
  }

  @Test("FSM-22 an option that changes in the middle of an attempt takes effect at the reset")
  func options() throws {
    let rig = try GestureRig(.tap())
    rig.play("A↓200,200@0")
    var options = rig.recognizers.instances[0].options
    options.set("taps", to: .integer(2))
    rig.edit(at: 10) { $0.setOptions(0, options) }
    #expect(rig.play("A↑@80") == ["tap:ended@80"])
    #expect(rig.play("A↓200,200@1000 A↑@1080") == [])
    #expect(rig.play("A↓200,200@1200 A↑@1280") == ["tap:ended@1280"])
    options.set("taps", to: .integer(1))
    rig.edit(at: 2000) { $0.setOptions(0, options) }
    #expect(rig.play("A↓200,200@3000 A↑@3080") == ["tap:ended@3080"])
  }

  @Test("QUE-5 one that is added while a finger is down does not see it; it sees the next")
  func add() throws {
    let rig = try GestureRig([])
    rig.play("A↓200,200@0")
    try rig.edit(at: 10) { try $0.add([.pan()]) }
    #expect(rig.play("A→260,200@20 B↓300,300@40 B→320,300@60") == ["pan:began@60"])
    #expect(rig.trackedTouches(of: "pan").count == 1)
  }

  @Test("ARB-40 what speaks of a kind speaks of those that are added later; names may be of the same batch")
  func laterKinds() throws {
    let rig = try GestureRig(.swipe("left", ["left"]), .pan(requires: ["kind:swipe"]))
    try rig.edit(at: 0) { try $0.add([.swipe("right", ["right"], requires: ["late"]), .tap("late")]) }
    #expect(rig.actions(of: "A↓300,300@10 A→330,300@40 A→390,300@100 A↑@120") == ["right:ended@100"])
    #expect(rig.recognizers.instances[rig.number(of: "pan")].requireToFail == [0, 2])
  }

  @Test("ARB-40 what speaks of a kind or a region that nothing has is bound by what comes later")
  func laterTargets() throws {
    let rig = try GestureRig(
      .pan(requires: ["kind:swipe"]), .tap(simultaneous: ["region:panel"]),
      .longPress(requires: ["kind:pinch"]))
    #expect(rig.actions(of: "A↓300,300@10 A→330,300@40 A↑@60") == ["pan:began@40", "pan:ended@60"])
    try rig.edit(at: 100) {
      try $0.add([.swipe("right", ["right"]), .pan("late").with { $0.region = "panel" }])
    }
    #expect(rig.recognizers.instances[0].requireToFail == [3])
    #expect(rig.recognizers.instances[1].simultaneousWith == [4])
    #expect(rig.actions(of: "A↓300,300@200 A→330,300@240 A→390,300@300 A↑@320") == ["right:ended@300"])
  }

  @Test("ARB-13, ARB-40 a kind of region means the recognizers in such regions, also when kinds change")
  func regionKinds() throws {
    var set = try RecognizerSet(
      [
        .longPress("wide", simultaneous: ["region_kind:image"]),
        .longPress("photo").with { $0.region = "photo" }, .longPress("list").with { $0.region = "list" },
        .pan("scroll", requires: ["region_kind:table"]), .tap("plain", simultaneous: ["region_kind:view"]),
      ], regionKinds: ["photo": .image])
    func others(_ name: Int) -> [Int] { set.instances[name].simultaneousWith }
    #expect(others(0) == [1, 4] && set.instances[3].requireToFail == [])
    #expect(others(4) == [0, 2, 3])
    let (first, again) = (
      set.setRegionKinds(["photo": .image, "list": .table]),
      set.setRegionKinds(["photo": .image, "list": .table])
    )
    #expect(first && !again)
    #expect(set.instances[3].requireToFail == [2] && others(4) == [0, 3])
    try set.add([.tap("zoom").with { $0.region = "photo" }])
    #expect(others(0) == [1, 4, 5])
    #expect(
      throws: DeclarationError.unknownReference(
        declaration: "x", key: "simultaneous_with", reference: "region_kind:img")
    ) {
      try set.add([.tap("x", simultaneous: ["region_kind:img"])])
    }
    // Without a relation to kinds, other kinds change nothing.
    var plain = try RecognizerSet([.tap("a"), .pan("b", requires: ["kind:tap"])])
    let isChanged = plain.setRegionKinds(["a": .button])
    #expect(!isChanged)
  }

  @Test("ARB-36 a name of what is switched off is inert until something has the name")
  func disabledName() throws {
    var set = try RecognizerSet([.tap(requires: ["off"])], disabledNames: ["off"])
    #expect(set.instances[0].requireToFail == [])
    try set.add([.pan("mine", requires: ["off"]).owned(by: 1)])
    #expect(
      throws: DeclarationError.unknownReference(declaration: "third", key: "require_to_fail", reference: "of")
    ) {
      try set.add([.pan("third", requires: ["of"]).owned(by: 1)])
    }
    try set.add([.swipe("off").owned(by: 1)])
    #expect(set.instances[0].requireToFail == [])
    #expect(set.instances[1].requireToFail == [2])
  }

  @Test("ARB-40, ARB-41 a batch that makes no sense changes nothing")
  func refusedBatch() throws {
    var set = try RecognizerSet([.tap("tap", requires: ["kind:swipe", "lp"]), .swipe(), .longPress()])
    let batches: [([RecognizerDeclaration], DeclarationError)] = [
      (
        [.pan(requires: ["nobody"])],
        .unknownReference(declaration: "pan", key: "require_to_fail", reference: "nobody")
      ),
      ([.pan(), .pan("tap")], .nameTaken(declaration: "tap")),
      (
        [.pan(), .swipe("s", requires: ["tap"])],
        .cycle(declaration: "s", key: "require_to_fail", path: ["s", "tap", "s"])
      ),
    ]
    for (batch, error) in batches {
      #expect(throws: error) { try set.add(batch) }
      #expect(set.instances.map(\.name) == ["tap", "swipe", "lp"])
    }
  }

  @Test("a removed number is used again by the next batch, by another recogniser with nothing of the old one")
  func numbersAreReused() throws {
    let rig = try GestureRig(.pan(), .tap())
    rig.play("A↓200,200@0 A→220,200@20")
    rig.edit(at: 30) { $0.remove(0) }
    var numbers: [Int] = []
    try rig.edit(at: 40) { numbers = try $0.add([.swipe("new"), .longPress("newer")]) }
    #expect(numbers == [0, 2])
    #expect(
      rig.play("A↑@60 A↓300,300@100 A→390,300@190") == [
        "newer:failed@190", "tap:failed@190", "new:ended@190",
      ])
  }

  @Test("deadlines before an edit fire before it, and one of its instant after it")
  func deadlines() throws {
    let rig = try GestureRig(.longPress("a", simultaneous: ["*"]), .longPress("b", minimumPress: 600))
    rig.play("A↓200,200@0")
    #expect(rig.edit(at: 600) { $0.setEnabled(1, false) } == ["a:began@500", "b:failed@600"])
  }
}

@Suite("Who is heard")
struct HearingTests {
  private let twice = "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 ⏲2000"

  private func rig(_ hearing: [RecognizerHearing]) throws -> GestureRig {
    let rig = try GestureRig(.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2))
    rig.edit(at: 0) { set in
      for (number, hearing) in hearing.enumerated() { set.setHearing(number, hearing) }
    }
    return rig
  }

  @Test("MULTI-5 a recogniser that nobody hears takes no part, and nobody waits for it")
  func unheard() throws {
    #expect(try rig([.asked, .unheard]).play(twice) == ["tap1:ended@80", "tap1:ended@310"])
    #expect(try rig([.unheard, .unheard]).play(twice) == [])
  }

  @Test("MULTI-6 one that is only watched is passive: it reports and changes nothing")
  func observed() throws {
    #expect(
      try rig([.asked, .observed]).play(twice) == ["tap1:ended@80", "tap2:ended@310", "tap1:ended@310"])
    #expect(
      try rig([.observed, .observed]).play(twice) == ["tap1:ended@80", "tap2:ended@310", "tap1:ended@310"])
  }

  @Test("MULTI-7 one that is asked for is as it was declared")
  func asked() throws {
    #expect(
      try rig([.asked, .asked]).play("A↓200,200@0 A↑@80 ⏲2000") == ["tap2:failed@430", "tap1:ended@430"])
  }

  @Test("MULTI-8 who listens is fixed at the landing: a newcomer hears of the next touch")
  func fixedAtTheLanding() throws {
    let rig = try GestureRig(.pan(), .swipe(passive: false))
    rig.edit(at: 0) { $0.setHearing(0, .unheard) }
    rig.play("A↓200,200@10")
    rig.edit(at: 20) { $0.setHearing(0, .asked) }
    #expect(rig.play("A→215,200@30 A→205,200@40 A↑@60") == ["swipe:failed@60"])
    rig.play("A↓200,200@100")
    rig.edit(at: 110) { $0.setHearing(0, .unheard) }
    #expect(rig.actions(of: "A→215,200@130 A↑@150") == ["pan:began@130", "pan:ended@150"])
    #expect(rig.actions(of: "A↓200,200@200 A→215,200@230 A↑@250") == [])
  }
}
