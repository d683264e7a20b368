import GestureCore
import GestureTestSupport
import Testing

/// The limits of delivery: which touches a region receives at all.
@Suite("Delivery limits")
struct DeliveryLimitTests {
  /// F0 with V as the test wants it.
  private func rig(
    _ declarations: [RecognizerDeclaration] = [], root: (inout Region) -> Void = { _ in },
    v: (inout Region) -> Void = { _ in }
  ) throws -> GestureRig {
    try GestureRig(declarations, regions: Self.tree(root: root, v: v))
  }

  private static func tree(root: (inout Region) -> Void, v: (inout Region) -> Void) -> RegionTree {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.change("root", root)
    tree.add("V", points: 100, 100, 400, 300, configure: v)
    return tree
  }

  @Test("DLV-1 without `multiple` further touches are not delivered while one is, for their whole life")
  func single() throws {
    let told = try rig().timeline(of: "A↓200,200@0 B↓300,200@20 A↑@100 B→310,200@120 B↑@140")
    #expect(told == ["V:began{A}@0", "V:ended{A}@100"])
  }

  @Test("DLV-2 the first touch afterwards is delivered, even where ignored fingers still rest")
  func afterwards() throws {
    let told = try rig().timeline(of: "A↓200,200@0 B↓300,200@20 A↑@100 C↓200,200@200")
    #expect(told.last == "V:began{C}@200")
  }

  @Test("DLV-3 the limit is none for recognizers: they see all fingers")
  func recognizersSeeAll() throws {
    let rig = try rig([.pinch()])
    rig.play("A↓200,200 B↓300,200@0 A→190,200 B→310,200@16")
    #expect(rig.actions.map(\.description) == ["pinch:began@16"])
  }

  @Test("DLV-4 each region counts its own: parent and child may each have one")
  func eachItsOwn() throws {
    let told = try rig(root: { $0.isMultiple = false }).timeline(of: "A↓200,200@0 B↓600,500@10")
    #expect(told == ["V:began{A}@0", "root:began{B}@10"])
  }

  @Test("DLV-5 with `multiple` all are delivered")
  func multiple() throws {
    let told = try rig(v: { $0.isMultiple = true }).timeline(of: "A↓200,200 B↓300,200@0")
    #expect(told == ["V:began{A,B}@0"])
  }

  @Test("DLV-6, DLV-10 while an exclusive region holds a touch others get no new one, ever")
  func exclusiveHolds() throws {
    let rig = try rig(v: { $0.isExclusive = true })
    #expect(rig.timeline(of: "A↓200,200@0 B↓600,500@10") == ["V:began{A}@0"])
    #expect(rig.timeline(of: "A↑@50 B→610,500@60 B↑@70") == ["V:ended{A}@50"])
    #expect(rig.timeline(of: "C↓600,500@80") == ["root:began{C}@80"])
  }

  @Test(
    "DLV-1, DLV-6 a touch that a gesture cancelled holds nothing: others receive the next one, though it is down"
  )
  func cancelledHoldsNothing() throws {
    let rig = try rig([.pan(maximum: 1)], v: { $0.isExclusive = true })
    rig.play("A↓200,200@0 A→220,200@20")
    #expect(rig.timeline(of: "B↓600,500@30") == ["root:began{B}@30"])
    let single = try self.rig([.pan(maximum: 1)])
    single.play("A↓200,200@0 A→220,200@20")
    #expect(single.timeline(of: "B↓300,300@30") == ["V:began{B}@30"])
  }

  @Test("DLV-7 an exclusive region gets no new touch while another one holds one")
  func exclusiveWaits() throws {
    let told = try rig(v: { $0.isExclusive = true }).timeline(of: "A↓600,500@0 B↓200,200@10 A↑@20 B↑@30")
    #expect(told == ["root:began{A}@0", "root:ended{A}@20"])
  }

  @Test("DLV-8 exclusiveness is none for recognizers")
  func exclusiveRecognizers() throws {
    let rig = try rig([.pan("pan2", minimum: 2)], v: { $0.isExclusive = true })
    rig.play("A↓200,200@0 B↓600,500@10 A→215,200 B→615,500@20")
    #expect(rig.actions.map(\.description) == ["pan2:began@20"])
  }

  @Test("DLV-18 a held touch counts as delivered")
  func heldCounts() throws {
    let tap = RecognizerDeclaration.tap().with { $0.delaysTouchesBegan = true }
    let told = try rig([tap]).timeline(of: "A↓200,200@0 B↓300,200@20 A→246,200@40 B→310,200@50 B↑@60")
    #expect(told == ["tap:failed@20", "V:began{A:0}@20", "V:moved{A}@40"])
  }

  @Test("DLV-15 among regions the deepest is told first, after recognizers and actions")
  func order() throws {
    let told = try rig([.tap().with { $0.cancelsTouchesInView = false }])
      .timeline(of: "A↓600,500@0 B↓200,200@10 A→601,500 B→201,200@20")
    #expect(
      told == ["root:began{A}@0", "tap:failed@10", "V:began{B}@10", "V:moved{B}@20", "root:moved{A}@20"])
  }

  @Test("DLV-16 a region that nobody listens to is told nothing, and binds its touches all the same")
  func silent() throws {
    let rig = try rig([.tap()], root: { $0.handling = .ignores }, v: { $0.handling = .ignores })
    #expect(rig.timeline(of: "A↓200,200@0 A↑@80") == ["tap:ended@80"])
    #expect(rig.last?.touches == 1)
  }

  @Test(
    "RSP-2, RSP-5 a touch that is passed on is told to each in its own coordinates, with the region it hit")
  func forwarded() throws {
    let rig = try rig(v: { $0.handling = .forwards })
    rig.play("A↓150,170@0")
    #expect(rig.timeline == ["V:began{A}@0", "root:began{A}@0"])
    let records = rig.touches.map { $0.touches[0] }
    #expect(records[0].regionLocation.isNear(50, 70))
    #expect(records[1].regionLocation.isNear(150, 170))
    #expect(records.map { rig.regions.regions[$0.region].name } == ["V", "V"])
  }

  @Test("RSP-3 the receiver chosen at the landing gets all later phases, and nobody else does")
  func fixedReceiver() throws {
    let told = try rig().timeline(of: "A↓200,200@0 A→600,500@16 A↑@40")
    #expect(told == ["V:began{A}@0", "V:moved{A}@16", "V:ended{A}@40"])
  }

  @Test("a second touch that an exclusive region shares with those it passes touches on to is delivered")
  func exclusiveForwards() throws {
    let rig = try rig(v: {
      $0.isExclusive = true
      $0.isMultiple = true
      $0.handling = .forwards
    })
    let told = rig.timeline(of: "A↓200,200@0 B↓300,200@10")
    #expect(told == ["V:began{A}@0", "root:began{A}@0", "V:began{B}@10", "root:began{B}@10"])
  }

  @Test("a region that is refused a touch passes none on")
  func refusedPassesNothing() throws {
    let told = try rig(v: { $0.handling = .forwards }).timeline(of: "A↓200,200@0 B↓300,200@10")
    #expect(told == ["V:began{A}@0", "root:began{A}@0"])
  }

  @Test("DLV-9, EVT-4 exclusiveness is a window's own matter, and touches say which window they are in")
  func perWindow() throws {
    var tree = RegionTree.f0
    tree.change("V") { $0.isExclusive = true }
    tree.addWindow("W2", points: 600, 0, 400, 600) { $0.handling = .handles }
    let rig = try GestureRig([], regions: tree)
    #expect(rig.timeline(of: "A↓200,200@0 B↓700,100@10") == ["V:began{A}@0", "W2:began{B}@10"])
    let windows = rig.touches.map { $0.touches[0].window }
    #expect(windows[0] != windows[1])
  }
}
