import DaemonTestSupport
import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon

/// A region that defers the system's edges, as a game does: `preferredScreenEdgesDeferringSystemGestures`.
@Suite("Deferred edges")
struct DeferredEdgeTests {
  /// A shell's edge pan from all edges, and an ordinary pan.
  private static let shell = """
    [recognizer.system]
    kind = "edge_pan"
    edges = ["left", "top"]
    system = true

    [recognizer.pan]
    kind = "pan"

    """
  private static let game = #"{"add":{"name":"game","frame":[0,0,160,100],"defers_edges":["left"]}}"#

  /// A finger from the left edge, whose edge pan begins 40 ms later.
  private func swipe(at time: Int, x: Int = 3) -> String {
    "A↓\(x),300@\(time) A→\(x + 40),300@\(time + 40) A→\(x + 80),300@\(time + 80) A↑@\(time + 100)"
  }

  private func told(_ client: Client) -> [String] {
    client.news.compactMap { line in
      let time = Double(line.word("time")).map { Int(($0 * 1000).rounded()) - 1000 } ?? -1
      switch line.word("type") {
      case "deferred": return "deferred \(line.word("edge")) \(line.word("region"))@\(time)"
      case "gesture" where line.word("state") == "began": return "\(line.word("recognizer"))@\(time)"
      default: return nil
      }
    }
  }

  private func listen(_ client: Client) throws {
    try client.subscribe(#""filter":[{"type":["gesture","deferred"]},{"recognizer":["system","far","pan"]}]"#)
    _ = client.news
  }

  @Test(
    "RES-5, EDG-12 the first swipe from the edge is the game's, with a line, and a second within 2 s the system's"
  )
  func twoSwipes() throws {
    let rig = try ServingRig(Self.shell)
    let game = try rig.connect()
    #expect(try game.ask(#"{"command":"regions","edits":[\#(Self.game)]}"#).isGranted)
    try listen(game)
    try rig.touch(swipe(at: 100))
    #expect(told(game) == ["deferred left game@140", "pan@140"])
    // The shell shows that it is there, and the second swipe opens it.
    try rig.touch(swipe(at: 1500))
    #expect(told(game) == ["system@1540"])
    // Later the game has the first one again.
    try rig.touch(swipe(at: 4000))
    #expect(told(game) == ["deferred left game@4040", "pan@4040"])
    // Exactly 2 s later a landing still counts, and one a millisecond later does not.
    try rig.touch(swipe(at: 6040))
    #expect(told(game) == ["system@6080"])
    try rig.touch(swipe(at: 7000) + " " + swipe(at: 9041))
    #expect(told(game) == ["deferred left game@7040", "pan@7040", "deferred left game@9081", "pan@9081"])
  }

  @Test(
    "RES-5 the region gets the touches of a deferred swipe, and those of the second are the system's alone")
  func touches() throws {
    let rig = try ServingRig(Self.shell, raw: true)
    let game = try rig.connect(.raw)
    #expect(try game.ask(#"{"command":"regions","edits":[\#(Self.game)]}"#).isGranted)
    try game.subscribe(
      #""touches":"phases","filter":[{"type":"touches","region":"game"},{"recognizer":"system"}]"#)
    _ = game.news
    try rig.touch(swipe(at: 100))
    #expect(game.news.of("touches").map { $0.word("phase") } == ["began", "moved", "moved", "ended"])
    try rig.touch(swipe(at: 1000))
    #expect(!game.news.of("touches").contains { $0.word("phase") == "moved" })
  }

  @Test(
    "RES-5 nothing is deferred at another edge, outside of the region, and for edge pans that are not the system's",
    arguments: [
      ("[region.game]\nframe = [0, 0, 160, 100]\ndefers_edges = [\"top\"]\n", "system@140"),
      ("[region.game]\nframe = [0, 60, 160, 40]\ndefers_edges = [\"left\"]\n", "system@140"),
      ("[region.game]\nframe = [0, 0, 160, 100]\ndefers_edges = [\"left\"]\nhidden = true\n", "system@140"),
    ])
  func notDeferred(toml: String, expected: String) throws {
    let rig = try ServingRig(Self.shell + toml)
    let client = try rig.connect()
    try listen(client)
    try rig.touch(swipe(at: 100))
    #expect(told(client) == [expected])
    let plain = try ServingRig(
      Self.shell.replacing("system = true", with: "") + toml.replacing("top", with: "left"))
    let other = try plain.connect()
    try listen(other)
    try plain.touch(swipe(at: 100))
    #expect(told(other) == ["system@140"])
  }

  @Test("RES-5 a region inside of one that defers, and two recognizers of one edge, give one line")
  func nested() throws {
    let rig = try ServingRig(
      Self.shell + """
        [recognizer.far]
        kind = "edge_pan"
        edges = ["left"]
        system = true
        minimum_distance_mm = 8
        simultaneous_with = ["*"]

        [region.game]
        frame = [0, 0, 160, 100]
        defers_edges = ["left"]

        [region.button]
        parent = "game"
        frame = [0, 40, 160, 20]
        """)
    let client = try rig.connect()
    try listen(client)
    try rig.touch(swipe(at: 100))
    let lines = told(client)
    #expect(
      lines.first == "deferred left game@140" && lines.count { $0.hasPrefix("deferred") } == 1, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("far") || $0.hasPrefix("system") }, "\(lines)")
    try rig.touch(swipe(at: 1000))
    #expect(told(client).contains("system@1040"))
  }

  @Test("RES-5, H7 a client without the right scene defers nothing for others, and its deferral ends with it")
  func audience() throws {
    let rig = try ServingRig(Self.shell)
    let (victim, stranger) = (try rig.connect(as: .user(1001)), try rig.connect(as: .user(1000)))
    try listen(victim)
    #expect(try stranger.ask(#"{"command":"regions","edits":[\#(Self.game)]}"#).isGranted)
    try listen(stranger)
    try rig.touch(swipe(at: 100))
    #expect(told(victim) == ["system@140"])
    #expect(told(stranger) == ["deferred left game@140", "pan@140"])
    var game: Client? = try rig.connect()
    #expect(
      try game?.ask(#"{"command":"regions","edits":[\#(Self.game.replacing("game", with: "other"))]}"#)
        .isGranted ?? false)
    try rig.touch(swipe(at: 3000))
    #expect(told(victim) == ["deferred left other@3040", "pan@3040"])
    game = nil
    try rig.settle()
    try rig.touch(swipe(at: 6000))
    #expect(told(victim) == ["system@6040"])
  }

  @Test("RES-5, X8 private mode and a socket without places tell no deferral, and no client can count it")
  func hidden() throws {
    let rig = try ServingRig(
      Self.shell
        + "[socket]\npositions = \"none\"\n[region.game]\nframe = [0, 0, 160, 100]\ndefers_edges = [\"left\"]\n",
      raw: true)
    let (open, placeless) = (try rig.connect(.raw), try rig.connect())
    try open.subscribe(#""filter":[{"type":["gesture","deferred","transition"]},{"recognizer":"system"}]"#)
    try placeless.subscribe(
      #""filter":[{"type":["gesture","deferred","transition"]},{"recognizer":"system"}]"#)
    _ = (open.news, placeless.news)
    try rig.touch(swipe(at: 100))
    #expect(open.news.of("deferred").count == 1)
    #expect(placeless.news.of("deferred") == [])
    let holder = try rig.connect()
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = open.news
    try rig.touch(swipe(at: 3000))
    #expect(open.news == [])
  }

  @Test("RES-5 an edge that does not exist is refused, and the regions stay")
  func refused() throws {
    let rig = try ServingRig(Self.shell)
    let client = try rig.connect()
    let reply = try client.ask(
      #"{"command":"regions","edits":[\#(Self.game),{"add":{"name":"b","frame":[0,0,1,1],"defers_edges":["lft"]}}]}"#
    )
    #expect(reply.errorCode == "invalid_value" && reply.contains("edits[1].add.defers_edges"), "\(reply)")
    #expect(reply.contains("lft") && reply.contains("allowed"), "\(reply)")
    #expect(try client.ask(#"{"command":"regions"}"#).word("count") == "2")
  }
}
