import GestureCore
import GestureTestSupport
import Testing

/// Touches and gestures survive or end when regions change between events.
@Suite("Changing regions under touches")
struct RegionChangeTests {
  private func region(_ name: String, _ configure: (inout Region) -> Void = { _ in }) -> Region {
    var region = Region(name, frame: .points(0, 0, 100, 100))
    configure(&region)
    return region
  }

  @Test("HIT-15 a region that is moved, hidden or disabled keeps the touches it has")
  func hiddenWhileTouched() throws {
    let rig = try GestureRig(
      [.pan().with { $0.cancelsTouchesInView = false }], regions: .f0, on: ["V"])
    rig.play("A↓200,200@0")
    try rig.edit(
      [
        .change(
          region("V") {
            $0.isHidden = true
            $0.isInteractive = false
            $0.isMultiple = true
          })
      ], at: 50)
    rig.play("A→230,200@60 B↓200,200@65 A↑@70")
    #expect(rig.touches.filter { $0.region == "V" }.map(\.phase).contains(.ended))
    #expect(rig.actions.map(\.description) == ["pan:began@60", "pan:ended@70"])
    #expect(rig.touches.contains { $0.region == "root" && $0.phase == .began })
  }

  @Test(
    "HIT-32 a touch is hit-tested where it lands and never again: it stays with its region when that moves away"
  )
  func movedWhileTouched() throws {
    let rig = try GestureRig([], regions: .f0, on: [])
    rig.play("A↓200,200@0")
    let moved = region("V") {
      $0.frame = .points(600, 100, 400, 300)
      $0.isMultiple = true
    }
    try rig.edit([.change(moved)], at: 10)
    rig.play("A→210,200@20 B↓200,200@30 C↓700,200@40 A↑@50")
    let told = rig.touches.map { "\($0.region) \($0.phase) \($0.touches.map(\.id))" }
    #expect(told == ["V moved [1]", "root began [2]", "V began [3]", "V ended [1]"])
  }

  @Test("HIT-16 when its region goes a gesture ends, and those of the regions around it go on")
  func removedWhileTouched() throws {
    var spared = RecognizerDeclaration.pan("R.pan", simultaneous: ["*"])
    spared.properties.cancelsTouchesInView = false
    var tree = RegionTree.f0
    tree.add("Q", to: "V", points: 0, 0, 400, 300)
    let rig = try GestureRig(
      [.pan("V.pan", simultaneous: ["*"]), .longPress("Q.lp"), spared], regions: tree, on: ["V", "Q", "root"])
    rig.play("A↓200,200@0 A→203,200@10")
    #expect(try rig.edit([.remove("V")], at: 20).sorted() == ["Q.lp:failed@20", "V.pan:failed@20"])
    rig.play("A→240,200@30 A→250,200@40 A↑@50")
    #expect(
      rig.actions.map(\.description) == ["R.pan:began@30", "R.pan:changed@40", "R.pan:ended@50"])
    rig.play("A↓200,200@100 A→240,200@110 A↑@120")
    #expect(rig.touches.map(\.region).allSatisfy { $0 == "root" })
  }

  @Test("HIT-16 an active gesture of a region that goes is cancelled, and tells of that region still")
  func removedWhileActive() throws {
    let rig = try GestureRig([.pan("V.pan")], regions: .f0, on: ["V"])
    let v = rig.regions.existing("V")
    rig.play("A↓200,200@0 A→240,200@10")
    #expect(try rig.edit([.remove("V"), .add(region("X"), to: "root")], at: 20) == ["V.pan:cancelled@20"])
    var told: [Int] = []
    for case .gesture(let gesture) in rig.buffer.events { told.append(gesture.region) }
    #expect(told == [v])
    #expect(rig.regions.existing("X") != v)
  }

  @Test("DMN-3 a batch is applied between events: what stands in its middle is seen by none")
  func between() throws {
    var tree = RegionTree.f0
    tree.add("Q", to: "V", points: 0, 0, 100, 100)
    let rig = try GestureRig([.longPress("lp", minimumPress: 500)], regions: tree, on: ["root"])
    rig.play("A↓150,150@0")
    // The deadline at 500 ms comes first, with its own stamp.
    let seen = try rig.edit([.remove("Q"), .add(region("Q2"), to: "V")], at: 600)
    #expect(seen == ["lp:began@500"])
    rig.play("B↓160,160@610")
    #expect(rig.touches.map(\.region) == ["Q2"])
    #expect(throws: RegionError.unknownRegion("Q")) { try rig.edit([.remove("Q2"), .remove("Q")], at: 620) }
    rig.play("C↓170,160@630")
    #expect(rig.regions.hit(170, 160) == "Q2")
  }

  @Test("DMN-5 when a client goes its regions go, and the sequence goes on for what lies around them alone")
  func clientGone() throws {
    var tree = RegionTree.f0
    tree.change("V") { $0.acceptsForeignChildren = true }
    try tree.apply([.add(region("Q"), to: "V")], owner: 1)
    let rig = try GestureRig(
      [.pan("Q.pan", simultaneous: ["*"]), .pan("V.pan")], regions: tree, on: ["Q", "V"])
    rig.play("A↓150,150@0 A→190,150@10")
    #expect(rig.actions.map(\.recognizer) == ["Q.pan", "V.pan"])
    #expect(rig.removeRegions(ownedBy: 1, at: 20) == ["Q.pan:cancelled@20"])
    rig.play("A→200,150@30 A↑@40")
    #expect(rig.actions.map(\.description) == ["V.pan:changed@30", "V.pan:ended@40"])
    #expect(rig.removeRegions(ownedBy: 1, at: 50) == [])
    rig.play("A↓150,150@100")
    #expect(rig.touches.map(\.region) == ["V"])
  }

  @Test("PAN-22, EVT-13 a gesture's displacements and velocities are told in its region's coordinates too")
  func scaled() throws {
    var tree = RegionTree.f0
    tree.change("V") {
      $0.transform = .scale(2, 2)
      $0.anchor = .zero
    }
    let rig = try GestureRig([.pan()], regions: tree, on: ["V"])
    rig.play("A↓300,300@0 A→320,300@20")
    guard
      case .gesture(let gesture) = rig.buffer.events.last(where: {
        if case .gesture = $0 { true } else { false }
      })
    else {
      Issue.record("no gesture")
      return
    }
    let toRegion = try #require(gesture.toRegion)
    #expect(rig.last?.translation.isNear(20, 0) == true)
    #expect(toRegion.apply(try #require(rig.last).translation).isNear(10, 0))
    #expect(rig.last?.velocity.isNear(1000, 0) == true)
    #expect(toRegion.apply(try #require(rig.last).velocity).isNear(500, 0))
    #expect(gesture.regionLocation.points.isNear(110, 100))
    let plain = try GestureRig([.pan()], regions: .f0, on: ["V"])
    plain.play("A↓300,300@0 A→320,300@20")
    for case .gesture(let gesture) in plain.buffer.events { #expect(gesture.toRegion == nil) }
  }

  @Test("LOC-1, LOC-2 places are told in the region, and touches by the order in which they began")
  func locations() throws {
    let rig = try GestureRig([.pan(minimum: 2)], regions: .f0, on: ["V"])
    rig.listFingers()
    rig.play("A↓190,200@0 B↓390,300@5 A→200,200 B→400,300@16")
    #expect(rig.last?.location.isNear(300, 250) == true)
    #expect(rig.last?.regionLocation.isNear(200, 150) == true)
    #expect(rig.fingers == ["1 at 200,200; 2 at 400,300"])
    #expect(
      rig.buffer.gestureFingers.map(\.regionLocation.points).map { [$0.x, $0.y] } == [
        [100, 100], [300, 200],
      ])
  }

  @Test("DMN-5 a region that heard of another's touch and goes is told cancelled, and nothing after it")
  func removedReceiver() throws {
    var tree = RegionTree.f0
    tree.add("Q", to: "V", points: 0, 0, 400, 300) { $0.handling = .forwards }
    let rig = try GestureRig([], regions: tree)
    rig.play("A↓200,200@0")
    try rig.edit([.move("Q", to: "root"), .remove("V")], at: 50)
    #expect(rig.touches.filter { $0.region == "V" }.map(\.phase) == [.cancelled])
    rig.play("A→230,200@60 A↑@70")
    #expect(rig.touches.isEmpty)
  }

  @Test("HIT-19 regions whose scales multiply to nothing are never hit")
  func vanishing() {
    var tree = RegionTree(screen: GestureRig.screen)
    var parent = "root"
    for name in ["a", "b", "c"] {
      tree.add(name, to: parent, points: 0, 0, 400, 300) { $0.transform = .scale(1e-150, 1e-150) }
      parent = name
    }
    #expect(tree.number(named: "c").map { tree.regions[$0].fromScreen } == .some(nil))
    #expect(HitTester.region(at: Point(31, 23), in: tree).map { tree.regions[$0].name } == "root")
  }
}
