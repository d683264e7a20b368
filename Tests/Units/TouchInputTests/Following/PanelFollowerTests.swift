import GestureCore
import Testing
import TouchInput

/// The follower decides which events of a device count, and when it asks for the state. Times are in milliseconds.
@Suite struct PanelFollowerTests {
  private func follower(countsReading: Bool = false) -> PanelFollower {
    PanelFollower(TouchSettings(), countsReading: countsReading, emptyAt: .milliseconds(0))
  }

  /// An expectation cannot contain a mutating call, so this function compares the call's result.
  private func same<Value: Equatable>(
    _ value: Value, _ expected: Value, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(value == expected, sourceLocation: location)
  }

  private func begin(
    _ follower: inout PanelFollower, _ stamps: ClosedRange<Int64>, at now: Int64
  ) -> Interruption? {
    var span = StampSpan(.milliseconds(stamps.lowerBound))
    span.add(.milliseconds(stamps.upperBound))
    return follower.begin(span, now: .milliseconds(now), clock: { .milliseconds(now) })
  }

  @Test("T4 events that waited for more than 500 ms interrupt; once, until the device was asked")
  func backlog() {
    var follower = follower()
    same(begin(&follower, 500...900, at: 1000), nil)
    same(begin(&follower, 499...900, at: 1000), .backlog)
    follower.interrupt()
    same(begin(&follower, 499...900, at: 1000), nil)
    same(follower.reachQueueEnd(at: .milliseconds(1000)), .adopt)
    same(follower.reachQueueEnd(at: .milliseconds(1000)), .adopt)
    follower.resume(hasContacts: false, at: .milliseconds(1000))
    same(follower.reachQueueEnd(at: .milliseconds(1000)), nil)
  }

  @Test("T4 a deadline that comes too late is none, unless nothing is followed anyway")
  func lateDeadline() {
    var follower = follower()
    same(follower.isTooLate(nil, at: .milliseconds(9000)), false)
    same(follower.isTooLate(.milliseconds(500), at: .milliseconds(1000)), false)
    same(follower.isTooLate(.milliseconds(499), at: .milliseconds(1000)), true)
    follower.interrupt()
    same(follower.isTooLate(.milliseconds(499), at: .milliseconds(1000)), false)
  }

  @Test("T2 one stamp that cannot be true has the time of reading count from its batch on")
  func stamps() {
    var follower = follower()
    same(begin(&follower, 990...1_000_000_000_000, at: 1000), .stamps)
    same(follower.countsReading, true)
    follower.interrupt()
    same(begin(&follower, 0...1_000_000_000_000, at: 1010), nil)
  }

  @Test("T2 a tick that is long does not make its events untrue")
  func longTick() {
    var follower = follower()
    let stamps = StampSpan(.milliseconds(1100))
    same(follower.begin(stamps, now: .milliseconds(1000), clock: { .milliseconds(1100) }), nil)
    same(follower.countsReading, false)
  }

  /// A clock that is off by 90 s, with a report each 10 ms.
  private func believing(for duration: Int64) -> PanelFollower {
    var follower = follower(countsReading: true)
    for now in stride(from: Int64(0), through: duration, by: 10) {
      same(begin(&follower, (now + 90_000)...(now + 90_000), at: now), nil)
      _ = follower.reachQueueEnd(at: .milliseconds(now))
    }
    return follower
  }

  @Test(
    "T4 D30 of a device that stamps by another clock a backlog is known once that clock was seen to go as ours"
  )
  func foreignBacklog() {
    var follower = believing(for: 2000)
    // The device rests, and is read at once when it goes on.
    same(begin(&follower, 95_000...95_000, at: 5000), nil)
    _ = follower.reachQueueEnd(at: .milliseconds(5000))
    same(begin(&follower, 95_100...95_200, at: 5700), .backlog)
  }

  @Test("T4 D30 a clock that was seen for less than a second, or was set meanwhile, says nothing")
  func unprovenClock() {
    var young = believing(for: 900)
    same(begin(&young, 90_910...90_910, at: 9000), nil)
    var set = believing(for: 2000)
    // The clock is set forward by a minute. Events from the future are not old.
    same(begin(&set, 152_010...152_010, at: 2010), nil)
    _ = set.reachQueueEnd(at: .milliseconds(2010))
    same(begin(&set, 152_020...152_020, at: 9000), nil)
  }

  @Test("T2 a clock that stands still never proves itself: what it stamps has no age")
  func frozenClock() {
    var follower = follower(countsReading: true)
    for now in stride(from: Int64(0), through: 5000, by: 10) {
      same(begin(&follower, 77...77, at: now), nil)
      _ = follower.reachQueueEnd(at: .milliseconds(now))
    }
    same(begin(&follower, 77...77, at: 9000), nil)
  }

  @Test("D5 after dropped events the state is asked for when nothing is queued, once")
  func dropped() {
    var follower = follower()
    same(follower.recordDrop(hasState: true), false)
    same(follower.recordDrop(hasState: true), false)
    same(follower.reachQueueEnd(at: .milliseconds(10)), .resynchronize)
    follower.resume(hasContacts: true, at: .milliseconds(10))
    same(follower.reachQueueEnd(at: .milliseconds(20)), nil)
  }

  @Test("D5 a device that cannot be asked loses its contacts at once")
  func droppedWithoutState() {
    var follower = follower()
    same(follower.recordDrop(hasState: false), true)
    same(follower.reachQueueEnd(at: .milliseconds(10)), nil)
  }

  @Test("D5 T4 an interruption in a gap outweighs it: what is down is nobody's")
  func interruptedGap() {
    var follower = follower()
    same(follower.recordDrop(hasState: true), false)
    follower.interrupt()
    same(follower.recordDrop(hasState: true), false)
    same(follower.reachQueueEnd(at: .milliseconds(10)), .adopt)
    follower.resume(hasContacts: false, at: .milliseconds(10))
  }

  @Test(
    "D27 a silence of 2 s with fingers down is looked into, and of fingers that rest half as often each time")
  func silence() {
    var follower = follower()
    same(follower.nextDeadline, nil)
    follower.endBatch(hasContacts: true, at: .milliseconds(1000))
    same(follower.nextDeadline, .milliseconds(3000))
    follower.endBatch(hasContacts: true, at: .milliseconds(2500))
    // The timer is not postponed. When it fires, the follower checks, and waits for the rest of the time.
    same(follower.isSilenceDue(hasContacts: true, at: .milliseconds(3000)), false)
    same(follower.nextDeadline, .milliseconds(4500))
    same(follower.isSilenceDue(hasContacts: true, at: .milliseconds(4500)), true)
    follower.confirmContacts(at: .milliseconds(4500))
    same(follower.nextDeadline, .milliseconds(8500))
    same(follower.isSilent(since: .milliseconds(4500)), true)
    follower.endBatch(hasContacts: true, at: .milliseconds(4500))
    same(follower.isSilent(since: .milliseconds(4500)), false)
    same(follower.isSilenceDue(hasContacts: false, at: .milliseconds(9000)), false)
    same(follower.nextDeadline, nil)
  }

  @Test("D27 once the last finger has lifted nothing wakes the daemon for the panel's silence")
  func lifted() {
    var follower = follower()
    follower.endBatch(hasContacts: true, at: .milliseconds(700))
    follower.endBatch(hasContacts: false, at: .milliseconds(760))
    same(follower.nextDeadline, nil)
    // The next finger's time counts from its own landing.
    follower.endBatch(hasContacts: true, at: .milliseconds(1400))
    same(follower.nextDeadline, .milliseconds(3400))
  }

  @Test(
    "D27 after 50 ms without a word something may have been missed, while fingers are down and are followed")
  func doubt() {
    var follower = follower()
    follower.endBatch(hasContacts: true, at: .milliseconds(1000))
    same(follower.mayHaveMissed(hasContacts: true, at: .milliseconds(1050)), false)
    same(follower.mayHaveMissed(hasContacts: true, at: .milliseconds(1051)), true)
    same(follower.mayHaveMissed(hasContacts: false, at: .milliseconds(1051)), false)
    follower.interrupt()
    same(follower.mayHaveMissed(hasContacts: true, at: .milliseconds(1051)), false)
  }
}
