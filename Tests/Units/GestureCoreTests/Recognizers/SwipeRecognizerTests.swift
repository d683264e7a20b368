import GestureCore
import GestureTestSupport
import Testing

@Suite("Swipe")
struct SwipeRecognizerTests {
  /// A steady movement from a start to an offset, with a frame each 16 ms.
  static func steady(to dx: Double, _ dy: Double, in duration: Int) -> String {
    let moves = stride(from: 16, through: duration, by: 16).map { time in
      let share = Double(time) / Double(duration)
      return "A→\(100 + dx * share),\(300 + dy * share)@\(time)"
    }
    return "A↓100,300@0 " + moves.joined(separator: " ")
  }

  static let dwell =
    "A↓100,300@0 " + (0..<4).map { "A→\(125 + 25 * $0),300@\(460 + 10 * $0)" }.joined(separator: " ")

  static let rows: [Scenario] = [
    Scenario(
      name: "SWP-1 a fast long flick is recognised in mid-move", .swipe(),
      script: "A↓100,300@0 A→160,300@60 A→190,300@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-2 a slow short straight swipe", .swipe(), script: steady(to: 52, 0, in: 480),
      seen: ["swipe:ended@480"]),
    Scenario(
      name: "SWP-3 slow and sloppy fails the cone", .swipe(),
      script: steady(to: 52, 25, in: 480), seen: ["swipe:failed@400"]),
    Scenario(
      name: "SWP-4 fast and sloppy passes", .swipe(), script: "A↓100,300@0 A→185,360@90",
      seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-5 a 45° diagonal is nothing", .swipe("swipe", ["right", "down"]),
      script: "A↓100,300@0 A→160,360@100", seen: ["swipe:failed@100"]),
    Scenario(
      name: "SWP-6 too slow fails at 500 ms by timer", .swipe(),
      script: "A↓100,300@0 A→115,300@250 A→129,300@490 ⏲600", seen: ["swipe:failed@500"]),
    Scenario(
      name: "SWP-7 a lift before the criteria fails it", .swipe(),
      script: "A↓100,300@0 A→160,300@100 A↑@110", seen: ["swipe:failed@110"]),
    Scenario(
      name: "SWP-8 the wrong direction fails once 20 pt away", .swipe(),
      script: "A↓500,300@0 A→479,300@20", seen: ["swipe:failed@20"]),
    Scenario(
      name: "SWP-8 an arc of 49° in the first 100 ms is tolerated", .swipe(),
      script: "A↓100,300@0 A→114.5,316.7@30 A→190,330@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-9 a small wobble at the start does not matter", .swipe(),
      script: "A↓500,300@0 A→495,300@10 A→590,300@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-10 turning back more than 10 pt fails it", .swipe(),
      script: "A↓100,300@0 A→150,300@40 A→138,300@60", seen: ["swipe:failed@60"]),
    Scenario(
      name: "SWP-10 turning back 10 pt does not", .swipe(),
      script: "A↓100,300@0 A→150,300@40 A→140,300@60 A→190,300@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-11 any direction of a mask matches", .swipe("swipe", ["left", "right"]),
      script: "A↓500,300@0 A→400,300@80", seen: ["swipe:ended@80"]),
    Scenario(
      name: "SWP-13 two fingers that both go along", .swipe(touches: 2),
      script: "A↓100,300 B↓100,400@0 A→190,300 B→185,400@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-13 one finger that stays behind holds it back", .swipe(touches: 2),
      script: "A↓100,300 B↓100,400@0 A→250,300 B→110,400@90", seen: []),
    Scenario(
      name: "SWP-14 an extra finger fails it", .swipe(),
      script: "A↓100,300@0 B↓300,300@30", seen: ["swipe:failed@30"]),
    Scenario(
      name: "SWP-15 the time counts from the second landing", .swipe(touches: 2),
      script: "A↓100,300@0 B↓100,400@200 A→180,300 B→180,400@280", seen: ["swipe:ended@280"]),
    Scenario(
      name: "SWP-15 a late last finger after an early stray fails at its landing",
      .swipe(touches: 2), script: "A↓100,300@0 A→121,300@50 A→100,300@100 B↓100,400@151",
      seen: ["swipe:failed@151"]),
    Scenario(
      name: "SWP-15 up to 150 ms an early stray does not matter", .swipe(touches: 2),
      script: "A↓100,300@0 A→121,300@50 B↓100,400@150 A→190,300 B→190,400@200", seen: ["swipe:ended@200"]),
    Scenario(
      name: "SWP-16 it fires once a contact", .swipe(),
      script: "A↓100,300@0 A→190,300@90 A→400,300@200 A↑@220", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-17 down is by the screen's axes", .swipe("swipe", ["down"]),
      script: "A↓300,100@0 A→300,190@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-17 up is by the screen's axes", .swipe("swipe", ["up"]),
      script: "A↓300,300@0 A→300,210@90", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-19 exactly at the limit counts", .swipe(),
      script: "A↓100,300@0 A→176.4,300@60", seen: ["swipe:ended@60"]),
    Scenario(
      name: "SWP-19 a hundredth below the limit does not", .swipe(),
      script: "A↓100,300@0 A→176.39,300@60", seen: []),
    Scenario(
      name: "SWP-21 it is discrete: one action and no other", .swipe(),
      script: "A↓100,300@0 A→190,300@90 A→200,300@100 A↑@120", seen: ["swipe:ended@90"]),
    Scenario(
      name: "SWP-22 resting first counts as time", .swipe(), script: dwell,
      seen: ["swipe:ended@480"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("SWP-1, LOC-6 its location is where it started")
  func location() throws {
    let rig = try GestureRig(.swipe())
    rig.play("A↓100,300@0 A→160,300@60 A→190,300@90")
    #expect(rig.last?.location.isNear(100, 300) == true)
    #expect(rig.last?.velocity.isNear(1000, 0) == true)
  }

  @Test("SWP-2 one that comes true at the lift has the velocity of its last movement")
  func atTheLift() throws {
    let rig = try GestureRig(.swipe())
    // 60 pt are enough from 333 ms on; the finger has rested for 300 ms by then.
    #expect(rig.play("A↓100,300@0 A→140,300@60 A→160,300@100 A↑@400") == ["swipe:ended@400"])
    #expect(rig.last?.velocity.isNear(600, 0) == true)
  }

  @Test("SWP-1 no swipe has the velocity 0, however the panel reports it")
  func neverZero() throws {
    let rig = try GestureRig(.swipe())
    // One movement after a rest. It took at most the 100 ms before its sample.
    rig.play("A↓100,300@0 A→180,300@200")
    #expect(rig.last?.velocity.isNear(800, 0) == true)
    rig.play("A↑@300 A↓100,300@1000 A→200,300@1000")
    #expect(rig.last?.velocity.isNear(100_000, 0) == true)
    // A tremble within the 100 ms before the last movement, which returns to its start.
    rig.play("A↑@1300 A↓100,300@2000 A→160,300@2050 A→161,300@2120 A→160,300@2160 A→161,300@2200")
    #expect(rig.play("A→160,300@2250 A↑@2400") == ["swipe:ended@2400"])
    #expect(rig.last?.velocity.isNear(150, 0) == true)
  }

  @Test("SWP-1 no swipe of fingers that tremble against each other has the velocity 0")
  func trembling() throws {
    let rig = try GestureRig(.swipe(touches: 2))
    for step in 1...40 {
      let (time, offset) = (step * 3000, Double(step) / 61)
      rig.play("A↓100.1,300 B↓200.3,300@\(time) A→161.1,300 B→261.3,300@\(time + 50)")
      // One finger moves forth and the other back, so their middle moves by a rounding error at most.
      for (moment, part) in [(120, 0.0), (160, 1), (200, 0.3), (250, 0.7)] {
        let moves = (161.1 + offset * part, 261.3 - offset * part)
        rig.play("A→\(moves.0),300 B→\(moves.1),300@\(time + moment)")
      }
      #expect(rig.play("A↑ B↑@\(time + 400)") == ["swipe:ended@\(time + 400)"])
      #expect((rig.last?.velocity.length ?? 0) > 1)
    }
  }

  @Test("SWP-11 the direction that was recognised is told")
  func direction() throws {
    let rig = try GestureRig(.swipe("swipe", ["left", "right"]))
    rig.play("A↓500,300@0 A→400,300@80")
    #expect(rig.last?.word == "left")
  }

  @Test("SWP-12 of one recogniser a direction only its own fires")
  func onePerDirection() throws {
    let rig = try GestureRig(.swipe("left", ["left"]), .swipe("right", ["right"]))
    #expect(rig.actions(of: "A↓500,300@0 A→400,300@80 A↑@100") == ["left:ended@80"])
  }

  @Test("SWP-20 leaving the region does not matter")
  func leavingTheRegion() throws {
    let rig = try GestureRig([.swipe()], regions: GestureRig.treeWithV, on: ["V"])
    #expect(rig.play("A↓450,200@0 A→540,200@90") == ["swipe:ended@90"])
    #expect(rig.last?.regionLocation.isNear(350, 100) == true)
  }

  @Test("every number of fingers from 1 to 10 can swipe", arguments: 1...10)
  func everyCount(_ count: Int) throws {
    let rig = try GestureRig(.swipe(touches: count))
    let fingers = Array("ABCDEFGHIJ".prefix(count))
    let down = fingers.enumerated().map { "\($1)↓\(50 + 80 * $0),300" }.joined(separator: " ")
    let moved = fingers.enumerated().map { "\($1)→\(140 + 80 * $0),300" }.joined(separator: " ")
    #expect(rig.play("\(down)@0 \(moved)@90") == ["swipe:ended@90"])
    #expect(rig.last?.touches == count)
  }
}
