import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

@Suite("Several clients") struct SeveralClientsTests {
  private static func regions(_ edits: String...) -> String {
    #"{"command":"regions","edits":[\#(edits.joined(separator: ","))]}"#
  }

  private static func recognizers(_ edits: String...) -> String {
    #"{"command":"recognizers","edits":[\#(edits.joined(separator: ","))]}"#
  }

  private static func recognizer(_ name: String, _ kind: String, in region: String, _ more: String = "")
    -> String
  {
    recognizers(#"{"add":{"name":"\#(name)","kind":"\#(kind)","region":"\#(region)"\#(more)}}"#)
  }

  /// Two clients. The second one owns P, and the first one owns Q in P.
  private func rig(_ more: String = "") throws -> (ServingRig, Client, Client) {
    let rig = try ServingRig("")
    let (first, second) = (try rig.connect(), try rig.connect())
    let container =
      #"{"add":{"name":"P","frame":[0,0,"100%","100%"],"foreign_children":true,"multiple":true\#(more)}}"#
    #expect(try second.ask(Self.regions(container)).isGranted)
    let child = #"{"add":{"name":"Q","parent":"P","frame":[0,0,"100%","100%"]}}"#
    #expect(try first.ask(Self.regions(child)).isGranted)
    return (rig, first, second)
  }

  @Test("MULTI-1 the owner of a region has full force on what lies in it")
  func containers() throws {
    let (rig, first, second) = try rig()
    #expect(
      try first.ask(Self.recognizer("tap", "tap", in: "Q", #","movement_mm":50"#)).isGranted)
    #expect(try second.ask(Self.recognizer("pan", "pan", in: "P")).isGranted)
    for client in [first, second] { _ = client.news }
    try rig.touch("A↓100,100@0 A→200,100@50 A↑@80 ⏲900")
    #expect(first.gestures() == [])
    #expect(second.gestures() == ["pan:began", "pan:ended"])
  }

  @Test("MULTI-2 on a region that another owns a recognizer only reports")
  func foreignRegions() throws {
    let (rig, first, second) = try rig()
    #expect(
      try first.ask(Self.recognizer("tap", "tap", in: "Q", #","movement_mm":50"#)).isGranted)
    #expect(try second.ask(Self.recognizer("pan", "pan", in: "root")).isGranted)
    for client in [first, second] { _ = client.news }
    try rig.touch("A↓100,100@0 A→200,100@50 A↑@80 ⏲900")
    #expect(first.gestures() == ["tap:ended"])
    #expect(second.gestures() == ["pan:began", "pan:ended"])
  }

  @Test(
    "MULTI-3 of two recognizers that tie the one that was added last is recognized", arguments: [false, true])
  func ties(isFull: Bool) throws {
    let (rig, first, second) = try rig(isFull ? #","recognizers":"full""# : "")
    #expect(try first.ask(Self.recognizer("one", "tap", in: "P")).isGranted)
    #expect(try second.ask(Self.recognizer("two", "tap", in: "P")).isGranted)
    for client in [first, second] { _ = client.news }
    try rig.touch("A↓100,100@0 A↑@80 ⏲900")
    // If the region does not give full effect to the first client's recognizers, that client only gets reports.
    #expect(first.gestures() == (isFull ? [] : ["one:ended"]))
    #expect(second.gestures() == ["two:ended"])
  }

  @Test("MULTI-10 who goes while its recognizer holds another back lets that one go on")
  func holders() throws {
    let rig = try ServingRig("", raw: true)
    var owner: Client? = try rig.connect()
    #expect(
      try owner?.ask(Self.regions(#"{"add":{"name":"V","frame":[0,0,"100%","100%"]}}"#)).isGranted ?? false)
    let watcher = try rig.connect(.raw)
    let own =
      #"{"add":{"name":"W","frame":[0,0,"100%","100%"],"recognizers":"full","foreign_children":true}}"#
    #expect(try watcher.ask(Self.regions(own)).isGranted)
    #expect(
      try watcher.ask(
        #"{"command":"subscribe","filter":[{"type":"touches","region":"W"}],"touches":"phases"}"#
      )
      .isGranted)
    #expect(
      try owner?.ask(Self.recognizer("hold", "tap", in: "W", #","taps":2,"delays_touches_began":true"#))
        .isGranted
        ?? false)
    _ = watcher.news
    try rig.touch("A↓100,100@0 ⏲50")
    #expect(watcher.news.of("touches") == [])
    owner = nil
    try rig.settle()
    let began = watcher.news.of("touches").filter { $0.word("region") == "W" }
    #expect(began.map { $0.word("phase") } == ["began"])
  }

  @Test("MULTI-11 names mean one's own recognizers, then the configuration's, never another client's")
  func names() throws {
    let rig = try ServingRig("[recognizer.common]\nkind = \"tap\"\ntaps = 2")
    let (first, second) = (try rig.connect(), try rig.connect())
    for client in [first, second] {
      #expect(try client.ask(Self.recognizers(#"{"add":{"name":"back","kind":"swipe"}}"#)).isGranted)
    }
    #expect(try first.ask(Self.recognizers(#"{"add":{"name":"mine","kind":"tap"}}"#)).isGranted)
    let request = Self.recognizers(#"{"add":{"name":"new","kind":"pan","simultaneous_with":["NAME"]}}"#)
    let refused = try second.ask(request.replacing("NAME", with: "mine"))
    #expect(refused.errorCode == "unknown_recognizer")
    #expect(try second.ask(request.replacing("NAME", with: "common")).isGranted)
    #expect(try second.ask(Self.recognizers(#"{"remove":"mine"}"#)).errorCode == "unknown_recognizer")
  }

  @Test("MULTI-12 a recognizer that waits delays nobody else's reset")
  func resets() throws {
    let (rig, first, second) = try rig()
    #expect(try first.ask(Self.recognizer("tap", "tap", in: "Q")).isGranted)
    #expect(try second.ask(Self.recognizer("five", "tap", in: "Q", #","taps":5"#)).isGranted)
    for client in [first, second] { _ = client.news }
    try rig.touch("A↓100,100@0 A↑@80 A↓100,100@200 A↑@280 ⏲900")
    #expect(first.gestures() == ["tap:ended", "tap:ended"])
  }

  @Test(
    "MULTI-13, DLV-11 to DLV-14 without the right a client ignores its own regions' touches, as often as it said"
  )
  func ignores() throws {
    let rig = try ServingRig("")
    let (stranger, other) = (try rig.connect(as: .user(4242)), try rig.connect(as: .user(4243)))
    for (client, frame) in [(stranger, #"[0,0,"50%","100%"]"#), (other, #"["50%",0,"50%","100%"]"#)] {
      let name = client === stranger ? "left" : "right"
      #expect(try client.ask(Self.regions(#"{"add":{"name":"\#(name)","frame":\#(frame)}}"#)).isGranted)
      #expect(try client.ask(Self.recognizer("tap", "tap", in: name)).isGranted)
    }
    let (begin, end) = (
      #"{"command":"ignore_interaction","state":"begin"}"#, #"{"command":"ignore_interaction","state":"end"}"#
    )
    #expect(try stranger.ask(begin).word("scope") == "own")
    #expect(try stranger.ask(begin).isGranted)
    #expect(try stranger.ask(end).isGranted)
    for client in [stranger, other] { _ = client.news }
    try rig.touch("A↓100,100@0 A↑@80 B↓900,100@1000 B↑@1080 ⏲1900")
    #expect(stranger.gestures() == [])
    #expect(other.gestures() == ["tap:ended"])
    try rig.touch("A↓100,100@2000")
    #expect(try stranger.ask(end).isGranted)
    try rig.touch("A↑@2080 ⏲2900")
    #expect(stranger.gestures() == [])
    // DLV-13: a superfluous end changes nothing.
    #expect(try stranger.ask(end).isGranted)
    try rig.touch("A↓100,100@3000 A↑@3080 ⏲3900")
    #expect(stranger.gestures() == ["tap:ended"])
  }

  @Test("MULTI-13, DLV-12 with the right all regions' touches are ignored, until the connection dies")
  func ignoresAll() throws {
    let rig = try ServingRig(DaemonFiles.threeRecognizers)
    var owner: Client? = try rig.connect()
    let other = try rig.connect()
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = other.news
    #expect(try owner?.ask(#"{"command":"ignore_interaction","state":"begin"}"#).word("scope") == "all")
    #expect(other.gestures() == ["pan:cancelled"])
    try rig.touch("A↑@80 A↓100,100@1000 A↑@1080 ⏲1900")
    #expect(other.gestures() == [])
    owner = nil
    try rig.settle()
    try rig.touch("A↓100,100@3000 A↑@3080 ⏲3900")
    #expect(other.gestures() == ["tap:ended"])
  }

  /// A finger lands on a screen that a client keeps dark, so the client lights the screen.
  @Test(
    "The touch that has lit the screen by a client's word is nobody's, nor what lands before all have lifted, or 250 ms after",
    arguments: [true, false])
  func wakes(knows: Bool) throws {
    let rig = try ServingRig(DaemonFiles.threeRecognizers)
    let (owner, other) = (try rig.connect(), try rig.connect())
    let wake = knows ? #","wake":true"# : ""
    #expect(try owner.ask(#"{"command":"ignore_interaction","state":"begin"}"#).isGranted)
    _ = other.news
    try rig.touch("A↓100,100@1000 ⏲1020")
    #expect(try owner.ask(#"{"command":"ignore_interaction","state":"end"\#(wake)}"#).isGranted)
    // The finger bounces: it lifts, lands again within the tail, and lifts.
    try rig.touch("B↓300,100@1040 B↑@1060 A↑@1100 A↓100,100@1200 A↑@1260 ⏲1270")
    #expect(other.gestures() == (knows ? [] : ["tap:ended", "tap:ended"]))
    try rig.touch("A↓100,100@1600 A↑@1660 ⏲2400")
    #expect(other.gestures() == ["tap:ended"])
  }

  @Test("What lights the screen takes the right, and who has not kept it dark has not lit it")
  func mayNotWake() throws {
    let rig = try ServingRig(DaemonFiles.threeRecognizers)
    let (stranger, owner) = (try rig.connect(as: .user(4242)), try rig.connect())
    let wake = #"{"command":"ignore_interaction","state":"end","wake":true}"#
    #expect(try stranger.ask(#"{"command":"ignore_interaction","state":"begin"}"#).isGranted)
    #expect(try stranger.ask(wake).errorCode == "not_permitted")
    #expect(try owner.ask(wake).isGranted)
    _ = owner.news
    try rig.touch("A↓100,100@1000 A↑@1080 ⏲1900")
    #expect(owner.gestures() == ["tap:ended"])
  }

  @Test("MULTI-14 an exclusive region shuts out its owner's other regions, not another's")
  func exclusive() throws {
    let rig = try ServingRig("", raw: true)
    let (first, second) = (try rig.connect(.raw), try rig.connect(.raw))
    let subscribe =
      #"{"command":"subscribe","filter":[{"type":"touches","region":"NAME"}],"touches":"phases"}"#
    #expect(
      try first.ask(
        Self.regions(
          #"{"add":{"name":"a","frame":[0,0,40,100],"exclusive":true}}"#,
          #"{"add":{"name":"b","frame":[40,0,40,100]}}"#)
      ).isGranted)
    #expect(try second.ask(Self.regions(#"{"add":{"name":"c","frame":[80,0,80,100]}}"#)).isGranted)
    #expect(try first.ask(subscribe.replacing(#""NAME""#, with: #"["a","b"]"#)).isGranted)
    #expect(try second.ask(subscribe.replacing("NAME", with: "c")).isGranted)
    for client in [first, second] { _ = client.news }
    try rig.touch("A↓100,100@0 B↓400,100@10 C↓900,100@20")
    #expect(first.news.of("touches").map { $0.word("region") } == ["a"])
    #expect(second.news.of("touches").map { $0.word("region") } == ["c"])
  }

  @Test(
    "MULTI-19 the first responder and the key window change for those with the right, and others are told")
  func focus() throws {
    let rig = try ServingRig(
      "[region.field]\nframe = [0, 0, 10, 10]\nkind = \"text_field\"\n[rights]\nfocus = [\"user:4242\"]")
    let (trusted, other) = (try rig.connect(as: .user(4242)), try rig.connect())
    #expect(try other.ask(#"{"command":"subscribe","filter":[{"type":"responder"}]}"#).isGranted)
    _ = other.news
    #expect(try trusted.ask(#"{"command":"focus","region":"root"}"#).errorCode == "conflict")
    #expect(try trusted.ask(#"{"command":"focus","region":"feild"}"#).word("hint") == "field")
    #expect(try trusted.ask(#"{"command":"focus","region":"field"}"#).isGranted)
    #expect(other.news.of("responder").map { $0.word("region") } == ["field"])
    #expect(try trusted.ask(#"{"command":"focus","region":null}"#).isGranted)
    #expect(other.news.of("responder").map { $0.word("region") } == [""])
    let key = #"{"command":"regions","edits":[{"add_window":{"name":"w"}}],"key_window":"w"}"#
    #expect(try trusted.ask(key).errorCode == "not_permitted")
    #expect(try other.ask(key).isGranted)
  }

  @Test("MULTI-11 a line of why a recognizer failed names no private recognizer of another client")
  func privateCauses() throws {
    let (rig, first, second) = try rig()
    #expect(
      try first.ask(Self.recognizer("tap", "tap", in: "Q", #","movement_mm":50,"public":true"#)).isGranted)
    #expect(try second.ask(Self.recognizer("secret", "pan", in: "P")).isGranted)
    let transitions = #"{"command":"subscribe","filter":[{"type":"transition","recognizer":"tap"}]}"#
    let stranger = try rig.connect()
    let clients = [first, second, stranger]
    for client in clients { #expect(try client.ask(transitions).isGranted) }
    for client in clients { _ = client.news }
    try rig.touch("A↓100,100@0 A→200,100@50 A↑@80 ⏲900")
    let reasons = clients.map {
      $0.news.of("transition").map { $0.word("reason") }.filter { $0.hasPrefix("prevented") }
    }
    #expect(reasons == [["preventedBy"], ["preventedBy(secret)"], ["preventedBy"]])
  }

  @Test("ARB-41 a client that takes its recognizer away leaves others free to declare theirs")
  func circles() throws {
    let rig = try ServingRig(
      """
      [recognizer.single]
      kind = "tap"
      require_to_fail = ["double"]

      [recognizer.double]
      kind = "tap"
      taps = 2
      """)
    let (first, second) = (try rig.connect(), try rig.connect())
    #expect(
      try first.declare([
        #"{"name":"solo","kind":"tap"}"#,
        #"{"name":"mine","kind":"pan","require_to_fail":["solo"],"required_to_fail_by":["double"]}"#,
      ]).isGranted)
    #expect(try first.ask(Self.recognizers(#"{"remove":"solo"}"#)).isGranted)
    #expect(try second.declare([#"{"name":"own","kind":"tap"}"#]).isGranted)
    #expect(try second.ask(Self.recognizers(#"{"change":{"name":"own","taps":2}}"#)).isGranted)
    #expect(try first.declare([#"{"name":"other","kind":"swipe"}"#]).isGranted)
    let again = #"{"change":{"name":"mine","require_to_fail":["single"]}}"#
    #expect(try first.ask(Self.recognizers(again)).word("path") == "edits[0].change.require_to_fail")
  }
}
