import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import SystemPackage
import Testing

@testable import GesturedServing

@Suite struct SubscriberAcceptorTests {
  @Test("At most eight are taken a tick, so that a storm of connections starves nobody")
  func perTick() throws {
    var door = try Door()
    let clients = try (0..<40).map { _ in try Client(connectingTo: door.path) }
    var counts: [Int] = []
    while try door.isKnockedAt() {
      let before = door.taken
      let errno = try door.accept(at: .start)
      #expect(errno == nil)
      counts.append(door.taken - before)
    }
    #expect(counts == [8, 8, 8, 8, 8])
    let resumesAt = door.acceptor.resumesAt
    #expect(clients.count == 40 && resumesAt == nil)
  }

  @Test("At its end the path is free and who waits is hung up on")
  func end() throws {
    let door = try Door()
    let path = door.path
    let folder = door.folder
    let client = try Client(connectingTo: path)
    try door.close()
    client.read()
    #expect(client.isAtEnd)
    _ = try UnixListener(at: path)
    #expect(!folder.path.isEmpty)
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test(
      "S14 out of descriptors: it rests from 10 ms on, doubling to 1 s, without waking the loop, and resumes")
    func rest() async {
      // In a process of its own, because the test lowers the process's limit of descriptors.
      await #expect(processExitsWith: .success) {
        var door = try Door()
        let client = try Client(connectingTo: door.path)
        // The first descriptor is in use. Other threads may close others meanwhile, so all others are beyond the limit.
        let usual = limitDescriptors(to: 1)
        var now = Instant.start
        var rests: [Double] = []
        for _ in 0..<9 {
          let isKnockedAt = try door.isKnockedAt()
          let errno = try door.accept(at: now)
          let wakesAgain = try door.isKnockedAt()
          #expect(isKnockedAt && errno == .tooManyOpenFiles && !wakesAgain)
          let resumesAt = door.acceptor.resumesAt
          let end = try #require(resumesAt)
          rests.append((end - now).milliseconds)
          try door.resume(at: end - TimeSpan(microseconds: 1))
          let early = door.acceptor.resumesAt
          #expect(early == end)
          try door.resume(at: end)
          let resumed = door.acceptor.resumesAt
          #expect(resumed == nil)
          now = end
        }
        #expect(rests == [10, 20, 40, 80, 160, 320, 640, 1000, 1000])
        limitDescriptors(to: usual)
        let errno = try door.accept(at: now)
        let taken = door.taken
        #expect(errno == nil && taken == 1)
        client.read()
        #expect(client.isAtEnd)
        // An accepted client ends the growth: the next rest is short again.
        let other = try Client(connectingTo: door.path)
        limitDescriptors(to: 1)
        _ = try door.accept(at: now)
        let end = door.acceptor.resumesAt
        #expect(end == now + .milliseconds(10) && !other.isAtEnd)
      }
    }
  }
}

/// A `SubscriberAcceptor` and the `Poller` that watches for it.
private struct Door: ~Copyable {
  let folder: TemporaryFolder
  let path: SocketPath
  private var poller: Poller
  private(set) var acceptor: SubscriberAcceptor
  /// The number of clients that were accepted and closed at once.
  private(set) var taken = 0

  init() throws {
    let folder = try TemporaryFolder()
    let path = try SocketPath(folder.file("s"))
    let poller = try Poller()
    acceptor = try SubscriberAcceptor(
      try UnixListener(at: path), token: PollToken(kind: 4, index: 0, generation: 0), poller: poller)
    self.poller = consume poller
    self.folder = folder
    self.path = path
  }

  mutating func isKnockedAt() throws -> Bool { try poller.wait(timeout: .zero) > 0 }

  mutating func accept(at now: Instant) throws -> Errno? {
    var count = 0
    let errno = try acceptor.accept(now: now, poller: poller) { _ in count += 1 }
    taken += count
    return errno
  }

  mutating func resume(at now: Instant) throws { try acceptor.resume(now: now, poller: poller) }

  consuming func close() throws { try acceptor.end(poller: poller) }
}
