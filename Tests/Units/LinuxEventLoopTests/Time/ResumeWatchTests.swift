import GestureCore
import Testing

@testable import LinuxEventLoop

@Suite struct ResumeWatchTests {
  @Test("T3 while nobody sleeps and nobody sets the clock there is nothing to read, and no sleep to tell")
  func quiet() throws {
    var watch = try ResumeWatch()
    var poller = try Poller()
    try poller.add(
      watch.descriptor, interest: .readable, token: PollToken(kind: 0, index: 0, generation: 0))
    #expect(try poller.wait(timeout: .zero) == 0)
    let sleep = try watch.measureSleep()
    #expect(sleep == nil)
  }

  @Test(
    "T3 more than a second by which the one clock has gained on the other is a sleep, and is told once",
    arguments: [
      (Int64(0), false), (1_000_000, false), (1_000_001, true), (86_400_000_000, true), (-5, false),
    ])
  func sleep(gained: Int64, isSleep: Bool) {
    var before = TimeSpan(microseconds: 500)
    let after = TimeSpan(microseconds: 500 + gained)
    let sleep = ResumeWatch.sleep(from: &before, to: after)
    #expect(sleep == (isSleep ? TimeSpan(microseconds: gained) : nil))
    let again = ResumeWatch.sleep(from: &before, to: after)
    #expect(again == nil)
  }
}
