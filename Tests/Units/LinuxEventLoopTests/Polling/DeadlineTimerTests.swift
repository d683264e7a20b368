import GestureCore
import LinuxEventLoop
import Testing

@Suite struct DeadlineTimerTests {
  private let token = PollToken(kind: 0, index: 0, generation: 0)

  @Test(
    "T5 a deadline that has passed fires at once",
    arguments: [Int64.min, -1, 0, 1, 999_999, 1_000_000])
  func past(microseconds: Int64) throws {
    var timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, interest: .readable, token: token)
    try timer.arm(at: Instant(microseconds: microseconds))
    #expect(try poller.wait(timeout: nil) == 1)
    let fired = timer.drain()
    #expect(fired)
    #expect(timer.armedAt == nil)
    #expect(try poller.wait(timeout: .zero) == 0)
  }

  @Test("A deadline to come fires at it, not before")
  func future() throws {
    var timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, interest: .readable, token: token)
    let deadline = MonotonicClock.now() + .milliseconds(1)
    try timer.arm(at: deadline)
    #expect(timer.armedAt == deadline)
    #expect(try poller.wait(timeout: nil) == 1)
    #expect(MonotonicClock.now() >= deadline)
  }

  @Test("A stopped timer, or one set to never, does not fire", arguments: [nil, Instant.distantFuture])
  func stopped(instant: Instant?) throws {
    var timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, interest: .readable, token: token)
    try timer.arm(at: Instant(microseconds: 1))
    try timer.arm(at: instant)
    #expect(timer.armedAt == nil)
    #expect(try poller.wait(timeout: .zero) == 0)
    let fired = timer.drain()
    #expect(!fired)
  }

  @Test("The latest stamp taken from outside can be armed")
  func latestStamp() throws {
    var timer = try DeadlineTimer()
    try timer.arm(at: .latestStamp)
    #expect(timer.armedAt == .latestStamp)
  }

  @Test("The same deadline can be armed again after it has fired and was drained")
  func again() throws {
    var timer = try DeadlineTimer()
    for _ in 0..<3 {
      try timer.arm(at: Instant(microseconds: 5))
      try timer.arm(at: Instant(microseconds: 5))
      let fired = timer.drain()
      #expect(fired)
      let firedTwice = timer.drain()
      #expect(!firedTwice)
    }
  }

  @Test("The monotonic clock does not go back, and the wall clock is past 2020")
  func clocks() {
    var last = MonotonicClock.now()
    for _ in 0..<1000 {
      let now = MonotonicClock.now()
      #expect(now >= last)
      last = now
    }
    #expect(WallClock.microsecondsSince1970() > 1_577_836_800_000_000)
  }
}
