import GestureCore
import GestureTestSupport
import Testing

@Suite("Check mark")
struct CheckMarkRecognizerTests {
  private static let check = RecognizerDeclaration.make(CheckMarkRecognizer.self, "check")

  static let rows: [Scenario] = [
    Scenario(
      name: "CUS-10 down to the right, then up to the right, then off", check,
      script: "A↓200,200@0 A→230,230@60 A→280,170@140 A↑@150", seen: ["check:ended@150"]),
    Scenario(
      name: "CUS-10 the wrong direction fails it at once", check, script: "A↓200,200@0 A→170,230@60",
      seen: ["check:failed@60"]),
    Scenario(
      name: "CUS-10 a second finger fails it", check, script: "A↓200,200@0 A→230,230@60 B↓500,200@80",
      seen: ["check:failed@80"]),
    Scenario(
      name: "CUS-10 two fingers that land together are none", check, script: "A↓200,200 B↓500,200@0",
      seen: ["check:failed@0"]),
    Scenario(
      name: "up at once is no check mark", check, script: "A↓200,200@0 A→230,180@60",
      seen: ["check:failed@60"]),
    Scenario(
      name: "one stroke alone fails at the lift", check, script: "A↓200,200@0 A→230,230@60 A↑@80",
      seen: ["check:failed@80"]),
    Scenario(
      name: "a tap is none", check, script: "A↓200,200@0 A↑@80", seen: ["check:failed@80"]),
    Scenario(
      name: "a first stroke that is too short fails where the second begins", check,
      script: "A↓200,200@0 A→212,212@60 A→230,190@80", seen: ["check:failed@80"]),
    Scenario(
      name: "a second stroke that is too short fails at the lift", check,
      script: "A↓200,200@0 A→230,230@60 A→240,217@80 A↑@90", seen: ["check:failed@90"]),
    Scenario(
      name: "down again after the second stroke fails it", check,
      script: "A↓200,200@0 A→230,230@60 A→280,170@140 A→290,181@160", seen: ["check:failed@160"]),
    Scenario(
      name: "back to the left in the second stroke fails it", check,
      script: "A↓200,200@0 A→230,230@60 A→280,170@140 A→269,160@160", seen: ["check:failed@160"]),
    Scenario(
      name: "a tremble of 10 pt on either stroke does not", check,
      script:
        "A↓200,200@0 A→215,215@20 A→230,230@60 A→220,222@70 A→280,170@140 A→272,180@150 A→290,160@160 A↑@170",
      seen: ["check:ended@170"]),
    Scenario(
      name: "a V that is too steep is none", check, script: "A↓200,200@0 A→202,240@60 A→240,200@140 A↑@150",
      seen: ["check:failed@140"]),
    Scenario(
      name: "a second stroke that is too flat is none", check,
      script: "A↓200,200@0 A→230,230@60 A→430,218@140 A↑@150", seen: ["check:failed@150"]),
    Scenario(
      name: "there is no time limit", check,
      script: "A↓200,200@0 A→230,230@6000 A→280,170@14000 A↑@15000", seen: ["check:ended@15000"]),
    Scenario(
      name: "CUS-8 a tap that requires it to fail waits for it",
      .tap(requires: ["check"]), check,
      script: "A↓200,200@0 A↑@80 B↓200,200@1000 B→230,230@1060 B→240,190@1140 B↑@1150",
      seen: ["check:failed@80", "tap:ended@80", "tap:failed@1150", "check:ended@1150"]),
  ]

  @Test("the stories of a check mark", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test(
    "CUS-10 a lift before the second stroke has the measured and the allowed number",
    arguments: [
      ("A↓200,200@0 A↑@80", "movedTooLittle", 0, 3.125, Reason.Unit.millimetres),
      ("A↓200,200@0 A→230,230@60 A↑@80", "liftedTooSoon", 0, 3.125, .millimetres),
      ("A↓200,200@0 A→230,230@60 A→238,222@70 A↑@80", "liftedTooSoon", 1.7678, 3.125, .millimetres),
      ("A↓200,200@0 A→230,200@60 A↑@80", "wrongWay", 45, 40, .degrees),
      ("A↓200,200@0 A→230,230@60 A→260,229@70 A↑@80", "wrongWay", 43.0908, 40, .degrees),
    ])
  func early(script: String, word: String, value: Double, limit: Double, unit: Reason.Unit) throws {
    let rig = try GestureRig(Self.check)
    rig.play(script)
    let reason = try #require(rig.latestReason)
    let measure = try #require(reason.measure)
    #expect(reason.word.description == word && measure.unit == unit)
    #expect(abs(measure.value - value) < 0.001 && measure.limit == limit, "\(measure)")
  }

  @Test("it tells where it began, where it turned and where it ended")
  func places() throws {
    let rig = try GestureRig(Self.check)
    rig.play("A↓200,200@0 A→215,210@30 A→230,230@60 A→280,170@140 A↑@150")
    #expect(rig.last?.location.isNear(280, 170) == true)
    guard
      case .gesture(let gesture) = rig.buffer.events.first(where: {
        if case .gesture = $0 { true } else { false }
      })
    else { return #expect(Bool(false), "no gesture") }
    #expect(gesture.values.count == 2)
    guard case .point(let start) = gesture.values[0], case .point(let turn) = gesture.values[1] else {
      return #expect(Bool(false), "no points")
    }
    #expect(start.points.isNear(200, 200))
    #expect(turn.points.isNear(230, 230))
  }
}
