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
    #expect(rig.play("A↑@700 ⏲900") == ["lp:ended@700"])
    #expect(rig.touches.map(\.description) == ["root:ended{1}@700"])
  }

  @Test("a real lift is told when the window is over, with its own time")
  func realLift() throws {
    let rig = try rig(.tap())
    #expect(rig.play("A↓200,200@0 A↑@100 ⏲179") == [])
    #expect(rig.nextDeadline == .milliseconds(180))
    #expect(rig.play("⏲180") == ["tap:ended@100"])
  }

  @Test(
    "DEB-1 a flick has its velocity and a tap is no hold, however long a lift waits",
    arguments: [30.0, 95, 450, 1000])
  func ownTime(milliseconds: Double) throws {
    let moves = (1...12).map { "A→\(200 + 8 * $0),200@\($0 * 8)" }.joined(separator: " ")
    let flick = try GestureRig([.pan()], settings: Self.settings(milliseconds))
    #expect(flick.play("A↓200,200@0 \(moves) A↑@104 ⏲3000").last == "pan:ended@104")
    // 96 pt in the 104 ms since the landing, of which 4 are before the 100 ms.
    #expect(flick.last?.velocity.isNear(920, 0) == true)
    let tap = try GestureRig(
      [.tap(passive: true), .make(LongPressRecognizer.self, "lp", passive: true)],
      settings: Self.settings(milliseconds))
    #expect(Set(tap.play("A↓200,200@0 A↑@140 ⏲3000")) == ["tap:ended@140", "lp:failed@140"])
  }

  @Test(
    "DEB-1, DEB-2 a swipe that is long enough at the lift is one, though its time is over when the lift is told"
  )
  func swipe() throws {
    let rig = try GestureRig([.swipe()], settings: Self.settings(300))
    #expect(rig.play("A↓100,300@0 A→140,300@60 A→160,300@100 A↑@400 ⏲2000") == ["swipe:ended@400"])
    let late = try GestureRig([.swipe()], settings: Self.settings(300))
    #expect(late.play("A↓100,300@0 A→140,300@60 A↑@90 ⏲2000") == ["swipe:failed@90"])
  }

  @Test("DEB-2 a finger that comes back is a hold at the hold's own time, and not before it is back")
  func deadlines() throws {
    let rig = try GestureRig([.longPress()], settings: Self.settings(400))
    #expect(rig.play("A↓200,200@0 A↑@300 ⏲650") == [])
    #expect(rig.play("A↓200,200@660 ⏲661") == ["lp:began@500"])
    #expect(rig.play("A↑@900 ⏲2000") == ["lp:ended@900"])
  }

  @Test("DEB-3 another finger waits for an open lift, and keeps its own times")
  func otherFinger() throws {
    let rig = try GestureRig(
      [.pan(), .tap()], regions: .f1, on: ["C", "A"], settings: Self.settings(200))
    rig.play("A↓400,500@0 A→420,500@10 B↓60,60@100 A→430,500@110 B↑@190 A→440,500@200")
    #expect(rig.last?.description == "pan:changed@110")
    let told = rig.play("A→450,500@350 A→460,500@380 ⏲390")
    #expect(
      told == ["tap:ended@190", "pan:changed@200", "pan:changed@350", "pan:changed@380"])
    #expect(rig.play("A→470,500@395 A↑@400 ⏲900") == ["pan:changed@395", "pan:ended@400"])
  }

  @Test("DEB-4 an ID that changes in place is a lift and a landing within no time")
  func replaced() throws {
    let rig = try GestureRig([.pan(), .tap(passive: true)], settings: Self.settings(30))
    rig.play("A↓200,200@0 A→230,200@20")
    func replace(at time: Int64, _ x: Double, from old: Double) {
      let changes = [ContactChange.Kind.cancelled, .began].map {
        ContactChange(slot: 0, kind: $0, position: Point(($0 == .began ? x : old) / 6.4, 31.25))
      }
      rig.play(changes.map { .frame(TouchFrame(time: .milliseconds(time), changes: [$0])) })
    }
    replace(at: 40, 240, from: 230)
    #expect(rig.last?.description == "pan:changed@40")
    #expect(rig.play("A→260,200@60 A↑@80 ⏲500") == ["tap:failed@60", "pan:changed@60", "pan:ended@80"])
    #expect(rig.last?.translation.isNear(60, 0) == true)
    // Far away it is another finger.
    rig.play("A↓200,200@1000 A→230,200@1020")
    replace(at: 1040, 600, from: 230)
    #expect(rig.last?.description == "pan:cancelled@1040")
    #expect(rig.touches.map(\.phase) == [.began])
    // A palm is cancelled at once.
    rig.play("A→620,200@1060 A✕@1070 ⏲1071")
    #expect(rig.last?.description == "pan:cancelled@1070")
  }

  @Test("DEB-3 more reports than there is room for while a lift is open lose no finger and no place")
  func manyReports() throws {
    let rig = try GestureRig([.pan(maximum: 10)], settings: Self.settings(1000))
    let moves = (1...400).map { "B→\(400 + Double($0) / 4),400@\(20 + 2 * $0)" }.joined(separator: " ")
    rig.play("A↓200,200@0 B↓400,400@5 A↑@20")
    #expect(rig.play(moves) == [])
    #expect(rig.play("⏲1020").last == "pan:changed@820")
    #expect(rig.last?.location.isNear(500, 400) == true)
    #expect(rig.play("B↑@1100 ⏲3000") == ["pan:ended@1100"])
  }

  @Test("a landing exactly at the end of the window is in time, one after it is not")
  func edge() throws {
    let rig = try rig(.tap("tap2", taps: 2).with { $0.delaysTouchesEnded = false })
    rig.play("A↓200,200@0 A↑@100 A↓200,200@180 A↑@250 ⏲330")
    #expect(rig.touches.map(\.phase) == [.began, .ended])
    let other = try self.rig(.tap("tap2", taps: 2))
    #expect(other.play("A↓200,200@0 A↑@100 A↓200,200@181 A↑@250 ⏲330") == ["tap2:ended@250"])
  }

  @Test("TAP-11 two quick taps at two places are two taps: a landing elsewhere shows that the lift was meant")
  func elsewhere() throws {
    let rig = try GestureRig(
      [.make(TapRecognizer.self, touches: [1, 2], passive: true)], settings: Self.settings(80))
    rig.play("A↓200,200@0 A↑@50 B↓800,500@100 B↑@150 ⏲400")
    #expect(rig.actions.map(\.description) == ["tap:ended@50", "tap:ended@150"])
    #expect(rig.actions.map(\.touches) == [1, 1])
    #expect(
      rig.touches.map(\.description) == [
        "root:began{1}@0", "root:ended{1}@50", "root:began{2}@100", "root:ended{2}@150",
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
    #expect(rig.touches.map(\.description) == ["root:ended{1}@100", "root:began{2}@120"])
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
    #expect(rig.seen.map(\.description) == ["tap:ended@100"])
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
