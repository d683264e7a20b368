import GestureCore
import GestureTestSupport
import Testing

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
  ]

  @Test("the rows of section 3.9", arguments: rows)
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
}
