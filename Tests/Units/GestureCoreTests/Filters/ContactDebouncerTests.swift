import GestureTestSupport
import Testing

@testable import GestureCore

@Suite("Debounce")
struct ContactDebouncerTests {
  private static func settings(_ milliseconds: Double) -> TouchSettings {
    var table = OptionTable(defaultsOf: TouchSettings.options)
    table.set("debounce_ms", to: .number(milliseconds))
    return TouchSettings(table)
  }

  private func rig(_ declarations: RecognizerDeclaration...) throws -> GestureRig {
    try GestureRig(declarations, settings: Self.settings(80))
  }

  @Test("a finger that lifts for a moment has not lifted: a long press goes through it")
  func moment() throws {
    let rig = try rig(.longPress().with { $0.cancelsTouchesInView = false })
    #expect(rig.play("A↓200,200@0 A↑@300 A↓202,200@360 ⏲500") == ["lp:began@500"])
    #expect(rig.play("A↑@700 ⏲900") == ["lp:ended@780"])
    #expect(rig.touches.map(\.description) == ["root:ended{1}@780"])
  }

  @Test("a real lift is told when the window is over, with that time")
  func realLift() throws {
    let rig = try rig(.tap())
    #expect(rig.play("A↓200,200@0 A↑@100 ⏲179") == [])
    #expect(rig.nextDeadline == .milliseconds(180))
    #expect(rig.play("⏲180") == ["tap:ended@180"])
  }

  @Test("a landing exactly at the end of the window is in time, one after it is not")
  func edge() throws {
    let rig = try rig(.tap("tap2", taps: 2).with { $0.delaysTouchesEnded = false })
    rig.play("A↓200,200@0 A↑@100 A↓200,200@180 A↑@250 ⏲330")
    #expect(rig.touches.map(\.phase) == [.began, .ended])
    let other = try self.rig(.tap("tap2", taps: 2))
    #expect(other.play("A↓200,200@0 A↑@100 A↓200,200@181 A↑@250 ⏲330") == ["tap2:ended@330"])
  }

  @Test("TAP-11 two quick taps at two places are two taps: a landing elsewhere shows that the lift was meant")
  func elsewhere() throws {
    let rig = try GestureRig(
      [.make(TapRecognizer.self, touches: [1, 2], passive: true)], settings: Self.settings(80))
    rig.play("A↓200,200@0 A↑@50 B↓800,500@100 B↑@150 ⏲400")
    #expect(rig.actions.map(\.description) == ["tap:ended@100", "tap:ended@230"])
    #expect(rig.actions.map(\.touches) == [1, 1])
    #expect(
      rig.touches.map(\.description) == [
        "root:began{1}@0", "root:ended{1}@100", "root:began{2}@100", "root:ended{2}@230",
      ])
  }

  @Test("a landing elsewhere never loses a finger, even where every slot is in use", arguments: [1, 2])
  func fullTable(slots: Int) throws {
    var debouncer = try #require(ContactDebouncer(Self.settings(80), maximumTouches: slots))
    var output = FrameQueue(maximumTouches: slots)
    func change(_ slot: Int, _ kind: ContactChange.Kind, _ x: Double) -> ContactChange {
      ContactChange(slot: slot, kind: kind, position: Point(x, 10))
    }
    let all = 0..<slots
    let landings = TouchFrame(
      time: .milliseconds(0), changes: all.map { change($0, .began, 10 * Double($0)) })
    debouncer.filter(landings, into: &output)
    #expect(output[0].changes.count == slots)
    output.removeAll()
    let lifts = TouchFrame(time: .milliseconds(10), changes: all.map { change($0, .ended, 10 * Double($0)) })
    debouncer.filter(lifts, into: &output)
    #expect(output.count == 0)
    let others = TouchFrame(
      time: .milliseconds(20), changes: all.map { change($0, .began, 80 + 10 * Double($0)) })
    debouncer.filter(others, into: &output)
    #expect(output.count == 2)
    #expect(output[0].changes.map(\.kind) == all.map { _ in .ended })
    #expect(output[1].changes.map(\.kind) == all.map { _ in .began })
  }

  @Test("TCH-29 nothing is joined across a dropped stretch")
  func droppedStretch() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A↑@100")
    let landing = ContactChange(slot: 0, kind: .began, position: Point(31.25, 31.25))
    rig.play([
      .frame(
        TouchFrame(
          time: .milliseconds(120), cause: .resynchronized(lostContact: false), changes: [landing]))
    ])
    #expect(rig.touches.map(\.description) == ["root:ended{1}@120", "root:began{2}@120"])
  }

  @Test("a finger that comes back in another slot keeps its touch")
  func otherSlot() throws {
    let rig = try rig(.pan().with { $0.cancelsTouchesInView = false })
    rig.play("A↓200,200@0 B↓600,200@10 A↑@100 B↑@110 C↓601,200@150 D↓201,200@160 C→650,200 D→250,200@170")
    #expect(rig.touches.map(\.description).suffix(2) == ["root:moved{1}@160", "root:moved{1,2}@170"])
  }

  @Test("what is held back ends when the device goes")
  func deviceRemoved() throws {
    let rig = try rig(.tap())
    rig.play("A↓200,200@0 A↑@100")
    rig.play([.frame(TouchFrame(time: .milliseconds(120), cause: .deviceRemoved, changes: []))])
    #expect(rig.seen.map(\.description) == ["tap:ended@120"])
    #expect(rig.nextDeadline == nil)
  }

  @Test(
    "TCH-10 with a debounce too each began has one end, whatever the fingers do",
    arguments: Array<UInt64>(0..<20))
  func property(_ seed: UInt64) throws {
    let rig = try GestureRig(
      [.pan(), .tap(taps: 2, simultaneous: ["*"]), .longPress()], settings: Self.settings(50))
    var story = RandomStory(seed: seed)
    rig.play(story.next(1000) + story.ending())
    var phases: [UInt64: TouchPhase] = [:]
    for event in rig.touches {
      for touch in event.touches {
        let old = phases[touch.id]
        #expect((old == nil) == (event.phase == .began))
        #expect(old != .ended && old != .cancelled)
        phases[touch.id] = event.phase
      }
    }
    let unfinished = phases.values.count { $0 != .ended && $0 != .cancelled }
    #expect(unfinished == 0)
    #expect(rig.nextDeadline == nil)
  }
}
