import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

/// Clients whose lines of gestures list the touches of the gesture. The rig's times are 1 s later than those of its scripts.
@Suite("Fingers of gestures") struct FingerTests {
  private static let pinch = "[recognizer.zoom]\nkind = \"pinch\"\n"
  /// A pinch of A 400,300 and B 600,300.
  private static let story = "A↓410,300@10 B↓590,300@10 A→400,300 B→600,300@20"

  private func subscribe(_ client: Client, _ more: String = "") throws {
    #expect(try client.ask(#"{"command":"subscribe","fingers":true\#(more)}"#).isGranted)
    _ = client.news
  }

  /// The lists of the gestures since the last call, and "" for a line without one.
  private func fingers(_ client: Client) -> [String] { client.news.of("gesture").map(\.fingers) }

  @Test("ADD-13 a line ends in the touches of its gesture, and is as before for others")
  func list() throws {
    let rig = try ServingRig(Self.pinch)
    let (client, other) = (try rig.connect(), try rig.connect())
    try subscribe(client)
    _ = other.news
    try rig.touch(Self.story)
    let (lines, plain) = (client.news.of("gesture"), other.news.of("gesture"))
    #expect(
      lines.map(\.fingers) == [#"[{"id":1,"location":[62.5,46.875]},{"id":2,"location":[93.75,46.875]}]"#])
    #expect(plain.map { $0.dropLast() + #","fingers":\#(lines[0].fingers)}"# } == lines.map { $0[...] })
    #expect(client.lines.first?.contains(#""idle","fingers","transform_velocity","filter","limit"]"#) == true)
  }

  @Test("ADD-13 where the gesture has a place in its region, each touch has one; units and relative_to count")
  func places() throws {
    let rig = try ServingRig(
      """
      [region.V]
      frame = ["100pt", "100pt", "800pt", "500pt"]
      scale = 2

      [recognizer.zoom]
      kind = "pinch"
      region = "V"
      """)
    let (client, normalized, relative) = (try rig.connect(), try rig.connect(), try rig.connect())
    try subscribe(client, #","units":"pt""#)
    try subscribe(normalized, #","units":"normalized""#)
    try subscribe(relative, #","units":"pt","relative_to":"V""#)
    try rig.touch("A↓310,300@10 B↓690,300@10 A→300,300 B→700,300@20")
    let lists = [client, normalized, relative].map(fingers)
    for (list, count) in zip(lists, [1, 1, 1]) { #expect(list.count == count) }
    let places = try [client, normalized, relative].map { client in
      try #require(client.lines.of("gesture").last).places
    }
    // The region's center stays in place, so its coordinates are half as far from its own center.
    let inRegion = try #require(places[0].region.first)
    #expect(places[0].screen == [[300, 300], [700, 300]])
    #expect(places[0].region.count == 2 && places[0].region[1][0] - inRegion[0] == 200)
    // Rounded to four decimals, of a width of 1024 pt.
    let shares: [Double] = [0.293, 0.6836]
    #expect(places[1].screen.map { $0[0] } == shares)
    #expect(places[2].screen == places[0].region && places[2].region == places[0].region)
  }

  @Test("ADD-14 a finger that lifted is listed with its last place and up, and is gone in the next line")
  func lifted() throws {
    let rig = try ServingRig("[recognizer.drag]\nkind = \"pan\"\ntouches = [2]\nmaximum_touches = 3\n")
    let client = try rig.connect()
    try subscribe(client)
    try rig.touch("A↓320,320@10 B↓640,320@10 A→340,320 B→660,320@20")
    _ = client.news
    try rig.touch("A→352,320@30 A↑@40")
    #expect(
      fingers(client) == [
        #"[{"id":1,"location":[55,50]},{"id":2,"location":[103.125,50]}]"#,
        #"[{"id":1,"location":[55,50],"up":true},{"id":2,"location":[103.125,50]}]"#,
      ])
    try rig.touch("C↓320,320@50 C→330,320@60")
    #expect(fingers(client).map { $0.split(separator: "{").count - 1 } == [2, 2])
    try rig.touch("B↑ C↑@70")
    let end = client.news.of("gesture")
    #expect(end.map { $0.word("state") } == ["ended"] && end.map(\.fingers).joined().ups == 2)
  }

  @Test("ADD-14 a tap lists the fingers that made it, whenever they lifted, and not those of the tap before")
  func taps() throws {
    let rig = try ServingRig(
      """
      [recognizer.pair]
      kind = "tap"
      touches = [2]

      [recognizer.twice]
      kind = "tap"
      taps = 2

      [recognizer.once]
      kind = "tap"
      require_to_fail = ["twice"]
      """)
    let client = try rig.connect()
    // One that no filter names would be passive, and so would not wait.
    try subscribe(client, #","filter":[{"kind":"tap"}]"#)
    try rig.touch("B↓640,320@10 A↓320,320@20 B↑@60 A↑@90 ⏲1000")
    #expect(
      fingers(client) == [
        #"[{"id":1,"location":[100,50],"up":true},{"id":2,"location":[50,50],"up":true}]"#
      ])
    try rig.touch("A↓320,320@1100 A↑@1150 B↓320,320@1250 B↑@1300 ⏲3000")
    #expect(fingers(client) == [#"[{"id":4,"location":[50,50],"up":true}]"#])
    // This one waits until no second tap can come: its finger has been up for long.
    try rig.touch("A↓320,320@4000 A↑@4050 ⏲6000")
    #expect(fingers(client) == [#"[{"id":5,"location":[50,50],"up":true}]"#])
  }

  @Test("ADD-13 lines that wait for a rate, snapshots and cancelled gestures list the touches of their event")
  func late() throws {
    let rig = try ServingRig(Self.pinch)
    let (client, late) = (try rig.connect(), try rig.connect())
    try subscribe(client, #","rate":10"#)
    try rig.touch(Self.story)
    try rig.touch("A→390,300@30 A→384,300@40")
    #expect(fingers(client).count == 1)
    try rig.advance(toMilliseconds: 200)
    #expect(fingers(client) == [#"[{"id":1,"location":[60,46.875]},{"id":2,"location":[93.75,46.875]}]"#])
    _ = late.news
    try late.send(#"{"command":"subscribe","fingers":true,"snapshot":true}"#)
    let told = late.news.of("gesture")
    #expect(
      told.count == 1 && told[0].contains(#","snapshot":true,"fingers":[{"id":1,"location":[60,46.875]},"#))
    rig.source.unplug(1)
    try rig.settle()
    let end = late.news.of("gesture")
    #expect(end.map { $0.word("state") } == ["cancelled"] && end.map(\.fingers).joined().ups == 2, "\(end)")
  }

  @Test("ADD-13 nobody pays once nobody asks: touches are noted while a client wants them")
  func wanted() throws {
    let rig = try ServingRig(Self.pinch)
    let client = try rig.connect()
    var other: Client? = try rig.connect()
    #expect(!rig.daemon.publisher.buffer.listsFingers)
    try subscribe(client)
    if let other { try subscribe(other) }
    #expect(rig.daemon.publisher.buffer.listsFingers)
    #expect(try client.ask(#"{"command":"subscribe","fingers":false}"#).isGranted)
    try rig.settle()
    #expect(rig.daemon.publisher.buffer.listsFingers)
    _ = client.news
    try rig.touch(Self.story)
    #expect(fingers(client) == [""] && other.map { fingers($0)[0].isEmpty } == false)
    other = nil
    try rig.settle()
    #expect(!rig.daemon.publisher.buffer.listsFingers)
    try rig.touch("A→390,300@30")
    try subscribe(client, #","snapshot":true"#)
    try rig.touch("A→380,300@40 A↑ B↑@50")
    #expect(fingers(client).last?.ups == 2)
  }

  @Test("ADD-13 a gesture of a client's own scene lists the touches by the ids of that scene")
  func ownScene() throws {
    let rig = try ServingRig(Self.pinch, raw: true)
    let client = try rig.connect(.raw)
    #expect(
      try client.declare(region: "own", #"{"name":"drag","kind":"pan","region":"own","touches":2}"#).isGranted
    )
    try subscribe(client, #","touches":"phases","filter":[{"type":["gesture","touches"]}]"#)
    try rig.touch("A↓320,320@10 B↓640,320@10 A→340,320 B→660,320@20")
    let news = client.news
    let drag = try #require(news.of("gesture").first { $0.word("recognizer") == "drag" })
    let touches = try #require(news.of("touches").last)
    for id in [1, 2] {
      #expect(drag.fingers.contains(#"{"id":\#(id),"#) && touches.contains(#"{"id":\#(id),"#), "\(drag)")
    }
  }

  @Test("ADD-15 a socket without places refuses fingers, and the raw socket beside it lists them")
  func placeless() throws {
    let rig = try ServingRig(Self.pinch + "[socket]\npositions = \"none\"\n", raw: true)
    let (client, raw) = (try rig.connect(), try rig.connect(.raw))
    let reply = try client.ask(#"{"command":"subscribe","fingers":true}"#)
    #expect(reply.word("code") == "not_permitted" && reply.word("path") == "fingers", "\(reply)")
    try subscribe(raw)
    _ = client.news
    try rig.touch(Self.story)
    #expect(fingers(client) == [""] && fingers(raw).map(\.isEmpty) == [false])
  }

  @Test("ADD-15 in private mode no line lists touches, and after that lines do again")
  func privateMode() throws {
    let rig = try ServingRig(
      "[recognizer.drag]\nkind = \"pan\"\ntouches = [2]\npassive = true\n[rights]\ninhibit = [\"*\"]\n")
    let (client, holder) = (try rig.connect(), try rig.connect())
    try subscribe(client)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = client.news
    try rig.touch("A↓320,320@10 B↓640,320@10 A→340,320 B→660,320@20 A↑ B↑@30")
    let hidden = client.news.of("gesture")
    #expect(hidden.count == 2 && hidden.allSatisfy { $0.fingers.isEmpty && !$0.contains("location") })
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    _ = client.news
    try rig.touch("A↓320,320@1010 B↓640,320@1010 A→340,320 B→660,320@1020 A↑ B↑@1030")
    #expect(fingers(client).map { $0.split(separator: "{").count - 1 } == [2, 2])
  }

  @Test("ADD-17 a transform tells how fast its fingers travel, spread and turn, in the region too")
  func velocities() throws {
    let rig = try ServingRig(
      """
      [region.V]
      frame = [0, 0, 160, 100]
      scale = 2

      [recognizer.map]
      kind = "transform"
      region = "V"
      touches = [2]
      """)
    let client = try rig.connect()
    _ = client.news
    let moves = (1...20).map { "A→\(300 + 5 * $0),300 B→\(500 + 5 * $0),300@\(10 + 10 * $0)" }
    try rig.touch("A↓300,300 B↓500,300@10 " + moves.joined(separator: " "))
    let line = try #require(client.news.of("gesture").last)
    #expect(line.word("velocity") == "[78.125,0]" && line.word("region_velocity") == "[39.0625,0]", "\(line)")
    #expect(line.word("scale_velocity") == "0" && line.word("rotation_velocity") == "0")
  }
}

extension String {
  /// The list of touches that a line of a gesture ends in; empty without one.
  fileprivate var fingers: String {
    firstRange(of: #","fingers":"#).map { String(self[$0.upperBound...].dropLast()) } ?? ""
  }

  /// How many touches of a list are up.
  fileprivate var ups: Int { split(separator: #""up":true"#, omittingEmptySubsequences: false).count - 1 }

  /// The places of the listed touches on the screen and in the region.
  fileprivate var places: (screen: [[Double]], region: [[Double]]) {
    func all(_ field: String) -> [[Double]] {
      fingers.split(separator: "{").dropFirst().compactMap { finger in
        let value = String(finger).word(field)
        return value.isEmpty
          ? nil : value.dropFirst().dropLast().split(separator: ",").compactMap { Double($0) }
      }
    }
    return (all("location"), all("region_location"))
  }
}
