import GestureCore
import Testing

@testable import GesturedDevices

@Suite struct BackoffTests {
  @Test("what fails is tried again after a second, then after twice as long each time, up to a minute")
  func failures() {
    var backoff = Backoff()
    #expect(backoff.deadline == nil)
    var now = Instant.milliseconds(0)
    var delays: [Double] = []
    for _ in 0..<8 {
      backoff.recordFailure(at: now)
      guard let due = backoff.deadline else { break }
      delays.append((due - now).milliseconds)
      let early = backoff.consumeDue(at: due - .milliseconds(1))
      let onTime = backoff.consumeDue(at: due)
      let again = backoff.consumeDue(at: due)
      #expect((early, onTime, again) == (false, true, false))
      now = due
    }
    #expect(delays == [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 64_000])
  }

  @Test("what has worked for longer than a minute begins anew, what has not goes on")
  func workedBetween() {
    var backoff = Backoff()
    backoff.recordFailure(at: .milliseconds(0))
    backoff.recordStart(at: .milliseconds(1000))
    #expect(backoff.deadline == nil)
    backoff.recordFailure(at: .milliseconds(2000))
    #expect(backoff.deadline == .milliseconds(4000))
    backoff.recordStart(at: .milliseconds(4000))
    backoff.recordFailure(at: .milliseconds(70_000))
    #expect(backoff.deadline == .milliseconds(71_000))
  }
}
