import GestureCore
import Glibc
import LinuxEventLoop
import Testing

@Suite struct PollerTests {
  private let token = PollToken(kind: 1, index: 2, generation: 3)

  @Test("Nothing ready: a wait with no time returns at once with no event")
  func nothingReady() throws {
    let pipe = try Pipe()
    var poller = try Poller()
    try poller.add(pipe.readDescriptor, interest: .readable, token: token)
    #expect(try poller.wait(timeout: .zero) == 0)
    #expect(try poller.wait(timeout: TimeSpan(microseconds: .min)) == 0)
    #expect(try poller.wait(timeout: TimeSpan(microseconds: 1)) == 0)
  }

  @Test("Data is reported until it is read, with the token it was registered under")
  func levelTriggered() throws {
    let pipe = try Pipe()
    var poller = try Poller()
    try poller.add(pipe.readDescriptor, interest: .readable, token: token)
    pipe.put([1])
    for _ in 0..<3 {
      #expect(try poller.wait(timeout: nil) == 1)
      #expect(poller[0] == PollEvent(token: token, readiness: .readable))
    }
    #expect(pipe.take() == [1])
    #expect(try poller.wait(timeout: .zero) == 0)
  }

  @Test("A writer that is gone is reported as hang-up without being asked for")
  func hangUp() throws {
    var poller = try Poller()
    var pipe = try Pipe()
    try poller.add(pipe.writeDescriptor, interest: [], token: token)
    #expect(try poller.wait(timeout: .zero) == 0)
    pipe.closeReader()
    #expect(try poller.wait(timeout: nil) == 1)
    #expect(poller[0].readiness == .error)
  }

  @Test("A changed interest takes effect, and a removed descriptor is silent")
  func modifyAndRemove() throws {
    let pipe = try Pipe()
    var poller = try Poller()
    try poller.add(pipe.readDescriptor, interest: .readable, token: token)
    pipe.put([1])
    let other = PollToken(kind: 9, index: 9, generation: 9)
    try poller.modify(pipe.readDescriptor, interest: [], token: other)
    #expect(try poller.wait(timeout: .zero) == 0)
    try poller.modify(pipe.readDescriptor, interest: .readable, token: other)
    try poller.wait(timeout: nil)
    #expect(poller[0].token == other)
    try poller.remove(pipe.readDescriptor)
    #expect(try poller.wait(timeout: .zero) == 0)
  }

  @Test("An event for a slot whose owner has changed is recognised by its generation")
  func staleGeneration() throws {
    let first = try Pipe()
    let second = try Pipe()
    var generations: [UInt32] = [PollToken.generationMask, 0]
    var poller = try Poller()
    for (index, generation) in generations.enumerated() {
      let descriptor = index == 0 ? first.readDescriptor : second.readDescriptor
      let token = PollToken(kind: 1, index: UInt32(index), generation: generation)
      try poller.add(descriptor, interest: .readable, token: token)
    }
    first.put([1])
    second.put([1])
    #expect(try poller.wait(timeout: nil) == 2)
    // The handler of an earlier event in this turn has closed slot 0, and a new connection has taken it.
    generations[0] = PollToken.generation(after: generations[0])
    let current = (0..<poller.readyCount).map { poller[$0].token }
      .filter { generations[Int($0.index)] == $0.generation }
    #expect(current.map(\.index) == [1])
  }

  @Test("More ready descriptors than fit in one wait come with the next ones")
  func capacity() throws {
    let first = try Pipe()
    let second = try Pipe()
    let third = try Pipe()
    var poller = try Poller(capacity: 2)
    let descriptors = [first.readDescriptor, second.readDescriptor, third.readDescriptor]
    for (index, descriptor) in descriptors.enumerated() {
      let token = PollToken(kind: 0, index: UInt32(index), generation: 0)
      try poller.add(descriptor, interest: .readable, token: token)
    }
    first.put([1])
    second.put([1])
    third.put([1])
    var seen: Set<UInt32> = []
    for _ in 0..<2 {
      #expect(try poller.wait(timeout: .zero) == 2)
      for index in 0..<poller.readyCount { seen.insert(poller[index].token.index) }
    }
    #expect(seen == [0, 1, 2])
  }

  @Test("A descriptor registered twice, or not a pollable one, is an error that names the call")
  func refusals() throws {
    let pipe = try Pipe()
    let poller = try Poller()
    try poller.add(pipe.readDescriptor, interest: .readable, token: token)
    let twice = #expect(throws: SystemError.self) {
      try poller.add(pipe.readDescriptor, interest: .readable, token: token)
    }
    #expect(twice == SystemError(operation: "epoll_ctl", errno: .fileExists))
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("Pollers, timers and signal sources close what they have opened")
    func noLeak() async {
      await #expect(processExitsWith: .success) {
        let growth = try descriptorGrowth(over: 200) {
          let poller = try Poller()
          let timer = try DeadlineTimer()
          let signals = try SignalSource([.other(SIGUSR2)])
          try poller.add(
            timer.descriptor, interest: .readable, token: PollToken(kind: 0, index: 0, generation: 0))
          try poller.add(
            signals.descriptor, interest: .readable, token: PollToken(kind: 1, index: 0, generation: 0))
        }
        #expect(growth < allowedGrowth)
      }
    }

    @Test("P16 a signal handled elsewhere does not end a wait early")
    func interruptedWait() async {
      await #expect(processExitsWith: .success) {
        // A handler without SA_RESTART, called in the waiting thread about every millisecond.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        unsafe sigaction(SIGUSR1, &action, nil)
        var sender = pthread_t()
        let waitingThread = unsafe UnsafeMutableRawPointer(bitPattern: UInt(pthread_self()))
        unsafe pthread_create(
          &sender, nil,
          { thread in
            while pthread_kill(pthread_t(UInt(bitPattern: thread)), SIGUSR1) == 0 { poll(nil, 0, 1) }
            return nil
          }, waitingThread)
        var poller = try Poller()
        let start = MonotonicClock.now()
        #expect(try poller.wait(timeout: .milliseconds(20)) == 0)
        #expect(MonotonicClock.now() - start >= .milliseconds(20))
      }
    }
  }
}
