import GestureCore
import GestureTestSupport
import Testing

/// The touches that V receives beside the recognizers of the timelines.
@Suite("Timelines of touches")
struct DeliveryTimelineTests {
  private static let two = RecognizerDeclaration.tap("two", touches: 2)
  private static let landing = "A↓200,200 B↓300,200@0 A→205,200 B→305,200@40 "

  static let scenarios = [
    DeliveryScenario(
      name: "SEQ-1 a two-finger tap that is recognized: the lift that was held becomes cancelled",
      two, isOnV: true, script: landing + "A↑@90 B↑@120",
      told: ["V:began{A,B}@0", "V:moved{A,B}@40", "V:cancelled{A,B}@120", "two:ended@120"]),
    DeliveryScenario(
      name: "SEQ-2 the same, not recognized: the lift that was held comes first, with its own stamp",
      two, isOnV: true, script: landing + "A↑@90 B→360,200@100 B↑@120",
      told: [
        "V:began{A,B}@0", "V:moved{A,B}@40", "two:failed@100", "V:ended{A:90}@100", "V:moved{B}@100",
        "V:ended{B}@120",
      ]),
    DeliveryScenario(
      name: "SEQ-2 where the timer fails it, the lift that was held is told then",
      two, isOnV: true, script: landing + "A↑@90 B↑@760",
      told: [
        "V:began{A,B}@0", "V:moved{A,B}@40", "two:failed@750", "V:ended{A:90}@750", "V:ended{B}@760",
      ]),
    DeliveryScenario(
      name: "SEQ-3 a two-finger pan: cancelled when it begins, then nothing",
      .pan("pan2", minimum: 2), isOnV: true,
      script: "A↓200,200 B↓300,200@0 A→205,200 B→305,200@20 A→210,200 B→310,200@40 "
        + "A→220,200 B→320,200@60 A↑ B↑@80",
      told: [
        "V:began{A,B}@0", "V:moved{A,B}@20", "V:cancelled{A,B}@40", "pan2:began@40", "pan2:changed@60",
        "pan2:ended@80",
      ]),
    DeliveryScenario(
      name: "SEQ-4 without delays_touches_ended the first lift passes, and only the other is cancelled",
      two.with { $0.delaysTouchesEnded = false }, isOnV: true, script: landing + "A↑@90 B↑@120",
      told: [
        "V:began{A,B}@0", "V:moved{A,B}@40", "V:ended{A}@90", "V:cancelled{B}@120", "two:ended@120",
      ]),
    DeliveryScenario(
      name: "SEQ-5 with delays_touches_began V hears nothing of a tap that is recognized",
      two.with { $0.delaysTouchesBegan = true }, isOnV: true, script: landing + "A↑@90 B↑@120",
      told: ["two:ended@120"]),
    DeliveryScenario(
      name: "SEQ-5 with delays_touches_began V hears all at once when it fails",
      two.with { $0.delaysTouchesBegan = true }, isOnV: true, script: landing + "A↑@90 B→360,200@100 B↑@120",
      told: [
        "two:failed@100", "V:began{A:0,B:0}@100", "V:moved{A:40,B}@100", "V:ended{A:90}@100",
        "V:ended{B}@120",
      ]),
    DeliveryScenario(
      name: "SEQ-13 a tap in a table: began when the delay is over, ended at the lift",
      .make(TouchDelayRecognizer.self), script: "A↓200,200@0 A↑@200",
      told: ["touch_delay:failed@150", "V:began{A:0}@150", "V:ended{A}@200"]),
    DeliveryScenario(
      name: "SEQ-15 a tap that waited for a double tap takes the lift that was held",
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2), script: "A↓200,200@0 A↑@80 ⏲1000",
      told: ["V:began{A}@0", "tap2:failed@430", "V:cancelled{A}@430", "tap1:ended@430"]),
  ]

  @Test("what V receives", arguments: scenarios)
  func scenario(_ scenario: DeliveryScenario) throws {
    try scenario.check()
  }

  @Test("SEQ-12 an interruption cancels the pan, and V, which had lost its touches, hears nothing more")
  func interruptedPan() throws {
    let rig = try GestureRig(
      [.pan("pan2", minimum: 2)], regions: GestureRig.treeWithV, on: ["V"])
    rig.play("A↓200,200 B↓300,200@0 A→205,200 B→305,200@20 A→210,200 B→310,200@40")
    rig.interrupt { $0.cancelTouches(at: .milliseconds(60), identifiers: &$1, into: &$2) }
    #expect(rig.timeline == ["pan2:cancelled@60"])
    #expect(rig.timeline(of: "A→250,200 B→350,200@70 A↑ B↑@80 ⏲1000") == [])
  }

  @Test("SEQ-12 an interruption fails a tap, and V is told cancelled")
  func interruptedTap() throws {
    let rig = try GestureRig([Self.two], regions: GestureRig.treeWithV, on: ["V"])
    rig.play("A↓200,200 B↓300,200@0")
    rig.interrupt { $0.cancelTouches(at: .milliseconds(40), identifiers: &$1, into: &$2) }
    #expect(rig.timeline == ["two:failed@40", "V:cancelled{A,B}@40"])
    #expect(rig.timeline(of: "A↑ B↑@80 ⏲1000") == [])
  }
}
