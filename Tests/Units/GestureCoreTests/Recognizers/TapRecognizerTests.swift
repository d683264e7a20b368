import GestureCore
import GestureTestSupport
import Testing

@Suite("Tap")
struct TapRecognizerTests {
  static let rows: [Scenario] = [
    Scenario(
      name: "TAP-1 a single tap is recognised at the lift", .tap(),
      script: "A↓200,200@0 A↑@80 ⏲2000", seen: ["tap:ended@80"]),
    Scenario(
      name: "TAP-2 movement inside the box is tolerated", .tap(),
      script: "A↓200,200@0 A→244,156@40 A↑@80", seen: ["tap:ended@80"]),
    Scenario(
      name: "TAP-3 leaving the box fails at once, even if the finger returns", .tap(),
      script: "A↓200,200@0 A→246,200@40 A→200,200@60 A↑@80 ⏲2000", seen: ["tap:failed@40"]),
    Scenario(
      name: "TAP-4 exactly 45 pt is inside", .tap(),
      script: "A↓200,200@0 A→245,245@40 A↑@80", seen: ["tap:ended@80"]),
    Scenario(
      name: "TAP-5 a press held longer than 750 ms fails by its timer", .tap(),
      script: "A↓200,200@0 ⏲750 A↑@800", seen: ["tap:failed@750"]),
    Scenario(
      name: "TAP-6 a lift at exactly 750 ms recognises", .tap(),
      script: "A↓200,200@0 A↑@750", seen: ["tap:ended@750"]),
    Scenario(
      name: "TAP-7 a double tap is recognised at the second lift", .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 ⏲2000", seen: ["tap2:ended@310"]),
    Scenario(
      name: "TAP-8 a second landing later than 350 ms after the lift is too late",
      .tap("tap2", taps: 2), script: "A↓200,200@0 A↑@80 ⏲2000", seen: ["tap2:failed@430"]),
    Scenario(
      name: "TAP-8 a second landing exactly 350 ms after the lift is in time",
      .tap("tap2", taps: 2), script: "A↓200,200@0 A↑@80 A↓200,200@430 A↑@500",
      seen: ["tap2:ended@500"]),
    Scenario(
      name: "TAP-9 a second tap too far away fails at its landing", .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓250,200@230", seen: ["tap2:failed@230"]),
    Scenario(
      name: "TAP-9 the landing that failed it starts the next attempt", .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓600,200@230 A↑@300 A↓600,200@400 A↑@480",
      seen: ["tap2:failed@230", "tap2:ended@480"]),
    Scenario(
      name: "TAP-9 two far taps with tap1 requiring tap2 both act",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓600,200@230 A↑@310 ⏲2000",
      seen: ["tap2:failed@230", "tap1:ended@230", "tap2:failed@660", "tap1:ended@660"]),
    Scenario(
      name: "TAP-10 two fingers down together, then both up", .tap(touches: 2),
      script: "A↓200,200@0 B↓300,200@40 A↑@120 B↑@150", seen: ["tap:ended@150"]),
    Scenario(
      name: "TAP-11 fingers one after the other are not a two-finger tap", .tap(touches: 2),
      script: "A↓200,200@0 A↑@80 B↓300,200@100 B↑@150", seen: ["tap:failed@80", "tap:failed@150"]),
    Scenario(
      name: "TAP-12 the clock runs from the first landing", .tap(touches: 2),
      script: "A↓200,200@0 B↓300,200@500 A↑@700 B↑@760", seen: ["tap:failed@750"]),
    Scenario(
      name: "TAP-13 an extra finger fails it at its landing", .tap(),
      script: "A↓200,200@0 B↓300,200@50 A↑@80 B↑@90", seen: ["tap:failed@50"]),
    Scenario(
      name: "TAP-14 a finger that lifts and lands again counts as extra", .tap(touches: 2),
      script: "A↓200,200@0 B↓300,200@10 A↑@50 C↓200,200@70", seen: ["tap:failed@70"]),
    Scenario(
      name: "TAP-15 two taps with two fingers each", .tap("tap22", taps: 2, touches: 2),
      script: "A↓200,200 B↓300,200@0 A↑ B↑@80 A↓200,200 B↓300,200@230 A↑ B↑@310", seen: ["tap22:ended@310"]),
    Scenario(
      name: "TAP-15 a second tap with one finger fails at its lift",
      .tap("tap22", taps: 2, touches: 2),
      script: "A↓200,200 B↓300,200@0 A↑ B↑@80 A↓200,200@230 A↑@310", seen: ["tap22:failed@310"]),
    Scenario(
      name: "TAP-17 the separation of fingers has no limit", .tap(touches: 2),
      script: "A↓10,10 B↓1000,600@0 A↑ B↑@80", seen: ["tap:ended@80"]),
    Scenario(
      name: "TAP-18 without a requirement single fires first, double second, single not again",
      .tap("tap1"), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 ⏲2000",
      seen: ["tap1:ended@80", "tap1:failed@310", "tap2:ended@310"]),
    Scenario(
      name: "TAP-19 a single that requires the double to fail acts after the gap",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 ⏲2000", seen: ["tap2:failed@430", "tap1:ended@430"]),
    Scenario(
      name: "TAP-19 a double tap gives only the double",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 ⏲2000", seen: ["tap1:failed@310", "tap2:ended@310"]),
    Scenario(
      name: "TAP-20 the triple ladder with one tap", ladder[0], ladder[1], ladder[2],
      script: "A↓200,200@0 A↑@80 ⏲2000", seen: ["tap3:failed@430", "tap2:failed@430", "tap1:ended@430"]),
    Scenario(
      name: "TAP-20 the triple ladder with two taps", ladder[0], ladder[1], ladder[2],
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 ⏲2000",
      seen: ["tap3:failed@660", "tap1:failed@660", "tap2:ended@660"]),
    Scenario(
      name: "TAP-20 the triple ladder with three taps", ladder[0], ladder[1], ladder[2],
      script: "A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 A↓200,200@450 A↑@520 ⏲2000",
      seen: ["tap2:failed@520", "tap1:failed@520", "tap3:ended@520"]),
    Scenario(
      name: "TAP-22 all lifts in one frame", .tap(touches: 2),
      script: "A↓200,200 B↓300,200@0 A↑ B↑@80", seen: ["tap:ended@80"]),
    Scenario(
      name: "TAP-23 a touch cancelled in the middle fails it", .tap(),
      script: "A↓200,200@0 A✕@40 ⏲2000", seen: ["tap:failed@40"]),
  ]

  static let ladder: [RecognizerDeclaration] = [
    .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2, requires: ["tap3"]), .tap("tap3", taps: 3),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("TAP-10 the location is the centre of the landings")
  func location() throws {
    let rig = try GestureRig(.tap(touches: 2))
    rig.play("A↓200,200@0 B↓300,200@40 A→210,210@60 A↑@120 B↑@150")
    #expect(rig.last?.location.isNear(250, 200) == true)
    #expect(rig.last?.touches == 2)
  }

  @Test("TAP-15 a finger of the second tap needs an unused landing of the first near it")
  func unusedLandings() throws {
    let rig = try GestureRig(.tap("tap22", taps: 2, touches: 2))
    let seen = rig.play("A↓200,200 B↓300,200@0 A↑ B↑@80 A↓200,200@230 B↓205,200@240")
    #expect(seen == ["tap22:failed@240"])
  }

  @Test("TAP-19 the tap that acts late has the location of the tap and counts its taps")
  func lateLocation() throws {
    let rig = try GestureRig(.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2))
    rig.play("A↓200,210@0 A↑@80 ⏲2000")
    #expect(rig.last?.location.isNear(200, 210) == true)
    #expect(rig.last?.word == "1")
    #expect(rig.last?.touches == 1)
  }

  @Test("TAP-16 leaving the region is no reason to fail: only distance matters")
  func leavingTheRegion() throws {
    let rig = try GestureRig([.tap()], regions: GestureRig.treeWithV, on: ["V"])
    #expect(rig.play("A↓101,200@0 A→90,200@40 A↑@80") == ["tap:ended@80"])
    #expect(rig.last?.regionLocation.isNear(1, 100) == true)
  }

  @Test("TAP-21 a stylus or an indirect touch taps the same way", arguments: [TouchType.pencil, .indirect])
  func types(_ type: TouchType) throws {
    let rig = try GestureRig(.tap())
    #expect(rig.play("A↓200,200@0 A→244,156@40 A↑@80", by: type) == ["tap:ended@80"])
    #expect(rig.play("A↓200,200@2000 A→246,200@2040", by: type) == ["tap:failed@2040"])
  }

  @Test("every number of fingers from 1 to 10 can tap", arguments: 1...10)
  func everyCount(_ count: Int) throws {
    let rig = try GestureRig(.tap(touches: count))
    let fingers = Array("ABCDEFGHIJ".prefix(count))
    let down = fingers.enumerated().map { "\($1)↓\(50 + 90 * $0),300" }.joined(separator: " ")
    let up = fingers.map { "\($0)↑" }.joined(separator: " ")
    #expect(rig.play("\(down)@0 \(up)@80") == ["tap:ended@80"])
    #expect(rig.last?.touches == count)
  }
}
