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
    var visit = try Visit(limits: .narrow)
    let stuck = try visit.welcome()
    let reader = try visit.welcome()
    let late = try visit.welcome()
    for number in 0..<2000 {
      visit.send(number)
      #expect(reader.lines.count == number + 1)
      #expect(late.lines.count == number + 1)
      try visit.takeTurn()
    }
    #expect(reader.lines == (0..<2000).map { Visit.text($0) })
    try visit.takeTurn(at: .start + .milliseconds(5000))
    #expect(visit.connections.count == 2 && visit.slow == [1])
    #expect(stuck.lines.count < 100)
  }

  @Test("Nobody reads and nothing comes: who has not moved for 5 s is let go, and nobody else")
  func stall() throws {
    var visit = try Visit()
    let stuck = try visit.welcome()
    let idle = try visit.welcome()
    while !visit.connections.hasBacklog {
      visit.send(0)
      _ = idle.lines
    }
    let deadline = visit.connections.nextDeadline
    #expect(deadline == .start + .milliseconds(5000))
    try visit.takeTurn(at: .start + .milliseconds(4999))
    #expect(visit.connections.count == 2)
    try visit.takeTurn(at: .start + .milliseconds(5000))
    #expect(visit.connections.count == 1 && visit.slow == [1])
    #expect(visit.connections.nextDeadline == nil && !visit.connections.hasBacklog)
    #expect(stuck.ends)
  }

  @Test("S17 a subscriber that goes, lines waiting for it or not, is forgotten in the turn that hears of it")
  func hangUp() throws {
    var visit = try Visit()
    var clients = [try visit.welcome(), try visit.welcome(), try visit.welcome()]
    while !visit.connections.hasBacklog {
      visit.send(0)
      _ = clients[1].lines
      _ = clients[2].lines
    }
    clients.removeFirst()
    clients.removeFirst()
    try visit.takeTurn()
    #expect(visit.connections.count == 1)
    #expect(visit.slow == [])
    visit.send(7)
    #expect(clients[0].lines.last == Visit.text(7))
  }

  @Test("An event for a subscriber that is gone does not reach the one that has its place now")
  func staleToken() throws {
    var visit = try Visit()
    var first: Client? = try visit.welcome()
    first = nil
    try visit.turn.poller.wait(timeout: .zero)
    let stale = visit.turn.poller[0]
    try visit.takeTurn()
    #expect(first == nil && visit.connections.count == 0)
    let second = try visit.welcome()
    #expect(stale.readiness.contains(.hangUp))
    visit.connections.process(stale)
    try visit.takeTurn()
    #expect(visit.connections.count == 1)
    visit.send(1)
    #expect(second.lines == [Visit.text(1)])
  }

  @Test("An event for a place that never was is passed over")
  func unknownPlace() throws {
    let visit = try Visit()
    let token = PollToken(kind: TokenKind.subscriber, index: .max, generation: 1)
    visit.connections.process(PollEvent(token: token, readiness: [.hangUp]))
    #expect(visit.connections.count == 0)
  }

  @Test("EOF from a subscriber ends its requests, not its stream, and does not wake the loop again")
  func endOfRequests() throws {
    var visit = try Visit()
    let client = try visit.welcome()
    try client.endRequests()
    try visit.takeTurn()
    #expect(visit.ready == 1)
    for _ in 0..<3 {
      try visit.takeTurn()
      #expect(visit.ready == 0)
    }
    visit.send(5)
    #expect(client.lines == [Visit.text(5)])
  }

  @Test("What a subscriber says, however much, is taken in pieces and changes nothing")
  func talkative() throws {
    var visit = try Visit()
    let client = try visit.welcome()
    while case .wrote = client.say(String(repeating: "{\"type\":\"subscribe\"}\n\0\u{1}", count: 400)) {}
    repeat { try visit.takeTurn() } while visit.ready > 0
    #expect(visit.connections.count == 1)
    visit.send(5)
    #expect(client.lines == [Visit.text(5)])
  }

  @Test("What waits is sent as soon as there is room, without another line")
  func flush() throws {
    var visit = try Visit()
    let client = try visit.welcome()
    var count = 0
    while !visit.connections.hasBacklog {
      visit.send(count)
      count += 1
    }
    try visit.takeTurn()
    #expect(visit.ready == 0)
    client.read()
    while visit.connections.hasBacklog { try visit.takeTurn() }
    #expect(client.lines == (0..<count).map { Visit.text($0) })
    try visit.takeTurn()
    #expect(visit.ready == 0)
  }

  @Test("Everyone gets the farewell and is let go when it is taken")
  func leave() throws {
    var visit = try Visit()
    let clients = [try visit.welcome(), try visit.welcome()]
    visit.connections.leave(.endOfReplay)
    try visit.takeTurn()
    #expect(visit.connections.count == 0)
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
        var visit = try Visit()
        var clients: [Client] = []
        for _ in 0..<1024 { clients.append(try visit.welcome()) }
        let refused = try visit.welcome()
        #expect(visit.connections.count == 1024)
        #expect(refused.lines == [ConnectionsTests.bye] && refused.isAtEnd)
        visit.send(1)
        #expect(clients.allSatisfy { $0.lines == [Visit.text(1)] })
        clients.remove(at: 511)
        for _ in 0..<2 { try visit.takeTurn() }
        #expect(visit.connections.count == 1023)
        let next = try visit.welcome()
        visit.send(2)
        #expect(next.lines == [Visit.text(2)])
      }
    }
  }
}

/// Connections, the `Poller` that watches for them, and a socket for clients.
private struct Visit: ~Copyable {
  private let meeting: Meeting
  let connections: Connections
  private let stage: Stage
  let turn: Turn
  /// Clients that the daemon dropped because they did not read.
  private(set) var slow: [Int] = []
  /// The number of ready descriptors in the last turn.
  private(set) var ready = 0

  init(limits: SubscriberLimits = SubscriberLimits(sendBufferBytes: 4096)) throws {
    let meeting = try Meeting()
    let stage = try Stage.empty()
    turn = try .alone()
    self.stage = stage
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
    _ = try connections.add(
      connection, from: credentials, tier: .events, hears: stage, declaresOn: stage, greeting: [])
    return client
  }

  mutating func send(_ number: Int) {
    let line = Array((Self.text(number) + "\n").utf8)
    connections.tellEach(of: stage) { _ in line }
  }

  /// A turn of the loop, as in the daemon.
  mutating func takeTurn(at now: Instant = .start) throws {
    turn.begin(at: now)
    ready = try turn.poller.wait(timeout: .zero)
    for index in 0..<ready { connections.process(turn.poller[index]) }
    slow += try connections.settle(update: { _ in }, forget: { _, _ in }).filter(\.wasTooSlow).map(\.client)
  }
}
