import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon
@testable import GesturedServing

/// Fields of lines of touches besides the touches of their region, from the fingers to the raw socket.
@Suite("Windows, places before, and all touches")
struct TouchFieldTests {
  /// V is the left half of the screen, and pane the right half, in a window of its own.
  private static let windows = """
    [region.V]
    frame = [0, 0, 80, 100]
    multiple = true

    [window.side]
    frame = [80, 0, 80, 100]

    [region.pane]
    parent = "side"
    frame = [0, 0, 80, 100]
    multiple = true
    """

  /// V is the upper left of the screen, and its coordinates are half the screen's.
  private static let scaled = """
    [region.V]
    frame = [20, 20, 40, 40]
    scale = 2
    multiple = true
    """

  /// V at 100,100 of 400 × 300 pt.
  private static let plain = """
    [region.V]
    frame = ["100pt", "100pt", "400pt", "300pt"]
    multiple = true
    """

  private func client(
    _ rig: ServingRig, _ region: String? = nil, touches: String = #""phases""#
  ) throws -> Client {
    let client = try rig.connect(.raw)
    let filter = region.map { #"{"type":"touches","region":"\#($0)"}"# } ?? #"{"type":"touches"}"#
    #expect(
      try client.ask(#"{"command":"subscribe","touches":\#(touches),"filter":[\#(filter)]}"#).isGranted)
    _ = client.news
    return client
  }

  @Test("JSN-1 a line of touches has the numbers of UIKit's event")
  func event() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let client = try client(rig)
    try rig.touch("A↓200,200@10 A→210,200@20 A↑@30")
    let lines = client.news.of("touches")
    #expect(lines.map { $0.word("phase") } == ["began", "moved", "ended"])
    for line in lines { #expect(line.contains(#","event":0,"subtype":0,"device":1,"#), "\(line)") }
  }

  // MARK: Windows

  @Test("TFW-1, EVT-4 a line names the window of its region, and a touch in another window names that one")
  func windows() throws {
    let rig = try ServingRig(Self.windows, raw: true)
    let (watcher, all) = (try client(rig), try client(rig, touches: #""all""#))
    try rig.touch("A↓200,200@10 B↓700,200@20 A↑@30 B↑@40")
    #expect(
      watcher.news.of("touches").map { "\($0.word("region")) of \($0.word("window")) \($0.word("phase"))" }
        == ["V of window began", "pane of side began", "V of window ended", "pane of side ended"])
    let lines = all.news.of("touches")
    try #require(lines.count == 4)
    #expect(lines[1].contains(#""region":"pane","window":"side","phase":"began","#))
    // The touch of the line is in its window, and the other touch is not.
    #expect(lines[1].contains(#""tap_count":1,"region":"V","window":"window"}"#))
    #expect(lines[1].split(separator: #""window":"side""#).count == 2)
  }

  @Test("TFW-1 a screen whose only window is the built-in one does not name it; a window that comes is named")
  func comingWindow() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let (watcher, client) = (try client(rig), try rig.connect())
    func told(_ time: Int) throws -> [String] {
      try rig.touch("A↓200,200@\(time) A↑@\(time + 10)")
      return watcher.news.of("touches").map { $0.word("window") }
    }
    #expect(try told(10) == ["", ""])
    let add = #"{"add_window":{"name":"front","frame":[150,0,10,10]}}"#
    #expect(try client.ask(#"{"command":"regions","edits":[\#(add)]}"#).isGranted)
    #expect(try told(100) == ["window", "window"])
    #expect(try client.ask(#"{"command":"regions","edits":[{"remove":"front"}]}"#).isGranted)
    #expect(try told(200) == ["", ""])
  }

  // MARK: The place before

  @Test("TFW-3 the place before is told in the region's coordinates too")
  func previous() throws {
    let rig = try ServingRig(Self.scaled, raw: true)
    let (inner, outer) = (try client(rig, "V"), try client(rig, "root"))
    try rig.touch("A↓128,128@10 A→192,128@20 A→192,256@30 A↑@40")
    let lines = inner.news.of("touches")
    #expect(lines.map { $0.word("region_location") } == ["[10,10]", "[15,10]", "[15,20]", "[15,20]"])
    #expect(lines.map { $0.word("previous_location") } == ["", "[20,20]", "[30,20]", ""])
    #expect(lines.map { $0.word("region_previous_location") } == ["", "[10,10]", "[15,10]", ""])
    // The coordinates of root are the screen's.
    try rig.touch("B↓700,500@100 B→710,500@110")
    #expect(outer.news.of("touches").allSatisfy { !$0.contains("region_") })
  }

  @Test("TFW-3, COA-5 a line of merged moves has the place before the first of them, in both coordinates")
  func merged() throws {
    let rig = try ServingRig(Self.scaled + "\n[socket]\nsend_buffer_bytes = 4096\n", raw: true)
    let client = try client(rig, "V")
    var time = 0
    for _ in 0..<200 where !rig.hasBacklog(1) {
      try rig.touch("A↓128,128@\(time + 10) A↑@\(time + 20) ⏲\(time + 40)")
      time += 40
    }
    try #require(rig.hasBacklog(1))
    try rig.touch("A↓128,128@\(time + 10) A→192,128@\(time + 20) A→256,128@\(time + 30) ⏲\(time + 40)")
    try rig.settle(reading: client)
    let moved = client.lines.of("touches").filter { $0.word("phase") == "moved" }
    #expect(moved.map { $0.word("region_location") } == ["[20,10]"])
    #expect(moved.map { $0.word("previous_location") } == ["[20,20]"])
    #expect(moved.map { $0.word("region_previous_location") } == ["[10,10]"])
  }

  // MARK: All touches

  @Test("TFW-2, EVT-3 a client that asks for all touches gets those that it may see, and the others' number")
  func all() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let owner = try rig.connect(.raw)
    let add = #"{"add":{"name":"Q","parent":"root","frame":["600pt","100pt","200pt","200pt"]}}"#
    #expect(try owner.ask(#"{"command":"regions","edits":[\#(add)]}"#).isGranted)
    #expect(
      try owner.ask(#"{"command":"subscribe","touches":"phases","filter":[{"type":"touches","region":"Q"}]}"#)
        .isGranted)
    _ = owner.news
    let (asks, does) = (try client(rig, "V", touches: #""all""#), try client(rig, "V"))
    // A lands in V, B in another client's region, and C where no client listens.
    try rig.touch("A↓200,200@10 B↓650,150@20 C↓900,600@30 A→210,200@40")
    let line = try #require(try asks.newTouches.last)
    #expect(line.touches.map(\.id) == [1])
    #expect(line.all?.map(\.id) == [1, 3] && line.others == 1)
    // Lines of other clients stay as they are.
    for client in [does, owner] {
      #expect(try client.newTouches.allSatisfy { $0.all == nil && $0.others == nil })
    }
    // A touch that no client receives has its own phase and place before.
    try rig.touch("A→220,200 C→910,600@45")
    #expect(
      asks.news.of("touches").last?.contains(
        #"{"id":3,"phase":"moved","location":[142.1875,93.75],"region_location":[126.5625,78.125],"#
          + #""previous_location":[140.625,93.75],"region_previous_location":[125,78.125],"#) == true)
    try rig.touch("A↑ C↑@50 B↑@60")
    let last = try #require(asks.news.of("touches").last)
    #expect(last.contains(#""all":[{"id":1,"phase":"ended","#) && last.contains(#"{"id":3,"phase":"ended","#))
    #expect(last.hasSuffix(#""others":1}"#))
  }

  @Test("TFW-2, DMN-15 a touch that landed before the subscription is counted and not listed")
  func late() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let early = try client(rig, touches: #""all""#)
    try rig.touch("A↓200,200@10")
    let late = try client(rig, touches: #""all""#)
    try rig.touch("B↓300,200@20")
    #expect(try early.newTouches.last?.all?.map(\.id) == [1, 2])
    let line = try #require(try late.newTouches.last)
    #expect(line.all?.map(\.id) == [2] && line.others == 1)
  }

  @Test("TFW-2, COA-6 several words ask for several things; a touch that is not in the event has no samples")
  func several() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let client = try client(rig, touches: #"["coalesced","all"]"#)
    try rig.touch("A↓200,200@10 B↓300,200@20 A→210,200@30 A→220,200@40")
    let line = try #require(client.news.of("touches").last)
    let parts = line.split(separator: #","all":["#)
    try #require(parts.count == 2)
    #expect(parts[0].contains(#""id":1,"#) && parts[0].contains(#""coalesced":[{"#))
    #expect(parts[1].contains(#"{"id":2,"phase":"stationary","#))
    #expect(!parts[1].contains("coalesced"))
  }

  @Test(
    "TFW-2 what `touches` does not allow is refused, with the place of the mistake",
    arguments: [
      (#""al""#, "invalid_value", "touches"), (#""everything""#, "invalid_value", "touches"),
      ("[]", "invalid_value", "touches"), ("true", "invalid_value", "touches"),
      ("{}", "invalid_value", "touches"),
      (#"["all",7]"#, "invalid_value", "touches[1]"), (#"["all",["phases"]]"#, "invalid_value", "touches[1]"),
      (#"["all","none"]"#, "conflict", "touches[1]"), (#"["none","none"]"#, "conflict", "touches[0]"),
    ])
  func mistakes(value: String, code: String, path: String) throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let client = try rig.connect(.raw)
    let reply = try client.ask(#"{"command":"subscribe","touches":\#(value)}"#)
    #expect(reply.errorCode == code && reply.word("path") == path, "\(reply)")
    #expect(try client.ask(#"{"command":"subscribe","touches":["all","all"]}"#).isGranted)
  }

  @Test("TFW-2 all touches are for the raw socket alone, as every touch is")
  func tier() throws {
    let rig = try ServingRig(Self.plain, raw: true)
    let reply = try rig.connect().ask(#"{"command":"subscribe","touches":"all"}"#)
    #expect(reply.errorCode == "not_permitted" && reply.word("path") == "touches")
  }

  @Test("TFW-2 `[touch] detail` still gives all touches to every client, and a reload changes that")
  func reload() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.plain, to: "gestured.toml")
    let rig = try ServingRig(Self.plain, raw: true, file: ConfigurationFile(path: path))
    let client = try client(rig)
    func told(_ time: Int) throws -> [Int]? {
      try rig.touch("A↓200,200@\(time) A↑@\(time + 10)")
      return try client.newTouches.last?.all?.map(\.id)
    }
    #expect(try told(10) == nil)
    for (toml, time, isTold) in [
      (Self.plain + "\n[touch]\ndetail = [\"all\"]\n", 1000, true), (Self.plain, 2000, false),
    ] {
      _ = try folder.write(toml, to: "gestured.toml")
      rig.daemon.wantReload()
      try rig.advance(toMilliseconds: Int64(time) - 200)
      #expect(try (told(time) != nil) == isTold, "\(toml)")
    }
  }
}
