import GestureCore
import GestureTestSupport
import Testing

/// TCH-29, TCH-30: the effect of a dropped stretch and of a lost device on gestures.
@Suite("Lost contacts")
struct LostContactTests {
  private func frame(
    _ cause: TouchFrame.Cause, at time: Int64, _ changes: [ContactChange]
  ) -> [TouchScript.Step] {
    [.frame(TouchFrame(time: .milliseconds(time), cause: cause, changes: changes))]
  }

  private func cancelled(_ slot: Int) -> ContactChange {
    ContactChange(slot: slot, kind: .cancelled, position: .zero)
  }

  @Test("TCH-29 a contact lost in a dropped stretch fails all that is possible, between taps too")
  func betweenTaps() throws {
    let rig = try GestureRig(.tap("tap2", taps: 2), .pan())
    rig.play("A↓200,200@0 A↑@80")
    rig.play(frame(.resynchronized(lostContact: true), at: 100, []))
    #expect(rig.seen.map(\.description) == ["tap2:failed@100"])
    #expect(rig.play("A↓200,200@230 A↑@310 ⏲2000") == ["pan:failed@310", "tap2:failed@660"])
  }

  @Test("TCH-29 an active one goes on unless it lost a touch")
  func active() throws {
    let rig = try GestureRig(.pan(maximum: 1), .tap(simultaneous: ["*"]))
    rig.play("A↓200,200@0 A→220,200@16 B↓500,500@20")
    rig.play(frame(.resynchronized(lostContact: true), at: 30, [cancelled(1)]))
    #expect(rig.seen.map(\.description) == [])
    #expect(rig.play("A→230,200@40") == ["pan:changed@40"])
    rig.play(frame(.resynchronized(lostContact: true), at: 50, [cancelled(0)]))
    #expect(rig.seen.map(\.description) == ["pan:cancelled@50"])
  }

  @Test("TCH-29 when every contact kept its id a gesture may complete across the gap")
  func kept() throws {
    let rig = try GestureRig(.tap())
    rig.play("A↓200,200@0")
    rig.play(frame(.resynchronized(lostContact: false), at: 30, []))
    #expect(rig.play("A↑@80") == ["tap:ended@80"])
  }

  @Test(
    "D5 a deadline in a gap comes after what is known at its end: a finger that was lost or has moved presses no more",
    arguments: [
      (true, ContactChange.Kind.cancelled, Point.zero, ["lp:failed@640"]),
      (false, .moved, Point(80, 50), ["lp:failed@640"]),
      (false, .moved, Point(31.3, 31.25), ["lp:began@640"]),
    ])
  func deadlineInGap(isLost: Bool, kind: ContactChange.Kind, position: Point, seen: [String]) throws {
    let rig = try GestureRig(.longPress())
    rig.play("A↓200,200@0")
    let change = ContactChange(slot: 0, kind: kind, position: position)
    rig.play(
      frame(.resynchronized(lostContact: isLost), at: 640, [change]) + [.advance(.milliseconds(641))])
    #expect(rig.seen.map(\.description) == seen)
  }

  @Test("TCH-3 a contact replaced in place is cancelled and never becomes a tap")
  func replaced() throws {
    let rig = try GestureRig(.tap())
    rig.play("A↓200,200@0")
    rig.play(frame(.report, at: 20, [cancelled(0)]))
    #expect(rig.seen.map(\.description) == ["tap:failed@20"])
    #expect(rig.play("B↓300,200@20 B↑@60") == ["tap:ended@60"])
  }

  @Test("TCH-30 a device that goes cancels all its touches in one event and arms nothing")
  func deviceRemoved() throws {
    let rig = try GestureRig(
      .pan().with { $0.cancelsTouchesInView = false }, .tap("tap2", taps: 2, simultaneous: ["*"]))
    rig.play("A↓200,200 B↓300,200@0 A→220,200 B→320,200@16")
    rig.play(frame(.deviceRemoved, at: 200, [cancelled(0), cancelled(1)]))
    #expect(rig.touches.map(\.description) == ["root:cancelled{1,2}@200"])
    #expect(rig.actions.map(\.description) == ["pan:cancelled@200"])
    #expect(rig.nextDeadline == nil)
  }

  @Test("DLY-18 a lost device fails what only waited between taps, without an action")
  func deviceRemovedBetweenTaps() throws {
    let rig = try GestureRig(.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2))
    rig.play("A↓200,200@0 A↑@80")
    rig.play(frame(.deviceRemoved, at: 100, []))
    #expect(rig.actions.isEmpty)
    #expect(rig.nextDeadline == nil)
  }

  @Test(
    "TCH-30 T3 why contacts were lost is the reason of what they end: a device that is gone, or one that is there",
    arguments: [
      (TouchFrame.Cause.deviceRemoved, "deviceRemoved"), (.interrupted, "interrupted"),
      (.cancelled, "touchesTakenAway"), (.resynchronized(lostContact: true), "contactsLost"),
      (.report, "touchCancelled"),
    ])
  func reasons(cause: TouchFrame.Cause, word: String) throws {
    let rig = try GestureRig(.pan(), .tap("tap", simultaneous: ["*"]))
    rig.play("A↓200,200@0 A→220,200@16")
    rig.play(frame(cause, at: 200, [cancelled(0)]))
    #expect(Set(rig.reasons) == [word])
  }
}
