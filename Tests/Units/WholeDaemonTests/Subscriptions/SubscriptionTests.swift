import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

/// The lines that each client receives, and their form, over real connections.
@Suite struct SubscriptionTests {
  private static let screen = """
    [region.V]
    frame = [15.625, 15.625, 62.5, 46.875]

    [region.inner]
    parent = "V"
    frame = [0, 0, 30, 30]

    [recognizer.tap]
    kind = "tap"
    touches = [1, 2]
    passive = true

    [recognizer.pan]
    kind = "pan"
    touches = [1, 2]
    passive = true

    [recognizer.spot]
    kind = "tap"
    region = "inner"
    passive = true
    """

  /// A tap in the inner region, a tap of two fingers outside, and a pan of one finger.
  private static let story = """
    A↓150,150@10 A↑@80 ⏲1000
    A↓700,500 B↓800,500@1010 A↑ B↑@1080 ⏲2000
    A↓600,500@2010 A→640,500@2020 A→680,500@2030 A↑@2040 ⏲3000
    """

  @Test(
    "A region that is gone is none that a filter's region holds: one of that name elsewhere is another one")
  func regionThatWent() throws {
    let rig = try ServingRig(Self.screen)
    let (client, owner) = (try rig.connect(), try rig.connect())
    func edit(_ edits: String) throws -> [String] {
      #expect(try owner.ask(#"{"command":"regions","edits":[\#(edits)]}"#).isGranted)
      return client.news.of("region").map { "\($0.word("region")) \($0.word("state"))" }
    }
    try client.subscribe(#""filter":[{"type":"region","region":"P"},{"type":"gesture","region":"P"}]"#)
    _ = client.news
    let outer = #"{"add":{"name":"P","frame":[0,0,40,40],"foreign_children":true}}"#
    #expect(
      try edit(outer + #",{"add":{"name":"Q","parent":"P","frame":[0,0,9,9]}}"#) == ["P added", "Q added"])
    #expect(try edit(#"{"remove":"P"}"#) == ["Q removed", "P removed"])
    #expect(try edit(#"{"add":{"name":"Q","frame":[0,0,9,9]}}"#) == [])
    #expect(
      try owner.declare([#"{"name":"in_q","kind":"tap","region":"Q","public":true}"#]).isGranted)
    try rig.touch("A↓20,20@100 A↑@150 ⏲900")
    #expect(client.gestures() == [])
    #expect(try edit(outer) == ["P added"])
  }

  @Test(
    "Filters are or-ed and their keys and-ed; a key with several values fits one of them",
    arguments: [
      (#"{"kind":"tap"}"#, ["tap:ended@80", "spot:ended@80", "tap:ended@1080"]),
      (#"{"recognizer":["spot","nobody"]}"#, ["spot:ended@80"]),
      (
        #"{"kind":"tap","touch_count":[2,3]},{"recognizer":"pan","state":["began","ended"]}"#,
        ["tap:ended@1080", "pan:began@2020", "pan:ended@2040"]
      ),
      (#"{"kind":"swipe","state":"ended"}"#, []),
      (#"{"region":"V"}"#, ["spot:ended@80"]),
      (#"{"region":"V","descendants":false}"#, []),
      (#"{"region":["V","root"],"descendants":false,"kind":"tap"}"#, ["tap:ended@80", "tap:ended@1080"]),
      (#"{"device":1,"state":"ended","touch_count":1,"kind":"pan"}"#, ["pan:ended@2040"]),
      (#"{"device":"T1","recognizer":"spot"}"#, ["spot:ended@80"]),
      (#"{"device":[2,"T2"]}"#, []),
      (#"{"type":["settled","device"]}"#, []),
      (
        "",
        [
          "tap:ended@80", "spot:ended@80", "tap:ended@1080", "pan:began@2020", "pan:changed@2030",
          "pan:ended@2040",
        ]
      ),
    ])
  func filters(_ filter: String, _ expected: [String]) throws {
    let rig = try ServingRig(Self.screen)
    let client = try rig.connect()
    try client.subscribe(#""filter":[\#(filter)]"#)
    try rig.touch(Self.story)
    #expect(client.gestures.sorted() == expected.sorted())
  }

  @Test("A subscription in px is told which screens have no places then, and why")
  func pixels() throws {
    let rig = try ServingRig(Self.screen + "\n[device.known]\nname = \"T2\"\npixels = [1600, 1000]")
    let client = try rig.connect()
    let reply = try client.ask(#"{"id":1,"command":"subscribe","units":"px"}"#)
    #expect(
      reply
        == #"{"type":"reply","id":1,"ok":true,"units":"px","without_places":[{"device":1,"reason":"pixels_unknown"}]}"#
    )
    try rig.source.plugIn(rig.files.screen("T2"))
    try rig.settle()
    #expect(try client.ask(#"{"command":"subscribe","units":"px"}"#).contains(#":[{"device":1,"reason""#))
    for units in ["mm", "pt", "normalized"] {
      #expect(try !client.ask(#"{"command":"subscribe","units":"\#(units)"}"#).contains("without_places"))
    }
  }

  @Test("JSN-4 Types that are not asked for are not sent; transitions only to who names them")
  func types() throws {
    let rig = try ServingRig(Self.screen)
    let settled = try rig.connect()
    let transitions = try rig.connect()
    let nothing = try rig.connect()
    let usual = try rig.connect()
    try settled.subscribe(#""filter":[{"type":"settled"}]"#)
    try transitions.subscribe(#""filter":[{"type":"transition","recognizer":"spot"}]"#)
    try nothing.send(#"{"command":"unsubscribe"}"#)
    try usual.subscribe()
    for client in [settled, transitions, nothing, usual] { _ = client.news }
    try rig.touch(Self.story)
    #expect(settled.news.map { $0.field("type") } == ["settled", "settled", "settled"])
    let heard = transitions.news
    #expect(
      !heard.isEmpty
        && heard.allSatisfy { $0.field("type") == "transition" && $0.field("recognizer") == "spot" })
    #expect(nothing.news.isEmpty)
    #expect(Set(usual.news.compactMap { $0.field("type") }) == ["gesture", "settled"])
  }

  @Test("A line is in the units of its subscriber; the reply says which, and hello stays in millimetres")
  func units() throws {
    let rig = try ServingRig(Self.screen)
    let clients = try ["mm", "px", "pt", "normalized"].map { units in
      let client = try rig.connect()
      try client.subscribe(#""units":"\#(units)","filter":[{"kind":"tap"}]"#)
      #expect(client.lines.of("reply").last?.field("units") == units)
      return client
    }
    let standard = try rig.connect()
    try rig.touch("A↓512,320@10 A↑@80 ⏲1000")
    let lines = clients.map { $0.lines.of("gesture") }
    #expect(lines.map { $0.first?.field("location") } == ["[80,50]", nil, "[512,320]", "[0.5,0.5]"])
    #expect(lines[0] == standard.lines.of("gesture") && lines[1].count == 1)
  }

  @Test("DMN-13 two who subscribe to a region's touches both get every line of it")
  func sharedRegion() throws {
    let rig = try ServingRig(Self.screen, raw: true)
    let clients = [try rig.connect(.raw), try rig.connect(.raw)]
    for client in clients {
      try client.subscribe(#""touches":"phases","filter":[{"type":"touches","region":"V"}]"#)
    }
    try rig.touch("A↓400,300@10 A→410,300@20 A↑@80 B↓900,600@500 B↑@580 ⏲1000")
    let heard = clients.map { $0.lines.of("touches") }
    #expect(heard[0].map { $0.field("phase") } == ["began", "moved", "ended"])
    #expect(heard[0] == heard[1] && heard[0].allSatisfy { $0.field("region") == "V" })
  }

  @Test("DMN-15 MULTI-9 who subscribes to touches hears nothing of those that are down, and all of the next")
  func touchesDown() throws {
    let rig = try ServingRig(Self.screen, raw: true)
    let early = try rig.connect(.raw)
    try early.subscribe(#""touches":"phases""#)
    try rig.touch("A↓600,500@10 ⏲20")
    let late = try rig.connect(.raw)
    try late.subscribe(#""touches":"phases""#)
    try rig.touch("A→640,500@30 B↓700,500@40 A→650,500 B→710,500@50 A↑@60 B↑@70 ⏲1000")
    let touches = late.lines.of("touches")
    #expect(touches.map { $0.field("phase") } == ["began", "moved", "ended"])
    #expect(touches.allSatisfy { !$0.contains(#"{"id":1,"#) && $0.contains(#"{"id":2,"#) })
    let both = try #require(early.lines.of("touches").first { $0.contains("},{") })
    #expect(both.contains(#"{"id":1,"#) && both.contains(#"{"id":2,"#))
  }

  @Test("A rate leaves updates out, and never the newest: it comes when its time has come, or before the end")
  func rate() throws {
    let rig = try ServingRig(Self.screen)
    let all = try rig.connect()
    let few = try rig.connect()
    try few.subscribe(#""rate":10,"filter":[{"kind":"pan"}]"#)
    try rig.touch("A↓400,500@0")
    for step in 1...50 {
      try rig.touch("A→\(400 + step * 8),500@\(step * 10)")
      // A client that does not read would get merged updates, which other tests check.
      _ = all.lines
    }
    let changes = few.gestures.filter { $0.contains("changed") }
    #expect((4...6).contains(changes.count), "\(changes)")
    #expect(all.gestures.filter { $0.contains("changed") }.count > 40)
    try rig.touch("⏲700")
    #expect(few.lines.of("gesture").last == all.lines.of("gesture").last)
    try rig.touch("A→900,500@710 A→910,500@720 A→920,500@730 A↑@740 ⏲1000")
    #expect(
      few.lines.of("gesture").suffix(2) == all.lines.of("gesture").filter { $0.contains("pan") }.suffix(2))
    #expect(few.gestures.last == "pan:ended@740" && few.gestures.dropLast().last == "pan:changed@730")
  }

  @Test(
    "The private mode tells no place and nothing of one finger, and says at its end how much it held back")
  func privateMode() throws {
    let rig = try ServingRig(Self.screen)
    let clients = [try rig.connect(), try rig.connect()]
    try clients[1].subscribe(#""units":"normalized","filter":[{"type":["gesture","inhibit"]}]"#)
    let holder = try rig.connect()
    try holder.send(#"{"command":"inhibit"}"#)
    for client in clients { #expect(client.news.of("inhibit").map { $0.field("state") } == ["began"]) }
    try rig.touch(Self.story)
    try rig.touch(
      "A↓400,500 B↓500,500@3010 A→440,500 B→540,500@3020 A→480,500 B→580,500@3030 A↑ B↑@3040 ⏲4000")
    for client in clients {
      let heard = client.news
      #expect(
        heard.map(\.gesture) == ["tap:ended@1080", "pan:began@3020", "pan:changed@3030", "pan:ended@3040"])
      #expect(heard.allSatisfy { $0.field("touch_count") == "2" && $0.field("location") == nil })
      #expect(heard.contains { $0.field("translation") != nil })
    }
    try holder.send(#"{"command":"release"}"#)
    let end = try #require(clients[0].news.of("inhibit").first)
    #expect(end.field("state") == "ended" && end.field("suppressed").flatMap(Int.init) ?? 0 > 0)
    try rig.touch("A↓512,320@5000 A↑@5080 ⏲6000")
    #expect(clients[0].news.of("gesture").first?.field("location") == "[80,50]")
    #expect(clients[1].news.of("gesture").first?.field("location") == "[0.5,0.5]")
  }

  @Test(
    "X3 where the configuration says so, the socket of events tells no place, or nothing of one finger; raw.sock does"
  )
  func discreetSocket() throws {
    let rig = try ServingRig(
      Self.screen + "\n[socket]\npositions = \"none\"\nsingle_finger = false\n", raw: true)
    let events = try rig.connect()
    let raw = try rig.connect(.raw)
    try rig.touch(Self.story)
    #expect(events.gestures == ["tap:ended@1080"])
    #expect(events.lines.of("gesture").allSatisfy { $0.field("location") == nil })
    #expect(events.lines.of("settled").isEmpty)
    #expect(
      raw.gestures.count == 6
        && raw.lines.of("gesture").allSatisfy { $0.field("location") != nil })
  }
}
