import DaemonTestSupport
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import Testing

@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Declarations of a client without the right `scene` affect only the lines of its own user (H7 to H9).
@Suite struct StageTests {
  private static let recognizers = """
    [recognizer.tap]
    kind = "tap"

    [recognizer.swipe]
    kind = "swipe"

    [recognizer.pan]
    kind = "pan"
    touches = [1, 2]

    [recognizer.hold]
    kind = "long_press"

    """
  private static let strokes =
    "A↓100,100@10 A↑@60 ⏲900 A↓200,200@1000 A→260,200@1030 A→320,200@1060 A→380,200@1090 A↑@1100 ⏲1900 "
    + "A↓300,300@2000 ⏲2700 A↑@2800 ⏲3500 A↓300,300@3600 B↓400,300@3600 A→300,340@3650 B→400,340@3650 "
    + "A→300,380@3700 B→400,380@3700 A↑@3750 B↑@3750 ⏲4500"
  private static let all =
    #""filter":[{"type":["gesture","transition","settled","region","recognizer","responder"]}]"#
  private static let cover = #"{"name":"cover","frame":[0,0,"100%","100%"]"#

  /// The lines about the strokes that a victim of user 1001 receives beside the attackers.
  private func told(
    _ tier: SocketTier = .events, subscribes: Bool, after attack: (ServingRig) throws -> [Client]
  ) throws -> [String] {
    let rig = try ServingRig(Self.recognizers, raw: true)
    let attackers = try attack(rig)
    let victim = try rig.connect(tier, as: .user(1001))
    if subscribes { try victim.subscribe(Self.all) }
    _ = victim.news
    try rig.touch(Self.strokes)
    for attacker in attackers { attacker.read() }
    return victim.news
  }

  private func attacker(_ rig: ServingRig, _ requests: String..., tier: SocketTier = .events) throws
    -> [Client]
  {
    let client = try rig.connect(tier, as: .user(1000))
    for request in requests {
      let reply = try client.ask(request)
      #expect(reply.isGranted, "\(reply)")
    }
    return [client]
  }

  private static func region(_ keys: String = "") -> String {
    #"{"command":"regions","edits":[{"add":\#(cover)\#(keys)}}]}"#
  }

  private static func recognizers(_ tables: String...) -> String {
    #"{"command":"recognizers","edits":["# + tables.map { #"{"add":\#($0)}"# }.joined(separator: ",") + "]}"
  }

  private static let greedy = recognizers(
    #"{"name":"g1","kind":"pan","region":"cover","minimum_distance_mm":0.5,"public":true}"#,
    #"{"name":"g2","kind":"long_press","region":"cover","minimum_press_ms":100,"required_to_fail_by":["tap","pan","swipe","hold"],"delays_touches_began":true}"#,
    #"{"name":"g3","kind":"tap","taps":10,"gap_ms":5000,"required_to_fail_by":["tap","pan"]}"#)

  @Test(
    "H8 H9 nothing that another user declares changes a byte of what a client is told",
    arguments: [true, false])
  func isolation(subscribes: Bool) throws {
    let quiet = try told(subscribes: subscribes) { _ in [] }
    #expect(quiet.of("gesture").count > 3 && !quiet.of("settled").isEmpty, "\(quiet)")
    let attacks: [(String, (ServingRig) throws -> [Client])] = [
      ("cover", { try attacker($0, Self.region()) }),
      ("ignore", { try attacker($0, Self.region(), #"{"command":"ignore_interaction","state":"begin"}"#) }),
      ("greedy", { try attacker($0, Self.region(), Self.greedy) }),
      (
        "single",
        { try attacker($0, Self.region(#","multiple":false,"exclusive":true,"hit_max_touches":1"#)) }
      ),
      ("deaf", { try attacker($0, Self.region(#","interaction":false"#)) }),
      ("text", { try attacker($0, Self.region(#","kind":"text_field","can_become_first_responder":true"#)) }),
      (
        "rooted",
        {
          try attacker(
            $0,
            Self.recognizers(
              #"{"name":"r1","kind":"pan","touches":[1,2,3],"minimum_distance_mm":0.5,"public":true,"can_prevent":"*"}"#
            ))
        }
      ),
      (
        "asking",
        {
          try attacker(
            $0, Self.region(),
            Self.recognizers(
              #"{"name":"a","kind":"tap","touches":[1,2],"region":"cover","ask":["should_begin","should_receive","simultaneous","require_failure","be_required_to_fail"]}"#
            ))
        }
      ),
      (
        "custom",
        {
          try attacker(
            $0, Self.region(), Self.recognizers(#"{"name":"c","kind":"custom","region":"cover"}"#), tier: .raw
          )
        }
      ),
    ]
    for (name, attack) in attacks {
      let lines = try told(subscribes: subscribes, after: attack)
      let first = zip(lines, quiet).first { $0 != $1 }
      #expect(
        lines == quiet, "\(name): \(first.map { "\($0)" } ?? "\(lines.count) lines, not \(quiet.count)")")
    }
  }

  @Test("H8 among the clients of one user regions and recognizers take part as ever (MULTI-1, DMN-2)")
  func sameUser() throws {
    let rig = try ServingRig(Self.recognizers)
    let listener = try rig.connect(as: .user(1000))
    let page = try rig.connect(as: .user(1000))
    try page.subscribe(#""filter":[{"recognizer":"drag"}]"#)
    _ = listener.news
    #expect(
      try page.declare(region: "stage", #"{"name":"drag","kind":"pan","region":"stage","can_prevent":"*"}"#)
        .isGranted)
    try rig.touch("A↓100,100@10 A→140,100@40 A→180,100@70 A↑@90 ⏲900")
    #expect(page.gestures().first == "drag:began")
    #expect(!listener.gestures().contains("pan:began"))
    // Another user still has the pan.
    let other = try rig.connect(as: .user(1001))
    try rig.touch("A↓100,100@1000 A→140,100@1040 A→180,100@1070 A↑@1090 ⏲1900")
    #expect(other.gestures().contains("pan:began"))
  }

  @Test(
    "H8 with the right scene what a client declares takes part for everybody, later comers and own scenes included"
  )
  func rightHolder() throws {
    let rig = try ServingRig(Self.recognizers + "[rights]\nscene = \"user:1000\"")
    let guest = try rig.connect(as: .user(1001))
    #expect(try guest.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted)
    let kiosk = try rig.connect(as: .user(1000))
    #expect(
      try kiosk.declare(region: "stage", #"{"name":"drag","kind":"pan","region":"stage","can_prevent":"*"}"#)
        .isGranted)
    try kiosk.subscribe(#""filter":[{"recognizer":"drag"}]"#)
    let other = try rig.connect(as: .user(1002))
    for client in [guest, other, kiosk] { _ = client.news }
    try rig.touch("A↓100,100@10 A→140,100@40 A→180,100@70 A↑@90 ⏲900")
    #expect(kiosk.gestures().first == "drag:began")
    #expect(!other.gestures().contains("pan:began"))
    #expect(!guest.gestures().contains("pan:began"))
    let regions = try guest.askForLines(#"{"command":"regions"}"#).of("region")
    #expect(regions.contains { $0.word("region") == "stage" })
  }

  @Test("H8 a first declaration changes nothing of what is under way for its user: ids go on")
  func midGesture() throws {
    let rig = try ServingRig(Self.recognizers)
    let listener = try rig.connect(as: .user(1000))
    let page = try rig.connect(as: .user(1000))
    try rig.touch("A↓100,100@10 A→140,100@40 A→180,100@70")
    let began = try #require(listener.news.of("gesture").first { $0.word("state") == "began" })
    #expect(try page.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted)
    try rig.touch("A→220,100@100 A↑@130 ⏲900")
    let rest = listener.news.of("gesture")
    #expect(rest.last?.word("state") == "ended")
    #expect(rest.allSatisfy { $0.word("gesture_id") == began.word("gesture_id") })
    try rig.touch("A↓100,100@1000 A→140,100@1040 A→180,100@1070 A↑@1090 ⏲1900")
    let ids = listener.news.of("gesture").compactMap { Int($0.word("gesture_id")) }
    #expect(ids.allSatisfy { $0 > Int(began.word("gesture_id")) ?? 0 })
  }

  @Test("H8 a user's scene goes with its last client, and a new one hears what everybody hears")
  func goes() throws {
    let rig = try ServingRig(Self.recognizers)
    var page: Client? = try rig.connect(as: .user(1000))
    #expect(try page?.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted == true)
    #expect(rig.daemon.publisher.stages.count == 2)
    page = nil
    try rig.settle()
    #expect(rig.daemon.publisher.stages.count == 1 && rig.daemon.publisher.stages[0].isEveryones)
    let next = try rig.connect(as: .user(1000))
    try rig.touch("A↓100,100@10 A↑@60 ⏲900")
    #expect(next.gestures() == ["tap:ended"])
  }

  @Test("H8 a request about a screen that a user's scene does not have yet is told that there is none")
  func withoutPipeline() throws {
    let rig = try ServingRig(Self.recognizers)
    let page = try rig.connect(as: .user(1000))
    #expect(try page.declare([#"{"name":"mine","kind":"pan"}"#]).isGranted)
    let own = try #require(rig.daemon.publisher.stages.last)
    for request in [
      #"{"command":"convert","points":[[1,2]],"device":1}"#,
      #"{"command":"set","recognizer":"mine","device":1,"translation":[0,0]}"#,
    ] {
      #expect(!(try page.ask(request)).contains("unknown_device"))
      rig.daemon.input.forEachTouchscreen(at: rig.now) { touchscreen, _ in
        touchscreen.removePipeline(of: own)
      }
      #expect(try page.ask(request).contains("unknown_device"))
      // The scene has the screen again after the request.
      #expect(!(try page.ask(request)).contains("unknown_device"))
    }
  }

  @Test("H8 a screen that comes or is turned has the scenes of all users")
  func screens() throws {
    let rig = try ServingRig(Self.recognizers + "[rights]\norientation = \"root\"")
    let page = try rig.connect(as: .user(1000))
    #expect(try page.declare(region: "corner", #"{"name":"mine","kind":"tap","region":"corner"}"#).isGranted)
    try page.subscribe(#""filter":[{"recognizer":"mine"}]"#)
    rig.source.plugIn(try rig.files.recording(EvemuScript(), named: "T2"))
    try rig.settle()
    let root = try rig.connect()
    #expect(try root.ask(#"{"command":"orientation","device":1,"rotation":180}"#).isGranted)
    _ = page.news
    let regions = try page.askForLines(#"{"command":"regions"}"#).of("region")
    #expect(regions.filter { $0.word("region") == "corner" }.count == 1)
    #expect(Set(regions.map { $0.word("device") }) == ["1", "2"])
    try rig.touch("A↓900,500@10 A↑@60 ⏲900", on: 1)
    #expect(page.gestures() == ["mine:ended"])
  }

  @Test("H8 so many users have scenes of their own; one more is told why it gets none")
  func tooMany() throws {
    let rig = try ServingRig(Self.recognizers)
    var clients: [Client] = []
    for user in 0..<CommandRunner.maximumUsers {
      let client = try rig.connect(as: .user(UInt32(2000 + user)))
      #expect(try client.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted)
      clients.append(client)
    }
    let late = try rig.connect(as: .user(3000))
    let reply = try late.declare([#"{"name":"mine","kind":"tap"}"#])
    #expect(reply.errorCode == "limit_reached", "\(reply)")
    clients.removeFirst()
    try rig.settle()
    #expect(try late.declare([#"{"name":"mine","kind":"tap"}"#]).isGranted)
  }

  @Test("H7 nobody has a recognizer of a name that the configuration has")
  func names() throws {
    let rig = try ServingRig(Self.recognizers + "[recognizer.off]\nkind = \"tap\"\nenabled = false\n")
    for client in [try rig.connect(as: .user(1000)), try rig.connect()] {
      for name in ["tap", "off"] {
        let reply = try client.declare([#"{"name":"\#(name)","kind":"tap","public":true}"#])
        #expect(reply.errorCode == "name_taken", "\(reply)")
        #expect(reply.word("path") == "edits[0].add.name")
      }
    }
  }

  @Test("H7 the default subscription has the configuration's recognizers; lines of others say whose they are")
  func owners() throws {
    let rig = try ServingRig(Self.recognizers)
    let (page, plain, asking) = (try rig.connect(), try rig.connect(), try rig.connect())
    #expect(
      try page.declare([#"{"name":"mine","kind":"tap","public":true,"simultaneous_with":"*"}"#]).isGranted)
    for client in [page, asking] { try client.subscribe(#""filter":[{"kind":"tap"}]"#) }
    for client in [page, plain, asking] { _ = client.news }
    try rig.touch("A↓100,100@10 A↑@60 ⏲900")
    #expect(plain.gestures() == ["tap:ended"])
    let own = page.news.of("gesture").first { $0.word("recognizer") == "mine" }
    let others = asking.news.of("gesture")
    #expect(own?.word("owner") == "self")
    #expect(others.first { $0.word("recognizer") == "mine" }?.word("owner") == "other")
    #expect(others.first { $0.word("recognizer") == "tap" }?.contains("owner") == false)
  }

  @Test(
    "H8 a client without the right that listens to a region keeps none of its touches from others",
    arguments: [false, true])
  func listens(isAttacked: Bool) throws {
    let toml = """
      [rights]
      scene = ["user:1001"]

      [region.outer]
      frame = [0, 0, 90, 90]

      [region.inner]
      parent = "outer"
      frame = [0, 0, 50, 50]

      """
    let rig = try ServingRig(Self.recognizers + toml, raw: true)
    let page = try rig.connect(.raw, as: .user(1000))
    if isAttacked {
      try page.subscribe(#""touches":"phases","filter":[{"type":"touches","region":"inner"}]"#)
    }
    let victim = try rig.connect(.raw, as: .user(1001))
    try victim.subscribe(
      #""touches":"phases","filter":[{"type":"touches","region":"outer","descendants":false}]"#)
    for client in [page, victim] { _ = client.news }
    try rig.touch("A↓100,100@10 A↑@60 ⏲900")
    #expect(victim.news.of("touches").map { $0.word("region") } == ["outer", "outer"])
    #expect(page.news.of("touches").isEmpty == !isAttacked)
  }

  @Test(
    "H1 a scene that uses up its user's processor time ends for that user alone, and comes back after a rest")
  func overloaded() throws {
    let rig = try ServingRig(Self.recognizers)
    let page = try rig.connect(as: .user(1000))
    #expect(try page.declare([#"{"name":"mine","kind":"pan","simultaneous_with":"*"}"#]).isGranted)
    try page.subscribe(#""filter":[{"recognizer":"mine"},{"type":"device"}]"#)
    let victim = try rig.connect(as: .user(1001))
    for client in [page, victim] { _ = client.news }
    // Each look at the clock is 4 ms later, so a few frames exceed the 40 ms of a user.
    rig.costOfLook = 4000
    try rig.touch(
      "A↓100,100@10 A→140,100@40 A→180,100@70 A→220,100@100 A→260,100@130 A→300,100@160 A↑@190 ⏲900")
    rig.costOfLook = 0
    #expect(page.gestures().first == "mine:began" && page.gestures().isEmpty)
    let told = victim.gestures()
    #expect(told.first == "pan:began" && told.last == "pan:ended" && told.count > 4, "\(told)")
    try rig.advance(toMilliseconds: 60_000)
    _ = page.news
    try rig.touch("A↓100,100@60100 A→140,100@60140 A→180,100@60170 A↑@60190 ⏲61000")
    #expect(page.gestures().first == "mine:began")
  }

  /// The requests of another client of the same user.
  enum Flood: String, CaseIterable {
    case nothing, moves, snapshots, filters, recognizers

    /// Many requests, as one text.
    var requests: String {
      (0..<90).map { number in
        switch self {
        case .nothing: ""
        case .moves:
          #"{"command":"regions","edits":[{"change":{"name":"aside","frame":[\#(number % 7),90,9,9]}}]}"#
        case .snapshots: #"{"command":"subscribe","snapshot":true}"#
        case .filters:
          #"{"command":"subscribe","filter":[{"recognizer":["a\#(number)","b"]},{"kind":"tap"}]}"#
        case .recognizers:
          number % 2 == 0
            ? #"{"command":"recognizers","edits":[{"add":{"name":"other","kind":"custom"}}]}"#
            : #"{"command":"recognizers","edits":[{"remove":"other"}]}"#
        }
      }.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }
  }

  @Test(
    "H1 requests of one client take no gesture from another client of its user", arguments: Flood.allCases)
  func neighbors(_ flood: Flood) throws {
    let rig = try ServingRig(Self.recognizers)
    let page = try rig.connect(as: .user(1000))
    let neighbor = try rig.connect(as: .user(1000))
    #expect(try page.declare([#"{"name":"mine","kind":"pan","simultaneous_with":"*"}"#]).isGranted)
    try page.subscribe(#""filter":[{"recognizer":"mine"},{"type":"device"}]"#)
    #expect(
      try neighbor.ask(
        #"{"command":"regions","edits":[{"add":{"name":"aside","frame":[0,90,9,9]}}]}"#
      ).isGranted)
    for client in [page, neighbor] { _ = client.news }
    // Requests have used their half of the account, and ask for all that comes in.
    rig.daemon.turn.work.charge(20_000, to: 1000, now: rig.now)
    rig.costOfLook = 40
    if flood != .nothing { _ = neighbor.say(flood.requests) }
    try rig.touch("A↓100,100@10")
    for step in 1..<100 {
      try rig.touch("A→\(100 + 5 * step),100@\(10 + 20 * step)")
      page.read()
    }
    try rig.touch("A↑@2010 ⏲2900")
    let news = page.news
    let states = news.of("gesture").map { $0.word("state") }
    #expect(states.first == "began" && states.last == "ended" && states.count > 90, "\(states.count)")
    #expect(news.of("device").isEmpty)
    neighbor.read()
    let served = neighbor.lines.of("reply").count - 1
    #expect(flood == .nothing ? served == 0 : served > 0, "\(served)")
  }

  @Test("H1 a scene whose recognizers may ask much about one another waits as its user's requests do")
  func costlyQuestions() throws {
    let rig = try ServingRig(Self.recognizers)
    let page = try rig.connect(as: .user(1000))
    let asking = (0..<38).map {
      #"{"name":"asks\#($0)","kind":"tap","touches":[1,2,3,4,5],"#
        + #""ask":["simultaneous","require_failure","be_required_to_fail"]}"#
    }
    #expect(try page.declare(asking).isGranted)
    try page.subscribe(#""filter":[{"type":"device"}]"#)
    _ = page.news
    // The half that is left would be used up by one frame.
    rig.daemon.turn.work.charge(20_500, to: 1000, now: rig.now)
    try rig.touch("A↓100,100@10 A↑@60 ⏲300")
    page.read()
    #expect(page.news.of("device").map { $0.word("reason") } == ["overloaded"])
    try rig.touch("A↓100,100@2000 A↑@2060 ⏲2500")
    page.read()
    #expect(page.news.of("device").isEmpty)
  }

  /// Recognizers of random kinds and properties, as a client without a right declares them.
  private static func randomRecognizers(_ seed: Int) -> [String] {
    var random = SeededGenerator(seed: UInt64(seed))
    func one(_ choices: [String]) -> String { choices[Int.random(in: 0..<choices.count, using: &random)] }
    let kinds = ["tap", "long_press", "pan", "swipe", "pinch", "rotation", "transform", "tip_tap", "custom"]
    return (0..<8).map { number in
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      var table = #""name":"random\#(number)","kind":"\#(kind)""#
      if ["tap", "long_press", "pan"].contains(kind) { table += #","touches":[\#(one(["1", "2", "1,2"]))]"# }
      if kind == "swipe" { table += #","direction":"\#(one(["left", "right", "up", "down"]))""# }
      table +=
        #","\#(one(["can_prevent", "can_be_prevented_by"]))":\#(one(["\"*\"", "[]", "[\"tap\"]", "[\"pan\"]"]))"#
      if one(["yes", "no"]) == "yes" { table += #","public":true"# }
      if one(["yes", "no"]) == "yes" { table += #","ask":["should_begin"]"# }
      return "{\(table)}"
    }
  }

  @Test("H6 what a socket without places tells does not depend on where the touches were", arguments: 0..<16)
  func placeless(seed: Int) throws {
    var declared = 0
    let toml =
      Self.recognizers + """
        [recognizer.edge]
        kind = "edge_pan"
        edges = ["left"]

        [region.corner]
        frame = [0, 0, 30, 30]

        [recognizer.corner_tap]
        kind = "tap"
        region = "corner"

        [socket]
        positions = "none"
        """
    func told(dx: Int, dy: Int) throws -> [String] {
      let rig = try ServingRig(toml)
      let plain = try rig.connect(as: .user(1000))
      let client = try rig.connect(as: .user(1001))
      let region = try client.ask(
        #"{"command":"regions","edits":[{"add":{"name":"cell","frame":[10,10,20,20]}}]}"#)
      #expect(region.errorCode == "not_permitted", "\(region)")
      let edge = try client.declare([#"{"name":"e","kind":"edge_pan","edges":["left"]}"#])
      #expect(edge.errorCode == "not_permitted", "\(edge)")
      let attached = try client.declare([#"{"name":"e","kind":"tap","region":"corner"}"#])
      #expect(attached.errorCode == "unknown_region", "\(attached)")
      #expect(
        try client.declare([
          #"{"name":"mine","kind":"tap","movement_mm":50,"maximum_press_ms":10000,"ask":["should_begin"]}"#,
          #"{"name":"two","kind":"pinch"}"#,
        ]).isGranted)
      // Most of these fit; the answers to the others are compared as well.
      var lines: [String] = []
      for table in Self.randomRecognizers(seed) {
        let reply = try client.declare([table])
        declared += reply.isGranted ? 1 : 0
        lines.append(reply)
      }
      try client.subscribe(Self.all)
      for reader in [plain, client] { _ = reader.news }
      let (x, y) = (128 + dx, 128 + dy)
      try rig.touch(
        "A↓\(x),\(y)@10 A↑@60 ⏲900 A↓\(x),\(y)@1000 A→\(x + 64),\(y)@1030 A→\(x + 128),\(y)@1060 A↑@1090 ⏲1900 "
          + "A↓\(x),\(y)@2000 B↓\(x + 128),\(y)@2010 A→\(x),\(y + 64)@2040 B→\(x + 192),\(y)@2050 A↑@2100 B↑@2110 ⏲2900"
      )
      lines += plain.news + client.news
      for request in ["status", "regions", "recognizers", "devices", "ping"] {
        lines += try client.askForLines(#"{"command":"\#(request)"}"#)
      }
      return lines
    }
    let (dx, dy) = [(0, 0), (512, 256), (-120, 300), (640, -64)][seed % 4]
    let here = try told(dx: 0, dy: 0)
    #expect(here.of("gesture").count > 4)
    #expect(try told(dx: dx, dy: dy) == here)
    #expect(declared > 8)
  }

  @Test(
    "H8 a gesture that is under way without a touch ends where its scene is made anew, and is told to end")
  func withoutTouches() throws {
    let rig = try ServingRig(Self.recognizers, raw: true)
    let page = try rig.connect(.raw, as: .user(1000))
    #expect(try page.declare([#"{"name":"mine","kind":"custom"}"#]).isGranted)
    try page.subscribe(#""filter":[{"recognizer":"mine"}]"#)
    try rig.touch("A↓100,100@10")
    try page.send(#"{"command":"state","event":1,"state":"began"}"#)
    try rig.touch("A→110,100@18 A→120,100@26 A↑@34")
    #expect(page.gestures().contains("mine:began"))
    let root = try rig.connect()
    #expect(try root.ask(Self.region()).isGranted)
    #expect(page.gestures().last == "mine:cancelled")
    let own = try #require(rig.daemon.publisher.stages.last)
    #expect(own.gestures.count == 0)
    let regions = try page.askForLines(#"{"command":"regions"}"#).of("region")
    #expect(regions.contains { $0.word("region") == "cover" })
  }

  @Test("H8 a user's own scene tells which regions of everyone's scene come, change and go")
  func regionNews() throws {
    let rig = try ServingRig(Self.recognizers)
    let page = try rig.connect(as: .user(1000))
    #expect(try page.declare(region: "mine", #"{"name":"own","kind":"tap","region":"mine"}"#).isGranted)
    try page.subscribe(#""filter":[{"type":"region"}]"#)
    let root = try rig.connect()
    _ = page.news
    var told: [String] = []
    for edit in [
      #"{"add":{"name":"stage","frame":[0,0,50,50]}}"#, #"{"change":{"name":"stage","frame":[0,0,60,60]}}"#,
      #"{"remove":"stage"}"#,
    ] {
      #expect(try root.ask(#"{"command":"regions","edits":[\#(edit)]}"#).isGranted)
      told += page.news.of("region").map { "\($0.word("region")) \($0.word("state"))" }
    }
    #expect(told == ["stage added", "stage changed", "stage removed"])
  }
}
