import GestureTestSupport
import Testing

@testable import GestureCore

@Suite("Screen-edge pan")
struct EdgePanRecognizerTests {
  static let rows: [Scenario] = [
    Scenario(
      name: "EDG-1 a finger that lands in the band and moves in", .edgePan(["left"]),
      script: "A↓10,300@0 A→22,303@30", seen: ["edge:began@30"]),
    Scenario(
      name: "EDG-2 a landing outside of the band fails at once", .edgePan(["left"]), script: "A↓20,300@0",
      seen: ["edge:failed@0"]),
    Scenario(
      name: "EDG-2 19.9 pt is in the band", .edgePan(["left"]), script: "A↓19.9,300@0 A→32,300@30",
      seen: ["edge:began@30"]),
    Scenario(
      name: "EDG-3 moving along the edge fails", .edgePan(["left"]), script: "A↓10,300@0 A→12,312@30",
      seen: ["edge:failed@30"]),
    Scenario(
      name: "EDG-4 an edge that is not named", .edgePan(["left"]), script: "A↓1015,300@0",
      seen: ["edge:failed@0"]),
    Scenario(
      name: "EDG-6 a second finger before it begins fails it", .edgePan(["left"]),
      script: "A↓10,300@0 B↓500,300@20", seen: ["edge:failed@20"]),
    Scenario(
      name: "EDG-6 a second finger after that counts as in a pan", .edgePan(["left"]),
      script: "A↓10,300@0 A→30,300@20 B↓500,300@40 A↑@60 B→510,300@80 B↑@100",
      seen: [
        "edge:began@20", "edge:changed@40", "edge:changed@60", "edge:changed@80", "edge:ended@100",
      ]),
    Scenario(
      name: "EDG-7 the right edge is exclusive: 1003.9 is outside", .edgePan(["right"]),
      script: "A↓1003.9,300@0", seen: ["edge:failed@0"]),
    Scenario(
      name: "EDG-7 the right edge is exclusive: 1004 is inside", .edgePan(["right"]),
      script: "A↓1004,300@0 A→990,300@20", seen: ["edge:began@20"]),
    Scenario(
      name: "EDG-9 after it began there is no cone", .edgePan(["left"]),
      script: "A↓10,300@0 A→30,300@20 A→30,400@40", seen: ["edge:began@20", "edge:changed@40"]),
    Scenario(
      name: "EDG-10 it wins over a pan of the same finger", .edgePan(["left"]), .pan(),
      script: "A↓10,300@0 A→22,300@30", seen: ["pan:failed@30", "edge:began@30"]),
    Scenario(
      name: "EDG-10 the pan begins when it fails", .edgePan(["left"]), .pan(),
      script: "A↓10,300@0 A→10,312@30", seen: ["edge:failed@30", "pan:began@30"]),
    Scenario(
      name: "EDG-10 without priority the one added last wins",
      .edgePan(["left"], ["edge_priority": .flag(false)]), .pan(), script: "A↓10,300@0 A→22,300@30",
      seen: ["edge:failed@30", "pan:began@30"]),
    Scenario(
      name: "without an edge it never begins", .edgePan([]), script: "A↓1,300@0 A→50,300@20",
      seen: ["edge:failed@0"]),
    Scenario(
      name: "a section of the edge: inside",
      .edgePan(["left"], ["section_from_percent": .number(50), "section_to_percent": .number(100)]),
      script: "A↓10,320@0 A→30,320@20", seen: ["edge:began@20"]),
    Scenario(
      name: "a section of the edge: outside",
      .edgePan(["left"], ["section_from_percent": .number(50), "section_to_percent": .number(100)]),
      script: "A↓10,319@0", seen: ["edge:failed@0"]),
    Scenario(
      name: "EDG-11 a swipe waits for a system edge, and fails when that begins",
      .edgePan(["left"], ["system": .flag(true)]), .swipe(),
      script: "A↓10,300@0 A→110,300@60 A↑@80", seen: ["swipe:failed@60", "edge:began@60", "edge:ended@80"]),
    Scenario(
      name: "EDG-11 a swipe acts when the system edge has failed",
      .edgePan(["left"], ["system": .flag(true)]), .swipe("swipe", ["down"]),
      script: "A↓10,300@0 A→10,390@60", seen: ["edge:failed@60", "swipe:ended@60"]),
    Scenario(
      name: "EDG-11 a swipe does not wait for an edge that is not the system's",
      .edgePan(["left"]), .swipe(), script: "A↓10,300@0 A→110,300@60 A↑@80",
      seen: ["edge:failed@60", "swipe:ended@60"]),
    Scenario(
      name: "EDG-11 a pan waits for a system edge although that claims no priority",
      .edgePan(["left"], ["system": .flag(true), "edge_priority": .flag(false)]), .pan(),
      script: "A↓10,300@0 A→22,300@30", seen: ["pan:failed@30", "edge:began@30"]),
    Scenario(
      name: "EDG-11 an application's edge pan waits for the system's",
      .edgePan(["left"], ["system": .flag(true)]),
      .make(EdgePanRecognizer.self, "own", ["edges": .words(["left", "top"])]),
      script: "A↓5,5@0 A→17,8@20 A↑@30 B↓5,5@100 B→8,17@120",
      seen: ["own:failed@20", "edge:began@20", "edge:ended@30", "edge:failed@120", "own:began@120"]),
    Scenario(
      name: "EDG-11 a tap in the band of a system edge sees the touch at once and fires at its lift",
      .edgePan(["left"], ["system": .flag(true)]), .tap(), script: "A↓10,300@0 A↑@80",
      seen: ["edge:failed@80", "tap:ended@80"]),
    Scenario(
      name: "EDG-11 a long press in the band of a system edge begins in time",
      .edgePan(["left"], ["system": .flag(true)]), .longPress(), script: "A↓10,300@0 ⏲500",
      seen: ["edge:failed@500", "lp:began@500"]),
    Scenario(
      name: "EDG-11 a pinch from the band of a system edge begins in time",
      .edgePan(["left"], ["system": .flag(true)]), .pinch(),
      script: "A↓10,300 B↓210,300@0 A→14,300 B→206,300@20", seen: ["edge:failed@0", "pinch:began@20"]),
    Scenario(
      name: "EDG-11 a rotation from the band of a system edge begins in time",
      .edgePan(["left"], ["system": .flag(true)]), .rotation(),
      script: "A↓10,300 B↓210,300@0 B→209,318@20", seen: ["edge:failed@0", "rotation:began@20"]),
    Scenario(
      name: "EDG-11 outside of the band nothing waits for a system edge",
      .edgePan(["left"], ["system": .flag(true)]), .pan(), script: "A↓300,300@0 A→312,300@30",
      seen: ["edge:failed@0", "pan:began@30"]),
    Scenario(
      name: "a corner: inwards is the diagonal, and 45° to either side of it",
      .edgePan(["bottom_right"]), script: "A↓1010,630@0 A→1000,620@20", seen: ["edge:began@20"]),
    Scenario(
      name: "a corner: straight along an edge is just inwards enough", .edgePan(["top_left"]),
      script: "A↓5,5@0 A→25,5@20", seen: ["edge:began@20"]),
    Scenario(
      name: "a corner: more than 45° off the diagonal is not", .edgePan(["top_left"]),
      script: "A↓5,5@0 A→25,4@20", seen: ["edge:failed@20"]),
    Scenario(
      name: "a corner: the bands of both its edges have to hold the landing", .edgePan(["top_right"]),
      script: "A↓1010,21@0", seen: ["edge:failed@0"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("EDG-1 the translation includes the first way")
  func translation() throws {
    let rig = try GestureRig(.edgePan(["left"]))
    rig.play("A↓10,300@0 A→22,303@30")
    #expect(rig.last?.translation.isNear(12, 3) == true)
    #expect(rig.last?.word == "left")
  }

  @Test("EDG-11 a region hears of touches in the band of a system edge only once that has failed")
  func systemEdgeDelays() throws {
    let rig = try GestureRig(.edgePan(["left"], ["system": .flag(true)]))
    let failing = rig.timeline(of: "A↓10,300@0 A→10,305@20 A→10,312@40 A↑@60")
    #expect(
      failing == [
        "edge:failed@40", "root:began{A:0}@40", "root:moved{A}@40", "root:ended{A}@60",
      ])
    let taken = rig.timeline(of: "B↓10,300@1000 B→22,300@1020 B↑@1040")
    #expect(taken == ["edge:began@1020", "edge:ended@1040"])
    let own = try GestureRig(.edgePan(["left"]))
    #expect(
      own.timeline(of: "A↓10,300@0 A↑@20") == ["root:began{A}@0", "edge:failed@20", "root:ended{A}@20"])
  }

  @Test("EDG-11 a system edge that is passive makes nobody wait")
  func passiveSystemEdge() throws {
    let set = try RecognizerSet([
      .make(EdgePanRecognizer.self, passive: true, ["edges": .words(["left"]), "system": .flag(true)]),
      .pan(),
      .swipe(),
    ])
    #expect(set.instances.allSatisfy { $0.requireToFail.isEmpty && !$0.properties.delaysTouchesBegan })
  }

  @Test(
    "the progress is how far it has come inwards, as a share of the full distance",
    arguments: [
      ("left", "A↓10,300@0 A→60,340@20", 0.25), ("left", "A↓10,300@0 A→410,300@20", 1),
      ("bottom", "A↓500,635@0 A→480,535@20", 0.5), ("top_left", "A↓5,5@0 A→75.71,75.71@20", 0.5),
    ])
  func progress(edge: String, script: String, progress: Double) throws {
    let full = OptionValue.number(200 * TouchScript.millimetresPerPoint)
    let rig = try GestureRig(.edgePan([edge], ["full_distance_mm": full]))
    rig.play(script)
    #expect(rig.last?.progress?.isNear(progress) == true)
    rig.play("A→0,0@40 A→1000,600@60")
    #expect(rig.actions.allSatisfy { 0...1 ~= $0.progress ?? -1 })
  }

  @Test("without a full distance it carries no progress")
  func noProgress() throws {
    let rig = try GestureRig(.edgePan(["left"]))
    rig.play("A↓10,300@0 A→60,300@20")
    #expect(rig.last?.state == .began)
    #expect(rig.last?.progress == nil)
  }

  @Test(
    "EDG-5 with all edges and corners named each works and is told",
    arguments: [
      ("left", "5,300", "25,300"), ("right", "1020,300", "1000,300"), ("top", "500,5", "500,25"),
      ("bottom", "500,635", "500,615"), ("top_left", "5,5", "25,25"), ("top_right", "1020,5", "1000,25"),
      ("bottom_left", "5,635", "25,615"), ("bottom_right", "1020,635", "1000,615"),
    ])
  func everyEdge(edge: String, start: String, end: String) throws {
    let rig = try GestureRig(.edgePan(ScreenEdge.allCases.map(\.word)))
    #expect(rig.play("A↓\(start)@0 A→\(end)@20") == ["edge:began@20"])
    #expect(rig.last?.word == edge)
  }

  @Test(
    "a section is a share of the edge from the left or the top",
    arguments: [
      ("top", "511,5", "failed"), ("top", "512,5", "began"), ("bottom", "768,635", "began"),
      ("bottom", "769,635", "failed"), ("right", "1020,319", "failed"), ("right", "1020,320", "began"),
    ])
  func sections(edge: String, start: String, state: String) throws {
    let rig = try GestureRig(
      .edgePan([edge], ["section_from_percent": .number(50), "section_to_percent": .number(75)]))
    #expect(rig.play("A↓\(start)@0 A→512,320@20").first?.hasPrefix("edge:\(state)") == true)
  }

  @Test(
    "a landing outside of the section tells its share of the edge, and the end of the section that it missed",
    arguments: [("1020,319", 49.84375, Reason.Comparison.below, 50.0), ("1020,481", 75.15625, .above, 75.0)])
  func missedSection(start: String, share: Double, comparison: Reason.Comparison, limit: Double) throws {
    let rig = try GestureRig(
      .edgePan(["right"], ["section_from_percent": .number(50), "section_to_percent": .number(75)]))
    rig.play("A↓\(start)@0")
    let reason = try #require(rig.latestReason)
    #expect(reason.word == "landedOutsideSection")
    let measure = try #require(reason.measure)
    #expect(abs(measure.value - share) < 1e-9 && abs(measure.limit - limit) < 1e-9)
    #expect(measure.comparison == comparison && measure.unit == .percent)
  }

  @Test("EDG-5 of several edges each works and is told")
  func mask() throws {
    let rig = try GestureRig(.edgePan(["left", "right"]))
    #expect(rig.play("A↓1010,300@0 A→995,300@20") == ["edge:began@20"])
    #expect(rig.last?.word == "right")
  }

  @Test(
    "EDG-8 in a corner the edge that it leads away from most straightly decides; a tie is left or right",
    arguments: [("17,8", "left"), ("8,17", "top"), ("13,13", "left")])
  func corner(place: String, edge: String) throws {
    let rig = try GestureRig(.edgePan(["top", "left"]))
    rig.play("A↓5,5@0 A→\(place)@20")
    #expect(rig.last?.word == edge)
  }

  @Test(
    "EDG-8 a corner that is named itself is one more such edge, and the diagonal its direction",
    arguments: [("25,8", "left"), ("8,25", "top"), ("17,13", "top_left")])
  func namedCorner(place: String, edge: String) throws {
    let rig = try GestureRig(.edgePan(["top_left", "top", "left"]))
    rig.play("A↓5,5@0 A→\(place)@20")
    #expect(rig.last?.word == edge)
  }
}
