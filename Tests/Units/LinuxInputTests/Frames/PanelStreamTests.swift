import GestureCore
import GestureTestSupport
import LinuxInput
import Testing
import TouchInput

/// A panel's stream from its owner's side: events and answers in, actions out. Times are in milliseconds.
@Suite struct PanelStreamTests {
  private typealias Batch = StreamRig.Batch

  /// A finger lands in slot 0 at 1000 ms.
  private func touched(slots: Bool = true, countsReading: Bool = false) throws -> StreamRig {
    var rig = try StreamRig(slots: slots, countsReading: countsReading)
    let actions = rig.read(.all(.down(0, 7), at: 1000), at: 1000)
    #expect(actions == ["readEvents", "frames 1", "wait"])
    return rig
  }

  // MARK: Reading

  @Test("TIM-1 a batch that is all the kernel had is read once, and its frames come in their order")
  func batch() throws {
    var rig = try StreamRig()
    let actions = rig.read(.all(.down(0, 7), .down(1, 8), .up(0), at: 1000), at: 1000)
    #expect(actions == ["readEvents", "frames 1", "frames 1", "frames 1", "wait"])
    #expect(rig.changes == ["0 began", "1 began", "0 ended"])
  }

  @Test("a report without a change is no frame, and the stream knows its stamp")
  func nothing() throws {
    var rig = try StreamRig()
    #expect(rig.read(.all(.report, at: 1000), at: 1001) == ["readEvents", "wait"])
    #expect(rig.stream.lastStamp == .milliseconds(1000))
  }

  @Test("a request is repeated until it is answered")
  func repeated() throws {
    var rig = try StreamRig()
    var none = EventList()
    rig.stream.begin(.readable, at: .milliseconds(1), due: nil)
    for _ in 0..<3 { #expect(rig.stream.next(in: &none) == .readEvents) }
    rig.stream.completeEmptyRead()
    for _ in 0..<3 { #expect(rig.stream.next(in: &none) == .wait) }
  }

  @Test("a batch that leaves something to read is followed by the next one, until nothing is queued")
  func backToBack() throws {
    var rig = try StreamRig()
    let actions = rig.read(.part(.down(0, 7), at: 1000), .part(.up(0), at: 1010), at: 1010)
    #expect(actions == ["readEvents", "frames 1", "readEvents", "frames 1", "readEvents", "wait"])
  }

  @Test("after sixteen batches other devices are read first, and deadlines do not wait for the rest")
  func pause() throws {
    var rig = try StreamRig()
    let batches = (0..<20).map { Batch.part(.down(0, Int32($0)), at: 1000 + Int64($0)) }
    var actions = rig.read(batches, at: 1020)
    #expect(actions.count { $0 == "readEvents" } == 16)
    #expect(actions.suffix(2) == ["pause", "wait"])
    actions = rig.read(batches, .deadline, at: 1030)
    #expect(actions.suffix(3) == ["pause", "advance 1028", "wait"])
  }

  @Test("TIM-1 a deadline fires 1.5 ms late, by its own time, after what was queued before")
  func deadline() throws {
    var rig = try touched()
    #expect(rig.stream.wakeTime(for: .milliseconds(1500)) == Instant(microseconds: 1_501_500))
    let actions = rig.read([.all(.up(0), at: 1500)], .deadline, at: 1502, due: 1500)
    // The finger was silent for 500 ms, so the stream first asks the device for its contacts.
    #expect(actions == ["readContacts", "readEvents", "frames 1", "advance 1500", "wait"])
  }

  @Test("TCH-30 a device that goes cancels its contacts, at the time of its going or later")
  func removal() throws {
    var rig = try touched()
    #expect(rig.stream.remove(at: .milliseconds(990)) == .gone(count: 1))
    #expect(rig.stream.frames.frame(at: 0).cause == .deviceRemoved)
    #expect(rig.stream.lastStamp == .milliseconds(1000))
    #expect(rig.stream.remove(at: .milliseconds(1005)) == .gone(count: 0))
    #expect(rig.stream.lastStamp == .milliseconds(1005))
  }

  // MARK: Too late (T3, T4)

  @Test("T4 events that waited for more than 500 ms interrupt once, and count again from the state on")
  func backlog() throws {
    var rig = try touched()
    var actions = rig.read(.all(.move(0), at: 1500), at: 2000)
    #expect(actions == ["readContacts", "readEvents", "frames 1", "wait"])
    actions = rig.read(.part(.move(0), at: 2099), .part(.move(0), at: 2100), at: 2600)
    #expect(
      actions == [
        "readContacts", "readEvents", "interrupt backlog 1", "readEvents", "readEvents", "readState",
        "resume",
        "wait",
      ])
    #expect(rig.changes == ["0 began", "0 moved", "0 cancelled"])
    // The finger is still down, and has no effect.
    #expect(rig.read(.all(.move(0), at: 2610), at: 2610) == ["readEvents", "wait"])
    #expect(rig.read(.all(.up(0), .down(0, 8), at: 2620), at: 2620) == ["readEvents", "frames 1", "wait"])
    #expect(rig.changes.last == "0 began")
  }

  @Test("T4 a deadline that is more than 500 ms late interrupts before anything is read")
  func lateDeadline() throws {
    var rig = try touched()
    let actions = rig.read(.all(.move(0), at: 1600), at: 1601, due: 1100)
    #expect(
      actions == ["interrupt backlog 1", "readEvents", "readEvents", "readState", "resume", "wait"])
    #expect(rig.read(.all(.up(0), at: 2000), at: 2000, due: 1500) == ["readEvents", "wait"])
  }

  @Test("T3 a sleep interrupts before anything is read, as of when the device was last followed")
  func sleep() throws {
    var rig = try touched()
    rig.stream.recordTime(.milliseconds(1300))
    let actions = rig.read([.all(.move(0), at: 9000)], .sleep, at: 9000)
    #expect(actions == ["interrupt sleep 1", "readEvents", "readEvents", "readState", "resume", "wait"])
    #expect(rig.times.last == 1300)
  }

  // MARK: Stamps (T2, D30)

  @Test("T2 once the stamps cannot be true those of the batch and of all after it are of the reading")
  func untrueStamps() throws {
    var rig = try touched()
    let actions = rig.read(.all(.move(0), .up(0), at: 500_000), at: 1010)
    #expect(actions == ["readEvents", "interrupt stamps 1", "readEvents", "readState", "resume", "wait"])
    #expect(rig.stream.countsReading == true)
    #expect(rig.read(.all(.down(0, 8), .up(0), at: 600_000), at: 1500).count == 4)
    #expect(rig.times.suffix(2) == [1500, 1500])
  }

  @Test("D30 without the kernel's monotonic stamps the events of a batch carry the time of reading")
  func foreignStamps() throws {
    var rig = try touched(countsReading: true)
    let actions = rig.read(.all(.move(0), .up(0), at: 90_000), at: 1010)
    #expect(actions == ["readEvents", "frames 1", "frames 1", "wait"])
    #expect(rig.times == [1000, 1010, 1010])
  }

  @Test("T2 a tick that is long does not make its events untrue")
  func longTick() throws {
    var rig = try touched()
    var events = EventList(Batch.all(.move(0), at: 1200).events)
    rig.stream.begin(.readable, at: .milliseconds(1010), due: nil)
    #expect(rig.stream.next(in: &events) == .readEvents)
    rig.stream.completeRead(isAll: true)
    #expect(rig.stream.next(in: &events, now: .milliseconds(1200)) == .frames(count: 1))
    #expect(rig.stream.countsReading == false)
  }

  // MARK: Dropped events (D5)

  @Test("D5 after dropped events the state is asked for once a report is there and nothing is queued")
  func dropped() throws {
    var rig = try touched()
    #expect(rig.read(.all(.drop, at: 1010), at: 1010) == ["readEvents", "wait"])
    rig.kernel.slots[1] = .init(trackingID: 9, x: 1000, y: 1000)
    let actions = rig.read(.part(.move(0), at: 1020), .all(.move(0), at: 1030), at: 1030)
    #expect(
      actions == ["readEvents", "readEvents", "readEvents", "readState", "resynchronized 1", "wait"])
    #expect(rig.changes.contains("1 began"))
    #expect(rig.read(.all(.up(0), at: 1040), at: 1040) == ["readEvents", "frames 1", "wait"])
  }

  @Test("D5 D27 contacts that changed where events were dropped are no silence: what is still down goes on")
  func droppedInDoubt() throws {
    var rig = try touched()
    rig.kernel.slots[1] = .init(trackingID: 9, x: 1000, y: 1000)
    let actions = rig.read(.all(.drop, .move(0), at: 1200), at: 1200)
    #expect(
      actions == ["readContacts", "readEvents", "readEvents", "readState", "resynchronized 1", "wait"])
    #expect(!rig.changes.contains("0 cancelled"))
  }

  @Test("D5 a device that cannot be asked loses its contacts at once")
  func droppedWithoutState() throws {
    var rig = try touched(slots: false)
    let actions = rig.read(.all(.drop, .report, at: 1010), at: 1010)
    #expect(actions == ["readEvents", "resynchronized 1", "wait"])
    #expect(rig.changes == ["0 began", "0 cancelled"])
  }

  @Test("D5 T4 an interruption in a gap outweighs it: what is down is nobody's")
  func interruptedGap() throws {
    var rig = try touched()
    let actions = rig.read(.part(.drop, .report, at: 1010), .part(.move(0), at: 1020), at: 1525)
    #expect(
      actions == [
        "readContacts", "readEvents", "interrupt backlog 1", "readEvents", "readEvents", "readState",
        "resume",
        "wait",
      ])
  }

  // MARK: Silence (D27)

  @Test(
    "D27 a silence of 2 s with fingers down is looked into, and of fingers that rest half as often each time")
  func rest() throws {
    var rig = try touched()
    #expect(rig.stream.wakeTime(for: nil) == .milliseconds(3000))
    #expect(
      rig.read([], .deadline, at: 3000) == [
        "readContacts", "readEvents", "readState", "advance 2998", "wait",
      ])
    #expect(rig.stream.wakeTime(for: nil) == .milliseconds(7000))
    #expect(rig.stream.wakeTime(for: .milliseconds(6990)) == Instant(microseconds: 6_991_500))
  }

  @Test("D27 contacts that are not where they were told to be, with nothing to read, are taken away")
  func silence() throws {
    var rig = try touched()
    rig.kernel.slots[0].x = 9
    let actions = rig.read([], .deadline, at: 3000)
    #expect(
      actions == [
        "readContacts", "readEvents", "readState", "readContacts", "readEvents", "interrupt silence 1",
        "resume",
        "advance 2998", "wait",
      ])
    #expect(rig.read(.all(.move(0), at: 3010), at: 3010) == ["readEvents", "wait"])
  }

  @Test("D27 an event between the reading and the question is no silence")
  func noSilence() throws {
    var rig = try touched()
    rig.kernel.slots[0].x = 9
    let actions = rig.read([.nothing, .all(.move(0), at: 3000)], .deadline, at: 3000)
    #expect(
      actions == [
        "readContacts", "readEvents", "readState", "readContacts", "readEvents", "frames 1", "advance 2998",
        "wait",
      ])
  }

  @Test("D27 contacts that come and go in 50 ms without a word are taken away with the next one")
  func unheard() throws {
    var rig = try touched()
    #expect(rig.read(.all(.move(0), at: 1050), at: 1050) == ["readEvents", "frames 1", "wait"])
    rig.kernel.slots[0].trackingID = 9
    let actions = rig.read(.all(.move(0), at: 1101), at: 1101)
    #expect(
      actions == [
        "readContacts", "readEvents", "awaitEvents 3", "readContacts", "interrupt silence 1", "readEvents",
        "readState", "resume", "wait",
      ])
  }

  @Test("D27 a batch that explains the contacts is no silence, nor is one that is not all")
  func explained() throws {
    var rig = try touched()
    rig.kernel.slots[0].trackingID = -1
    #expect(
      rig.read(.all(.up(0), at: 1060), at: 1060) == ["readContacts", "readEvents", "frames 1", "wait"])
    rig = try touched()
    rig.kernel.slots[0].trackingID = 9
    let actions = rig.read(.part(.move(0), at: 1060), .all(.up(0), .down(0, 9), at: 1060), at: 1060)
    #expect(
      actions == ["readContacts", "readEvents", "frames 1", "readEvents", "frames 1", "frames 1", "wait"])
  }

  @Test("D27 a driver that is still at its frame is waited for, and a device that does not answer is read")
  func awaited() throws {
    var rig = try touched()
    rig.kernel.slots[0].trackingID = 9
    rig.isMoreComing = true
    #expect(
      rig.read(.all(.move(0), at: 1060), at: 1060)
        == ["readContacts", "readEvents", "awaitEvents 3", "frames 1", "wait"])
    rig.tellsContacts = false
    #expect(
      rig.read(.all(.move(0), at: 1160), at: 1160) == ["readContacts", "readEvents", "frames 1", "wait"])
  }

  // MARK: Cut frames (D20)

  @Test("D20 a frame that was cut ends 5 ms later, and a deadline after the cut waits for that")
  func cut() throws {
    var rig = try touched()
    #expect(rig.read(.all(.down(1, 8), at: 1005), at: 1005) == ["readEvents", "frames 1", "wait"])
    #expect(rig.read(.all(.up(0), .move(1), .cut, at: 1010), at: 1010) == ["readEvents", "wait"])
    let dues: [Instant?] = [nil, .milliseconds(1012), .milliseconds(1010)].map { rig.stream.due($0) }
    #expect(dues == [.milliseconds(1015), .milliseconds(1015), .milliseconds(1010)])
    #expect(rig.read([], .deadline, at: 1016) == ["readEvents", "advance 1010", "wait"])
    #expect(rig.read([], .deadline, at: 1017) == ["readEvents", "frames 1", "advance 1015", "wait"])
    #expect(rig.changes.suffix(2) == ["0 ended", "1 moved"])
    let due = rig.stream.due(.milliseconds(1012))
    #expect(due == .milliseconds(1012))
  }

  @Test("D20 D27 the silence after a landing that was cut is looked into, as after any other")
  func cutLanding() throws {
    var rig = try StreamRig()
    #expect(rig.read(.all(.down(0, 7), .cut, at: 1010), at: 1010) == ["readEvents", "wait"])
    #expect(rig.read([], .deadline, at: 1017) == ["readEvents", "frames 1", "advance 1015", "wait"])
    let wake = rig.stream.wakeTime(for: nil)
    #expect(wake == .milliseconds(3017))
  }

  // MARK: Recordings

  @Test("D5 D20 a recording loses contacts with its events, and its end ends a frame that was cut")
  func recording() throws {
    var rig = try StreamRig(isRecording: true)
    let actions = rig.play(.all(.down(0, 7), .drop, .report, .down(1, 8), .down(2, 9), at: 10))
    #expect(actions == ["frames 1", "resynchronized 1", "frames 1", "frames 1"])
    #expect(rig.play(.all(.move(1), .up(2), .cut, at: 20)) == [])
    #expect(rig.advance(to: 24) == ["advance 20"])
    #expect(rig.advance(to: nil) == ["frames 1"])
    #expect(
      rig.changes == ["0 began", "0 cancelled", "1 began", "2 began", "1 moved", "2 ended"])
    #expect(rig.stream.wakeTime(for: nil) == nil)
  }

  @Test("the last stamp is that of the last event, though no report follows it")
  func openEnd() throws {
    var rig = try StreamRig(isRecording: true)
    #expect(rig.play(.all(.down(0, 7), at: 10)) == ["frames 1"])
    #expect(rig.play(.init(events: [.axis(EventCode.positionX, 5, at: 30)], isAll: true)) == [])
    #expect(rig.stream.lastStamp == .milliseconds(30))
  }
}
