import GestureCore
import GestureTestSupport
import Testing

@Suite("Arbitration")
struct ArbitrationTests {
  static let rows: [Scenario] = [
    Scenario(
      name: "ARB-3 the first to be recognised makes the others that share a touch fail", .tap(), .pan(),
      script: "A↓200,200@0 A→215,200@20", seen: ["tap:failed@20", "pan:began@20"]),
    Scenario(
      name: "ARB-5 in a tie in one region the one added last wins", .pan("one"), .pan("two"),
      script: "A↓200,200@0 A→215,200@20", seen: ["one:failed@20", "two:began@20"]),
    Scenario(
      name: "ARB-7, ARB-8 a newcomer does not begin, and the active one goes on", .pan("one", maximum: 1),
      .pan("two", minimum: 2), script: "A↓200,200@0 A→215,200@20 B↓400,200@40 A→230,200 B→430,200@60",
      seen: ["two:failed@20", "one:began@20", "one:changed@60"]),
    Scenario(
      name: "ARB-7 one that was active as an event began bars others although it ends in that event", .pan(),
      .tap(),
      script: "A↓200,200@0 B↓400,200@20 A→230,200@40 A↑@60 C↓600,200@70 B↑@80 D↓700,200@100 C↑@140 D↑@180",
      seen: [
        "tap:failed@20", "pan:began@40", "pan:changed@60", "pan:changed@70", "pan:changed@80",
        "pan:changed@100", "pan:changed@140", "tap:failed@180", "pan:ended@180",
      ]),
    Scenario(
      name: "ARB-7 one that was active as an event began bars others although it is cancelled in that event",
      .pan(), .tap(),
      script: "A↓200,200@0 B↓400,200@20 A→230,200@40 A↑@60 C↓600,200@70 B↑@80 D↓700,200@100 C✕ D↑@180",
      seen: [
        "tap:failed@20", "pan:began@40", "pan:changed@60", "pan:changed@70", "pan:changed@80",
        "pan:changed@100", "tap:failed@180", "pan:cancelled@180",
      ]),
    Scenario(
      name: "ARB-9 the yes of either is enough", .pan("one", simultaneous: ["two"]), .pan("two"),
      script: "A↓200,200@0 A→215,200@20", seen: ["two:began@20", "one:began@20"]),
    Scenario(
      name: "ARB-10 a no is not a veto against the other's yes", .pan("one"),
      .pan("two", simultaneous: ["kind:pan"]), script: "A↓200,200@0 A→215,200@20",
      seen: ["two:began@20", "one:began@20"]),
    Scenario(
      name: "ARB-9 a star is a yes to all, but not for others among themselves", .pan("one"), .swipe(),
      .pan("two", simultaneous: ["*"]),
      script: "A↓200,200@0 A→215,200@20 A→300,200@90",
      seen: ["swipe:failed@20", "two:began@20", "one:began@20", "two:changed@90", "one:changed@90"]),
    Scenario(
      name: "ARB-17 a tap does not prevent a hold after at least as many taps", .tap(), .longPress(taps: 1),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 ⏲730",
      seen: ["tap:ended@80", "tap:failed@730", "lp:began@730"]),
    Scenario(
      name: "ARB-18 of two taps in one event the higher count wins", .tap("tap2", taps: 2), .tap("tap1"),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310",
      seen: ["tap1:ended@80", "tap1:failed@310", "tap2:ended@310"]),
    Scenario(
      name: "ARB-29, ARB-31, SEQ-6 a pan that requires a tap to fail begins with the values of then",
      .tap(), .pan(requires: ["tap"]),
      script: "A↓200,200@0 A→212,200@20 A→225,200@40 A→246,200@60 A→250,200@80 A↑@100",
      seen: ["tap:failed@60", "pan:began@60", "pan:changed@80", "pan:ended@100"]),
    Scenario(
      name: "ARB-30, SEQ-6 it fails when the tap is recognised", .tap(), .pan(requires: ["tap"]),
      script: "A↓200,200@0 A→212,200@20 A→225,200@40 A↑@60", seen: ["pan:failed@60", "tap:ended@60"]),
    Scenario(
      name: "ARB-33 a continuous one that ended while it waited sends began and ended on its release",
      .longPress(minimumPress: 300, requires: ["tap2"]), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@400 ⏲2000", seen: ["tap2:failed@750", "lp:began@750", "lp:ended@750"]),
    Scenario(
      name: "ARB-34 a waiting one whose touch is cancelled just fails", .pan(requires: ["tap"]), .tap(),
      script: "A↓200,200@0 A→212,200@20 A✕@40", seen: ["tap:failed@40", "pan:failed@40"]),
    Scenario(
      name: "ARB-35 all requirements must be fulfilled", .tap("tap1", requires: ["tap2", "lp"]),
      .tap("tap2", taps: 2), .longPress(minimumPress: 600, taps: 1), script: "A↓200,200@0 A↑@80 ⏲2000",
      seen: ["lp:failed@430", "tap2:failed@430", "tap1:ended@430"]),
    Scenario(
      name: "ARB-37 a required one that has already failed in the sequence counts as failed", .swipe(),
      .pan(requires: ["swipe"]), script: "A↓500,300@0 A→479,300@20 A→470,300@30",
      seen: ["swipe:failed@20", "pan:began@20", "pan:changed@30"]),
    Scenario(
      name: "ARB-37 a required one that failed earlier lets the pan begin at its own threshold", .swipe(),
      .pan(requires: ["swipe"]), script: "A↓500,300@0 B↓600,300@10 A→510,300 B→610,300@30",
      seen: ["swipe:failed@10", "pan:began@30"]),
    Scenario(
      name: "ARB-43 the requirement decides before simultaneity", .longPress("a", requires: ["b"]),
      .longPress("b", minimumPress: 300, simultaneous: ["a"]), script: "A↓200,200@0 ⏲600",
      seen: ["a:failed@300", "b:began@300"]),
    Scenario(
      name: "ARB-44 a waiting one prevents nobody", .pan(requires: ["tap"]), .tap(),
      .longPress(minimumPress: 300, movement: 20), script: "A↓200,200@0 A→212,200@20 ⏲300",
      seen: ["tap:failed@300", "pan:failed@300", "lp:began@300"]),
    Scenario(
      name: "ARB-45 a long press that requires a pan to fail acts only at the lift", .pan(),
      .longPress(requires: ["pan"]), script: "A↓200,200@0 ⏲2000 A↑@2000",
      seen: ["pan:failed@2000", "lp:began@2000", "lp:ended@2000"]),
    Scenario(
      name: "ARB-46 a tap that waits is offered no further touch", .tap("tap1", requires: ["tap2"]),
      .tap("tap2", taps: 2), script: "A↓200,200@0 A↑@80 B↓200,200@200 C↓300,300@210 ⏲600",
      seen: ["tap2:failed@210", "tap1:ended@210"]),
    Scenario(
      name: "ARB-31 a pan that waits ignores one finger more, as one that has begun does",
      .pan(maximum: 1, requires: ["tap2"]), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A→220,200@20 B↓400,200@30 B→420,200@40 A→230,200@50 A↑@60 B↑@80",
      seen: ["tap2:failed@30", "pan:began@30", "pan:changed@50", "pan:ended@60"]),
    Scenario(
      name: "ARB-46 a tap that waited starts again once the finger is up that landed meanwhile",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2),
      script:
        "A↓200,200@0 A↑@60 B↓210,200@220 C↓500,400@260 C↑@330 D↓700,400@350 B↑@360 D↑@410 "
        + "A↓200,200@600 A↑@650 ⏲2000",
      seen: ["tap2:failed@260", "tap1:ended@260", "tap2:failed@1000", "tap1:ended@1000"]),
    Scenario(
      name: "ARB-46 and also where the other recognizer fails between two landings",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@60 B↓210,200@220 B→310,200@240 C↓500,400@260 C↑@330 B↑@360 ⏲2000",
      seen: ["tap2:failed@240", "tap1:ended@240"]),
    Scenario(
      name: "ARB-42 after a double tap a third tap starts clean at once", .tap("tap1", requires: ["tap2"]),
      .tap("tap2", taps: 2), script: "A↓200,200@0 A↑@80 A↓200,200@200 A↑@280 A↓200,200@300 A↑@380 ⏲2000",
      seen: ["tap1:failed@280", "tap2:ended@280", "tap2:failed@730", "tap1:ended@730"]),
    Scenario(
      name: "SEQ-7a a flick is the swipe alone when the pan requires it to fail", .pan(requires: ["swipe"]),
      .swipe(), script: "A↓300,300@0 A→330,300@30 A→390,300@90 A↑@110",
      seen: ["pan:failed@90", "swipe:ended@90"]),
    Scenario(
      name: "SEQ-7d without the requirement the pan begins first and there is no swipe", .pan(), .swipe(),
      script: "A↓300,300@0 A→330,300@30 A→390,300@90 A↑@110",
      seen: ["swipe:failed@30", "pan:began@30", "pan:changed@90", "pan:ended@110"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("ARB-31 a released pan has the values of now, not of when it met its criteria")
  func valuesOfNow() throws {
    let rig = try GestureRig(.tap(), .pan(requires: ["tap"]))
    rig.play("A↓200,200@0 A→212,200@20 A→225,200@40 A→246,200@60")
    #expect(rig.last?.translation.isNear(46, 0) == true)
    #expect(rig.last?.velocity.isNear(766.7, 0) == true)
  }

  @Test("ARB-32 a discrete one freed later acts with the location of its own recognition")
  func ownLocation() throws {
    let rig = try GestureRig(.swipe(requires: ["lp"]), .longPress(minimumPress: 300, movement: 300))
    rig.play("A↓100,300@0 A→190,300@90 A↑@120")
    #expect(rig.last?.description == "swipe:ended@120")
    #expect(rig.last?.location.isNear(100, 300) == true)
    #expect(rig.last?.velocity.isNear(1000, 0) == true)
  }

  @Test("ARB-4 in a tie the deeper region wins")
  func deeper() throws {
    let rig = try GestureRig(
      [.tap("V.tap"), .tap("R.tap")], regions: GestureRig.treeWithV, on: ["V", "root"])
    #expect(rig.play("A↓200,200@0 A↑@80") == ["R.tap:failed@80", "V.tap:ended@80"])
  }

  @Test("ARB-18 the higher tap count comes before depth")
  func countBeforeDepth() throws {
    let rig = try GestureRig(
      [.tap("V.tap1"), .tap("R.tap2", taps: 2)], regions: GestureRig.treeWithV, on: ["V", "root"])
    let actions = rig.actions(of: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310")
    #expect(actions == ["V.tap1:ended@80", "R.tap2:ended@310"])
  }

  @Test("ARB-1 recognisers of the hit region and of those around it see a touch, others do not")
  func chain() throws {
    var tree = GestureRig.treeWithV
    let mm = TouchScript.millimetresPerPoint
    tree.add("Q", frame: Rect(Point(600 * mm, 100 * mm), Size(100 * mm, 100 * mm)))
    let rig = try GestureRig(
      [.tap("V.tap", simultaneous: ["*"]), .tap("R.tap"), .tap("Q.tap")], regions: tree,
      on: ["V", "root", "Q"])
    #expect(rig.play("A↓200,200@0 A↑@80") == ["V.tap:ended@80", "R.tap:ended@80"])
  }

  @Test("ARB-6 recognisers without a common touch are independent")
  func independent() throws {
    var tree = GestureRig.treeWithV
    let mm = TouchScript.millimetresPerPoint
    tree.add("U", frame: Rect(Point(600 * mm, 100 * mm), Size(300 * mm, 300 * mm)))
    let rig = try GestureRig([.pan("one"), .pan("two")], regions: tree, on: ["V", "U"])
    rig.play("A↓200,200 B↓700,200@0 A→220,200@16 B→720,200@32")
    #expect(rig.actions.map(\.description) == ["one:began@16", "two:began@32"])
  }

  @Test("ARB-36 a required one that was offered no touch does not hold the other back")
  func notOffered() throws {
    let rig = try GestureRig(
      [.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2)], regions: GestureRig.treeWithV,
      on: ["root", "V"])
    #expect(rig.play("A↓600,500@0 A↑@80") == ["tap1:ended@80"])
  }

  @Test("MULTI-4 passive recognisers report side by side and disturb nobody")
  func passive() throws {
    let rig = try GestureRig(
      .tap("tap", passive: true), .tap("double", taps: 2, passive: true), .pan(passive: true),
      .swipe(passive: true), .tap("full"))
    let twice = "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310"
    #expect(
      rig.actions(of: twice) == [
        "full:ended@80", "tap:ended@80", "full:ended@310", "double:ended@310", "tap:ended@310",
      ])
    #expect(
      rig.actions(of: "A↓100,300@1000 A→160,300@1060 A→190,300@1090 A↑@1100") == [
        "pan:began@1060", "swipe:ended@1090", "pan:changed@1090", "pan:ended@1100",
      ])
  }

  @Test("every failure says why, with its number and limit")
  func reasons() throws {
    let rig = try GestureRig(.tap())
    rig.play("A↓200,200@0 A→248,200@20")
    guard case .transition(let transition) = rig.buffer.events[0] else {
      Issue.record("no transition")
      return
    }
    #expect(transition.reason.word == "movedBeyondSlop")
    let measure = try #require(transition.reason.measure)
    #expect(abs(measure.value - 7.5) < 0.001)
    #expect(measure.limit == 7.03125)
  }
}
