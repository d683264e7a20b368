import DaemonTestSupport
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import Testing

@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Clients of one user in scenes of different names, as the bridge connects pages of different origins.
@Suite("Named scenes") struct NamedSceneTests {
  private static let tapAndPan = """
    [recognizer.tap]
    kind = "tap"

    [recognizer.pan]
    kind = "pan"
    touches = [1, 2]

    """
  private static let strokes =
    "A↓110,120@10 A↑@70 ⏲900 A↓210,220@1000 A→270,220@1040 A→330,220@1080 A↑@1100 ⏲1900 "
    + "A↓300,310@2000 B↓420,310@2010 A→300,350@2060 B→420,350@2060 A↑@2120 B↑@2130 ⏲2900"

  /// A client of user 1000 whose first request names its scene; nil names none.
  private func page(
    _ rig: ServingRig, _ scene: String?, _ tier: SocketTier = .events, user: UInt32 = 1000
  ) throws -> Client {
    let client = try rig.connect(tier, as: .user(user))
    if let scene { #expect(try name(scene, client).isGranted) }
    return client
  }

  private func name(_ scene: String, _ client: Client) throws -> String {
    try client.ask(#"{"command":"limit","scene":"\#(scene)"}"#)
  }

  private func add(_ names: [String], by client: Client, _ keys: String = "") throws -> String {
    let edits = names.map { #"{"add":{"name":"\#($0)","frame":[0,0,"100%","100%"]\#(keys)}}"# }
    return try client.ask(#"{"command":"regions","edits":[\#(edits.joined(separator: ","))]}"#)
  }

  private func regions(_ client: Client) throws -> Set<String> {
    Set(try client.askForLines(#"{"command":"regions"}"#).of("region").map { $0.word("region") })
  }

  private func seqs(_ lines: [String]) -> [Int] { lines.compactMap { Int($0.word("seq")) } }

  @Test(
    "WEB-69 what a client declares changes no byte of what clients of its user in other scenes are told",
    arguments: ["left", nil])
  func apart(other: String?) throws {
    func told(_ attack: (Client) throws -> Void) throws -> [String] {
      let rig = try ServingRig(Self.tapAndPan)
      let victim = try page(rig, "right")
      #expect(
        try victim.declare(
          region: "mine", #"{"name":"knock","kind":"tap","region":"mine"}"#,
          #"{"name":"drag","kind":"pan","region":"mine"}"#
        ).isGranted)
      let attacker = try page(rig, other)
      try victim.subscribe(#""filter":[{"type":["gesture","settled","region","recognizer","transition"]}]"#)
      _ = victim.news
      try attack(attacker)
      try rig.touch(Self.strokes)
      _ = attacker.news
      return victim.news
    }
    let quiet = try told { _ in }
    #expect(quiet.of("gesture").contains { $0.word("recognizer") == "knock" }, "\(quiet)")
    let beside = try told { (attacker: Client) throws in
      #expect(try add(["c1", "c2"], by: attacker, #","multiple":false,"exclusive":true"#).isGranted)
      #expect(
        try attacker.declare([
          #"{"name":"g1","kind":"pan","region":"c2","minimum_distance_mm":0.5,"can_prevent":"*"}"#
        ]).isGranted)
      #expect(try attacker.ask(#"{"command":"ignore_interaction","state":"begin"}"#).isGranted)
    }
    #expect(beside == quiet)
  }

  @Test("WEB-69 clients of one name share a scene, those that come later included; others see nothing of it")
  func shared() throws {
    let rig = try ServingRig(Self.tapAndPan)
    let early = try page(rig, "left")
    let first = try page(rig, "left")
    #expect(try add(["stage"], by: first).isGranted)
    let (late, other, unnamed) = (try page(rig, "left"), try page(rig, "right"), try page(rig, nil))
    #expect(try add(["yard"], by: unnamed).isGranted)
    for client in [early, first, late] {
      let seen = try regions(client)
      #expect(seen.contains("stage") && !seen.contains("yard"), "\(seen)")
    }
    for client in [other, unnamed] {
      let seen = try regions(client)
      #expect(!seen.contains("stage"), "\(seen)")
    }
    #expect(
      try first.declare([#"{"name":"drag","kind":"pan","region":"stage","can_prevent":"*"}"#]).isGranted)
    try first.subscribe(#""filter":[{"recognizer":"drag"}]"#)
    for client in [early, late, other] { _ = client.news }
    try rig.touch("A↓100,100@10 A→150,100@40 A→200,100@70 A↑@90 ⏲900")
    for client in [early, late] { #expect(!client.gestures().contains("pan:began")) }
    #expect(other.gestures().contains("pan:began"))
  }

  @Test("WEB-69 names of regions and recognizers are free in each scene")
  func names() throws {
    let rig = try ServingRig(Self.tapAndPan)
    let pages = [try page(rig, "left"), try page(rig, "right")]
    for client in pages {
      #expect(
        try client.declare(region: "stage", #"{"name":"hit","kind":"tap","region":"stage"}"#).isGranted)
      try client.subscribe(#""filter":[{"recognizer":"hit"}]"#)
      _ = client.news
    }
    try rig.touch("A↓100,100@10 A↑@60 ⏲900")
    for client in pages { #expect(client.gestures() == ["hit:ended"]) }
  }

  @Test("WEB-69 the limits of a user hold for all its scenes together")
  func quotas() throws {
    let rig = try ServingRig(
      Self.tapAndPan + "[socket]\nregions_per_subscriber = 5\nrecognizers_per_subscriber = 3\n")
    let (left, right) = (try page(rig, "left"), try page(rig, "right"))
    #expect(try add(["a", "b", "c"], by: left).isGranted)
    #expect(try add(["d", "e", "f"], by: right).errorCode == "limit_reached")
    #expect(try add(["d", "e"], by: right).isGranted)
    #expect(try left.declare([#"{"name":"one","kind":"pan","touches":[1,2]}"#]).isGranted)
    #expect(try right.declare([#"{"name":"two","kind":"pan","touches":[1,2]}"#]).errorCode == "limit_reached")
    #expect(try right.declare([#"{"name":"two","kind":"pan","touches":[2]}"#]).isGranted)
    #expect(try add(["g"], by: try page(rig, nil)).errorCode == "limit_reached")
  }

  @Test(
    "WEB-69 a client that joins a scene gets no number again, and what is under way ends as cancelled",
    arguments: [false, true])
  func joins(isThere: Bool) throws {
    let rig = try ServingRig(Self.tapAndPan)
    let member = try page(rig, "left")
    if isThere { #expect(try member.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted) }
    // The unnamed scene has more gestures, so its numbers are higher.
    let busy = try page(rig, nil)
    #expect(
      try busy.declare(
        (1...6).map { #"{"name":"b\#($0)","kind":"tap","public":true,"simultaneous_with":"*"}"# }
      ).isGranted)
    let witness = try page(rig, nil, user: 1001)
    let client = try page(rig, nil)
    try rig.touch("A↓100,100@10 A↑@60 ⏲900 A↓100,100@1000 A→150,100@1040 A→200,100@1080")
    let before = client.news
    let began = try #require(before.of("gesture").last { $0.word("recognizer") == "pan" })
    let known = (seqs(member.news), seqs(witness.news))
    #expect(try name("left", client).isGranted)
    let cancelled = try #require(client.lines.of("gesture").last)
    #expect(cancelled.word("state") == "cancelled")
    #expect(cancelled.word("gesture_id") == began.word("gesture_id"))
    try rig.touch("A→260,100@1120 A↑@1140 ⏲1900 A↓100,100@2000 A→150,100@2040 A→200,100@2080 A↑@2100 ⏲2900")
    let after = client.news.of("gesture")
    #expect(after.map { $0.word("recognizer") }.allSatisfy { $0 == "pan" } && !after.isEmpty, "\(after)")
    let all = seqs(before) + seqs([cancelled]) + seqs(after)
    #expect(all == all.sorted() && Set(all).count == all.count, "\(all)")
    for field in ["gesture_id", "sequence"] {
      let old = before.of("gesture").compactMap { Int($0.word(field)) }.max() ?? 0
      #expect(after.compactMap { Int($0.word(field)) }.allSatisfy { $0 > old }, "\(field)")
    }
    let others = seqs(member.news)
    #expect(others == others.sorted() && (known.0 + others).sorted() == known.0 + others)
    // Another user notices nothing: its numbers have the gaps that they have without all this.
    let told = known.1 + seqs(witness.news)
    let alone = try ServingRig(Self.tapAndPan)
    let single = try page(alone, nil, user: 1001)
    try alone.touch(
      "A↓100,100@10 A↑@60 ⏲900 A↓100,100@1000 A→150,100@1040 A→200,100@1080 A→260,100@1120 A↑@1140 ⏲1900 "
        + "A↓100,100@2000 A→150,100@2040 A→200,100@2080 A↑@2100 ⏲2900")
    #expect(told == seqs(single.news))
  }

  @Test("WEB-69 where single fingers are hidden, a client that joins a scene gets no number again either")
  func joinsWithoutSingleFingers() throws {
    let rig = try ServingRig(Self.tapAndPan + "[socket]\nsingle_finger = false\n")
    let member = try page(rig, "left")
    #expect(try member.declare([#"{"name":"mine","kind":"pinch"}"#]).isGranted)
    let busy = try page(rig, nil)
    #expect(
      try busy.declare(
        (1...4).map {
          #"{"name":"b\#($0)","kind":"tap","touches":[2],"public":true,"simultaneous_with":"*"}"#
        }
      ).isGranted)
    let client = try page(rig, nil)
    func twoTaps(_ time: Int) -> String {
      "A↓100,100@\(time) B↓200,100@\(time + 5) A↑@\(time + 60) B↑@\(time + 65) ⏲\(time + 900) "
    }
    func pan(_ time: Int) -> String {
      "A↓100,100@\(time) B↓200,100@\(time + 5) A→160,100@\(time + 40) B→260,100@\(time + 40) "
        + "A→220,100@\(time + 80) B→320,100@\(time + 80) A↑@\(time + 120) B↑@\(time + 125) ⏲\(time + 900) "
    }
    try rig.touch(twoTaps(10) + pan(1000))
    let before = client.news.of("gesture")
    #expect(try name("left", client).isGranted)
    try rig.touch(pan(2000))
    let after = client.news.of("gesture")
    #expect(!before.isEmpty && !after.isEmpty)
    for field in ["seq", "gesture_id", "sequence"] {
      let old = before.compactMap { Int($0.word(field)) }.max() ?? 0
      #expect(after.compactMap { Int($0.word(field)) }.allSatisfy { $0 > old }, "\(field)")
    }
  }

  @Test("WEB-69 a connection has one scene, and names it before it declares or subscribes")
  func once() throws {
    let rig = try ServingRig(Self.tapAndPan)
    let client = try page(rig, "left")
    #expect(try name("left", client).isGranted)
    let second = try name("right", client)
    #expect(second.errorCode == "conflict" && second.contains("left"), "\(second)")
    #expect(try client.ask(#"{"command":"limit","regions":2}"#).isGranted)
    #expect(try add(["a"], by: client).isGranted)
    #expect(try name("left", client).isGranted)
    let declared = try page(rig, nil)
    #expect(try add(["b"], by: declared).isGranted)
    #expect(try name("right", declared).errorCode == "conflict")
    let subscribed = try page(rig, nil)
    try subscribed.subscribe()
    #expect(try name("right", subscribed).errorCode == "conflict")
    let fresh = try page(rig, nil)
    for wrong in [#""""#, "7", #""\#(String(repeating: "s", count: 301))""#] {
      let reply = try fresh.ask(#"{"command":"limit","scene":\#(wrong)}"#)
      #expect(reply.errorCode == "invalid_value" && reply.word("path") == "scene", "\(reply)")
    }
  }

  @Test("WEB-69 a user has 8 scenes, the next is told at its first declaration; 16 users have scenes")
  func tooMany() throws {
    let rig = try ServingRig(Self.tapAndPan)
    var clients: [Client] = []
    for number in 1...CommandRunner.maximumScenes {
      let client = try page(rig, "s\(number)")
      #expect(try add(["r\(number)"], by: client).isGranted)
      clients.append(client)
    }
    let late = try page(rig, "late")
    let reply = try add(["r"], by: late)
    #expect(reply.errorCode == "limit_reached" && reply.contains("8 scenes"), "\(reply)")
    #expect(try add(["more"], by: try page(rig, "s1")).isGranted)
    for user in 1..<CommandRunner.maximumUsers {
      let client = try page(rig, nil, user: UInt32(2000 + user))
      #expect(try add(["r"], by: client).isGranted)
      clients.append(client)
    }
    #expect(try add(["r"], by: try page(rig, "s1", user: 3000)).errorCode == "limit_reached")
    clients.removeFirst(2)
    try rig.settle()
    #expect(try add(["r"], by: late).isGranted)
  }

  @Test("WEB-69 a scene that ends as its last client names another one does not count among the 8")
  func lastOfItsScene() throws {
    let rig = try ServingRig(Self.tapAndPan)
    var clients: [Client] = []
    var others = [try page(rig, nil)]
    #expect(try add(["r0"], by: others[0]).isGranted)
    others.append(try page(rig, nil))
    let third = try page(rig, nil)
    for number in 1..<CommandRunner.maximumScenes {
      let client = try page(rig, "s\(number)")
      #expect(try add(["r\(number)"], by: client).isGranted)
      clients.append(client)
    }
    // The scene without a name has other clients, so the named one would be the ninth.
    #expect(try name("ninth", third).errorCode == "limit_reached")
    others.removeFirst()
    try rig.settle()
    #expect(try name("ninth", third).errorCode == "limit_reached")
    others.removeFirst()
    try rig.settle()
    #expect(try name("ninth", third).isGranted)
    #expect(try add(["r"], by: third).isGranted)
  }

  @Test("WEB-69 H2 the memory of scenes with names counts among the 16 MiB of their user")
  func memory() throws {
    let regions = (0..<240).map { "[region.g\($0)]\nframe = [\($0 % 90), 0, 9, 9]\n" }
    let taps = (0..<120).map { "[recognizer.t\($0)]\nkind = \"tap\"\ntouches = [1, 2]\n" }
    let rig = try ServingRig((regions + taps).joined())
    var clients: [Client] = []
    var reply = ""
    repeat {
      let client = try page(rig, "s\(clients.count)")
      reply = try add(["own\(clients.count)"], by: client)
      clients.append(client)
    } while reply.isGranted
    #expect(reply.errorCode == "limit_reached" && reply.contains("of one user"), "\(reply)")
    #expect((4..<CommandRunner.maximumScenes).contains(clients.count), "\(clients.count)")
    clients.removeFirst()
    try rig.settle()
    let next = try page(rig, "next")
    #expect(try add(["own"], by: next).isGranted)
  }

  @Test("WEB-69 H1 all scenes of a user share the processor time of the user, and end together without it")
  func processorTime() throws {
    let rig = try ServingRig(Self.tapAndPan)
    let pages = [try page(rig, "left"), try page(rig, "right")]
    for client in pages {
      #expect(try client.declare([#"{"name":"mine","kind":"pan","simultaneous_with":"*"}"#]).isGranted)
      try client.subscribe(#""filter":[{"recognizer":"mine"},{"type":"device"}]"#)
    }
    let victim = try page(rig, nil, user: 1001)
    for client in pages + [victim] { _ = client.news }
    rig.costOfLook = 6000
    try rig.touch(
      "A↓100,110@10 A→140,110@40 A→180,110@70 A→220,110@100 A→260,110@130 A→300,110@160 A→340,110@190 A↑@220 ⏲900"
    )
    rig.costOfLook = 0
    for client in pages {
      #expect(client.news.of("device").map { $0.word("reason") } == ["overloaded"])
    }
    #expect(victim.gestures().last == "pan:ended")
  }

  @Test("WEB-69 a scene goes with its last client, also where the last one leaves it for another")
  func goes() throws {
    let rig = try ServingRig(Self.tapAndPan)
    var clients = [try page(rig, nil)]
    #expect(try add(["a"], by: clients[0]).isGranted)
    let other = try page(rig, nil)
    clients.removeAll()
    try rig.settle()
    #expect(rig.daemon.publisher.stages.count == 2)
    #expect(try name("left", other).isGranted)
    #expect(rig.daemon.publisher.stages.map(\.origin.scene).contains("left"))
    #expect(rig.daemon.publisher.stages.count == 2)
    try rig.touch("A↓100,100@10 A↑@60 ⏲900")
    #expect(other.gestures() == ["tap:ended"])
  }

  @Test("WEB-69 scenes of all names follow changes of everyone's scene and keep what they declare")
  func follows() throws {
    let rig = try ServingRig(Self.tapAndPan)
    let pages = [try page(rig, "left"), try page(rig, "right"), try page(rig, nil)]
    for (number, client) in pages.enumerated() {
      #expect(try add(["own\(number)"], by: client).isGranted)
      try client.subscribe(#""filter":[{"type":"region"},{"type":"gesture"}]"#)
      _ = client.news
    }
    let root = try rig.connect()
    #expect(
      try root.ask(#"{"command":"regions","edits":[{"add":{"name":"wall","frame":[0,0,9,9]}}]}"#).isGranted)
    for (number, client) in pages.enumerated() {
      #expect(client.news.of("region").map { "\($0.word("region")) \($0.word("state"))" } == ["wall added"])
      let seen = try regions(client)
      #expect(seen.isSuperset(of: ["wall", "own\(number)"]), "\(seen)")
    }
    let all = try root.askForLines(#"{"command":"regions","owners":"all"}"#).of("region")
    #expect(Set(all.map { $0.word("region") }).isSuperset(of: ["own0", "own1", "own2", "wall"]))
    rig.source.plugIn(try rig.files.recording(EvemuScript(), named: "T2"))
    try rig.settle()
    for client in pages { _ = client.news }
    try rig.touch("A↓900,500@10 A↑@60 ⏲900", on: 2)
    for client in pages { #expect(client.gestures().contains("tap:ended")) }
  }

  @Test("WEB-69 with the right scene a client declares for everybody, whatever scene it names")
  func rightHolder() throws {
    let rig = try ServingRig(Self.tapAndPan + "[rights]\nscene = \"user:1000\"")
    let kiosk = try page(rig, "left")
    #expect(try add(["wall"], by: kiosk).isGranted)
    let other = try page(rig, "right", user: 1001)
    #expect(try regions(other).contains("wall"))
  }

  @Test("WEB-69 actions and responders stay in their scene")
  func actions() throws {
    let rig = try ServingRig(Self.tapAndPan + "[application]\nactions = [\"copy\"]\n")
    let pages = [try page(rig, "left"), try page(rig, "right")]
    for client in pages {
      let reply = try client.ask(
        #"{"command":"subscribe","filter":[{"type":"device"}],"responders":[{"name":"application","types":"action","ask":["can_perform"]}]}"#
      )
      #expect(reply.isGranted, "\(reply)")
    }
    let sender = try page(rig, "right")
    #expect(try sender.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted)
    for client in pages { _ = client.news }
    try sender.send(#"{"id":1,"command":"perform","action":"copy"}"#)
    #expect(pages[0].news.isEmpty)
    let asked = try #require(pages[1].news.of("ask").first)
    try pages[1].send(#"{"command":"answer","question":\#(asked.word("question")),"value":true}"#)
    #expect(pages[1].news.of("action").count == 1)
    #expect(pages[0].news.isEmpty)
    #expect(sender.news.of("reply").first?.word("responder") == "application")
  }
}
