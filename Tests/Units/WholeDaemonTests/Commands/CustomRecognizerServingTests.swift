import DaemonTestSupport
import FoundationEssentials
import GestureCore
import Testing

@testable import GesturedDaemon

/// Recognizers that run in a client, over real connections.
@Suite("Recognizers of clients, served") struct CustomRecognizerServingTests {
  private static let quiet = "[recognizer.base]\nkind = \"hover\"\n"
  private static let spiral = #"{"name":"spiral","kind":"custom","region":"own"}"#

  /// A rig, the client with `spiral`, and one that watches touches.
  private func rig(_ recognizers: String...) throws -> (ServingRig, Client, Client) {
    let rig = try ServingRig(Self.quiet, raw: true)
    let (client, watcher) = (try rig.connect(.raw), try rig.connect(.raw))
    #expect(try client.declare(region: "own").isGranted)
    #expect(try client.declare(recognizers.isEmpty ? [Self.spiral] : recognizers).isGranted)
    try watcher.send(
      #"{"command":"subscribe","touches":"phases","filter":[{"type":"touches","region":"own"}]}"#)
    _ = (client.told(), watcher.told())
    return (rig, client, watcher)
  }

  @Test("CUS-1 only the raw socket has them: fingers are offered there")
  func rawOnly() throws {
    let rig = try ServingRig(Self.quiet, raw: true)
    let client = try rig.connect()
    #expect(try client.declare(region: "own", Self.spiral).errorCode == "not_permitted")
    try rig.touch("A↓100,100@10 ⏲50")
    #expect(client.told() == [])
  }

  @Test("CUS-1 an offer has the touches with phases and places, before regions are told")
  func offer() throws {
    let (rig, client, watcher) = try rig()
    try rig.touch("A↓100,100@10")
    let line = client.news.of("offer").last ?? ""
    #expect(
      line.contains(
        #""device":1,"recognizer":"spiral","touches":[{"id":1,"phase":"began","location":[15.625,15.625]"#))
    #expect(watcher.news.of("touches").count == 1)
    try client.send(#"{"command":"subscribe","units":"normalized"}"#)
    try rig.touch("A→512,320@18")
    #expect(client.news.of("offer").last?.contains(#""phase":"moved","location":[0.5,0.5]"#) == true)
  }

  @Test("CUS-1, CUS-2 a reply counts at the next event; one that is late as well")
  func replies() throws {
    let (rig, client, watcher) = try rig()
    try rig.touch("A↓100,100@10 ⏲40")
    #expect(client.told() == ["offer spiral 1"])
    try client.reply(1, "began")
    #expect(client.told() == [])
    try rig.touch("A→110,100@50")
    #expect(client.told() == ["offer spiral 2", "spiral:began"])
    try client.reply(2, "changed")
    try rig.touch("A↑@58")
    _ = client.told()
    try client.reply(3, "ended")
    try rig.advance(toMilliseconds: 100)
    #expect(client.told() == ["spiral:ended", "reset spiral"])
    #expect(watcher.news.of("touches").map { $0.field("phase") } == ["began", "cancelled"])
  }

  @Test("CUS-3 what the state machine does not allow is an error, and the state stays")
  func illegal() throws {
    let (rig, client, _) = try rig()
    try rig.touch("A↓100,100@10")
    _ = client.told()
    try client.reply(1, "changed")
    #expect(client.told() == ["error conflict"])
    try client.reply(1, "failed")
    try client.reply(1, "began")
    #expect(client.told() == ["error conflict"])
    try client.reply(99, "began")
    #expect(client.told() == ["error unknown_question"])
  }

  @Test("CUS-4 after the end comes reset, when all fingers are up, and only then new touches")
  func reset() throws {
    let (rig, client, _) = try rig()
    try rig.touch("A↓100,100@10")
    try client.reply(1, "ended")
    _ = client.told()
    try rig.touch("A→110,100@18")
    #expect(client.told().contains("spiral:ended"))
    try rig.touch("A→120,100@26 B↓300,300@30")
    #expect(client.told() == [])
    try rig.touch("A↑@40 B↑@50")
    #expect(client.told() == ["reset spiral"])
    try rig.touch("A↓100,100@60")
    #expect(client.told() == ["offer spiral 3"])
  }

  @Test("CUS-5 an ignored touch is offered no more, and goes on for regions")
  func ignore() throws {
    let (rig, client, watcher) = try rig()
    try rig.touch("A↓100,100@10 B↓300,300@18")
    try client.reply(2, "possible", #","ignore":[2]"#)
    try rig.touch("A→110,100@26")
    try client.reply(3, "ended")
    _ = (client.told(), watcher.told())
    try rig.touch("B→310,300@34 B↑@40")
    #expect(
      watcher.news.of("touches").map { "\($0.field("phase")) \($0.field("id"))" }.first == "cancelled 1")
    #expect(client.told() == ["spiral:ended"])
  }

  @Test("CUS-6 possible without a touch: failed at once, or at the deadline that it asked for")
  func deadline() throws {
    let (rig, client, _) = try rig()
    try rig.touch("A↓100,100@10 A↑@20")
    try client.reply(2, "possible")
    _ = client.told()
    try rig.advance(toMilliseconds: 100)
    #expect(client.told() == ["reset spiral"])
    try rig.touch("A↓100,100@200 A↑@210")
    try client.reply(4, "possible", #","deadline":0.5"#)
    try rig.advance(toMilliseconds: 600)
    #expect(!client.told().contains("reset spiral"))
    try rig.advance(toMilliseconds: 800)
    #expect(client.told() == ["reset spiral"])
  }

  @Test("CUS-7, MULTI-10 its client goes: what it held is told at once, with its own stamp")
  func death() throws {
    let rig = try ServingRig(Self.quiet, raw: true)
    let owner = try rig.connect(.raw)
    #expect(
      try owner.ask(
        #"{"command":"regions","edits":[{"add":{"name":"P","parent":"root","frame":[0,0,160,100],"recognizers":"full"}}]}"#
      ).isGranted)
    try owner.send(#"{"command":"subscribe","touches":"phases","filter":[{"type":"touches","region":"P"}]}"#)
    var client: Client? = try rig.connect(.raw)
    #expect(
      try client?.declare([
        #"{"name":"spiral","kind":"custom","region":"P","delays_touches_began":true}"#
      ]).isGranted == true)
    try rig.touch("A↓100,100@10 ⏲50")
    #expect(owner.news.of("touches").isEmpty)
    client = nil
    try rig.settle()
    let lines = owner.news.of("touches")
    #expect(lines.count == 1 && lines[0].field("phase") == "began")
    let told = lines.first.map { Double($0.field("time")) ?? 0 } ?? 0
    let own = lines.first?.firstRange(of: #""id":1,"time":"#).map {
      Double(lines[0][$0.upperBound...].prefix { $0 != "," }) ?? 0
    }
    #expect(own.map { abs(told - $0 - 0.04) < 0.001 } == true)
  }

  @Test("CUS-8 others wait for it: a tap that requires it to fail")
  func arbitration() throws {
    let (rig, client, _) = try rig(
      Self.spiral, #"{"name":"poke","kind":"tap","region":"own","require_to_fail":["spiral"]}"#)
    try rig.touch("A↓100,100@10 A↑@60")
    try client.reply(2, "failed")
    _ = client.told()
    try rig.advance(toMilliseconds: 100)
    #expect(client.told() == ["poke:ended", "reset spiral"])
    try rig.touch("A↓100,100@500 A↑@560")
    try client.reply(4, "ended")
    _ = client.told()
    try rig.advance(toMilliseconds: 600)
    #expect(client.told() == ["spiral:ended", "reset spiral"])
  }

  @Test("CUS-9 the values ride in the line of the gesture, and more than 4 KiB are refused")
  func values() throws {
    let (rig, client, _) = try rig()
    try rig.touch("A↓100,100@10")
    try client.reply(1, "ended", #","values":{"stroke":"check","turns":[1,2.5]}"#)
    try rig.touch("A→110,100@18")
    let line = client.news.of("gesture").last ?? ""
    #expect(line.hasSuffix(#","values":{"stroke":"check","turns":[1,2.5]},"owner":"self"}"#))
    let long = String(repeating: "x", count: 4096)
    try client.reply(1, "possible", #","values":{"a":"\#(long)"}"#)
    #expect(client.told().last == "error invalid_value")
  }

  @Test("H10 what a client says in values reaches nobody's terminal raw")
  func hostileValues() throws {
    let (rig, client, _) = try rig()
    try rig.touch("A↓100,100@10")
    try client.reply(1, "ended", #","values":{"a\u2028":"\u202e\u009b2J\u2066"}"#)
    try rig.touch("A→110,100@18")
    let line = client.news.of("gesture").last ?? ""
    #expect(line.hasSuffix(#","values":{"a\u2028":"\u202e\u009b2J\u2066"},"owner":"self"}"#))
  }

  @Test("CUS-12 one that holds touches for 2 s is told so")
  func watchdog() throws {
    let (rig, client, watcher) = try rig(
      #"{"name":"spiral","kind":"custom","region":"own","delays_touches_began":true}"#)
    try rig.touch("A↓100,100@10")
    _ = client.told()
    try rig.advance(toMilliseconds: 2100)
    #expect(client.told() == ["timeout spiral"])
    #expect(watcher.told() == [])
  }
}
