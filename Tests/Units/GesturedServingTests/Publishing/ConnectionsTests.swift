import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

@Suite struct ConnectionsTests {
  private static let bye = #"{"type":"bye","reason":"too many subscribers"}"#

  @Test("DMN-14 S19 a subscriber that never reads delays nobody: the others get every line at once")
  func headOfLine() throws {
    var scene = try Scene(limits: .narrow)
    let stuck = try scene.welcome()
    let reader = try scene.welcome()
    let late = try scene.welcome()
    for number in 0..<2000 {
      scene.send(number)
      #expect(reader.lines.count == number + 1)
      #expect(late.lines.count == number + 1)
      try scene.takeTurn()
    }
    #expect(reader.lines == (0..<2000).map { Scene.text($0) })
    try scene.takeTurn(at: .start + .milliseconds(5000))
    #expect(scene.connections.count == 2 && scene.slow == [1])
    #expect(stuck.lines.count < 100)
  }

  @Test("Nobody reads and nothing comes: who has not moved for 5 s is let go, and nobody else")
  func stall() throws {
    var scene = try Scene()
    let stuck = try scene.welcome()
    let idle = try scene.welcome()
    while !scene.connections.hasBacklog {
      scene.send(0)
      _ = idle.lines
    }
    let deadline = scene.connections.nextDeadline
    #expect(deadline == .start + .milliseconds(5000))
    try scene.takeTurn(at: .start + .milliseconds(4999))
    #expect(scene.connections.count == 2)
    try scene.takeTurn(at: .start + .milliseconds(5000))
    #expect(scene.connections.count == 1 && scene.slow == [1])
    #expect(scene.connections.nextDeadline == nil && !scene.connections.hasBacklog)
    #expect(stuck.ends)
  }

  @Test("S17 a subscriber that goes, lines waiting for it or not, is forgotten in the turn that hears of it")
  func hangUp() throws {
    var scene = try Scene()
    var clients = [try scene.welcome(), try scene.welcome(), try scene.welcome()]
    while !scene.connections.hasBacklog {
      scene.send(0)
      _ = clients[1].lines
      _ = clients[2].lines
    }
    clients.removeFirst()
    clients.removeFirst()
    try scene.takeTurn()
    #expect(scene.connections.count == 1)
    #expect(scene.slow == [])
    scene.send(7)
    #expect(clients[0].lines.last == Scene.text(7))
  }

  @Test("An event for a subscriber that is gone does not reach the one that has its place now")
  func staleToken() throws {
    var scene = try Scene()
    var first: Client? = try scene.welcome()
    first = nil
    try scene.turn.poller.wait(timeout: .zero)
    let stale = scene.turn.poller[0]
    try scene.takeTurn()
    #expect(first == nil && scene.connections.count == 0)
    let second = try scene.welcome()
    #expect(stale.readiness.contains(.hangUp))
    scene.connections.handle(stale)
    try scene.takeTurn()
    #expect(scene.connections.count == 1)
    scene.send(1)
    #expect(second.lines == [Scene.text(1)])
  }

  @Test("An event for a place that never was is passed over")
  func unknownPlace() throws {
    let scene = try Scene()
    let token = PollToken(kind: TokenKind.subscriber, index: .max, generation: 1)
    scene.connections.handle(PollEvent(token: token, readiness: [.hangUp]))
    #expect(scene.connections.count == 0)
  }

  @Test("EOF from a subscriber ends its requests, not its stream, and does not wake the loop again")
  func endOfRequests() throws {
    var scene = try Scene()
    let client = try scene.welcome()
    try client.endRequests()
    try scene.takeTurn()
    #expect(scene.ready == 1)
    for _ in 0..<3 {
      try scene.takeTurn()
      #expect(scene.ready == 0)
    }
    scene.send(5)
    #expect(client.lines == [Scene.text(5)])
  }

  @Test("What a subscriber says, however much, is taken in pieces and changes nothing")
  func talkative() throws {
    var scene = try Scene()
    let client = try scene.welcome()
    while case .wrote = client.say(String(repeating: "{\"type\":\"subscribe\"}\n\0\u{1}", count: 400)) {}
    repeat { try scene.takeTurn() } while scene.ready > 0
    #expect(scene.connections.count == 1)
    scene.send(5)
    #expect(client.lines == [Scene.text(5)])
  }

  @Test("What waits is sent as soon as there is room, without another line")
  func flush() throws {
    var scene = try Scene()
    let client = try scene.welcome()
    var count = 0
    while !scene.connections.hasBacklog {
      scene.send(count)
      count += 1
    }
    try scene.takeTurn()
    #expect(scene.ready == 0)
    client.read()
    while scene.connections.hasBacklog { try scene.takeTurn() }
    #expect(client.lines == (0..<count).map { Scene.text($0) })
    try scene.takeTurn()
    #expect(scene.ready == 0)
  }

  @Test("Everyone gets the farewell and is let go when it is taken")
  func leave() throws {
    var scene = try Scene()
    let clients = [try scene.welcome(), try scene.welcome()]
    scene.connections.leave(.endOfReplay)
    try scene.takeTurn()
    #expect(scene.connections.count == 0)
    for client in clients {
      #expect(client.lines == [#"{"type":"bye","reason":"end of replay"}"#] && client.isAtEnd)
    }
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("S12 the 1,025th subscriber is refused with a reason, and the place of one that went is free again")
    func tooMany() async {
      // In a process of its own, because it needs more descriptors than other tests leave free.
      await #expect(processExitsWith: .success) {
        raiseDescriptorLimit()
        var scene = try Scene()
        var clients: [Client] = []
        for _ in 0..<1024 { clients.append(try scene.welcome()) }
        let refused = try scene.welcome()
        #expect(scene.connections.count == 1024)
        #expect(refused.lines == [ConnectionsTests.bye] && refused.isAtEnd)
        scene.send(1)
        #expect(clients.allSatisfy { $0.lines == [Scene.text(1)] })
        clients.remove(at: 511)
        for _ in 0..<2 { try scene.takeTurn() }
        #expect(scene.connections.count == 1023)
        let next = try scene.welcome()
        scene.send(2)
        #expect(next.lines == [Scene.text(2)])
      }
    }
  }
}

/// Connections, the `Poller` that watches for them, and a socket for clients.
private struct Scene: ~Copyable {
  private let meeting: Meeting
  let connections: Connections
  let turn: Turn
  /// Clients that the daemon dropped because they did not read.
  private(set) var slow: [Int] = []
  /// The number of ready descriptors in the last turn.
  private(set) var ready = 0

  init(limits: SubscriberLimits = SubscriberLimits(sendBufferBytes: 4096)) throws {
    let meeting = try Meeting()
    turn = try .alone()
    self.meeting = meeting
    connections = Connections(turn, limits: limits)
  }

  static func text(_ number: Int) -> String {
    #"{"type":"x","number":\#(number),"filling":""# + String(repeating: "-", count: 120) + #""}"#
  }

  mutating func welcome() throws -> Client {
    let client = try Client(connectingTo: meeting.path)
    let connection = try meeting.accept()
    let credentials = try connection.credentials()
    _ = try connections.add(connection, from: credentials, tier: .events, greeting: [])
    return client
  }

  mutating func send(_ number: Int) {
    let line = Array((Self.text(number) + "\n").utf8)
    connections.tellEach(of: Audience.everyone) { _ in line }
  }

  /// A turn of the loop, as in the daemon.
  mutating func takeTurn(at now: Instant = .start) throws {
    turn.begin(at: now)
    ready = try turn.poller.wait(timeout: .zero)
    for index in 0..<ready { connections.handle(turn.poller[index]) }
    slow += try connections.settle(update: { _ in }, forget: { _, _ in }).filter(\.wasTooSlow).map(\.client)
  }
}
