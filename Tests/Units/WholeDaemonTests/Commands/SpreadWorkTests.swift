import DaemonTestSupport
import GestureCore
import GestureTestSupport
import Testing

@testable import GesturedBase
@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Requests that cost more than a turn has. The daemon does them in parts, or in another thread, so other clients need
/// not wait.
@Suite("Long work is spread") struct SpreadWorkTests {
  /// Lets that many turns pass without the work that follows them.
  private func turn(_ rig: ServingRig, _ count: Int = 1) throws {
    for _ in 0..<count { _ = try rig.daemon.tick(at: rig.now) }
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    "[" + (0..<count).map(item).joined(separator: ",") + "]"
  }

  /// A ping of so many bytes.
  private static func ping(_ id: Int, bytes: Int) -> String {
    #"{"id":\#(id),"command":"ping"\#(String(repeating: " ", count: bytes))}"# + "\n"
  }

  @Test(
    "H1 a request of a few KiB is read by another thread, and answered before what its client says after it")
  func readAside() throws {
    let rig = try ServingRig()
    let (busy, other) = (try rig.connect(), try rig.connect())
    for client in [busy, other] { _ = client.news }
    _ = busy.say(Self.ping(1, bytes: 3000))
    _ = busy.say(Self.ping(2, bytes: 0))
    _ = other.say(Self.ping(3, bytes: 0))
    // The long request is on its way to the other thread, and it is the next client's turn.
    try turn(rig)
    #expect(rig.daemon.longRequests.isBusy)
    #expect(other.news.of("reply").map { $0.word("id") } == ["3"])
    #expect(busy.news.isEmpty)
    try rig.settle()
    #expect(!rig.daemon.longRequests.isBusy)
    #expect(busy.news.of("reply").map { $0.word("id") } == ["1", "2"])
  }

  @Test("H1 what is wrong with a long request is told as of a short one")
  func wrong() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let spaces = String(repeating: " ", count: 3000)
    for (request, code) in [
      (#"{"id":1,"command":"dance"\#(spaces)}"#, "unknown_command"),
      (#"{"id":1,"command":"ping",\#(spaces)"#, "invalid_json"),
    ] {
      #expect(try client.ask(request).errorCode == code)
    }
  }

  @Test("H1 a client that goes while its long request is read has nothing of it, and the others go on")
  func goneMeanwhile() throws {
    let rig = try ServingRig()
    let watcher = try rig.connect()
    var busy: Client? = try rig.connect()
    _ = busy?.say(#"{"command":"inhibit"\#(String(repeating: " ", count: 3000))}"# + "\n")
    try turn(rig)
    busy = nil
    try rig.settle()
    #expect(!rig.daemon.longRequests.isBusy && rig.daemon.readings.isEmpty)
    #expect(watcher.lines.of("inhibit").isEmpty)
    #expect(try watcher.ask(#"{"command":"ping"}"#).isGranted)
  }

  @Test("H5 reading a long request is charged: what it is taken to cost at once, then what it did")
  func charged() throws {
    let rig = try ServingRig()
    let client = try rig.connect(as: .user(4711))
    let full = rig.daemon.turn.work.level(of: 4711, at: rig.now)
    _ = client.say(Self.ping(1, bytes: 3200))
    try turn(rig)
    let level = rig.daemon.turn.work.level(of: 4711, at: rig.now)
    #expect((1056...1090).contains(full - level))
    try rig.settle()
    // The thread's clock stands still in this test.
    #expect(rig.daemon.turn.work.level(of: 4711, at: rig.now) == full)
  }

  @Test("H1 batches of users who hear scenes of their own do not wait for one another")
  func ownScenes() throws {
    let rig = try ServingRig()
    let (busy, other) = (try rig.connect(as: .user(1000)), try rig.connect(as: .user(1001)))
    rig.costOfLook = Turn.workOnRequests / 4
    let edits = Self.list(20) { #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"# }
    _ = busy.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    try turn(rig, 2)
    #expect(rig.daemon.commands.hasWork)
    _ = other.say(
      #"{"id":2,"command":"regions","edits":[{"add":{"name":"r1","frame":[0,0,9,9]}}]}"# + "\n")
    // The edit, the layout and the takeover are a step each. Each look at the clock costs a quarter of a turn here.
    try turn(rig, 4)
    #expect(other.news.of("reply").map(\.isGranted) == [true])
    #expect(busy.news.of("reply").isEmpty)
    rig.costOfLook = 0
    try rig.advance(toMilliseconds: 60_000)
    #expect(busy.news.of("reply").map(\.isGranted) == [true])
  }

  @Test(
    "H1 what takes long and cannot be spread begins a turn, one such step for each: laying out, resolving, taking over",
    arguments: [
      #"{"command":"regions","edits":[{"add":{"name":"r","frame":[0,0,9,9]}}]}"#,
      #"{"command":"recognizers","edits":[{"add":{"name":"r","kind":"tap"}}]}"#,
    ])
  func longSteps(request: String) throws {
    let rig = try ServingRig()
    let client = try rig.connect(as: .user(1000))
    rig.costOfLook = Turn.workWhenFresh
    _ = client.say(request + "\n")
    try turn(rig)
    #expect(rig.daemon.commands.hasLongStep && client.news.of("reply").isEmpty)
    try turn(rig)
    #expect(rig.daemon.commands.hasLongStep && client.news.of("reply").isEmpty)
    try turn(rig)
    #expect(!rig.daemon.commands.hasWork && client.news.of("reply").map(\.isGranted) == [true])
  }

  @Test("H1 of many who go at once a few are let go of in a turn, and the loop does not sleep until all are")
  func departures() throws {
    let rig = try ServingRig()
    let watcher = try rig.connect()
    var clients: [Client] = []
    for _ in 0..<20 { clients.append(try rig.connect()) }
    clients = []
    var counts: [Int] = []
    while rig.daemon.connections.count > 1, counts.count < 9 {
      #expect(counts.isEmpty || rig.daemon.nextDeadline.map { $0 <= rig.now } ?? false)
      try turn(rig)
      counts.append(rig.daemon.connections.count)
    }
    #expect(counts == [13, 5, 1])
    #expect(try watcher.ask(#"{"command":"ping"}"#).isGranted)
  }

  /// The lines about the declarations of a command, as name and state.
  private static func declared(_ lines: [String], _ command: String) -> [String] {
    let type = String(command.dropLast())
    return lines.of(type).map { "\($0.word(type)) \($0.word("state"))" }
  }

  private static func add(_ name: String, _ command: String) -> String {
    command == "regions"
      ? #"{"add":{"name":"\#(name)","frame":[0,0,9,9]}}"#
      : #"{"add":{"name":"\#(name)","kind":"tap","public":true}}"#
  }

  @Test(
    "H1 a client that goes with many declarations: listeners hear of a few each turn, and of all before any later edit",
    arguments: ["regions", "recognizers"])
  func departureOfMany(command: String) throws {
    let rig = try ServingRig()
    var owner: Client? = try rig.connect()
    let (watcher, other) = (try rig.connect(), try rig.connect())
    try watcher.subscribe(#""filter":[{"type":["region","recognizer"]}]"#)
    let edits = Self.list(40) { Self.add("r\($0)", command) }
    #expect(try owner?.ask(#"{"command":"\#(command)","edits":\#(edits)}"#).isGranted == true)
    try rig.settle(reading: watcher)
    for client in [watcher, other] { _ = client.news }
    owner = nil
    rig.costOfLook = Turn.workOnRequests / 4
    try turn(rig)
    _ = other.say(#"{"id":1,"command":"\#(command)","edits":[\#(Self.add("r39", command))]}"# + "\n")
    var told: [String] = []
    var largest = 0
    for _ in 0..<100 {
      let isBusy = rig.daemon.commands.hasNews
      #expect(!isBusy || rig.daemon.nextDeadline.map { $0 <= rig.now } ?? false)
      try turn(rig)
      let lines = watcher.news
      largest = max(largest, lines.count)
      told += Self.declared(lines, command)
    }
    #expect((1...4).contains(largest))
    #expect(!rig.daemon.commands.hasWork)
    #expect(told == (0..<40).map { "r\($0) removed" } + ["r39 added"])
    #expect(other.news.of("reply").map(\.isGranted) == [true])
  }

  @Test(
    "H1 a client that goes while listeners hear of its declarations: all of them are added, then removed",
    arguments: ["regions", "recognizers"])
  func declaredAndGone(command: String) throws {
    let rig = try ServingRig()
    var owner: Client? = try rig.connect()
    let watcher = try rig.connect()
    try watcher.subscribe(#""filter":[{"type":["region","recognizer"]}]"#)
    _ = watcher.news
    rig.costOfLook = Turn.workOnRequests / 4
    let edits = Self.list(30) { Self.add("r\($0)", command) }
    _ = owner?.say(#"{"id":1,"command":"\#(command)","edits":\#(edits)}"# + "\n")
    var told: [String] = []
    while told.isEmpty {
      try turn(rig)
      told += Self.declared(watcher.news, command)
    }
    #expect(told.count < 30)
    owner = nil
    for _ in 0..<100 {
      try turn(rig)
      told += Self.declared(watcher.news, command)
    }
    #expect(told == ["added", "removed"].flatMap { state in (0..<30).map { "r\($0) \(state)" } })
  }

  @Test("H7 a user whose first declaration comes while listeners hear of a change hears of all of it")
  func firstDeclarationMeanwhile() throws {
    let rig = try ServingRig()
    let (owner, guest) = (try rig.connect(), try rig.connect(as: .user(1000)))
    try guest.subscribe(#""filter":[{"type":"region"}]"#)
    _ = guest.news
    rig.costOfLook = Turn.workOnRequests / 4
    let edits = Self.list(30) { Self.add("r\($0)", "regions") }
    _ = owner.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    var told: [String] = []
    while told.isEmpty {
      try turn(rig)
      told += Self.declared(guest.news, "regions")
    }
    #expect(told.count < 20)
    _ = guest.say(#"{"id":2,"command":"recognizers","edits":[{"add":{"name":"own","kind":"tap"}}]}"# + "\n")
    var replies: [String] = []
    for _ in 0..<200 {
      rig.daemon.turn.work.chargeElsewhere(-20_000, to: 1000, now: rig.now)
      try turn(rig)
      let lines = guest.news
      told += Self.declared(lines, "regions")
      replies += lines.of("reply")
    }
    #expect(replies.map(\.isGranted) == [true])
    #expect(told == (0..<30).map { "r\($0) added" })
  }

  @Test("H7 a scene that follows another one first publishes its own changes, a few each turn")
  func followsLater() throws {
    let rig = try ServingRig()
    let (kiosk, guest) = (try rig.connect(), try rig.connect(as: .user(1000)))
    #expect(try guest.declare([#"{"name":"own","kind":"tap"}"#]).isGranted)
    try guest.subscribe(#""filter":[{"type":"region"}]"#)
    _ = guest.news
    rig.costOfLook = Turn.workOnRequests / 4
    let edits = Self.list(30) { Self.add("r\($0)", "regions") }
    _ = guest.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    var told: [String] = []
    var largest = 0
    for _ in 0..<200 {
      let wasUntold = told.isEmpty
      rig.daemon.turn.work.chargeElsewhere(-20_000, to: 1000, now: rig.now)
      try turn(rig)
      let lines = Self.declared(guest.news, "regions")
      largest = max(largest, lines.count)
      told += lines
      if wasUntold, !told.isEmpty {
        _ = kiosk.say(#"{"command":"regions","edits":[\#(Self.add("z", "regions"))]}"# + "\n")
      }
    }
    #expect((1...4).contains(largest))
    #expect(told == (0..<30).map { "r\($0) added" } + ["z added"])
  }

  @Test("H1 a configuration is taken over after the changes under way are published, a few each turn")
  func reloadMeanwhile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[region.z]\nframe = [0, 0, 9, 9]\n", to: "gestured.toml")
    let rig = try ServingRig(file: ConfigurationFile(path: path))
    let (owner, watcher) = (try rig.connect(), try rig.connect())
    try watcher.subscribe(#""filter":[{"type":"region"}]"#)
    _ = watcher.news
    rig.costOfLook = Turn.workOnRequests / 4
    let edits = Self.list(30) { Self.add("r\($0)", "regions") }
    _ = owner.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    var told: [String] = []
    var largest = 0
    for _ in 0..<100 {
      let wasUntold = told.isEmpty
      try turn(rig)
      let lines = Self.declared(watcher.news, "regions")
      largest = max(largest, lines.count)
      told += lines
      if wasUntold, !told.isEmpty { rig.daemon.wantReload() }
    }
    #expect((1...4).contains(largest))
    #expect(told == (0..<30).map { "r\($0) added" } + ["z added"])
  }

  @Test("H7 the first client of a scene without places hears nothing of what was removed for it")
  func placelessBeginning() throws {
    let rig = try ServingRig(
      "[socket]\npositions = \"none\"\n[region.z]\nframe = [0, 0, 9, 9]\n[recognizer.e]\nkind = \"edge_pan\"\nedges = [\"left\"]\n",
      raw: true)
    let reader = try rig.connect()
    _ = reader.say(#"{"id":1,"command":"subscribe","filter":[{"type":["region","recognizer"]}]}"# + "\n")
    try turn(rig, 20)
    #expect(reader.news.filter { $0.contains("removed") || $0.contains("changed") }.isEmpty)
  }

  @Test(
    "H1 an edit whose user has no processor time left makes no other edit wait, and begins again after it")
  func restingEdit() throws {
    let rig = try ServingRig("[rights]\nscene = \"*\"\n")
    let (busy, other) = (try rig.connect(as: .user(1000)), try rig.connect(as: .user(1001)))
    rig.costOfLook = Turn.workOnRequests
    let edits = Self.list(20) { Self.add("r\($0)", "regions") }
    _ = busy.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    try turn(rig)
    rig.costOfLook = 0
    rig.daemon.turn.work.charge(100_000, to: 1000, now: rig.now)
    #expect(try other.ask(#"{"command":"regions","edits":[\#(Self.add("x", "regions"))]}"#).isGranted)
    #expect(busy.news.of("reply").isEmpty)
    try rig.advance(toMilliseconds: 60_000)
    #expect(busy.news.of("reply").map(\.isGranted) == [true])
    _ = other.news
    _ = try other.ask(#"{"command":"regions"}"#)
    #expect(
      Set(((0..<20).map { "r\($0)" }) + ["x"]).isSubset(
        of: other.lines.of("region").map { $0.word("region") }))
  }

  @Test(
    "H1 an edit waits for one of the same user that has no processor time left, and so begins it no second time"
  )
  func ownRestingEdit() throws {
    let rig = try ServingRig()
    let (busy, other) = (try rig.connect(as: .user(1000)), try rig.connect(as: .user(1000)))
    rig.costOfLook = Turn.workOnRequests
    let edits = Self.list(20) { Self.add("r\($0)", "regions") }
    _ = busy.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    _ = other.say(#"{"id":2,"command":"regions","edits":[\#(Self.add("x", "regions"))]}"# + "\n")
    try turn(rig, 3)
    #expect(rig.daemon.commands.unfinished.waiting.count == 1)
    rig.costOfLook = 0
    rig.daemon.turn.work.charge(100_000, to: 1000, now: rig.now)
    try turn(rig, 3)
    #expect(rig.daemon.commands.unfinished.waiting.count == 1)
    #expect(rig.daemon.commands.unfinished.ongoing.map(\.beginnings) == [1])
    try rig.advance(toMilliseconds: 60_000)
    for client in [busy, other] { #expect(client.news.of("reply").map(\.isGranted) == [true]) }
  }

  @Test(
    "H1 a batch that others made begin often still takes many turns; edits of others wait for it, unless its user is deep in debt",
    arguments: ["regions", "recognizers"], [(debt: Int64(30_000), granted: 3), (200_000, 6)])
  func manyBeginnings(command: String, of user: (debt: Int64, granted: Int)) throws {
    let rig = try ServingRig("[rights]\nscene = \"*\"\n")
    let (busy, other) = (try rig.connect(as: .user(1000)), try rig.connect(as: .user(1001)))
    rig.costOfLook = Turn.workOnRequests
    let edits = Self.list(20) { Self.add("r\($0)", command) }
    _ = busy.say(#"{"id":1,"command":"\#(command)","edits":\#(edits)}"# + "\n")
    var granted = 0
    for round in 0..<6 {
      // A part of the batch, then an edit of another user while the batch rests.
      rig.costOfLook = Turn.workOnRequests
      rig.daemon.turn.work.chargeElsewhere(-400_000, to: 1000, now: rig.now)
      try turn(rig)
      #expect(busy.news.of("reply").isEmpty)
      rig.costOfLook = 0
      rig.daemon.turn.work.chargeElsewhere(user.debt, to: 1000, now: rig.now)
      _ = other.say(#"{"command":"\#(command)","edits":[\#(Self.add("x\(round)", command))]}"# + "\n")
      try turn(rig, 4)
      granted += other.news.of("reply").count
    }
    #expect(granted == user.granted)
    try rig.advance(toMilliseconds: 60_000)
    #expect(busy.news.of("reply").map(\.isGranted) == [true])
    #expect(other.news.of("reply").count == 6 - user.granted)
  }

  @Test("H1 work that rests leaves the whole turn to others", arguments: [false, true])
  func restingWork(rests: Bool) throws {
    let rig = try ServingRig()
    let busy = try rig.connect(as: .user(1000))
    let others = try (0..<8).map { _ in try rig.connect() }
    rig.costOfLook = Turn.workOnRequests
    let edits = Self.list(20) { Self.add("r\($0)", "regions") }
    _ = busy.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    try turn(rig)
    #expect(rig.daemon.commands.hasWork)
    if rests { rig.daemon.turn.work.charge(100_000, to: 1000, now: rig.now) }
    rig.costOfLook = Turn.workOnRequests / 8
    for other in others { _ = other.say(#"{"command":"ping"}"# + "\n") }
    try turn(rig)
    let served = others.reduce(0) { $0 + $1.news.of("reply").count }
    // A ping takes two looks at the clock, and a look takes an eighth of the turn.
    #expect(served == (rests ? 4 : 2))
  }

  @Test("H5 the users of departed clients pay for the lines about it, in equal parts")
  func departurePaid() throws {
    let rig = try ServingRig("[rights]\nscene = \"*\"\n")
    var owners: [Client] = []
    for user in [1000, 1001] as [UInt32] { owners.append(try rig.connect(as: .user(user))) }
    let watcher = try rig.connect()
    try watcher.subscribe(#""filter":[{"type":"region"}]"#)
    for (number, owner) in owners.enumerated() {
      let edits = Self.list(20) { Self.add("r\(number)x\($0)", "regions") }
      #expect(try owner.ask(#"{"command":"regions","edits":\#(edits)}"#).isGranted)
    }
    try rig.settle(reading: watcher)
    _ = watcher.news
    func levels() -> [Int64] { [1000, 1001].map { rig.daemon.turn.work.level(of: $0, at: rig.now) } }
    let before = levels()
    owners = []
    // Each published line takes a millisecond.
    let begin = rig.daemon.publisher.everyone.seq
    rig.daemon.turn.processorTime = { Int64(rig.daemon.publisher.everyone.seq - begin) * 1000 }
    var count = 0
    for _ in 0..<60 {
      try turn(rig)
      count += watcher.news.of("region").count
    }
    #expect(count == 40)
    #expect(zip(before, levels()).map { $0 - $1 } == [20_000, 20_000])
  }

  @Test(
    "H7 a subscription that goes on while its client comes to hear another scene is looked up in that one")
  func movedSubscription() throws {
    let rig = try ServingRig()
    let (client, other) = (try rig.connect(as: .user(1000)), try rig.connect(as: .user(1000)))
    rig.costOfLook = Turn.workOnRequests / 2
    let filters = Self.list(6) { #"{"recognizer":["t\#($0)"]}"# }
    _ = client.say(#"{"id":1,"command":"subscribe","filter":\#(filters)}"# + "\n")
    try turn(rig, 2)
    #expect(rig.daemon.commands.hasWork)
    rig.costOfLook = 0
    rig.daemon.turn.work.chargeElsewhere(-20_000, to: 1000, now: rig.now)
    let edit = #"{"id":2,"command":"recognizers","edits":[{"add":{"name":"t1","kind":"tap","public":true}}]}"#
    _ = other.say(edit + "\n")
    try rig.advance(toMilliseconds: 60_000)
    #expect(
      client.news.of("reply").map(\.isGranted) == [true] && other.news.of("reply").map(\.isGranted) == [true])
    try rig.touch("A↓512,320@60100 A↑@60150 ⏲61000")
    #expect(client.gestures() == ["t1:ended"])
  }

  @Test("H2 so many batches of a user's edits wait for another one, and no more")
  func waitingEdits() throws {
    let rig = try ServingRig("[rights]\nscene = \"*\"\n")
    let busy = try rig.connect()
    let clients = try (0..<12).map { _ in try rig.connect(as: .user(1001)) }
    rig.costOfLook = Turn.workOnRequests
    let edits = Self.list(40) { #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"# }
    _ = busy.say(#"{"command":"regions","edits":\#(edits)}"# + "\n")
    try turn(rig)
    for (number, client) in clients.enumerated() {
      _ = client.say(
        #"{"command":"regions","edits":[{"add":{"name":"x\#(number)","frame":[0,0,9,9]}}]}"# + "\n")
    }
    // Each turn has time for one request, and requests come before the unfinished one.
    for _ in 0..<16 {
      rig.daemon.turn.work.chargeElsewhere(-20_000, to: 1001, now: rig.now)
      try turn(rig)
    }
    rig.costOfLook = 0
    #expect(rig.daemon.commands.unfinished.waiting.count == 8)
    let refused = clients.compactMap { $0.news.of("reply").last }
    #expect(refused.map(\.errorCode) == Array(repeating: "limit_reached", count: 4))
    try rig.advance(toMilliseconds: 60_000)
    #expect(busy.news.of("reply").map(\.isGranted) == [true])
    #expect(clients.reduce(0) { $0 + $1.news.of("reply").count } == 8)
  }

  @Test("H5 long work rests while its user has no processor time left, and the loop sleeps meanwhile")
  func rests() throws {
    let rig = try ServingRig()
    let busy = try rig.connect(as: .user(1000))
    rig.costOfLook = Turn.workOnRequests
    let edits = Self.list(40) { #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"# }
    _ = busy.say(#"{"id":1,"command":"regions","edits":\#(edits)}"# + "\n")
    try turn(rig, 40)
    rig.costOfLook = 0
    #expect(rig.daemon.commands.hasWork)
    let rest = try #require(rig.daemon.turn.work.waitEnd(of: 1000, at: rig.now))
    #expect(rig.daemon.nextDeadline == rest)
    try rig.advance(to: rest)
    #expect(!rig.daemon.commands.hasWork)
    #expect(busy.news.of("reply").map(\.isGranted) == [true])
  }

  @Test(
    "H1 a long list is told over several turns; what goes meanwhile is not in it",
    arguments: ["regions", "recognizers"])
  func list(command: String) throws {
    let rig = try ServingRig("[rights]\nscene = \"*\"\n")
    let owner = try rig.connect()
    let reader = try rig.connect()
    let edits = Self.list(60) {
      command == "regions"
        ? #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"#
        : #"{"add":{"name":"r\#($0)","kind":"tap","public":true}}"#
    }
    #expect(try owner.ask(#"{"command":"\#(command)","edits":\#(edits)}"#).isGranted)
    try reader.subscribe(#""filter":[{"type":["region","recognizer"]}]"#)
    let type = String(command.dropLast())
    for client in [owner, reader] { _ = client.news }
    rig.costOfLook = Turn.workOnRequests
    _ = reader.say(#"{"id":1,"command":"\#(command)"}"# + "\n")
    try turn(rig, 2)
    var told = reader.news.of(type)
    #expect((1..<60).contains(told.count))
    #expect(rig.daemon.commands.hasWork)
    rig.costOfLook = 0
    _ = owner.say(#"{"command":"\#(command)","edits":[{"remove":"r59"}]}"# + "\n")
    try rig.settle(reading: reader)
    let news = reader.news
    told += news.of(type)
    #expect(news.of("reply").count == 1)
    let present = told.filter { $0.contains(#""state":"present""#) }.map { $0.word(type) }
    let removed = told.firstIndex { $0.contains(#""state":"removed""#) }
    #expect(Set(present).count == present.count)
    #expect(Set((0..<59).map { "r\($0)" }).isSubset(of: present))
    // The region was listed before its removal, or not at all.
    if let listed = told.firstIndex(where: { $0.word(type) == "r59" && $0.contains("present") }) {
      #expect(removed.map { listed < $0 } ?? false)
    }
    #expect(news.of("reply").first?.contains(#""count":\#(present.count)"#) == true)
  }

  @Test("H1 a snapshot of many regions is told over several turns, and ends with its counts")
  func snapshot() throws {
    let rig = try ServingRig()
    let owner = try rig.connect()
    let edits = Self.list(60) { #"{"add":{"name":"r\#($0)","frame":[0,0,9,9]}}"# }
    #expect(try owner.ask(#"{"command":"regions","edits":\#(edits)}"#).isGranted)
    let reader = try rig.connect()
    _ = reader.news
    rig.costOfLook = Turn.workOnRequests
    _ = reader.say(#"{"id":1,"command":"subscribe","snapshot":true}"# + "\n")
    try turn(rig, 2)
    #expect(rig.daemon.commands.hasWork)
    rig.costOfLook = 0
    try rig.settle(reading: reader)
    let lines = reader.news
    #expect(lines.of("reply").count == 1)
    let regions = lines.of("region").map { $0.word("region") }
    #expect(Set((0..<60).map { "r\($0)" }).isSubset(of: regions) && Set(regions).count == regions.count)
    #expect(lines.last?.contains(#""type":"snapshot""#) == true)
    #expect(lines.last?.word("regions") == "\(regions.count)")
  }

  @Test("H1 a subscription of many filters is looked up over several turns, and hears what came meanwhile")
  func subscription() throws {
    let rig = try ServingRig("[rights]\nscene = \"*\"\n")
    let (reader, owner) = (try rig.connect(), try rig.connect())
    for client in [reader, owner] { _ = client.news }
    rig.costOfLook = Turn.workOnRequests / 2
    let filters = Self.list(24) { #"{"recognizer":"mine\#($0)"}"# }
    _ = reader.say(#"{"id":1,"command":"subscribe","filter":\#(filters)}"# + "\n")
    try turn(rig, 2)
    #expect(rig.daemon.commands.hasWork)
    rig.costOfLook = 0
    #expect(try owner.declare([#"{"name":"mine0","kind":"tap","public":true}"#]).isGranted)
    try rig.settle(reading: reader)
    #expect(reader.news.of("reply").map(\.isGranted) == [true])
    try rig.touch("A↓100,100@10 A↑@80 ⏲900")
    #expect(
      reader.gestures() == ["mine0:ended"] || reader.lines.of("gesture").last?.word("recognizer") == "mine0")
  }
}
