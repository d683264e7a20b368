import DaemonTestSupport
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GestureCore
@testable import GesturedBase
@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Clients whose requests cost much. Their users wait, and other users do not.
@Suite("What requests cost is charged to users") struct WorkServingTests {
  @Test("H5 a user who has used up its processor time waits, errors included, and others are served")
  func waits() throws {
    let rig = try ServingRig()
    let bad = try (0..<2).map { _ in try rig.connect(as: .user(4711)) }
    let good = try rig.connect(as: .user(4712))
    rig.costOfLook = 200
    // Wrong answers are refused, and their cost counts.
    for number in 0..<60 {
      _ = bad[number % 2].say(#"{"id":\#(number),"command":"answer","question":7,"value":true}"# + "\n")
    }
    try rig.settle(reading: bad[0])
    rig.costOfLook = 0
    let refused = bad.reduce(0) { $0 + $1.lines.of("reply").count }
    #expect((1..<60).contains(refused))
    #expect(try good.ask(#"{"command":"ping"}"#).isGranted)
    // The loop sleeps until the bucket has credit again; no turn begins earlier.
    let rest = try #require(rig.daemon.turn.work.waitEnd(of: 4711, at: rig.now))
    #expect(rest > rig.now)
    #expect(rig.daemon.nextDeadline.map { $0 >= rest } ?? false)
    for _ in 0..<12 {
      try rig.advance(to: rig.now + .milliseconds(1000))
      for client in bad { client.read() }
    }
    #expect(bad.reduce(0) { $0 + $1.lines.of("reply").count } == 60)
  }

  @Test("H1 a ping of one user does not wait for all costly requests of another's many connections")
  func fair() throws {
    let rig = try ServingRig()
    let bad = try (0..<12).map { _ in try rig.connect(as: .user(4711)) }
    let good = try rig.connect(as: .user(4712))
    // A request takes several looks at the clock, and reading gets less than half a turn.
    rig.costOfLook = Turn.workOnRequests * 2 / 5
    for client in bad { _ = client.say(#"{"command":"status"}"# + "\n") }
    _ = try rig.daemon.tick(at: rig.now)
    _ = good.say(#"{"command":"ping"}"# + "\n")
    for _ in 0..<2 { _ = try rig.daemon.tick(at: rig.now) }
    #expect(good.news.of("reply").count == 1)
    // Two requests a turn, of twelve sent before.
    #expect(bad.reduce(0) { $0 + $1.news.of("reply").count } <= 6)
  }

  @Test("H1 a ping does not wait for the many requests of the other connections of its user")
  func fairWithinUser() throws {
    let rig = try ServingRig()
    let busy = try (0..<7).map { _ in try rig.connect(as: .user(4711)) }
    let quiet = try rig.connect(as: .user(4711))
    rig.costOfLook = 60
    for client in busy { _ = client.say(String(repeating: #"{"command":"status"}"# + "\n", count: 40)) }
    try rig.advance(to: rig.now + .milliseconds(700))
    for client in busy { _ = client.news }
    for round in 0..<4 {
      _ = quiet.say(#"{"command":"ping"}"# + "\n")
      var served = 0
      for _ in 0..<8 where quiet.lines.of("reply").count == round {
        try rig.advance(to: rig.now + .milliseconds(60))
        quiet.read()
        served += busy.reduce(0) { $0 + $1.news.of("reply").count }
      }
      #expect(quiet.lines.of("reply").count == round + 1)
      // The account has room for some requests in the meantime.
      #expect(served <= 35, "round \(round)")
      // It rests meanwhile, and saves nothing by that.
      try rig.advance(to: rig.now + .milliseconds(400))
      for client in busy { _ = client.news }
    }
    // Connections that ask for the same get the same.
    let counts = busy.map { $0.lines.of("reply").count }
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 2, "\(counts)")
  }

  @Test("H5 what a user in debt says is not read, not even half a line, and the loop sleeps until it is")
  func halfLines() throws {
    let rig = try ServingRig()
    let bad = try rig.connect(as: .user(4711))
    let good = try rig.connect(as: .user(4712))
    rig.daemon.turn.work.charge(30_000, to: 4711, now: rig.now)
    let rest = try #require(rig.daemon.turn.work.waitEnd(of: 4711, at: rig.now))
    _ = bad.say(#"{"command":"#)
    try rig.settle()
    _ = bad.say(#""ping""#)
    try rig.settle()
    let subscriber = try #require(rig.daemon.connections.subscriber(numbered: 1))
    #expect(
      subscriber.isResting && subscriber.waitingByteCount == 0 && !subscriber.interest.contains(.readable))
    #expect(rig.daemon.nextDeadline.map { $0 >= rest } ?? false)
    #expect(try good.ask(#"{"command":"ping"}"#).isGranted)
    try rig.advance(to: rest)
    _ = bad.say("}\n")
    try rig.settle()
    #expect(bad.news.of("reply").map(\.isGranted) == [true])
  }

  @Test(
    "H5 clients that wait pay for their part of the lines that fingers bring, and all listeners for the rest")
  func linesOfFingers() throws {
    let rig = try ServingRig()
    let bad = try (0..<3).map { _ in try rig.connect(as: .user(4711)) }
    let good = try rig.connect(as: .user(4712))
    rig.daemon.turn.work.charge(30_000, to: 4711, now: rig.now)
    // Unread input waits from each of these clients.
    for client in bad { _ = client.say("{") }
    try rig.settle()
    // Each line costs a millisecond, and nothing else costs time.
    rig.daemon.turn.processorTime = { Int64(rig.daemon.publisher.everyone.seq) * 1000 }
    try rig.settle()
    let (work, begin, seq) = (rig.daemon.turn.work, rig.now, rig.daemon.publisher.everyone.seq)
    try rig.touch("A↓100,100@10 A→150,100@20 A→200,100@30 A→250,100@40 A↑@50")
    let lines = Int64(rig.daemon.publisher.everyone.seq - seq)
    #expect(lines > 3)
    #expect(!good.news.of("gesture").isEmpty)
    // The bucket of each user takes its part of the lines, and fills again meanwhile.
    func spent(_ user: UInt32) -> Int64 {
      let refill = (rig.now - begin).microseconds * work.share(of: user).perSecond / 1_000_000
      return work.level(of: user, at: begin) + refill - rig.daemon.turn.work.level(of: user, at: rig.now)
    }
    // Three of four wait. The fourth part is divided among all four, in proportion to their lines.
    #expect((lines * 900...lines * 950).contains(spent(4711)))
    // A full bucket does not fill further until the first line, so that its refill here is less than the figure.
    #expect((lines * 50...lines * 100 + 2000).contains(spent(4712)))
  }

  @Test(
    "H5 in a crowd, each user pays for the lines that its clients hear, and little for clients without a subscription"
  )
  func crowdHears() throws {
    let rig = try ServingRig()
    let crowd = try (0..<12).map { _ in try rig.connect(as: .user(4711)) }
    let (single, deaf) = (try rig.connect(as: .user(4712)), try rig.connect(as: .user(4713)))
    #expect(try deaf.ask(#"{"command":"unsubscribe"}"#).isGranted)
    let few = try ServingRig()
    let alone = try few.connect(as: .user(4711))
    for (rig, users) in [(rig, [4711, 4712, 4713] as [UInt32]), (few, [4711])] {
      rig.daemon.turn.processorTime = { Int64(rig.daemon.publisher.everyone.seq) * 1000 }
      try rig.settle()
      let seq = rig.daemon.publisher.everyone.seq
      try rig.touch("A↓100,100@10 A→150,100@20 A→200,100@30 A→250,100@40 A↑@50")
      let lines = Double(rig.daemon.publisher.everyone.seq - seq)
      #expect(lines > 3)
      let spent = users.map { user in
        Double(rig.daemon.turn.work.share(of: user).burst - rig.daemon.turn.work.level(of: user, at: rig.now))
      }
      guard users.count > 1 else {
        #expect(spent == [0])
        continue
      }
      // The buckets fill by 40 microseconds a millisecond meanwhile.
      #expect((lines * 12000 / 13 - 3000...lines * 12000 / 13).contains(spent[0]))
      #expect(spent[1] > 0 && spent[1] * 12 <= spent[0] + 3000 && spent[2] < 200)
    }
    #expect(!single.news.of("gesture").isEmpty && !alone.news.of("gesture").isEmpty)
    #expect(crowd.allSatisfy { !$0.news.of("gesture").isEmpty } && deaf.news.isEmpty)
  }

  @Test("H2 what a user's clients make the daemon keep is bounded in bytes, and others have room")
  func memory() throws {
    let rig = try ServingRig(DaemonFiles.threeRecognizers + "\n[socket]\nfilters_per_user = 65536\n")
    let names = (0..<200).map { #""n\#($0)""# }.joined(separator: ",")
    let filters = Array(repeating: #"{"recognizer":[\#(names)]}"#, count: 32).joined(separator: ",")
    let request = #"{"command":"subscribe","filter":[\#(filters)]}"#
    func ask(_ client: Client) throws -> String {
      _ = client.news
      try client.send(request)
      // The request is longer than one read.
      try rig.settle(reading: client)
      return try #require(client.news.of("reply").last)
    }
    var refusal: String?
    var clients: [Client] = []
    while refusal == nil, clients.count < 64 {
      let client = try rig.connect(as: .user(4711))
      let reply = try ask(client)
      if !reply.isGranted { refusal = reply }
      clients.append(client)
    }
    #expect(refusal?.contains("limit_reached") == true, "after \(clients.count)")
    #expect(refusal?.contains("allowed: at most 16777216 bytes") == true)
    let kept = rig.daemon.connections.all.map(\.keptBytes).reduce(0, +)
    #expect(kept <= CommandRunner.bytesOfUser)
    #expect(try ask(rig.connect(as: .user(4712))).isGranted)
    // A request that needs less memory than before is never refused.
    #expect(try clients[0].ask(#"{"command":"subscribe"}"#).isGranted)
    #expect(try ask(clients[clients.count - 1]).isGranted)
    // Two that are under way at once, with room for one: memory is counted again when a subscription takes effect.
    #expect(try clients[1].ask(#"{"command":"unsubscribe"}"#).isGranted)
    let both = [clients[0], clients[1]]
    for client in both {
      _ = client.news
      try client.send(request)
    }
    // A few looks at the clock take a turn, so that both are looked up side by side.
    rig.costOfLook = Turn.workOnRequests / 8
    var mostAtOnce = 0
    for _ in 0..<1000 {
      rig.daemon.turn.work.chargeElsewhere(-20_000, to: 4711, now: rig.now)
      try rig.advance(to: rig.now + .milliseconds(10))
      mostAtOnce = max(mostAtOnce, rig.daemon.commands.unfinished.ongoing.count)
      for client in both { client.read() }
    }
    #expect(mostAtOnce == 2)
    #expect(
      both.compactMap { $0.news.of("reply").last }.map(\.isGranted).sorted { $0 && !$1 } == [true, false])
  }

  @Test(
    "H1 the clients of one user have so many filters in all, and whoever has too many may still have fewer")
  func filters() throws {
    let rig = try ServingRig(DaemonFiles.threeRecognizers + "\n[socket]\nfilters_per_user = 5\n")
    let clients = try (0..<4).map { _ in try rig.connect(as: .user(4711)) }
    let three = #"{"command":"subscribe","filter":[{"kind":"tap"},{"kind":"pan"},{"kind":"pinch"}]}"#
    #expect(try clients[0].ask(three).isGranted)
    let refusal = try clients[1].ask(three)
    #expect(refusal.errorCode == "limit_reached")
    #expect(
      refusal.contains(
        "found 6 filters of this user's clients, with this subscription; allowed: at most 5"))
    // A subscription without a filter counts as one filter. A client that has sent nothing has no subscription that counts.
    #expect(try clients[1].ask(#"{"command":"subscribe"}"#).isGranted)
    #expect(try clients[2].ask(#"{"command":"subscribe","filter":[{"kind":"tap"}]}"#).isGranted)
    #expect(try clients[3].ask(#"{"command":"subscribe"}"#).errorCode == "limit_reached")
    #expect(try clients[0].ask(three).isGranted)
    #expect(try clients[0].ask(#"{"command":"unsubscribe"}"#).isGranted)
    #expect(try clients[3].ask(three).isGranted)
    #expect(try rig.connect(as: .user(4712)).ask(three).isGranted)
    let owner = try rig.connect()
    for _ in 0..<2 { #expect(try owner.ask(three).isGranted) }
  }

  @Test("H2 declared regions and recognizers are charged, and given back with their clients")
  func declared() throws {
    let rig = try ServingRig()
    var client: Client? = try rig.connect()
    let edits = (0..<50).map { #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"# }.joined(separator: ",")
    #expect(try client?.ask(#"{"command":"regions","edits":[\#(edits)]}"#).isGranted == true)
    #expect(
      try client?.ask(
        #"{"command":"recognizers","edits":[{"add":{"name":"a","kind":"tap","touches":[1,2]}}]}"#
      ).isGranted == true)
    let commands = rig.daemon.commands
    let subscriber = try #require(rig.daemon.connections.subscriber(numbered: 1))
    #expect(commands.declaredBytes(of: subscriber) > 50 * 4096 + 2 * 8192)
    #expect(
      try client?.ask(
        #"{"command":"recognizers","edits":[{"remove":"a"}]}"#
      ).isGranted == true)
    #expect(
      try client?.ask(
        #"{"command":"regions","edits":[{"change":{"name":"r1","controller":"x"}},{"remove":"r1"},{"remove":"r2"}]}"#
      ).isGranted == true)
    let before = commands.declaredBytes(of: subscriber)
    #expect((48 * 4096..<70 * 4096).contains(before))
    client = nil
    try rig.settle()
    #expect(commands.declaredBytes(of: subscriber) == 0)
  }

  private static func edits(_ count: Int, _ edit: (Int) -> String) -> String {
    "[" + (0..<count).map(edit).joined(separator: ",") + "]"
  }

  /// Lets that many turns pass without the work that follows them.
  private func turn(_ rig: ServingRig, _ count: Int = 1) throws {
    for _ in 0..<count { _ = try rig.daemon.tick(at: rig.now) }
  }

  @Test(
    "H4 a long batch goes on over several turns: others are served between, its client and other edits wait",
    arguments: ["regions", "recognizers"])
  func spread(command: String) throws {
    let rig = try ServingRig()
    let (busy, other, third) = (try rig.connect(), try rig.connect(), try rig.connect())
    let add: (String) -> String = {
      command == "regions"
        ? #"{"add":{"name":"\#($0)","frame":[0,0,9,9]}}"# : #"{"add":{"name":"\#($0)","kind":"tap"}}"#
    }
    rig.costOfLook = Turn.workOnRequests / 4
    let edits = Self.edits(20) { add("r\($0)") }
    _ = busy.say(
      #"{"id":1,"command":"\#(command)","edits":\#(edits)}"# + "\n" + #"{"id":2,"command":"ping"}"# + "\n")
    try turn(rig, 2)
    #expect(rig.daemon.commands.hasWork)
    #expect(rig.daemon.nextDeadline.map { $0 <= rig.now } ?? false)
    #expect(rig.daemon.publisher.everyone.scene.regions.clientCount == 0)
    _ = other.say(#"{"id":3,"command":"ping"}"# + "\n")
    _ = third.say(#"{"id":4,"command":"\#(command)","edits":[\#(add("late"))]}"# + "\n")
    try turn(rig, 3)
    #expect(rig.daemon.commands.hasWork)
    #expect(other.news.of("reply").count == 1)
    #expect(third.news.of("reply").isEmpty && busy.news.of("reply").isEmpty)
    try turn(rig, 60)
    rig.costOfLook = 0
    try rig.settle()
    #expect(!rig.daemon.commands.hasWork)
    #expect(busy.news.of("reply").map { $0.word("id") } == ["1", "2"])
    #expect(third.news.of("reply").count { $0.isGranted } == 1)
    let count =
      command == "regions"
      ? rig.daemon.publisher.everyone.scene.regions.clientCount
      : rig.daemon.publisher.everyone.scene.recognizers.instances.count { $0.owner != 0 && !$0.isRemoved }
    #expect(count == 21)
  }

  @Test(
    "H4 nothing stays of a batch whose client goes before it is done", arguments: ["regions", "recognizers"])
  func gone(command: String) throws {
    let rig = try ServingRig()
    var busy: Client? = try rig.connect()
    let edits = Self.edits(20) {
      command == "regions"
        ? #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"# : #"{"add":{"name":"r\#($0)","kind":"tap"}}"#
    }
    rig.costOfLook = Turn.workOnRequests / 4
    _ = busy?.say(#"{"id":1,"command":"\#(command)","edits":\#(edits)}"# + "\n")
    try turn(rig, 2)
    #expect(rig.daemon.commands.hasWork)
    busy = nil
    try turn(rig, 60)
    rig.costOfLook = 0
    try rig.settle()
    #expect(!rig.daemon.commands.hasWork)
    #expect(rig.daemon.publisher.everyone.scene.regions.clientCount == 0)
    #expect(
      rig.daemon.publisher.everyone.scene.recognizers.instances.allSatisfy { $0.owner == 0 || $0.isRemoved })
    #expect(rig.daemon.publisher.everyone.scene.recognizerBytes.isEmpty)
  }

  @Test("H4 a batch begins again where another client takes away what it builds on")
  func again() throws {
    let rig = try ServingRig()
    var owner: Client? = try rig.connect()
    #expect(
      try owner?.ask(
        #"{"command":"regions","edits":[{"add":{"name":"base","frame":[0,0,90,90],"foreign_children":true}}]}"#
      ).isGranted == true)
    let busy = try rig.connect()
    let edits = Self.edits(20) { #"{"add":{"name":"r\#($0)","parent":"base","frame":[0,0,9,9]}}"# }
    rig.costOfLook = Turn.workOnRequests / 4
    _ = busy.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    try turn(rig, 3)
    #expect(rig.daemon.commands.hasWork)
    owner = nil
    try turn(rig, 60)
    rig.costOfLook = 0
    try rig.settle()
    #expect(busy.news.of("reply").map(\.errorCode) == ["unknown_region"])
    #expect(rig.daemon.publisher.everyone.scene.regions.clientCount == 0)
  }
}
