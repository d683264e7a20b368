import DaemonTestSupport
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import Testing

@testable import GestureCore
@testable import GesturedBase
@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Many clients declare as much as they may and request everything. Other clients and fingers do not wait for them.
@Suite("Crowds of clients") struct CrowdTests {
  private static func regions(_ prefix: String, _ count: Int) -> String {
    let edits = (0..<count).map { #"{"add":{"name":"\#(prefix)\#($0)","frame":[0,0,9,9]}}"# }
    return #"{"command":"regions","edits":[\#(edits.joined(separator: ","))]}"#
  }

  private static func recognizers(_ prefix: String, _ count: Int) -> String {
    let edits = (0..<count).map { #"{"add":{"name":"\#(prefix)\#($0)","kind":"tap"}}"# }
    return #"{"command":"recognizers","edits":[\#(edits.joined(separator: ","))]}"#
  }

  @Test("A batch resolves relations once, and so do all who go in one turn")
  func once() throws {
    let rig = try ServingRig()
    var clients = try (0..<8).map { _ in try rig.connect() }
    for (number, client) in clients.enumerated() {
      #expect(try client.ask(Self.recognizers("r", 4)).isGranted, "client \(number)")
    }
    let before = rig.daemon.publisher.everyone.scene.recognizers.resolutionCount
    let batch =
      #"{"change":{"name":"r0","taps":2}},{"disable":"r1"},{"enable":"r1"},{"remove":"r2"},{"add":{"name":"r2","kind":"tap","require_to_fail":"r0"}},{"change":{"name":"r3","touches":[2]}}"#
    #expect(try clients[0].ask(#"{"command":"recognizers","edits":[\#(batch)]}"#).isGranted)
    #expect(rig.daemon.publisher.everyone.scene.recognizers.resolutionCount == before + 1)
    clients = []
    try rig.settle()
    #expect(rig.daemon.connections.count == 0)
    #expect(rig.daemon.publisher.everyone.scene.recognizers.resolutionCount == before + 2)
    #expect(rig.daemon.publisher.everyone.scene.recognizers.instances.count { !$0.isRemoved } == 3)
  }

  @Test("FSM-14 of two that are switched off and on again in one batch both end what they are at")
  func toggles() throws {
    let rig = try ServingRig("")
    let client = try rig.connect()
    #expect(
      try client.declare(
        region: "own", #"{"name":"a","kind":"pan","region":"own","simultaneous_with":"*"}"#,
        #"{"name":"b","kind":"pan","region":"own"}"#
      ).isGranted)
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = client.news
    try client.send(
      #"{"command":"recognizers","edits":[{"disable":"a"},{"enable":"a"},{"disable":"b"},{"enable":"b"}]}"#)
    #expect(Set(client.gestures()) == ["a:cancelled", "b:cancelled"])
  }

  @Test("All clients together have so many regions and recognizers, and one user half as many")
  func together() throws {
    let rig = try ServingRig("[socket]\nmaximum_regions = 20\nmaximum_recognizers = 20")
    let user = try (0..<2).map { _ in try rig.connect(as: .user(4711)) }
    let others = [try rig.connect(as: .user(4712)), try rig.connect(as: .user(4713))]
    for request in [Self.regions, Self.recognizers] {
      #expect(try user[0].ask(request("a", 6)).isGranted)
      #expect(try user[1].ask(request("b", 5)).errorCode == "limit_reached")
      #expect(try user[1].ask(request("b", 4)).isGranted)
      #expect(try others[0].ask(request("c", 8)).isGranted)
      #expect(try others[1].ask(request("d", 3)).errorCode == "limit_reached")
      #expect(try others[1].ask(request("d", 2)).isGranted)
    }
    // A user beyond the limit may still remove some.
    #expect(try user[0].ask(#"{"command":"regions","edits":[{"remove":"a1"}]}"#).isGranted)
    #expect(try user[0].ask(#"{"command":"recognizers","edits":[{"remove":"a1"}]}"#).isGranted)
  }

  @Test("H1 a turn gives requests so much processor time, however many ask for lists")
  func listsTakeTurns() throws {
    let rig = try ServingRig()
    let clients = try (0..<16).map { _ in try rig.connect() }
    for (number, client) in clients.prefix(8).enumerated() {
      #expect(try client.ask(Self.regions("r\(number)-", 128)).isGranted)
    }
    for client in clients {
      _ = client.news
      _ = client.say(#"{"command":"regions"}"# + "\n")
    }
    // Each list costs a millisecond, so two of them fill a turn.
    rig.costOfLook = Turn.workOnRequests / 2
    for turn in 1...3 {
      _ = try rig.daemon.tick(at: rig.now)
      let told = rig.daemon.connections.all.count { $0.keptByteCount > 0 }
      #expect(told <= 2 * turn)
    }
    rig.costOfLook = 0
    for _ in 0..<200 {
      try rig.settle()
      for client in clients { client.read() }
    }
    for client in clients { #expect(client.news.of("reply").map { $0.word("count") } == ["1026"]) }
  }

  @Test("What waits for the clients of a user who do not read is bounded, and they get it when they do")
  func backlog() throws {
    let rig = try ServingRig()
    let clients = try (0..<40).map { _ in try rig.connect() }
    for (number, client) in clients.prefix(14).enumerated() {
      #expect(try client.ask(Self.regions("r\(number)-", 128)).isGranted)
    }
    for client in clients {
      _ = client.news
      _ = client.say(#"{"command":"regions"}"# + "\n")
    }
    for _ in 0..<100 { _ = try rig.daemon.tick(at: rig.now) }
    let subscribers = rig.daemon.connections.all
    let waiting = subscribers.map(\.keptByteCount)
    let longest = waiting.max() ?? 0
    #expect(longest > 100_000)
    #expect(waiting.reduce(0, +) <= SubscriberLimits(SocketSettings()).userBacklogBytes + longest)
    #expect(waiting.contains(0))
    for _ in 0..<3000 {
      // All clients read. A client that does not read keeps the others waiting.
      let isAnswered = clients.map { $0.lines.of("reply").last?.word("count") == "1794" }
      if isAnswered.allSatisfy(\.self) { break }
      _ = try rig.daemon.tick(at: rig.now)
    }
    for client in clients { #expect(client.news.of("reply").last?.word("count") == "1794") }
  }

  @Test("H2 of one user, twelve requests are under way at once; lists rest while too much of them is unread")
  func listsUnderWay() throws {
    let rig = try ServingRig()
    let clients = try (0..<24).map { _ in try rig.connect() }
    for (number, client) in clients.prefix(14).enumerated() {
      #expect(try client.ask(Self.regions("r\(number)-", 128)).isGranted)
    }
    for client in clients {
      _ = client.news
      _ = client.say(#"{"command":"regions"}"# + "\n")
    }
    // A few lines of each list fill a turn, so that all begin before the first one ends.
    rig.costOfLook = Turn.workOnRequests / 4
    for _ in 0..<800 {
      // Processor time is not what they wait for.
      rig.daemon.turn.work.chargeElsewhere(-1_000_000, to: ProcessIdentity.effectiveUserID, now: rig.now)
      try rig.advance(to: rig.now + .milliseconds(5))
    }
    let commands = rig.daemon.commands
    #expect(commands.unfinished.ongoing.count == 12)
    let waiting = rig.daemon.connections.all.map(\.keptByteCount).reduce(0, +)
    let limit = SubscriberLimits(SocketSettings()).userBacklogBytes
    #expect((limit...limit + 32_768).contains(waiting))
    // The loop sleeps until the clients read.
    #expect(commands.workDeadline == nil)
    rig.costOfLook = 0
    rig.daemon.turn.work.chargeElsewhere(-10_000_000, to: ProcessIdentity.effectiveUserID, now: rig.now)
    for _ in 0..<400 {
      for client in clients { client.read() }
      try rig.advance(to: rig.now + .milliseconds(5))
    }
    for client in clients { #expect(client.news.of("reply").last?.word("count") == "1794") }
  }
}
