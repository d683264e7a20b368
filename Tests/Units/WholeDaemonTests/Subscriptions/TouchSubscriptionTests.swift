import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedServing

/// Touches for several clients at once, over real connections.
@Suite("Touches for several clients")
struct TouchSubscriptionTests {
  /// V of the configuration, at 100,100 of 400 × 300 pt, without any recognizer.
  private static let plain = """
    [region.V]
    frame = ["100pt", "100pt", "400pt", "300pt"]
    multiple = true
    """

  private func subscribe(
    _ client: Client, _ region: String? = nil, touches: String = "phases"
  ) throws {
    let filter = region.map { #"[{"type":"touches","region":"\#($0)"}]"# } ?? #"[{"type":"touches"}]"#
    try client.send(#"{"id":1,"command":"subscribe","touches":"\#(touches)","filter":\#(filter)}"#)
    #expect(client.news.last?.contains(#""ok":true"#) == true)
  }

  /// A client with a region of its own, 200 × 200 pt, that receives the region's touches.
  private func owner(
    _ rig: ServingRig, of region: String, at x: Int, _ keys: String = "", user: UInt32? = nil
  ) throws -> Client {
    let client = try rig.connect(.raw, as: user.map { .user($0) })
    try client.send(
      #"{"command":"regions","edits":[{"add":{"name":"\#(region)","parent":"root","#
        + #""frame":["\#(x)pt","100pt","200pt","200pt"],"multiple":true\#(keys)}}]}"#)
    #expect(client.news.last?.contains(#""ok":true"#) == true)
    try subscribe(client, region)
    return client
  }

  @Test("A filter for touches without any is refused, with what is missing")
  func asksForNone() throws {
    let rig = try ServingRig(raw: true)
    for tier in SocketTier.allCases {
      let client = try rig.connect(tier)
      let reply = try client.ask(
        #"{"command":"subscribe","filter":[{"kind":"tap"},{"type":["gesture","touches"]}]}"#)
      #expect(reply.errorCode == "conflict" && reply.word("path") == "filter[1].type", "\(reply)")
      #expect(reply.contains(#""hint":"\"touches\":\"phases\"""#), "\(reply)")
      #expect(try client.ask(#"{"command":"subscribe","filter":[{"kind":"tap"}]}"#).isGranted)
    }
    let client = try rig.connect(.raw)
    #expect(
      try client.ask(#"{"command":"subscribe","filter":[{"type":"touches"}],"touches":"phases"}"#).isGranted)
  }

  @Test("DMN-13 several clients listen to one region, and each gets every line")
  func both() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let clients = [try rig.connect(.raw), try rig.connect(.raw)]
    for client in clients { try subscribe(client, "V") }
    try rig.touch("A↓200,200@10 A→210,200@20 A↑@30")
    for client in clients { #expect(try client.touched == ["V:began{1}", "V:moved{1}", "V:ended{1}"]) }
  }

  @Test("RSP-9 a touch goes to the region where it lands, whichever region is first responder")
  func firstResponder() throws {
    let rig = try ServingRig(
      Self.plain + "\ncan_become_first_responder = true\n[rights]\nfocus = [\"*\"]\n", raw: true)
    let (inner, outer) = (try rig.connect(.raw), try rig.connect(.raw))
    try subscribe(inner, "V")
    try subscribe(outer, "root")
    #expect(try rig.connect().ask(#"{"command":"focus","region":"V"}"#).isGranted)
    try rig.touch("A↓600,500@10 A↑@20")
    #expect(try inner.touched == [])
    #expect(try outer.touched == ["root:began{1}", "root:ended{1}"])
  }

  @Test("EVT-10 a client that reads late reads each line as it was when it was written")
  func snapshots() throws {
    let rig = try ServingRig(Self.plain + "\n[socket]\nsend_buffer_bytes = 4096\n", raw: true)
    let (late, prompt) = (try rig.connect(.raw), try rig.connect(.raw))
    for client in [late, prompt] { try subscribe(client, "V") }
    // Taps fill what the kernel holds for the late client: the lines of the story after them wait in the daemon.
    var (taps, time) = (0, 0)
    for _ in 0..<100 where !rig.hasBacklog(1) {
      try rig.touch("A↓200,200@\(time + 10) A↑@\(time + 20) ⏲\(time + 40)")
      prompt.read()
      (taps, time) = (taps + 1, time + 40)
    }
    try #require(rig.hasBacklog(1))
    for part in [
      "A↓200,200@\(time + 10)", "A→210,200@\(time + 20) B↓300,300@\(time + 30)",
      "A→220,200@\(time + 40) A↑@\(time + 50) B↑@\(time + 60)",
    ] {
      try rig.touch(part)
      prompt.read()
    }
    #expect(rig.hasBacklog(1))
    try rig.settle(reading: late)
    // Lines of moved touches are merged while they wait (COA-5).
    let lines = [late, prompt].map { $0.lines.of("touches").filter { $0.word("phase") != "moved" } }
    #expect(lines[0].count == 2 * taps + 4)
    #expect(lines[0] == lines[1])
    #expect(late.lines.of("dropped").isEmpty)
  }

  @Test("RSP-2, RSP-5, MULTI-17 a touch climbs when every client that listens to the region passes it on")
  func forwarding() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let first = try rig.connect(.raw)
    let second = try rig.connect(.raw)
    let outer = try rig.connect(.raw)
    try subscribe(first, "V")
    try subscribe(second, "V")
    try subscribe(outer, "root")
    try first.send(#"{"command":"forward","region":"V","enabled":true}"#)
    _ = first.news
    try rig.touch("A↓150,170@10 A↑@20")
    #expect(try outer.touched == [])
    try second.send(#"{"command":"forward","region":"V","enabled":true}"#)
    _ = second.news
    try rig.touch("B↓150,170@30")
    let line = try #require(try outer.newTouches.first)
    #expect(line.region == "root")
    #expect(line.touches[0].region == "V")
    #expect(try second.newTouches.last?.touches[0].regionLocation == [7.8125, 10.9375])
    try second.send(#"{"command":"forward","region":"V","enabled":false}"#)
    // The receivers of a touch were fixed when it landed.
    try rig.touch("B↑@40 C↓150,170@50")
    #expect(try outer.touched == ["root:ended{2}"])
  }

  @Test("RSP-2 what a client does not listen to it cannot pass on")
  func forwardingNothing() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let client = try rig.connect(.raw)
    try client.send(#"{"id":1,"command":"forward","region":"W","enabled":true}"#)
    #expect(client.news.last?.contains(#""code":"unknown_region""#) == true)
  }

  @Test("MULTI-9, DMN-15 who subscribes while a touch is down is told nothing of it, and all of the next one")
  func midway() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let early = try rig.connect(.raw)
    try subscribe(early, "V")
    try rig.touch("A↓200,200@10")
    let late = try rig.connect(.raw)
    try subscribe(late, "V")
    try rig.touch("A→210,200 B↓300,200@20 A→220,200 B→310,200@30 A↑ B↑@40")
    #expect(try late.touched == ["V:began{2}", "V:moved{2}", "V:ended{2}"])
    #expect(
      try early.touched == ["V:began{1}", "V:began{2}", "V:moved{1}", "V:moved{1,2}", "V:ended{1,2}"])
  }

  @Test("MULTI-10 the holder of a delay goes while possible: the touch is told then, with its own stamp")
  func holderDies() throws {
    let rig = try ServingRig(Self.plain + "\nrecognizers = \"full\"", raw: true)
    let listener = try rig.connect(.raw)
    try subscribe(listener, "V")
    var holder: Client? = try rig.connect(.raw)
    try holder?.send(
      #"{"command":"recognizers","edits":[{"add":{"name":"tap","kind":"tap","region":"V","#
        + #""delays_touches_began":true}}]}"#)
    #expect(holder?.news.last?.contains(#""ok":true"#) == true)
    try rig.touch("A↓200,200@10 ⏲50")
    #expect(try listener.touched == [])
    holder = nil
    try rig.settle()
    let line = try #require(try listener.newTouches.first)
    #expect(line.phase == "began")
    #expect(line.touches[0].time == 1.01)
  }

  @Test("MULTI-13 what one client ignores without a right is its own: the other's regions still get touches")
  func ignoring() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let first = try owner(rig, of: "P", at: 100, user: 1000)
    let second = try owner(rig, of: "Q", at: 400, user: 1001)
    try rig.touch("A↓150,150 B↓450,150@10")
    #expect(try first.touched == ["P:began{1}"])
    try first.send(#"{"id":2,"command":"ignore_interaction","state":"begin"}"#)
    let reply = first.news
    #expect(reply.last?.contains(#""scope":"own""#) == true)
    #expect(reply.of("touches").last?.contains(#""phase":"cancelled""#) == true)
    try rig.touch("A↑ B↑@20 A↓150,150 B↓450,150@30")
    #expect(try first.touched == [])
    #expect(try second.touched == ["Q:began{2}", "Q:ended{2}", "Q:began{4}"])
  }

  @Test("MULTI-13 it dies with the connection")
  func ignoringDies() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let watcher = try rig.connect(.raw)
    try subscribe(watcher)
    var client: Client? = try rig.connect(.raw)
    try client?.send(#"{"id":2,"command":"ignore_interaction","state":"begin"}"#)
    #expect(client?.news.last?.contains(#""scope":"all""#) == true)
    try rig.touch("A↓200,200@10 A↑@20")
    #expect(try watcher.touched == [])
    client = nil
    try rig.settle()
    try rig.touch("A↓200,200@30")
    #expect(try watcher.touched == ["V:began{1}"])
  }

  @Test("MULTI-14 one client's exclusive region does not shut out another's")
  func exclusive() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let first = try owner(rig, of: "P", at: 100, #","exclusive":true"#)
    let second = try owner(rig, of: "Q", at: 400)
    try rig.touch("A↓150,150@10 B↓450,150@20")
    #expect(try first.touched == ["P:began{1}"])
    #expect(try second.touched == ["Q:began{2}"])
  }

  @Test("MULTI-15 `all` lists what a client may see, and counts the others")
  func all() throws {
    let rig = try ServingRig("[touch]\ndetail = [\"all\"]\n" + Self.plain, raw: true)
    let first = try owner(rig, of: "P", at: 100)
    let second = try owner(rig, of: "Q", at: 400)
    let watcher = try rig.connect(.raw)
    try subscribe(watcher)
    try rig.touch("A↓150,150@10 B↓450,150@20 C↓700,500@30 A→160,150@40")
    let line = try #require(try first.newTouches.last)
    #expect(line.all?.map(\.id) == [1, 3])
    #expect(line.others == 1)
    let own = try #require(try second.newTouches.last)
    #expect(own.all?.map(\.id) == [2])
    #expect(own.others == 1)
    let everything = try #require(try watcher.newTouches.last)
    #expect(everything.all?.map(\.id) == [1, 2, 3])
    #expect(everything.others == nil)
  }

  @Test("MULTI-16 who subscribes to no region watches: the touch climbs as if it were not there")
  func watching() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let watcher = try rig.connect(.raw)
    try subscribe(watcher)
    try rig.touch("A↓200,200@10 A↑@20")
    #expect(try watcher.touched == ["V:began{1}", "V:ended{1}"])
    let outer = try rig.connect(.raw)
    try subscribe(outer, "root")
    try rig.touch("A↓200,200@30 A↑@40")
    #expect(try outer.touched == ["root:began{2}", "root:ended{2}"])
    #expect(try watcher.touched == ["root:began{2}", "root:ended{2}"])
  }

  @Test("DMN-5 a client dies with a finger on its region: those who were told of the touch hear cancelled")
  func dying() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    var client: Client? = try owner(rig, of: "P", at: 100)
    try client?.send(#"{"command":"forward","region":"P","enabled":true}"#)
    let outer = try rig.connect(.raw)
    try subscribe(outer, "root")
    try rig.touch("A↓150,150@10")
    #expect(try outer.touched == ["root:began{1}"])
    client = nil
    try rig.settle()
    #expect(try outer.touched == ["root:cancelled{1}"])
    try rig.touch("A↑@20 A↓150,150@30")
    #expect(try outer.touched == ["root:began{2}"])
  }

  @Test("COA-1, PRE-1 each client gets as much of a touch as it asked for")
  func levels() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let phases = try rig.connect(.raw)
    let coalesced = try rig.connect(.raw)
    let predicted = try rig.connect(.raw)
    try subscribe(phases, "V")
    try subscribe(coalesced, "V", touches: "coalesced")
    try subscribe(predicted, "V", touches: "predicted")
    try rig.touch("A↓200,200@10 A→210,200@20 A→220,200@30 A→230,200@40 A→240,200@50")
    let lines = try [phases, coalesced, predicted].map { try #require(try $0.newTouches.last) }
    #expect(lines.map { $0.touches[0].coalesced?.count } == [nil, 1, 1])
    #expect(lines.map { $0.touches[0].predicted != nil } == [false, false, true])
  }

  @Test("Touches are for the raw socket alone")
  func tier() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let client = try rig.connect(.events)
    try client.send(#"{"id":1,"command":"subscribe","touches":"phases"}"#)
    #expect(client.news.last?.contains(#""code":"not_permitted""#) == true)
    try rig.touch("A↓200,200@10 A↑@20")
    #expect(try client.touched == [])
  }

  @Test("While somebody holds the lease there are no touches, nor the rest of those that landed meanwhile")
  func lease() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let watcher = try rig.connect(.raw)
    try subscribe(watcher)
    let holder = try rig.connect()
    try rig.touch("A↓200,200@10")
    #expect(try watcher.touched == ["V:began{1}"])
    try holder.send(#"{"command":"inhibit"}"#)
    #expect(try watcher.touched == ["V:cancelled{1}"])
    try rig.touch("A↑@20 A↓200,200@30 A→210,200@40")
    try holder.send(#"{"command":"release"}"#)
    try rig.touch("A→220,200@50 A↑@60")
    #expect(try watcher.touched == [])
    try rig.touch("A↓200,200@70")
    #expect(try watcher.touched == ["V:began{3}"])
  }

  @Test("RSP-12, RSP-13 a tap in a text field is told, and so is that the field is gone")
  func responders() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let owner = try rig.connect()
    try owner.send(
      #"{"command":"regions","edits":[{"add":{"name":"field","parent":"root","kind":"text_field","#
        + #""frame":["600pt","100pt","100pt","40pt"]}}]}"#)
    #expect(owner.news.last?.contains(#""ok":true"#) == true)
    let watcher = try rig.connect()
    try watcher.send(#"{"command":"subscribe","filter":[{"type":"responder"}]}"#)
    _ = watcher.news
    try rig.touch("A↓620,120@10 A↑@60")
    #expect(
      watcher.news.of("responder").last?.contains(#""window":"window","region":"field","key":true"#) == true)
    try owner.send(#"{"command":"regions","edits":[{"remove":"field"}]}"#)
    #expect(watcher.news.of("responder").last?.contains(#""window":"window","key":true"#) == true)
  }
}
