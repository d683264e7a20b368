import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

/// Connections see parts of one another's regions and recognizers. In a rig, root runs the daemon.
@Suite("Inspection") struct InspectionTests {
  private static let all = #","owners":"all""#
  /// All users may declare regions and recognizers for the common scene.
  private static let sharing = "[rights]\nscene = \"*\""
  private static let transitions = #""filter":[{"type":"transition""#

  /// A client of user 1000 that has declared the region `panel` and in it a tap, `open`.
  private func rig(_ toml: String = "", _ recognizers: String...) throws -> (ServingRig, Client) {
    let rig = try ServingRig(toml)
    let owner = try rig.connect(as: .user(1000))
    let open = recognizers.first ?? #"{"name":"open","kind":"tap","region":"panel"}"#
    #expect(try owner.declare(region: "panel", open).isGranted)
    if recognizers.count > 1 { #expect(try owner.declare(Array(recognizers.dropFirst())).isGranted) }
    return (rig, owner)
  }

  private func listed(_ client: Client, _ command: String = "recognizers", _ more: String = all) throws
    -> [String]
  {
    let lines = try client.askForLines(#"{"command":"\#(command)"\#(more)}"#)
    #expect(lines.of("reply").last?.isGranted == true)
    return lines.of(String(command.dropLast()))
  }

  @Test(
    "ADD-20 connections of the owner's user, and root, see what is a client's own, with its number; others do not"
  )
  func lists() throws {
    let (rig, owner) = try rig()
    let same = try rig.connect(as: .user(1000))
    let root = try rig.connect(as: .user(0))
    let other = try rig.connect(as: .user(1001))
    for reader in [same, root] {
      let line = try #require(try listed(reader).first { $0.word("recognizer") == "open" })
      #expect(line.contains(#""owner":"other","client":1,"public":false"#), "\(line)")
      let region = try #require(try listed(reader, "regions").first { $0.word("region") == "panel" })
      #expect(region.contains(#""owner":"other","client":1,"#), "\(region)")
      #expect(try listed(reader, "recognizers", "").isEmpty)
      #expect(try listed(reader, "regions", "").allSatisfy { !$0.contains("client") })
    }
    #expect(try listed(owner).first?.contains(#""owner":"self","client":1,"#) == true)
    #expect(try listed(other).isEmpty)
    #expect(try listed(other, "regions").allSatisfy { !$0.contains("client") })
  }

  @Test("ADD-20 what a public recognizer is called everybody may know; whose it is, its own user only")
  func publicOnes() throws {
    let (rig, owner) = try rig(Self.sharing, #"{"name":"open","kind":"tap","region":"panel","public":true}"#)
    defer { _ = owner.news }
    let other = try rig.connect(as: .user(1001))
    let line = try #require(try listed(other).first)
    #expect(line.word("recognizer") == "open" && !line.contains("client"))
  }

  @Test("ADD-20 a list of all owners says who listens, and with which options each recognizer works")
  func settings() throws {
    let rig = try ServingRig(
      "[recognizer.tap]\nkind = \"tap\"\nmovement_mm = 3.5\ntouches = [1, 2]\n[recognizer.hold]\nkind = \"long_press\""
    )
    let reader = try rig.connect()
    try reader.subscribe(#""filter":[{"type":"transition"}]"#)
    let listener = try rig.connect()
    try listener.subscribe(#""filter":[{"kind":"tap","touch_count":2}]"#)
    let lines = try listed(reader)
    let tap = try #require(lines.first { $0.word("recognizer") == "tap" })
    #expect(
      tap.hasSuffix(
        #""hearing":["observed","asked"],"options":{"taps":1,"movement_mm":3.5,"maximum_press_ms":750,"gap_ms":350,"distance_mm":7.0313,"button_mask":1}}"#
      ), "\(tap)")
    #expect(lines.contains { $0.word("recognizer") == "hold" && $0.contains(#""hearing":["observed"]"#) })
    try reader.send(#"{"command":"unsubscribe"}"#)
    #expect(try listed(reader).contains { $0.contains(#""hearing":["none"]"#) })
  }

  @Test(
    "VIEW-13 a list of the regions of all owners has the exclusion zones at the root, in the reader's units")
  func exclusions() throws {
    let rig = try ServingRig(
      """
      [exclusion.bar]
      frame = [0, 0, "100%", 6]
      touch_types = "pen"
      [recognizer.tap]
      kind = "tap"

      """)
    let reader = try rig.connect(as: .user(1000))
    #expect(try listed(reader, "regions", "").allSatisfy { !$0.contains("exclusions") })
    let root = try #require(try listed(reader, "regions").first { $0.word("region") == "root" })
    #expect(
      root.hasSuffix(#","exclusions":[{"name":"bar","frame":[0,0,160,6],"touch_types":["pen"]}]}"#), "\(root)"
    )
    #expect(try listed(reader, "regions").filter { $0.contains("exclusions") }.count == 1)
    try reader.subscribe(#""units":"normalized","filter":[{"type":"region"}]"#)
    let part = try #require(try listed(reader, "regions").first { $0.word("region") == "root" })
    #expect(part.contains(#""exclusions":[{"name":"bar","frame":[0,0,1,0.06],"#), "\(part)")
    let owner = try rig.connect()
    #expect(try owner.ask(#"{"command":"orientation","device":1,"rotation":90}"#).isGranted)
    let turned = try #require(try listed(owner, "regions").first { $0.word("region") == "root" })
    #expect(turned.contains(#""exclusions":[{"name":"bar","frame":[0,0,100,6],"#), "\(turned)")
  }

  @Test("ADD-20 owners of a list is all, and goes with no edits")
  func wrong() throws {
    let rig = try ServingRig("")
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"regions","owners":"mine"}"#).errorCode == "invalid_value")
    for command in ["regions", "recognizers"] {
      let reply = try client.ask(#"{"command":"\#(command)","owners":"all","edits":[{"remove":"x"}]}"#)
      #expect(reply.errorCode == "conflict" && reply.word("path") == "owners")
    }
    #expect(
      try client.ask(#"{"command":"subscribe","filter":[{"owners":true}]}"#).word("path")
        == "filter[0].owners")
  }

  @Test("ADD-20, ADD-21 a filter for all owners hears gestures and transitions of what is a client's own")
  func filters() throws {
    let (rig, owner) = try rig()
    defer { _ = owner.news }
    let same = try rig.connect(as: .user(1000))
    let other = try rig.connect(as: .user(1001))
    let plain = try rig.connect(as: .user(1000))
    for reader in [same, other] {
      try reader.subscribe(#""filter":[{"type":["gesture","transition","recognizer"],"owners":"all"}]"#)
    }
    try plain.subscribe(#""filter":[{"type":["gesture","transition","recognizer"]}]"#)
    for reader in [same, other, plain] { _ = reader.news }
    try rig.touch("A↓100,100@10 A↑@80 A↓100,100@1000 A↑@1900 ⏲2900")
    let news = same.news
    let gesture = try #require(news.of("gesture").first)
    #expect(gesture.hasSuffix(#""taps":1,"owner":"other","client":1}"#), "\(gesture)")
    let slow = try #require(news.of("transition").first { $0.word("reason").hasPrefix("heldTooLong") })
    #expect(slow.hasSuffix(#","client":1}"#), "\(slow)")
    #expect(other.news.isEmpty && plain.news.isEmpty)
  }

  @Test("ADD-20 what comes and goes is told with its client, to the last one")
  func changes() throws {
    let (rig, owner) = try rig()
    let same = try rig.connect(as: .user(1000))
    try same.subscribe(#""filter":[{"type":["region","recognizer"],"owners":"all"}]"#)
    _ = same.news
    #expect(
      try owner.ask(#"{"command":"recognizers","edits":[{"change":{"name":"open","taps":2}}]}"#).isGranted)
    #expect(same.news.map { "\($0.word("state")) \($0.word("client"))" } == ["changed 1"])
    #expect(try owner.ask(#"{"command":"recognizers","edits":[{"remove":"open"}]}"#).isGranted)
    #expect(same.news.map { "\($0.word("state")) \($0.word("client"))" } == ["removed 1"])
  }

  @Test("ADD-20 a client that is gone is named in the lines that say that what it declared has gone")
  func gone() throws {
    let rig = try ServingRig("")
    var owner: Client? = try rig.connect(as: .user(1000))
    #expect(try owner?.declare(region: "panel", #"{"name":"open","kind":"tap"}"#).isGranted == true)
    let same = try rig.connect(as: .user(1000))
    try same.subscribe(#""filter":[{"type":["region","recognizer"],"owners":"all"}]"#)
    _ = same.news
    owner = nil
    try rig.settle()
    #expect(same.news.map { "\($0.word("state")) \($0.word("client"))" } == ["removed 1", "removed 1"])
    #expect(rig.daemon.publisher.everyone.scope.users.count == 1)
  }

  /// A client of user 1000 that has declared the region `stage`, and in it a pan that makes its tap fail.
  private func stage(_ toml: String) throws -> (ServingRig, Client) {
    let rig = try ServingRig(toml)
    let page = try rig.connect(as: .user(1000))
    #expect(
      try page.declare(
        region: "stage", #"{"name":"stage-pan","kind":"pan","region":"stage"}"#,
        #"{"name":"tap","kind":"tap","region":"stage","movement_mm":50,"public":true}"#
      ).isGranted)
    return (rig, page)
  }

  @Test("ADD-22 a reason names another client's recognizer where the reader may see it, and there only")
  func causes() throws {
    let (rig, page) = try stage(Self.sharing)
    defer { _ = page.news }
    let same = try rig.connect(as: .user(1000))
    let other = try rig.connect(as: .user(1001))
    for reader in [same, other] {
      try reader.subscribe(Self.transitions + #","recognizer":"tap","owners":"all"}]"#)
      _ = reader.news
    }
    try rig.touch("A↓100,100@10 A→160,100@40 A↑@80 ⏲900")
    #expect(same.news.of("transition").map { $0.word("reason") } == ["preventedBy(stage-pan)"])
    #expect(other.news.of("transition").map { $0.word("reason") } == ["preventedBy"])
  }

  @Test("ADD-22 without owners a reason of an own recognizer does not name another client's")
  func causesUnasked() throws {
    let (rig, page) = try stage("")
    defer { _ = page.news }
    let same = try rig.connect(as: .user(1000))
    try same.subscribe(Self.transitions + #","recognizer":"tap"}]"#)
    _ = same.news
    try rig.touch("A↓100,100@10 A→160,100@40 A↑@80 ⏲900")
    #expect(same.news.of("transition").map { $0.word("reason") } == ["preventedBy"])
  }

  @Test("ADD-23 private mode wins: no transition is told to anybody")
  func privateMode() throws {
    let (rig, owner) = try rig("", #"{"name":"open","kind":"tap","touches":[1,2]}"#)
    defer { _ = owner.news }
    let root = try rig.connect()
    try root.subscribe(#""filter":[{"type":["gesture","transition"],"owners":"all"}]"#)
    let holder = try rig.connect()
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = root.news
    try rig.touch("A↓100,100@10 B↓300,100@10 A↑@80 B↑@80 ⏲900 C↓100,100@1000 C↑@1080 ⏲1900")
    #expect(root.news.of("transition").isEmpty)
  }

  @Test("ADD-20 watching all owners changes nothing for anybody")
  func disturbsNobody() throws {
    let toml = "[recognizer.pan]\nkind = \"pan\"\n[recognizer.tap]\nkind = \"tap\"\nmovement_mm = 50"
    let rig = try ServingRig(toml)
    let listener = try rig.connect()
    try listener.subscribe(#""filter":[{"recognizer":"tap"}]"#)
    let monitor = try rig.connect()
    try monitor.subscribe(#""passive":true,"filter":[{"type":["gesture","transition"],"owners":"all"}]"#)
    for client in [listener, monitor] { _ = client.news }
    try rig.touch("A↓100,100@10 A→160,100@40 A↑@80 ⏲900")
    #expect(listener.gestures() == ["tap:ended"])
  }

  @Test("ADD-20 what many clients have declared costs a reader one look at each, whoever the owner is")
  func cost() throws {
    let rig = try ServingRig("")
    var owners: [Client] = []
    for number in 0..<16 {
      let owner = try rig.connect(as: .user(UInt32(1000 + number)))
      #expect(
        try owner.declare((0..<16).map { #"{"name":"r\#($0)","kind":"tap","touches":[1]}"# }).isGranted)
      owners.append(owner)
    }
    let reader = try rig.connect(as: .user(1007))
    #expect(try listed(reader).count == 16)
    #expect(try listed(try rig.connect(as: .user(0))).count == 256)
  }
}
