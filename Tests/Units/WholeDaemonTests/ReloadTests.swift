import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedDaemon

@Suite("Reading the configuration anew") struct ReloadTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let competing = "[recognizer.tap]\nkind = \"tap\"\n[recognizer.pan]\nkind = \"pan\"\n"

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(DaemonFiles.threeRecognizers, to: "gestured.toml")
  }

  private func rig() throws -> ServingRig {
    try ServingRig(DaemonFiles.threeRecognizers, file: ConfigurationFile(path: path))
  }

  private func write(_ toml: String) throws { _ = try folder.write(toml, to: "gestured.toml") }

  /// Does what the signal does, and waits until its 100 ms have passed.
  private func reload(_ rig: ServingRig) throws {
    rig.daemon.wantReload()
    try rig.advance(to: rig.now + .milliseconds(150))
  }

  private func status(_ client: Client) throws -> String { try client.ask(#"{"command":"status"}"#) }

  @Test("P6 a right file counts from then on, for clients that are connected")
  func taken() throws {
    let rig = try rig()
    let client = try rig.connect()
    try write("[recognizer.knock]\nkind = \"tap\"\n[touch]\n")
    try reload(rig)
    #expect(try status(client).contains(#""state":"loaded","reloads":1"#))
    _ = client.news
    try rig.touch("A↓128,128@1000 A↑@1080 ⏲2000")
    #expect(client.news.of("gesture").map { $0.word("recognizer") } == ["knock"])
    #expect(rig.source.reconfigurations.count == 1)
  }

  @Test("P6 WEB-69 a reload reaches the scenes of all names, which keep what they declare")
  func namedScenes() throws {
    let rig = try rig()
    var pages: [Client] = []
    for scene in ["left", "right"] {
      let page = try rig.connect(as: .user(1000))
      #expect(try page.ask(#"{"command":"limit","scene":"\#(scene)"}"#).isGranted)
      #expect(
        try page.declare(region: scene, #"{"name":"own","kind":"tap","region":"\#(scene)"}"#).isGranted)
      pages.append(page)
    }
    try write(
      "[region.wall]\nframe = [0, 0, 9, 9]\n[recognizer.knock]\nkind = \"tap\"\nsimultaneous_with = \"*\"\n")
    try reload(rig)
    for (page, scene) in zip(pages, ["left", "right"]) {
      let regions = try page.askForLines(#"{"command":"regions"}"#).of("region").map { $0.word("region") }
      #expect(Set(regions).isSuperset(of: ["wall", scene]), "\(regions)")
      try page.subscribe(#""filter":[{"type":"gesture"}]"#)
      _ = page.news
    }
    try rig.touch("A↓128,128@1000 A↑@1080 ⏲2000")
    for page in pages { #expect(Set(page.gestures()) == ["knock:ended", "own:ended"]) }
  }

  @Test(
    "FLT-35 a reload that adds a filter lets recognizers without a client rest, and one that takes it away ends the rest"
  )
  func filter() throws {
    let rig = try rig()
    func levels() -> Set<RecognizerHearing> {
      Set(rig.daemon.publisher.everyone.scene.recognizers.instances.map(\.hearing))
    }
    #expect(levels() == [.asked])
    try write(DaemonFiles.threeRecognizers + "\n[filter]\nenabled = true\n")
    try reload(rig)
    #expect(levels() == [.unheard])
    try write(DaemonFiles.threeRecognizers + "\n[touch]\n")
    try reload(rig)
    #expect(levels() == [.asked])
  }

  @Test("H13 a right to motion that a reload takes away counts no more")
  func motion() throws {
    try write("[rights]\nmotion = [\"*\"]\n")
    let rig = try rig()
    try reload(rig)
    let sensor = rig.plugIn(.motion)
    let client = try rig.connect(as: .user(1001))
    #expect(try client.ask(#"{"command":"motion_subscribe","rate":50}"#).hasSuffix(#""rate":50}"#))
    _ = client.news
    rig.shake(from: 1000, for: 3000, on: sensor)
    try rig.advance(toMilliseconds: 1190)
    #expect(client.news.of("motion_data").count > 9)
    try write("[touch]\n")
    try reload(rig)
    _ = client.news
    try rig.advance(to: rig.now + .milliseconds(990))
    #expect((9...10).contains(client.news.of("motion_data").count))
  }

  @Test(
    "H8 a right scene that a reload gives or takes away counts at once: who has it now or had it comes again")
  func scene() throws {
    try write(Self.competing + "\n[rights]\nscene = \"user:1001\"\n")
    let rig = try rig()
    try reload(rig)
    let (kiosk, victim) = (try rig.connect(as: .user(1001)), try rig.connect(as: .user(1002)))
    func cover(_ client: Client) throws {
      let tap = #"{"name":"first","kind":"tap","region":"cover","can_prevent":"*"}"#
      #expect(try client.declare(region: "cover", tap).isGranted)
      try client.subscribe(#""filter":[{"recognizer":"first"}]"#)
    }
    try cover(kiosk)
    _ = victim.news
    try rig.touch("A↓128,128@1000 A↑@1080 ⏲2000")
    #expect(!victim.gestures().contains("tap:ended"))
    try write(Self.competing)
    try reload(rig)
    #expect(kiosk.lines.last == #"{"type":"bye","reason":"configuration changed"}"#)
    #expect(victim.lines.of("bye").isEmpty)
    try rig.settle()
    let again = try rig.connect(as: .user(1001))
    try cover(again)
    _ = victim.news
    try rig.touch("A↓128,128@3000 A↑@3080 ⏲4000")
    #expect(victim.gestures().contains("tap:ended"))
    try write(Self.competing + "\n[rights]\nscene = \"user:1001\"\n")
    try reload(rig)
    #expect(again.lines.last == #"{"type":"bye","reason":"configuration changed"}"#)
    #expect(victim.lines.of("bye").isEmpty)
  }

  @Test("H8 what of a user's own makes no sense with another configuration goes and is told; the rest stays")
  func ownScene() throws {
    try write(Self.competing)
    let rig = try rig()
    try reload(rig)
    let client = try rig.connect(as: .user(1001))
    let edits = [
      #"{"add":{"name":"a","kind":"tap","taps":2,"require_to_fail":["tap"]}}"#,
      #"{"add":{"name":"b","kind":"tap","taps":3,"require_to_fail":["a"]}}"#,
      #"{"add":{"name":"c","kind":"tap","taps":4,"require_to_fail":["d"]}}"#,
      #"{"add":{"name":"d","kind":"tap","taps":5}}"#,
    ].joined(separator: ",")
    let reply = try client.ask(#"{"command":"recognizers","edits":[\#(edits)]}"#)
    #expect(reply.isGranted, "\(reply)")
    try client.subscribe(#""filter":[{"type":"recognizer"}]"#)
    _ = client.news
    try write("[recognizer.pan]\nkind = \"pan\"\n")
    try reload(rig)
    let gone = client.news.of("recognizer").filter { $0.word("state") == "removed" }
    #expect(gone.map { $0.word("recognizer") }.sorted() == ["a", "b", "tap"], "\(gone)")
    let refused = try client.ask(#"{"command":"recognizers","edits":[{"remove":"a"}]}"#)
    #expect(refused.errorCode == "unknown_recognizer")
    let anew =
      #"{"command":"recognizers","edits":[{"add":{"name":"a","kind":"tap","taps":2}},{"remove":"c"}]}"#
    #expect(try client.ask(anew).isGranted)
  }

  @Test("P6 a wrong file changes nothing: all goes on as before, and status says what is wrong and where")
  func kept() throws {
    let rig = try rig()
    let client = try rig.connect()
    try write("[recognizer.tap]\nkind = \"tap\"\ntapz = 2\n[recognizer.pan]\nkind = \"pam\"\n")
    try reload(rig)
    let reply = try status(client)
    #expect(reply.contains(#""state":"kept","reloads":0"#))
    #expect(reply.contains("gestured.toml:3:1: recognizer.tap.tapz: unknown key; did you mean taps?"))
    #expect(reply.contains("gestured.toml:5:8: recognizer.pan.kind"))
    _ = client.news
    try rig.touch("A↓128,128@1000 A↑@1080 ⏲2000")
    #expect(client.news.of("gesture").map { $0.word("recognizer") } == ["tap"])
    #expect(rig.source.reconfigurations.isEmpty)
    // The corrected file counts, and the mistakes are forgotten.
    try write("[recognizer.knock]\nkind = \"tap\"\n")
    try reload(rig)
    #expect(try status(client).contains(#""state":"loaded","reloads":1,"mistakes":[]"#))
  }

  @Test(
    "P7 a gesture that is under way ends by the old configuration; the new one counts from its last lift on")
  func betweenTouches() throws {
    let rig = try rig()
    let client = try rig.connect()
    try rig.touch("A↓128,128@100 A→200,128@120 A→260,128@140 ⏲200")
    try write("[recognizer.drag]\nkind = \"pan\"\n")
    rig.daemon.wantReload()
    let wanted = rig.now
    try rig.touch("A→320,128@400 ⏲600")
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.touch("A↑@700 ⏲1000 B↓128,128@1100 B→200,128@1120 B→260,128@1140 B↑@1200 ⏲1500")
    #expect(rig.source.reconfigurations.count == 1)
    // Fingers that switch a filter off meanwhile are the later word (FLT-12).
    #expect(rig.source.reloadWanted == wanted)
    let told = client.news.of("gesture").map { "\($0.word("recognizer")):\($0.word("state"))" }
    #expect(
      told.filter { $0.hasSuffix("began") || $0.hasSuffix("ended") || $0.hasSuffix("cancelled") } == [
        "pan:began", "pan:ended", "drag:began", "drag:ended",
      ])
  }

  @Test("A finger that never lifts does not keep a configuration from counting for ever")
  func stuckFinger() throws {
    let rig = try rig()
    try rig.touch("A↓128,128@100 ⏲200")
    try write("[recognizer.drag]\nkind = \"pan\"\n")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 30_150)
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.advance(toMilliseconds: 30_300)
    #expect(rig.source.reconfigurations.count == 1)
  }

  @Test("FF-18 a reload that waits for a finger says once which screen is touched, and how long it waits")
  func waitIsTold() throws {
    let rig = try rig()
    let log = KeptLog()
    rig.daemon.turn.journal = Journal(log.logger)
    try rig.touch("A↓128,128@100 ⏲200")
    try write("[recognizer.drag]\nkind = \"pan\"\n")
    for _ in 0..<3 { try reload(rig) }
    try rig.advance(to: rig.now + .milliseconds(4000))
    #expect(
      log.lines.filter { $0.contains("waits until no finger touches device 1 (30 s at most)") }.count == 1)
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.touch("A↑@6000 ⏲8000")
    #expect(rig.source.reconfigurations.count == 1)
  }

  @Test("P7 a storm of signals is one reading each 100 ms")
  func storm() throws {
    let rig = try rig()
    for millisecond in 1...1000 {
      for _ in 0..<10 { rig.daemon.wantReload() }
      try rig.advance(toMilliseconds: Int64(millisecond))
    }
    #expect((10...11).contains(rig.source.reconfigurations.count))
  }

  @Test("What a client has declared stays; what it put into a region that is gone goes with it")
  func clientsStay() throws {
    try write(DaemonFiles.threeRecognizers + "\n[region.panel]\nframe = [0, 0, 80, 100]\n")
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[region.panel]\nframe = [0, 0, 80, 100]\n",
      file: ConfigurationFile(path: path))
    let client = try rig.connect()
    #expect(
      try client.ask(
        #"{"command":"regions","edits":[{"add":{"name":"Q","frame":[90,0,20,20]}},"#
          + #"{"add":{"name":"R","parent":"panel","frame":[0,0,10,10]}}]}"#
      ).isGranted)
    #expect(
      try client.ask(
        #"{"command":"recognizers","edits":[{"add":{"name":"own","kind":"tap","touches":2}}]}"#
      ).isGranted)
    try write(DaemonFiles.threeRecognizers + "\n[region.side]\nframe = [0, 0, 40, 100]\n")
    try reload(rig)
    let regions = try client.askForLines(#"{"command":"regions"}"#).of("region").map { $0.word("region") }
    #expect(regions == ["window", "root", "side", "Q"])
    _ = client.news
    try rig.touch("A↓128,128@1000 B↓192,128@1000 A↑@1080 B↑@1080 ⏲2000")
    #expect(client.news.of("gesture").map { $0.word("recognizer") } == ["own"])
  }

  @Test("What a file says of the sockets themselves waits for the next start, and status says what")
  func socketWaits() throws {
    let rig = try rig()
    let client = try rig.connect()
    try write(
      DaemonFiles.threeRecognizers + "\n[socket]\nmode = \"0600\"\ngroup = \"users\"\nqueue_lines = 32\n")
    try reload(rig)
    #expect(
      try status(client).contains(#""waiting":["mode, group in [socket] takes effect at the next start"]"#))
    try write(DaemonFiles.threeRecognizers + "\n[socket]\nqueue_lines = 32\n")
    try reload(rig)
    #expect(try status(client).contains(#""waiting":[]"#))
  }

  @Test("Of sockets that the service manager keeps it does nothing, and status says so from the start")
  func socketIsKept() throws {
    let path = try SocketPath(folder.file("kept.sock"))
    let kept = try UnixListener(at: path)
    let sockets = try InheritedSockets(
      descriptors: [try kept.descriptor.duplicate().rawValue], names: ["events"])
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\ngroup = \"users\"\nraw = true\n", inherited: sockets)
    let client = try Client(connectingTo: path)
    client.afterSending = { try rig.settle() }
    try rig.settle()
    #expect(
      try status(client).contains(
        #""waiting":["group, raw in [socket] does nothing here: the service manager keeps the sockets"#))
  }

  @Test("What it says of clients counts at once: how many there may be, how often they ask and how much")
  func limitsCount() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nmaximum_subscribers = 1\n",
      file: ConfigurationFile(path: path))
    let client = try rig.connect()
    #expect(try rig.connect().lines.last == #"{"type":"bye","reason":"too many subscribers"}"#)
    // A pan under way continues for its present receivers.
    try rig.touch("A↓128,128@100 A→200,128@120 A→260,128@140 ⏲200")
    try write(
      DaemonFiles.threeRecognizers
        + "\n[socket]\nmaximum_subscribers = 200\nsubscribers_per_user = 100\nconnections_per_second = 1000\n"
        + "request_bytes = 2048\nrequest_timeout_ms = 200\nmaximum_filters = 1\n")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 31_000)
    #expect(try status(client).contains(#""reloads":1,"mistakes":[],"waiting":[]"#))
    // More clients than the places under one number.
    let others = try (0..<99).map { _ in try rig.connect(as: .user(4242)) }
    #expect(others.allSatisfy { $0.lines.of("hello").count == 1 && $0.lines.of("bye").isEmpty })
    _ = client.news
    try rig.touch("A↑@31100 ⏲31200")
    #expect(client.gestures() == ["pan:ended"])
    #expect(others.allSatisfy { $0.gestures().isEmpty })
    #expect(
      try client.ask(#"{"command":"subscribe","filter":[{"kind":"tap"},{"kind":"pan"}]}"#).errorCode
        == "limit_reached")
    #expect(
      try client.ask("{\"command\":\"ping\",\"id\":\"\(String(repeating: "x", count: 3000))\"}")
        .contains("allowed: at most 2048"))
    _ = others[0].say("{")
    try rig.settle()
    try rig.advance(toMilliseconds: 31_500)
    #expect(others[0].lines.last == #"{"type":"bye","reason":"request not finished"}"#)
    let early = try rig.connect(as: .user(4243))
    try write(DaemonFiles.threeRecognizers + "\n[socket]\nsubscribers_per_user = 1\n")
    try reload(rig)
    let late = try rig.connect(as: .user(4243))
    #expect(late.lines.last == #"{"type":"bye","reason":"too many connections of this user"}"#)
    #expect(early.lines.of("bye").isEmpty)
  }

  @Test("X3 told of no places any more, who is connected has to come again; the raw socket's clients stay")
  func discretion() throws {
    let rig = try ServingRig(DaemonFiles.threeRecognizers, raw: true, file: ConfigurationFile(path: path))
    let (before, raw) = (try rig.connect(), try rig.connect(.raw))
    try write(DaemonFiles.threeRecognizers + "\n[socket]\npositions = \"none\"\n")
    try reload(rig)
    #expect(before.lines.last == #"{"type":"bye","reason":"configuration changed"}"#)
    let after = try rig.connect()
    try rig.touch("A↓128,128@1000 A↑@1080 ⏲2000")
    #expect(after.lines.of("gesture").count == 1 && after.lines.of("gesture")[0].word("location").isEmpty)
    #expect(raw.lines.of("gesture").count == 1 && !raw.lines.of("gesture")[0].word("location").isEmpty)
    #expect(raw.lines.of("bye").isEmpty)

    try write(
      DaemonFiles.threeRecognizers
        + "\n[socket]\nsingle_finger = false\n[recognizer.pair]\nkind = \"tap\"\ntouches = 2\n")
    try reload(rig)
    #expect(after.lines.last == #"{"type":"bye","reason":"configuration changed"}"#)
    let last = try rig.connect()
    try rig.touch("A↓128,128@3000 A↑@3080 A↓128,128@4000 B↓192,128@4000 A↑@4080 B↑@4080 ⏲5000")
    #expect(last.gestures() == ["pair:ended"])
    // Nothing in the configuration changes, so no client is disconnected.
    try reload(rig)
    #expect(last.lines.of("bye").isEmpty)
  }

  @Test("P6 P12 what is wrong with a file is in the journal, however often right ones were read before")
  func mistakesAreSaid() throws {
    let rig = try rig()
    let log = KeptLog()
    rig.daemon.turn.journal = Journal(log.logger)
    for _ in 0..<10 { try reload(rig) }
    #expect(log.lines.count == 5 && log.lines.allSatisfy { $0.contains("it is the same") })
    try write(DaemonFiles.threeRecognizers + "\n[socket]\nmode = \"0600\"\n")
    try reload(rig)
    #expect(log.lines.last == "notice: mode in [socket] takes effect at the next start")
    try write("[recognizer.tap]\nkind = \"tab\"\n")
    try reload(rig)
    #expect(log.lines.last?.contains("gestured.toml:2:8: recognizer.tap.kind") == true)
  }

  @Test("Rights are those of the file that was read last")
  func rights() throws {
    let rig = try rig()
    let client = try rig.connect(as: .user(4242))
    let turn = #"{"command":"orientation","device":1,"rotation":90}"#
    #expect(try !client.ask(turn).isGranted)
    try write(DaemonFiles.threeRecognizers + "\n[rights]\norientation = [\"user:4242\"]\n")
    try reload(rig)
    #expect(try client.ask(turn).isGranted)
  }

  @Test("Who is not told of others is not told of the configuration either")
  func strangers() throws {
    let rig = try rig()
    let client = try rig.connect(as: .user(4242))
    #expect(try !status(client).contains("configuration"))
  }

  @Test(
    "P9 the loop tells the service manager that it turns, twice an interval, and is woken for nothing else")
  func watchdog() throws {
    let rig = try ServingRig(environment: ProcessEnvironment(["WATCHDOG_USEC": "2000000"]))
    let end = rig.now + .milliseconds(10_000)
    var beats = 0
    while let next = rig.daemon.nextDeadline, next <= end, beats < 100 {
      try rig.advance(to: next)
      beats += 1
    }
    #expect(beats == 10)
  }
}
