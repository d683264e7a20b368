import GestureCore
import GestureTestSupport
import Testing

@Suite("Tip-tap")
struct TipTapRecognizerTests {
  private static func tipTap(
    touches: Int = 1, _ options: [String: OptionValue] = [:], requires: [String] = []
  ) -> RecognizerDeclaration {
    .make(TipTapRecognizer.self, "tip", touches: [touches], requires: requires, options)
  }

  static let rows: [Scenario] = [
    Scenario(
      name:
        "the first tip begins it at its lift, each further one is a change, the resting finger's lift ends it",
      tipTap(), script: "A↓500,300@0 B↓600,300@200 B↑@260 B↓600,300@400 B↑@460 B↓400,300@600 B↑@660 A↑@800",
      seen: ["tip:began@260", "tip:changed@460", "tip:changed@660", "tip:ended@800"]),
    Scenario(
      name: "two fingers may rest", tipTap(touches: 2),
      script: "A↓500,300@0 B↓560,300@20 C↓700,300@200 C↑@260 A↑@300",
      seen: ["tip:began@260", "tip:ended@300"]),
    Scenario(
      name: "a finger that rests and lifts without a tip fails it", tipTap(),
      script: "A↓500,300@0 A↑@400", seen: ["tip:failed@400"]),
    Scenario(
      name: "a resting finger that lifts while the other is down fails it", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 A↑@260", seen: ["tip:failed@260"]),
    Scenario(
      name: "both lifting at once is no tip: nothing rests any more", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 A↑ B↑@260", seen: ["tip:failed@260"]),
    Scenario(
      name: "a resting finger strays at most 3.125 mm: 20 pt", tipTap(),
      script: "A↓500,300@0 A→512,316@100 B↓600,300@200 B↑@260", seen: ["tip:began@260"]),
    Scenario(
      name: "a resting finger that strays farther fails it at once", tipTap(),
      script: "A↓500,300@0 A→512,317@100", seen: ["tip:failed@100"]),
    Scenario(
      name: "a resting finger that strays after a tip ends it: what was tipped stays tipped", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 B↑@260 A→550,300@300",
      seen: ["tip:began@260", "tip:ended@300"]),
    Scenario(
      name: "150 ms of rest are enough", tipTap(), script: "A↓500,300@0 B↓600,300@150 B↑@200",
      seen: ["tip:began@200"]),
    Scenario(
      name: "a finger that lands sooner is no tip", tipTap(), script: "A↓500,300@0 B↓600,300@149",
      seen: ["tip:failed@149"]),
    Scenario(
      name: "fingers that land together are no tip", tipTap(), script: "A↓500,300 B↓600,300@0",
      seen: ["tip:failed@0"]),
    Scenario(
      name: "the rest counts from the landing of the last of the fingers", tipTap(touches: 2),
      script: "A↓500,300@0 B↓560,300@100 C↓700,300@249", seen: ["tip:failed@249"]),
    Scenario(
      name: "after the first tip the next may come at once", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 B↑@260 C↓600,300@261 C↑@300",
      seen: ["tip:began@260", "tip:changed@300"]),
    Scenario(
      name: "a tip that lifts in the frame in which the next one lands counts", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 B↑ C↓620,300@260 C↑@300", seen: ["tip:began@260", "tip:changed@300"]),
    Scenario(
      name: "a tip held for 750 ms counts", tipTap(), script: "A↓500,300@0 B↓600,300@200 B↑@950",
      seen: ["tip:began@950"]),
    Scenario(
      name: "a tip held longer fails it by its timer", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 ⏲1200", seen: ["tip:failed@950"]),
    Scenario(
      name: "a tip that strays fails it", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 B→646,300@220", seen: ["tip:failed@220"]),
    Scenario(
      name: "a third finger fails it", tipTap(), script: "A↓500,300@0 B↓600,300@200 C↓700,300@220",
      seen: ["tip:failed@220"]),
    Scenario(
      name: "once begun, a finger that is held, strays or comes on top is no tip and does no harm", tipTap(),
      script: """
        A↓500,300@0 B↓600,300@200 B↑@260 B↓600,300@400 ⏲1200 B↑@1300 B↓600,300@1400 B→700,300@1420 B↑@1440
        B↓600,300@1500 C↓700,300@1510 C↑@1550 B↑@1560 A↑@1700
        """, seen: ["tip:began@260", "tip:changed@1560", "tip:ended@1700"]),
    Scenario(
      name: "only the sides that are named count", tipTap(["side": .words(["left"])]),
      script: "A↓500,300@0 B↓600,300@200", seen: ["tip:failed@200"]),
    Scenario(
      name: "a cancelled touch cancels it", tipTap(),
      script: "A↓500,300@0 B↓600,300@200 B↑@260 A✕@300", seen: ["tip:began@260", "tip:cancelled@300"]),
    Scenario(
      name: "a pinch that waits for it begins when the other finger moves away",
      .pinch(requires: ["tip"]), tipTap(),
      script: "A↓500,300@0 B↓600,300@200 B→620,300@220 B→650,300@240",
      seen: ["tip:failed@240", "pinch:began@240"]),
  ]

  @Test("the stories of a tip-tap", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("a resting finger that lifts tells how many went on resting, and how many have to")
  func restLifted() throws {
    let rig = try GestureRig(Self.tipTap(touches: 2))
    rig.play("A↓400,300 B↓500,320@0 A↑@100")
    #expect(rig.latestReason == Reason("restLifted", .init(1, .below, 2, .touches)))
  }

  @Test(
    "a tip on the wrong side tells how far beyond the center it landed",
    arguments: [("left", "564,300", Reason.Comparison.reached), ("right", "436,300", .above)])
  func wrongSide(side: String, place: String, comparison: Reason.Comparison) throws {
    let rig = try GestureRig(Self.tipTap(["side": .words([side])]))
    rig.play("A↓500,300@0 B↓\(place)@200")
    #expect(rig.latestReason == Reason("landedOnWrongSide", .init(10, comparison, 0, .millimetres)))
  }

  @Test("it tells how many tips there were, on which side, where, and beside what")
  func fields() throws {
    let rig = try GestureRig(Self.tipTap(touches: 2))
    rig.play("A↓400,300 B↓500,320@0 C↓600,290@200 C↑@260")
    #expect(rig.last?.count == 1)
    #expect(rig.last?.word == "right")
    #expect(rig.last?.location.isNear(600, 290) == true)
    #expect(rig.last?.start.isNear(450, 310) == true)
    #expect(rig.last?.touches == 2)
    rig.play("C↓300,290@300 C↑@360")
    #expect(rig.last?.count == 2)
    #expect(rig.last?.word == "left")
    // A tip that is held for too long does not count, and does not change the side.
    rig.play("C↓600,290@370 ⏲1200 C↑@1250 A↑@1300 B↑@1320")
    #expect(rig.last?.state == .ended)
    #expect(rig.last?.count == 2)
    #expect(rig.last?.word == "left")
    #expect(rig.last?.location.isNear(300, 290) == true)
    rig.play("A↓400,300 B↓500,320@2000 C↓600,290@2200 C↑@2260")
    #expect(rig.last?.count == 1)
  }

  @Test("what it makes of any taps beside a finger is what its rule says", arguments: 0..<200)
  func rule(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var time = 0
    var script = "A↓500,300@0"
    var expected: [String] = []
    for _ in 0..<5 where expected.last?.hasPrefix("tip:failed") != true {
      let landing = time + Int.random(in: 60...400, using: &generator)
      let press = Int.random(in: 20...900, using: &generator)
      let strays = Int.random(in: 0..<5, using: &generator) == 0
      time = landing + press
      script += " B↓600,300@\(landing) B→\(strays ? 646 : 645),255@\(landing + 10) B↑@\(time)"
      let tooEarly = expected.isEmpty && landing < 150
      if !tooEarly, !strays, press <= 750 {
        expected.append("tip:\(expected.isEmpty ? "began" : "changed")@\(time)")
      } else if expected.isEmpty {
        expected.append("tip:failed@\(tooEarly ? landing : strays ? landing + 10 : landing + 750)")
      }
    }
    script += " A↑@\(time + 100)"
    if expected.last?.hasPrefix("tip:failed") == false { expected.append("tip:ended@\(time + 100)") }
    let rig = try GestureRig(Self.tipTap())
    #expect(rig.play(script) == expected)
    #expect(rig.actions.isEmpty || rig.last?.count == expected.count - 1)
  }

  @Test("one to nine fingers can rest", arguments: 1...9)
  func everyCount(_ count: Int) throws {
    let rig = try GestureRig(Self.tipTap(touches: count))
    let down = "ABCDEFGHI".prefix(count).enumerated().map { "\($1)↓\(50 + 90 * $0),300" }
    #expect(rig.play(down.joined(separator: " ") + "@0 J↓950,300@200 J↑@250") == ["tip:began@250"])
    #expect(rig.last?.touches == count)
  }
}
