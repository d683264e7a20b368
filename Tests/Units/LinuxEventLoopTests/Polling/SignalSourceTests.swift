import Glibc
import LinuxEventLoop
import Testing

@Suite struct SignalSourceTests {
  @Test("A signal number that does not exist is an error")
  func noSuchSignal() {
    let error = #expect(throws: SystemError.self) { _ = try SignalSource([.other(1000)]) }
    #expect(error?.errno == .invalidArgument)
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("A signal is a readable event with its name, once, and does not end the process")
    func signals() async {
      await #expect(processExitsWith: .success) {
        // The signals are blocked in this thread only, so the test sends them to this thread.
        let source = try SignalSource([.terminate, .interrupt, .hangUp, .other(SIGUSR1)])
        var poller = try Poller()
        try poller.add(
          source.descriptor, interest: .readable, token: PollToken(kind: 0, index: 0, generation: 0))
        #expect(try poller.wait(timeout: .zero) == 0)
        #expect(source.next() == nil)
        for signal in [Signal.terminate, .interrupt, .hangUp, .other(SIGUSR1)] {
          #expect(Signal(number: signal.number) == signal)
          for _ in 0..<2 { #expect(pthread_kill(pthread_self(), signal.number) == 0) }
          #expect(try poller.wait(timeout: nil) == 1)
          #expect(source.next() == signal)
          #expect(source.next() == nil)
        }
      }
    }

    @Test("Writing to a pipe without a reader ends the process until broken pipes are ignored")
    func brokenPipe() async {
      await #expect(processExitsWith: .signal(SIGPIPE)) {
        _ = Glibc.signal(SIGPIPE, SIG_DFL)
        var pipe = try Pipe()
        pipe.closeReader()
        _ = StandardStream(descriptor: pipe.writeDescriptor).write([1], in: 0..<1)
      }
      await #expect(processExitsWith: .success) {
        _ = Glibc.signal(SIGPIPE, SIG_DFL)
        SignalSource.ignoreBrokenPipe()
        var pipe = try Pipe()
        pipe.closeReader()
        let outcome = StandardStream(descriptor: pipe.writeDescriptor).write([1], in: 0..<1)
        #expect(outcome == .readerGone)
      }
    }
  }
}
