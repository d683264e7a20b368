import GestureCore
import GestureTestSupport
import Testing

@Suite("Timers")
struct TimerTests {
  static let rows: [Scenario] = [
    Scenario(
      name: "TIM-1 a frame at exactly the deadline goes before the timer", .longPress(),
      script: "A↓200,200@0 A↑@500", seen: ["lp:failed@500"]),
    Scenario(
      name: "TIM-1 a frame after the deadline goes after the timer", .longPress(),
      script: "A↓200,200@0 A↑@501", seen: ["lp:began@500", "lp:ended@501"]),
    Scenario(
      name: "TIM-3 a timer's event carries the deadline, not the time of the wake-up", .longPress(),
      script: "A↓200,200@0 ⏲507", seen: ["lp:began@500"]),
    Scenario(
      name: "TIM-6 deadlines of one instant are one event: simultaneous ones both begin, last added first",
      .longPress("a", simultaneous: ["b"]), .longPress("b"), script: "A↓200,200@0 ⏲500",
      seen: ["b:began@500", "a:began@500"]),
    Scenario(
      name: "TIM-6 without simultaneity the one added last begins and the other fails", .longPress("a"),
      .longPress("b"), script: "A↓200,200@0 ⏲500", seen: ["a:failed@500", "b:began@500"]),
    Scenario(
      name: "TIM-7 the timer of a recogniser that failed fires nothing", .tap(),
      script: "A↓200,200@0 A→250,200@100 ⏲2000", seen: ["tap:failed@100"]),
  ]

  @Test("each scenario plays as its name says", arguments: rows)
  func row(_ row: Scenario) throws {
    try row.check()
  }

  @Test(
    "P18 after 2^32 ms of uptime, and past what 32 bits hold of seconds, gestures are what they are at the start",
    arguments: [Int64(1) << 32, 2_147_483_648_000] as [Int64])
  func lateStart(start: Int64) throws {
    func seen(from start: Int64) throws -> [String] {
      let rig = try GestureRig(.longPress(), .tap("tap2", taps: 2), .pan())
      rig.play(
        "A↓200,200@\(start) A↑@\(start + 80) A↓200,200@\(start + 200) A↑@\(start + 280) "
          + "A↓200,200@\(start + 3000) ⏲\(start + 4000) A→260,200@\(start + 4010) A↑@\(start + 4020) "
          + "⏲\(start + 9000)")
      return rig.seen.map { "\($0.recognizer) \($0.state) \($0.time - Double(start)) \($0.velocity)" }
    }
    let first = try seen(from: 0)
    #expect(first.count > 3)
    #expect(try seen(from: start) == first)
  }

  @Test("T5 a thousand armed timers fire once each and in order, though all of them are past")
  func thousand() throws {
    let rig = try GestureRig(
      (0..<1000).map {
        .make(
          LongPressRecognizer.self, "lp\($0)", passive: true, ["minimum_press_ms": .number(500 + Double($0))])
      })
    let expected = (0..<1000).map { "lp\($0):began@\(500 + $0)" }
    #expect(rig.play("A↓200,200@0 ⏲1000000") == expected)
    #expect(rig.play("⏲2000000").isEmpty)
    #expect(rig.nextDeadline == nil)
  }

  @Test("TIM-2 the same frames give the same events, however time is told in between")
  func equalEvents() throws {
    let recognizers: [RecognizerDeclaration] = [
      .tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2), .longPress(),
    ]
    let live = try GestureRig(recognizers)
    let replay = try GestureRig(recognizers)
    let ticking = "A↓200,200@0 ⏲10 ⏲50 A↑@80 ⏲100 ⏲429 ⏲430 ⏲436 A↓9,9@1000 ⏲1200 ⏲1507 A↑@1600 ⏲3000"
    let plain = "A↓200,200@0 A↑@80 A↓9,9@1000 A↑@1600 ⏲3000"
    #expect(live.play(ticking) == replay.play(plain))
  }

  @Test("TIM-7 nothing is armed once all is over, and a reset disarms")
  func disarmed() throws {
    let rig = try GestureRig(.tap(), .longPress(), .swipe(), .pan())
    rig.play("A↓200,200@0")
    #expect(rig.nextDeadline == .milliseconds(500))
    rig.play("A→300,300@100 A↑@120")
    #expect(rig.nextDeadline == nil)
  }
}
