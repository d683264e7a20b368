import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedDevices

@Suite struct RetryScheduleTests {
  @Test("D26 a device is tried five times more, each time after twice as long, and then no more")
  func backoff() {
    var schedule = RetrySchedule<Int>()
    var now = Instant.start
    var isTold = [schedule.add(3, "input3", at: now)]
    for delay in [100.0, 200, 400, 800, 1600] {
      #expect(schedule.nextDeadline == now + .milliseconds(delay))
      let early = schedule.removeDue(at: now + .milliseconds(delay - 1))
      now = now + .milliseconds(delay)
      let due = schedule.removeDue(at: now)
      #expect(early.isEmpty && due == [3] && schedule.nextDeadline == nil)
      isTold.append(schedule.add(3, "input3", at: now))
    }
    #expect(schedule.nextDeadline == nil)
    #expect(isTold == [true, false, false, false, false, true])
  }

  @Test("A device that is forgotten is not tried, and begins anew when it fails again")
  func forget() {
    var schedule = RetrySchedule<Int>()
    _ = schedule.add(3, "input3", at: .start)
    _ = schedule.add(4, "input4", at: .start + .milliseconds(10))
    schedule.forget("input3")
    #expect(schedule.nextDeadline == .start + .milliseconds(110))
    let isFirst = schedule.add(3, "input3", at: .start + .milliseconds(20))
    let due = schedule.removeDue(at: .start + .milliseconds(5000))
    #expect(isFirst && due == [3, 4])
  }
}
