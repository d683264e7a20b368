import GestureCore
import GestureTestSupport
import Testing

@Suite("Press and drag")
struct PressAndDragRecognizerTests {
  private static func pressAndDrag(
    touches: Int = 1, _ options: [String: OptionValue] = [:]
  ) -> RecognizerDeclaration {
    .make(PressAndDragRecognizer.self, "drag", touches: [touches], options)
  }

  static let rows: [Scenario] = [
    Scenario(
      name: "it begins by the timer of a long press, follows the finger, ends at its lift", pressAndDrag(),
      script: "A↓200,200@0 ⏲500 A→250,200@600 A→300,200@620 A↑@640",
      seen: ["drag:began@500", "drag:changed@600", "drag:changed@620", "drag:ended@640"]),
    Scenario(
      name: "a lift before it begins fails it", pressAndDrag(), script: "A↓200,200@0 A↑@499",
      seen: ["drag:failed@499"]),
    Scenario(
      name: "a finger that strays before it begins fails it", pressAndDrag(),
      script: "A↓200,200@0 A→208,207@300", seen: ["drag:failed@300"]),
    Scenario(
      name: "a second finger before it begins fails it", pressAndDrag(),
      script: "A↓200,200@0 B↓300,200@300", seen: ["drag:failed@300"]),
    Scenario(
      name: "a second finger after that is ignored", pressAndDrag(),
      script: "A↓200,200@0 ⏲500 B↓300,200@600 B→400,200@620 A↑@640",
      seen: ["drag:began@500", "drag:ended@640"]),
    Scenario(
      name: "a lift without a drag is an end too", pressAndDrag(), script: "A↓200,200@0 A↑@700",
      seen: ["drag:began@500", "drag:ended@700"]),
    Scenario(
      name: "with two fingers it ends when the last one lifts", pressAndDrag(touches: 2),
      script: "A↓200,200 B↓300,200@0 ⏲500 A→220,200 B→320,200@600 A↑@620 B→400,200@640 B↑@660",
      seen: ["drag:began@500", "drag:changed@600", "drag:changed@620", "drag:ended@660"]),
    Scenario(
      name: "a tap may come before the press", pressAndDrag(["taps": .integer(1)]),
      script: "A↓200,200@0 A↑@80 A↓200,200@230 ⏲730 A→300,200@800",
      seen: ["drag:began@730", "drag:changed@800"]),
    Scenario(
      name: "a duration of 0 begins at the landing", pressAndDrag(["minimum_press_ms": .number(0)]),
      script: "A↓200,200@0 A→201,200@20", seen: ["drag:began@0", "drag:changed@20"]),
    Scenario(
      name: "a cancelled touch cancels it", pressAndDrag(), script: "A↓200,200@0 ⏲500 A✕@600",
      seen: ["drag:began@500", "drag:cancelled@600"]),
    Scenario(
      name: "a quick pan leaves it behind", pressAndDrag(), .pan(), script: "A↓200,200@0 A→220,200@50 A↑@80",
      seen: ["drag:failed@50", "pan:began@50", "pan:ended@80"]),
    Scenario(
      name: "a pan does not begin once it has", pressAndDrag(), .pan(),
      script: "A↓200,200@0 ⏲500 A→260,200@600",
      seen: ["pan:failed@500", "drag:began@500", "drag:changed@600"]),
  ]

  @Test("the stories of a press and drag", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test("the translation counts from where the finger is when it begins, and start is where it landed")
  func translation() throws {
    let rig = try GestureRig(Self.pressAndDrag())
    rig.play("A↓200,200@0 A→206,208@300 ⏲500")
    #expect(rig.last?.translation == .zero)
    #expect(rig.last?.velocity == .zero)
    #expect(rig.last?.start.isNear(200, 200) == true)
    #expect(rig.last?.word == "held")
    rig.play("A→226,208@520")
    #expect(rig.last?.translation.isNear(20, 0) == true)
    #expect(rig.last?.velocity.isNear(1000, 0) == true)
    #expect(rig.last?.location.isNear(226, 208) == true)
  }

  @Test(
    "a lift within 10 pt of where it began is still held; farther it is dragged, even if it comes back",
    arguments: [
      ("A→209,200@600", "held"), ("A→210,200@600", "dragged"), ("A→250,200@600 A→200,200@620", "dragged"),
    ])
  func phase(moves: String, phase: String) throws {
    let rig = try GestureRig(Self.pressAndDrag())
    rig.play("A↓200,200@0 ⏲500 \(moves) A↑@700")
    #expect(rig.last?.state == .ended)
    #expect(rig.last?.word == phase)
    rig.play("A↓200,200@1000 ⏲1500")
    #expect(rig.last?.word == "held")
  }

  @Test("a translation that is set counts from there")
  func set() throws {
    let rig = try GestureRig(Self.pressAndDrag())
    rig.play("A↓200,200@0 ⏲500 A→260,200@600")
    #expect(rig.setTranslation(0, 0, of: "drag"))
    rig.play("A→270,200@620")
    #expect(rig.last?.translation.isNear(10, 0) == true)
  }

  @Test("every number of fingers from 1 to 10 can press and drag", arguments: 1...10)
  func everyCount(_ count: Int) throws {
    let rig = try GestureRig(Self.pressAndDrag(touches: count))
    let down = "ABCDEFGHIJ".prefix(count).enumerated().map { "\($1)↓\(50 + 90 * $0),300" }
    let moved = "ABCDEFGHIJ".prefix(count).enumerated().map { "\($1)→\(62 + 90 * $0),300" }
    let script = down.joined(separator: " ") + "@0 ⏲500 " + moved.joined(separator: " ") + "@600"
    #expect(rig.play(script) == ["drag:began@500", "drag:changed@600"])
    #expect(rig.last?.translation.isNear(12, 0) == true)
    #expect(rig.last?.touches == count)
  }
}
