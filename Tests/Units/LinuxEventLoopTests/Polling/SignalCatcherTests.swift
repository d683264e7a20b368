import GestureTestSupport
import Glibc
import LinuxEventLoop
import Testing

@Suite("Signals that are caught")
struct SignalCatcherTests {
  @Test("a signal waits to be read, in a process whose threads do not block it, and ends nothing")
  func caught() throws {
    let catcher = try SignalCatcher([.other(SIGUSR2)])
    #expect(catcher.next() == nil)
    // The signal goes to this thread. A signal to the process could reach another test that waits for it.
    #expect(pthread_kill(pthread_self(), SIGUSR2) == 0)
    var poller = try Poller()
    try poller.add(
      catcher.descriptor, interest: [.readable], token: PollToken(kind: 0, index: 0, generation: 0))
    #expect(try HangWatch.wait { try poller.wait(timeout: .milliseconds($0)) == 1 })
    #expect(catcher.next() == .other(SIGUSR2))
    #expect(catcher.next() == nil)
  }

  @Test("a number that is no signal is an error")
  func noSignal() {
    #expect(throws: SystemError.self) { _ = try SignalCatcher([.other(1000)]) }
  }
}
