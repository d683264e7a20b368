import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

/// Clients cannot learn about single fingers while another client holds the lease. Their lines and replies stay the
/// same however often a finger taps.
@Suite("X8 nobody counts taps in the private mode") struct LeaseSecrecyTests {
  private static let configuration = """
    [recognizer.tap]
    kind = "tap"

    [recognizer.pair]
    kind = "tap"
    touches = [2]
    passive = true

    [recognizer.drag]
    kind = "pan"
    touches = [2]
    passive = true

    [region.pad]
    frame = [0, 0, 40, 100]
    accepts_text = true
    can_become_first_responder = true
    can_resign = false

    [recognizer.pad_pair]
    kind = "tap"
    touches = [2]
    region = "pad"
    passive = true

    [recognizer.pair_elsewhere]
    kind = "tap"
    touches = [2]
    ignored_regions = ["pad"]
    passive = true
    """

  /// Recognizers that ask, or receive offers, wherever possible.
  private static let curious = [
    #"{"name":"one","kind":"tap","region":"own","ask":["should_begin","should_receive","should_receive_event"]}"#,
    #"{"name":"two","kind":"tap","touches":[2],"region":"own","ask":["should_begin","should_receive","should_receive_event","simultaneous","require_failure","be_required_to_fail"]}"#,
    #"{"name":"slide","kind":"pan","region":"own"}"#,
    #"{"name":"spiral","kind":"custom","region":"own"}"#,
    #"{"name":"spirals","kind":"custom","touches":[2],"region":"own"}"#,
  ]

  /// All requests of a client that has no right to affect others.
  private static let questions =
    [
      #"{"command":"status"}"#, #"{"command":"devices"}"#, #"{"command":"ping"}"#, #"{"command":"regions"}"#,
      #"{"command":"recognizers"}"#, #"{"command":"recognizers","owners":"all"}"#,
      #"{"command":"regions","owners":"all"}"#,
      #"{"command":"set","recognizer":"slide","translation":[0,0]}"#,
      #"{"command":"regions","edits":[{"add":{"name":"probe","frame":[0,0,1,1]}}]}"#,
      #"{"command":"regions","edits":[{"change":{"name":"probe","frame":[0,0,2,2]}}]}"#,
      #"{"command":"regions","edits":[{"remove":"probe"}]}"#,
      #"{"command":"recognizers","edits":[{"disable":"slide"},{"enable":"slide"}]}"#,
      #"{"command":"focus","region":"root"}"#, #"{"command":"focus","region":null}"#,
      #"{"command":"subscribe","snapshot":true,"fingers":true,"touches":"predicted","filter":[{"type":["gesture","settled","device","touches","transition","region","recognizer","responder","inhibit"],"owners":"all"}]}"#,
    ]
    + (1...12).flatMap {
      [
        #"{"command":"answer","question":\#($0),"value":true}"#,
        #"{"command":"state","event":\#($0),"state":"possible"}"#,
        #"{"command":"state","event":\#($0),"state":"failed"}"#,
      ]
    }

  /// All lines and replies of clients while the lease is held and a finger taps that many times.
  private func story(taps: Int) throws -> (meanwhile: [String], after: [String]) {
    let rig = try ServingRig(Self.configuration, raw: true)
    let (holder, spy, other) = (try rig.connect(), try rig.connect(.raw), try rig.connect())
    #expect(try other.ask(#"{"command":"subscribe","fingers":true}"#).isGranted)
    #expect(try spy.declare(region: "own", Self.curious[0]).isGranted)
    #expect(try spy.declare(Array(Self.curious.dropFirst())).isGranted)
    // Before the lease the client receives all questions and offers.
    try rig.touch("A↓100,100@100 A↑@150 ⏲900")
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    for client in [spy, other] { _ = client.news }
    var said: [String] = []
    func probe() throws {
      for question in Self.questions {
        try spy.send(question)
        said += spy.news
      }
      said += other.news
    }
    try probe()
    for slot in 0..<6 {
      let start = 1000 + 400 * slot
      // A finger taps, or no finger does. The client asks while the finger is down, and after that.
      if slot < taps { try rig.touch("A↓100,100@\(start)") }
      try rig.advance(toMilliseconds: Int64(start + 20))
      try probe()
      if slot < taps { try rig.touch("A↑@\(start + 60)") }
      try rig.advance(toMilliseconds: Int64(start + 70))
      try probe()
    }
    try rig.advance(toMilliseconds: 10_000)
    try probe()
    try rig.touch("A↓100,100@10100 B↓300,100@10100 A↑@10160 B↑@10160 ⏲11000")
    try rig.touch("A↓100,100@11100 B↓300,100@11100 A→200,100@11120 B→400,100@11120 A↑@11160 B↑@11160 ⏲12000")
    try probe()
    let meanwhile = said
    try holder.send(#"{"command":"release"}"#)
    return (meanwhile, other.news + spy.news)
  }

  /// All lines of a client while the lease is held and two fingers tap and move at a place, and its replies after that.
  private func twoFingers(at x: Int) throws -> (meanwhile: [String], after: [String]) {
    let rig = try ServingRig(Self.configuration, raw: true)
    let (holder, spy) = (try rig.connect(), try rig.connect(.raw))
    #expect(try spy.declare(region: "own", in: "root", frame: "[0,0,80,100]", Self.curious[0]).isGranted)
    #expect(try spy.declare(Array(Self.curious.dropFirst())).isGranted)
    try spy.send(
      #"{"command":"subscribe","filter":[{"region":"pad"},{"region":"own"},{"kind":"tap"},{"recognizer":"drag","region":"root"}],"touches":"phases","fingers":true}"#
    )
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = spy.news
    try rig.touch("A↓\(x),100@100 B↓\(x + 60),100@100 A↑@160 B↑@160 ⏲900")
    try rig.touch("A↓\(x),100@1000 B↓\(x + 60),100@1000 A→\(x + 80),100@1040 B→\(x + 140),100@1040")
    try rig.touch("A↑@1100 B↑@1100 ⏲1900")
    let meanwhile = spy.news
    try holder.send(#"{"command":"release"}"#)
    _ = spy.news
    return (meanwhile, [try spy.ask(#"{"command":"focus","region":null}"#)])
  }

  @Test("Nothing that is told meanwhile depends on where several fingers are, whatever region they are in")
  func places() throws {
    let inside = try twoFingers(at: 20)
    let outside = try twoFingers(at: 700)
    #expect(inside.meanwhile == outside.meanwhile && inside.after == outside.after)
    #expect(Set(inside.meanwhile.of("gesture").map { $0.word("recognizer") }) == ["pair", "drag"])
    #expect(Set(inside.meanwhile.of("gesture").map { $0.word("region") }) == ["root"])
  }

  @Test("Nothing that is told meanwhile depends on regions in which a client ignores fingers")
  func ignoredRegions() throws {
    let said = { (x: Int) throws -> [String] in
      let rig = try ServingRig(Self.configuration)
      let (holder, spy) = (try rig.connect(), try rig.connect(as: .user(4711)))
      #expect(
        try spy.declare(
          region: "own", in: "root", frame: "[0,0,80,100]", #"{"name":"two","kind":"tap","touches":[2]}"#
        )
        .isGranted)
      #expect(try spy.ask(#"{"command":"ignore_interaction","state":"begin"}"#).word("scope") == "own")
      // Before, fingers in the region are ignored.
      try rig.touch("A↓20,100@100 B↓80,100@100 A↑@160 B↑@160 ⏲900")
      #expect(spy.gestures() == [])
      #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
      _ = spy.news
      try rig.touch("A↓\(x),100@1000 B↓\(x + 60),100@1000 A↑@1060 B↑@1060 ⏲1900")
      let lines = spy.news
      #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
      _ = spy.news
      try rig.touch("A↓20,100@2000 B↓80,100@2000 A↑@2060 B↑@2060 ⏲2900")
      #expect(spy.gestures() == [])
      return lines
    }
    let (inside, outside) = (try said(20), try said(700))
    #expect(inside == outside && !inside.of("gesture").isEmpty)
  }

  @Test(
    "Recognizers of clients for one finger, and those of a region or an edge, do not work meanwhile, and do again after it"
  )
  func unheard() throws {
    let edge = "[recognizer.edge]\nkind = \"edge_pan\"\nedges = [\"left\"]\n"
    let rig = try ServingRig(edge)
    let (holder, client) = (try rig.connect(), try rig.connect())
    #expect(
      try client.declare(
        region: "own", #"{"name":"one","kind":"tap"}"#,
        #"{"name":"here","kind":"tap","touches":[2],"region":"own"}"#,
        #"{"name":"two","kind":"tap","touches":[2]}"#
      ).isGranted)
    let story = { (start: Int) in
      "A↓100,100@\(start) A↑@\(start + 50) ⏲\(start + 900) "
        + "A↓100,100@\(start + 1000) B↓300,100@\(start + 1000) A↑@\(start + 1050) B↑@\(start + 1050) ⏲\(start + 1900)"
    }
    try rig.touch(story(0))
    #expect(Set(client.gestures()) == ["one:ended", "here:ended", "two:ended"])
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    let levels = {
      rig.daemon.publisher.everyone.scene.recognizers.instances.filter { !$0.isRemoved }.map {
        "\($0.name) \($0.hearing)"
      }
    }
    #expect(levels() == ["edge unheard", "one unheard", "here unheard", "two asked"])
    _ = client.news
    try rig.touch(story(3000))
    #expect(client.gestures() == ["two:ended"])
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    #expect(levels() == ["edge asked", "one asked", "here asked", "two asked"])
    _ = client.news
    try rig.touch(story(6000))
    #expect(Set(client.gestures()) == ["one:ended", "here:ended", "two:ended"])
  }

  @Test(
    "Nothing that is told or answered meanwhile depends on how often a finger taps", arguments: [1, 4, 6])
  func counts(taps: Int) throws {
    let (quiet, _) = try story(taps: 0)
    let (busy, after) = try story(taps: taps)
    #expect(quiet.of("gesture").map { $0.word("recognizer") }.contains("pair"))
    #expect(quiet.of("ask").map { $0.word("what") }.contains("should_begin"))
    for (told, expected) in zip(busy, quiet) where told != expected {
      Issue.record("\(told) not \(expected)")
    }
    #expect(busy.count == quiet.count)
    // At the end of the lease the daemon reports how much it kept back.
    #expect(Set(after.of("inhibit").map { $0.word("suppressed") }).count == 1)
  }

  @Test("At the end it is said how many gestures were not told")
  func suppressed() throws {
    let rig = try ServingRig(Self.configuration)
    let (holder, client) = (try rig.connect(), try rig.connect())
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    try rig.touch("A↓100,100@100 A↑@150 A↓100,100@500 A↑@550 A↓300,100@900 A↑@950 ⏲2000")
    try holder.send(#"{"command":"release"}"#)
    #expect(client.lines.of("inhibit").map { $0.word("suppressed") } == ["", "3"])
    #expect(client.lines.seqs == [1, 2, 3])
  }

  @Test("What is told of several fingers is numbered on, and numbers told afterwards are others")
  func identifiers() throws {
    let rig = try ServingRig(Self.configuration)
    let (holder, client) = (try rig.connect(), try rig.connect())
    try rig.touch("A↓100,100@0 B↓300,100@0 A↑@50 B↑@50 ⏲900")
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    try rig.touch("A↓100,100@1000 A↑@1050 ⏲1900")
    try rig.touch("A↓100,100@2000 B↓300,100@2000 A→200,100@2050 B→400,100@2050 A→250,100@2060 ⏲2100")
    try rig.touch("A↑@2150 B↑@2150 ⏲2900")
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    try rig.touch("A↓100,100@3000 B↓300,100@3000 A↑@3050 B↑@3050 ⏲3900")
    let lines = client.news.of("gesture")
    let drags = lines.dropFirst().dropLast()
    #expect(drags.count > 2 && drags.allSatisfy { $0.word("recognizer") == "drag" })
    for number in ["gesture_id", "sequence"] {
      let before = Int(lines.first?.word(number) ?? "") ?? 0
      #expect(drags.allSatisfy { $0.word(number) == "\(before + 1)" })
      #expect(Int(lines.last?.word(number) ?? "") ?? 0 > before + 1)
    }
  }
}
