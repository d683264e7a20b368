import GestureCore
import GestureTestSupport
import Testing

@Suite("Recognizers of several owners")
struct OwnerTests {
  /// The root contains P of client 2 at 100,100 of 400 × 300 pt. P contains Q of client 1 at its corner, 200 × 200 pt.
  private func rig(_ declarations: [RecognizerDeclaration], on names: [String]) throws -> GestureRig {
    let rig = try GestureRig(declarations, on: names)
    var container = Region("P", frame: .points(100, 100, 400, 300))
    container.acceptsForeignChildren = true
    try rig.edit([.add(container, to: "root")], owner: 2, at: 0)
    try rig.edit([.add(Region("Q", frame: .points(0, 0, 200, 200)), to: "P")], owner: 1, at: 0)
    return rig
  }

  @Test("MULTI-1 the owner of a region has full force in its subtree, also against others on regions in it")
  func fullForce() throws {
    let rig = try rig([.pan("c2.pan").owned(by: 2), .tap("c1.tap").owned(by: 1)], on: ["P", "Q"])
    #expect(rig.play("A↓150,150@10 A→170,150@20") == ["c1.tap:failed@20", "c2.pan:began@20"])
    let reasons = rig.seen.map(\.reason)
    #expect(reasons.contains("preventedBy"))
  }

  @Test("MULTI-2 on a region of another a client's recogniser is passive: both report")
  func passive() throws {
    let rig = try rig(
      [.pan("c2.pan").owned(by: 2), .tap("c1.tap").owned(by: 1)],
      on: ["root", "Q"])
    #expect(
      rig.play("A↓150,150@10 A→170,150@20 A↑@40") == [
        "c2.pan:began@20", "c1.tap:ended@40", "c2.pan:ended@40",
      ])
  }

  @Test("MULTI-2 a region that says so takes those of others in full")
  func full() throws {
    let rig = try rig(
      [.pan("c2.pan").owned(by: 2), .tap("c1.tap").owned(by: 1)],
      on: ["root", "Q"])
    var root = rig.regions.regions[RegionTree.root]
    root.foreignRecognizers = .full
    try rig.edit([.change(root)], at: 0)
    #expect(
      rig.play("A↓150,150@10 A→170,150@20 A↑@40") == [
        "c1.tap:failed@20", "c2.pan:began@20", "c2.pan:ended@40",
      ])
  }

  @Test("MULTI-2 a passive one neither waits, nor does anybody wait for it, whatever relations say")
  func passiveRelations() throws {
    let rig = try rig(
      [.tap("double", taps: 2).owned(by: 2), .tap("single", requires: ["double"]).owned(by: 2)],
      on: ["root", "root"])
    #expect(rig.play("A↓150,150@10 A↑@40") == ["single:ended@40"])
  }

  @Test("MULTI-3 ties across clients: the deeper region, then the one that was added last")
  func ties() throws {
    let rig = try rig(
      [.tap("c1.tap").owned(by: 1), .tap("c2.tap").owned(by: 2)], on: ["P", "P"])
    var container = rig.regions.regions[rig.regions.existing("P")]
    container.foreignRecognizers = .full
    try rig.edit([.change(container)], owner: 2, at: 0)
    #expect(rig.play("A↓350,350@10 A↑@40").contains("c2.tap:ended@40"))
    try rig.edit(at: 1000) { set in
      try set.add([.tap("c1.late").owned(by: 1).with { $0.region = "P" }])
    }
    #expect(rig.play("A↓350,350@1010 A↑@1040").contains("c1.late:ended@1040"))
    try rig.edit(at: 2000) { set in
      try set.add([.tap("c1.deep").owned(by: 1).with { $0.region = "Q" }])
      try set.add([
        .tap("c2.first").owned(by: 2).with {
          $0.region = "P"; $0.priority = 50
        }
      ])
    }
    #expect(rig.play("A↓150,150@2010 A↑@2040").contains("c1.deep:ended@2040"))
  }

  @Test("MULTI-10 the holder of a delay dies while possible: what it held is told then, with its own stamps")
  func holderDies() throws {
    let rig = try rig(
      [.longPress("c1.hold").owned(by: 1).with { $0.delaysTouchesBegan = true }], on: ["Q"])
    #expect(rig.timeline(of: "A↓150,150@10") == [])
    rig.edit(at: 50) { $0.removeAll(ownedBy: 1) }
    #expect(rig.timeline == ["c1.hold:failed@50", "Q:began{A:10}@50"])
  }

  @Test("MULTI-10 the holder dies while active: cancelled, and its touches are not given back")
  func activeDies() throws {
    let rig = try rig([.pan("c1.pan").owned(by: 1)], on: ["Q"])
    #expect(rig.timeline(of: "A↓150,150@10 A→170,150@20").last == "c1.pan:began@20")
    rig.edit(at: 50) { $0.removeAll(ownedBy: 1) }
    #expect(rig.timeline == ["c1.pan:cancelled@50"])
    #expect(rig.timeline(of: "A→180,150@60 A↑@70") == [])
  }

  @Test("MULTI-10 a required one that dies counts as failed")
  func requiredDies() throws {
    let rig = try rig(
      [
        .tap("c1.double", taps: 2).owned(by: 1, isPublic: true),
        .longPress("c2.hold", minimumPress: 100, requires: ["kind:tap"]).owned(by: 2),
      ], on: ["Q", "P"])
    #expect(rig.play("A↓150,150@10 ⏲200") == [])
    #expect(
      rig.edit(at: 210) { $0.removeAll(ownedBy: 1) } == ["c1.double:failed@210", "c2.hold:began@210"])
  }

  @Test("MULTI-11 a name means one's own recogniser, else the configuration's, never another client's")
  func names() throws {
    var set = try RecognizerSet([.tap("back")])
    #expect(set.numbers(named: "back", for: 1) == [0])
    try set.add([.tap("back").owned(by: 1), .pan("mine", requires: ["back"]).owned(by: 1)])
    #expect(set.numbers(named: "back", for: 1) == [1])
    #expect(set.instances[2].requireToFail == [1])
    try set.add([.pan("other", requires: ["back"]).owned(by: 2)])
    #expect(set.instances[3].requireToFail == [0])
    #expect(throws: DeclarationError.self) {
      try set.add([.pan("third", requires: ["mine"]).owned(by: 2)])
    }
    #expect(throws: DeclarationError.nameTaken(declaration: "mine")) {
      try set.add([.tap("mine").owned(by: 1)])
    }
  }

  @Test("MULTI-11, ARB-40 a kind means the public ones of other clients too, those that come later included")
  func kinds() throws {
    var set = try RecognizerSet([])
    try set.add([.swipe("hidden").owned(by: 1), .swipe("open").owned(by: 1, isPublic: true)])
    try set.add([.pan("drag", requires: ["kind:swipe"]).owned(by: 2)])
    #expect(set.instances[2].requireToFail == [1])
    try set.add([.swipe("later").owned(by: 3, isPublic: true), .swipe("secret").owned(by: 3)])
    #expect(set.instances[2].requireToFail == [1, 3])
    // No pan is visible to client 1.
    try set.add([.tap("third", requires: ["kind:pan"]).owned(by: 1)])
    #expect(set.instances.last?.requireToFail == [])
  }

  @Test("MULTI-12 no client's recogniser delays another's reset")
  func resets() throws {
    let rig = try rig(
      [.tap("c2.five", taps: 5).owned(by: 2), .tap("c1.tap").owned(by: 1)], on: ["P", "Q"])
    #expect(rig.play("A↓150,150@10 A↑@40") == ["c1.tap:ended@40"])
    #expect(rig.play("B↓150,150@100 B↑@140") == ["c1.tap:ended@140"])
  }

  @Test("A recogniser that runs in a client is none of the configuration's")
  func customOfConfiguration() throws {
    #expect(throws: DeclarationError.unknownKind(declaration: "spiral", kind: "custom")) {
      try RecognizerSet([.custom(of: RegionTree.configuration)])
    }
  }

  @Test("A number that was removed is not used again before the batch is over")
  func numbers() throws {
    let rig = try GestureRig(.pan())
    rig.play("A↓200,200@0 A→220,200@20")
    var set = rig.recognizers
    set.remove(0)
    #expect(try set.add([.tap("new")]) == [1])
    #expect(
      try rig.edit(at: 30) { set in
        set.remove(0)
        try set.add([.tap("new")])
      } == ["pan:cancelled@30"])
    #expect(try rig.edit(at: 40) { try $0.add([.tap("newer")]) } == [])
    #expect(rig.recognizers.instances[0].name == "newer")
  }

  @Test("ARB-41 a change of region that closes a circle is refused and changes nothing")
  func circle() throws {
    var set = try RecognizerSet([
      .tap("one", requires: ["region:V"]), .tap("two", requires: ["one"]),
      .tap("bystander", requires: ["two"]), .pan("v").with { $0.region = "V" },
    ])
    #expect(set.instances[0].requireToFail == [3])
    #expect(
      throws: DeclarationError.cycle(
        declaration: "two", key: "require_to_fail", path: ["two", "one", "two"])
    ) {
      try set.setRegion(1, "V")
    }
    #expect(set.instances[1].properties.region == nil)
    #expect(set.instances[0].requireToFail == [3] && set.instances[1].requireToFail == [0])
    #expect(set.instances[2].requireToFail == [1])
  }

  @Test("ARB-41 a circle that a removal closes refuses nobody who has no part in it")
  func foreignCircle() throws {
    // Client 1 has no `single` of its own, so the name means the configuration's, which waits for `double`.
    var set = try RecognizerSet([.tap("single", requires: ["double"]), .tap("double", taps: 2)])
    try set.add([
      .tap("single").owned(by: 1),
      .pan("mine", requires: ["single"]).owned(by: 1).with { $0.requiredToFailBy = ["double"] },
    ])
    set.remove(set.ownNumbers(named: "single", of: 1)[0])
    let mine = set.ownNumbers(named: "mine", of: 1)[0]
    #expect(set.instances[mine].requireToFail.isEmpty)
    try set.add([.pan("another", requires: ["double"]).owned(by: 2)])
    try set.change(.pan("another", requires: ["single"]).owned(by: 2))
    let another = set.ownNumbers(named: "another", of: 2)[0]
    #expect(set.instances[mine].requireToFail.isEmpty && set.instances[another].requireToFail == [0])
    // A new declaration of it becomes part of the circle, and is refused.
    #expect(
      throws: DeclarationError.cycle(
        declaration: "mine", key: "require_to_fail", path: ["mine", "single", "double", "mine"])
    ) {
      try set.change(
        .pan("mine", requires: ["single"]).owned(by: 1).with { $0.requiredToFailBy = ["double"] })
    }
    // The client's own `single` breaks the circle.
    try set.add([.tap("single").owned(by: 1)])
    #expect(set.instances[mine].requireToFail == set.ownNumbers(named: "single", of: 1))
  }

  @Test("MULTI-11 a circle that is refused names no private recognizer of another client")
  func privateCircle() throws {
    var set = try RecognizerSet([.tap("base")])
    try set.add([
      .pan("open", requires: ["secret"]).owned(by: 2, isPublic: true),
      .swipe("secret", ["left"], requires: ["base"]).owned(by: 2),
    ])
    #expect(
      throws: DeclarationError.cycle(
        declaration: "mine", key: "require_to_fail", path: ["mine", "open", "base", "mine"])
    ) {
      try set.add([
        .longPress("mine", requires: ["kind:pan"]).owned(by: 1).with { $0.requiredToFailBy = ["base"] }
      ])
    }
  }

  @Test("FSM-22 what is declared anew takes effect at the next reset, and relations at once")
  func change() throws {
    let rig = try GestureRig([.tap().owned(by: 1), .pan().owned(by: 1)], on: ["own", "own"])
    try rig.edit([.add(Region("own", frame: .points(0, 0, 1024, 640)), to: "root")], owner: 1, at: 0)
    rig.play("A↓200,200@10")
    try rig.edit(at: 20) {
      try $0.change(.tap(taps: 2, requires: ["pan"]).owned(by: 1).with { $0.region = "own" })
    }
    #expect(rig.play("A↑@40") == ["pan:failed@40", "tap:ended@40"])
    #expect(rig.play("A↓200,200@1000 A↑@1040 B↓200,200@1100 B↑@1140").last == "tap:ended@1140")
    #expect(throws: DeclarationError.self) {
      try rig.edit(at: 3000) { try $0.change(.tap(requires: ["nobody"]).owned(by: 1)) }
    }
    #expect(rig.recognizers.declaration(named: "tap", of: 1)?.requireToFail == ["pan"])
  }
}
