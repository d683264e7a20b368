import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

@Suite("Recognizers of clients") struct RecognizerCommandTests {
  private static func edit(_ edits: String...) -> String {
    #"{"command":"recognizers","edits":[\#(edits.joined(separator: ","))]}"#
  }

  private static func add(_ name: String, _ kind: String, _ more: String = "") -> String {
    #"{"add":{"name":"\#(name)","kind":"\#(kind)"\#(more)}}"#
  }

  /// A daemon without recognizers, and a client with the recognizers of some edits.
  private func rig(_ edits: String...) throws -> (ServingRig, Client) {
    let rig = try ServingRig("")
    let client = try rig.connect()
    #expect(
      try client.ask(#"{"command":"recognizers","edits":[\#(edits.joined(separator: ","))]}"#).isGranted)
    return (rig, client)
  }

  @Test("A client's recognizers are listed for itself, and for others where they are public")
  func lists() throws {
    let (rig, client) = try rig(
      Self.add("own", "tap", #","touches":[1,2]"#), Self.add("shared", "pan", #","public":true"#))
    let list = #"{"command":"recognizers"}"#
    let lines = try client.askForLines(list)
    #expect(
      lines.of("recognizer").map { "\($0.word("recognizer")) \($0.word("owner"))" } == [
        "own self", "shared self",
      ])
    #expect(lines.of("recognizer").first?.word("touch_count") == "[1,2]")
    #expect(lines.last?.word("count") == "2")
    let other = try rig.connect()
    #expect(
      try other.askForLines(list).of("recognizer").map { "\($0.word("recognizer")) \($0.word("owner"))" }
        == ["shared other"])
  }

  @Test("Those who ask for it are told of recognizers that come, change and go")
  func tells() throws {
    let (rig, client) = try rig(Self.add("one", "tap"))
    #expect(try client.ask(#"{"command":"subscribe","filter":[{"type":"recognizer"}]}"#).isGranted)
    let batches = [
      Self.edit(Self.add("two", "pan")), Self.edit(#"{"change":{"name":"one","taps":2}}"#),
      Self.edit(#"{"disable":"one"}"#), Self.edit(#"{"remove":"two"}"#),
    ]
    let told = try batches.map { batch in
      try client.askForLines(batch).of("recognizer").map { "\($0.word("recognizer")) \($0.word("state"))" }
    }
    #expect(told == [["two added"], ["one changed"], ["one changed"], ["two removed"]])
    withExtendedLifetime(rig) {}
  }

  @Test("QUE-5 a recognizer that comes while a finger is down sees the next one")
  func comesLate() throws {
    let (rig, client) = try rig(Self.add("one", "tap"))
    try rig.touch("A↓100,100@0")
    #expect(try client.ask(Self.edit(Self.add("two", "pan"))).isGranted)
    try rig.touch("A→200,100@50 A↑@80")
    #expect(client.gestures() == [])
    try rig.touch("A↓100,100@1000 A→200,100@1050 A↑@1080")
    #expect(client.gestures() == ["two:began", "two:ended"])
  }

  @Test("FSM-12 a pan that is disabled is cancelled")
  func disables() throws {
    let (rig, client) = try rig(Self.add("pan", "pan"))
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = client.news
    try client.send(Self.edit(#"{"disable":"pan"}"#))
    #expect(client.gestures() == ["pan:cancelled"])
  }

  @Test("FSM-13 a recognizer that is enabled again sees later touches only")
  func enables() throws {
    let (rig, client) = try rig(Self.add("pan", "pan"))
    try client.send(Self.edit(#"{"disable":"pan"}"#))
    try rig.touch("A↓100,100@0")
    _ = client.news
    try client.send(Self.edit(#"{"enable":"pan"}"#))
    try rig.touch("A→200,100@50 A↑@80")
    #expect(client.gestures() == [])
    try rig.touch("A↓100,100@1000 A→200,100@1050 A↑@1080")
    #expect(client.gestures() == ["pan:began", "pan:ended"])
  }

  @Test("FSM-14 off and on again cancels the attempt, in one batch too")
  func toggles() throws {
    let (rig, client) = try rig(Self.add("pan", "pan"))
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = client.news
    try client.send(Self.edit(#"{"disable":"pan"}"#, #"{"enable":"pan"}"#))
    #expect(client.gestures() == ["pan:cancelled"])
    try rig.touch("A→300,100@80 A↑@100")
    #expect(client.gestures() == [])
    try rig.touch("A↓100,100@1000 A→200,100@1050 A↑@1080")
    #expect(client.gestures() == ["pan:began", "pan:ended"])
  }

  @Test("FSM-20 a recognizer that is attached to another region leaves the one it had")
  func attaches() throws {
    let (rig, client) = try rig(Self.add("tap", "tap"))
    let region = #"{"command":"regions","edits":[{"add":{"name":"V","frame":[0,0,40,40]}}]}"#
    #expect(try client.ask(region).isGranted)
    #expect(try client.ask(Self.edit(#"{"change":{"name":"tap","region":"V"}}"#)).isGranted)
    try rig.touch("A↓100,100@0 A↑@50 B↓500,500@1000 B↑@1050 ⏲1900")
    #expect(client.gestures("region") == ["tap:ended V"])
  }

  @Test("FSM-21 a pan that is removed is cancelled")
  func removes() throws {
    let (rig, client) = try rig(Self.add("pan", "pan"))
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = client.news
    try client.send(Self.edit(#"{"remove":"pan"}"#))
    #expect(client.gestures() == ["pan:cancelled"])
    #expect(try client.ask(Self.edit(#"{"remove":"pan"}"#)).errorCode == "unknown_recognizer")
  }

  @Test("FSM-22 another option takes effect at the next touch")
  func changes() throws {
    let (rig, client) = try rig(Self.add("tap", "tap"))
    try rig.touch("A↓100,100@0")
    #expect(try client.ask(Self.edit(#"{"change":{"name":"tap","taps":2}}"#)).isGranted)
    _ = client.news
    try rig.touch("A↑@50 ⏲900")
    #expect(client.gestures("taps") == ["tap:ended 1"])
    try rig.touch("A↓100,100@1000 A↑@1050 ⏲1900")
    #expect(client.gestures() == [])
    try rig.touch("A↓100,100@3000 A↑@3050 A↓100,100@3150 A↑@3200 ⏲4000")
    #expect(client.gestures("taps") == ["tap:ended 2"])
  }

  @Test("Another number of fingers makes a recognizer another one, of the same name")
  func changesFingers() throws {
    let (rig, client) = try rig(Self.add("tap", "tap"))
    #expect(try client.ask(Self.edit(#"{"change":{"name":"tap","touches":[2]}}"#)).isGranted)
    try rig.touch("A↓100,100@0 A↑@50 ⏲900")
    #expect(client.gestures() == [])
    try rig.touch("A↓100,100@1000 B↓200,100@1000 A↑@1050 B↑@1050 ⏲1900")
    #expect(client.gestures("touch_count") == ["tap:ended 2"])
  }

  @Test("PAN-11 set translation: a pan counts from there")
  func setsTranslation() throws {
    let (rig, client) = try rig(Self.add("pan", "pan"))
    try rig.touch("A↓100,100@0 A→260,100@16")
    #expect(try client.ask(#"{"command":"set","recognizer":"pan","translation":[0,0]}"#).isGranted)
    _ = client.news
    try rig.touch("A→270,100@32")
    let line = client.news.of("gesture").last ?? ""
    #expect(line.word("translation") == "[1.5625,0]")
    #expect(line.word("velocity") == "[97.6563,0]")
  }

  @Test("PIN-4, ROT-7 set scale and rotation: they count from there")
  func setsScaleAndRotation() throws {
    let (rig, client) = try rig(
      Self.add("pinch", "pinch", #","simultaneous_with":["*"]"#), Self.add("turn", "rotation"))
    try rig.touch("A↓400,320@0 B↓608,320@0 A→400,320@16 B→712,320@16")
    #expect(try client.ask(#"{"command":"set","recognizer":"pinch","scale":1}"#).isGranted)
    _ = client.news
    try rig.touch("B→820,320@32")
    let line = client.news.of("gesture").last { $0.word("kind") == "pinch" } ?? ""
    #expect(line.word("scale") == "1.3462")
    #expect(try client.ask(#"{"command":"set","recognizer":"turn","scale":1}"#).errorCode == "conflict")
    #expect(try client.ask(#"{"command":"set","recognizer":"turn","rotation":0}"#).isGranted)
    #expect(try client.ask(#"{"command":"set","recognizer":"tum","rotation":0}"#).word("hint") == "turn")
    let other = try rig.connect()
    #expect(
      try other.ask(#"{"command":"set","recognizer":"pinch","scale":1}"#).errorCode == "unknown_recognizer")
  }

  @Test("ROT-7 set rotation: it counts from there")
  func setsRotation() throws {
    let (rig, client) = try rig(Self.add("turn", "rotation"))
    try rig.touch("A↓400,320@0 B↓600,320@0 B→573.2051,420@16")
    #expect(try client.ask(#"{"command":"set","recognizer":"turn","rotation":0}"#).isGranted)
    _ = client.news
    try rig.touch("B→553.2089,448.5575@32")
    let line = client.news.of("gesture").last ?? ""
    #expect(line.word("rotation") == "0.1747")
  }

  @Test("What a recognizer says wrongly is told with its path, and nothing changes")
  func refuses() throws {
    let (rig, client) = try rig(Self.add("tap", "tap"))
    for (edit, code, path) in [
      (Self.add("tap", "pan"), "name_taken", "edits[0].add"),
      (Self.add("new", "tapp"), "invalid_value", "edits[0].add.kind"),
      (Self.add("new", "tap", #","region":"nowhere""#), "unknown_region", "edits[0].add.region"),
      (Self.add("new", "tap", #","taps":0"#), "invalid_value", "edits[0].add.taps"),
      (Self.add("new", "tap", #","tapps":1"#), "unknown_field", "edits[0].add.tapps"),
      (
        Self.add("new", "tap", #","require_to_fail":["x"]"#), "unknown_recognizer",
        "edits[0].add.require_to_fail"
      ),
      (Self.add("new", "custom"), "not_permitted", "edits[0].add.kind"),
      (#"{"change":{"name":"new","taps":1}}"#, "unknown_recognizer", "edits[0].change.name"),
      (#"{"enable":"new"}"#, "unknown_recognizer", "edits[0].enable"),
    ] {
      let reply = try client.ask(Self.edit(edit))
      #expect(reply.errorCode == code, "\(edit): \(reply)")
      #expect(reply.word("path") == path, "\(edit): \(reply)")
    }
    #expect(try client.ask(#"{"command":"recognizers"}"#).word("count") == "1")
    withExtendedLifetime(rig) {}
  }

  @Test("ARB-40, ARB-41 recognizers of a batch may speak of later ones, but not wait in a circle")
  func relations() throws {
    let (rig, client) = try rig(
      Self.add("single", "tap", #","require_to_fail":["double"]"#), Self.add("double", "tap", #","taps":2"#))
    #expect(
      try client.ask(Self.edit(#"{"change":{"name":"double","require_to_fail":["single"]}}"#)).errorCode
        == "conflict")
    // On the root, which the configuration owns, the recognizers only report. On a region of their own they wait.
    #expect(
      try client.ask(#"{"command":"regions","edits":[{"add":{"name":"V","frame":[0,0,"100%","100%"]}}]}"#)
        .isGranted)
    #expect(
      try client.ask(
        Self.edit(
          #"{"change":{"name":"single","region":"V"}}"#, #"{"change":{"name":"double","region":"V"}}"#)
      ).isGranted)
    _ = client.news
    try rig.touch("A↓100,100@0 A↑@50 A↓100,100@150 A↑@200 ⏲900")
    #expect(client.gestures() == ["double:ended"])
  }

  @Test(
    "ARB-40 a client's relation may speak of a kind and a region that nothing has yet, but not of an unknown name"
  )
  func laterTargets() throws {
    let rig = try ServingRig("[recognizer.swipe]\nkind = \"hover\"\n")
    let (first, second) = (try rig.connect(), try rig.connect())
    #expect(
      try first.declare(
        region: "own",
        #"{"name":"drag","kind":"pan","region":"own","require_to_fail":["kind:swipe"],"can_prevent":["region:Q"]}"#
      ).isGranted)
    let refused = try first.ask(Self.edit(Self.add("x", "tap", #","require_to_fail":["darg"]"#)))
    #expect(refused.errorCode == "unknown_recognizer")
    #expect(refused.word("hint") == "drag")
    let mistyped = try first.ask(Self.edit(Self.add("x", "tap", #","require_to_fail":["kind:swpie"]"#)))
    #expect(mistyped.errorCode == "unknown_recognizer")
    _ = first.news
    try rig.touch("A↓100,100@0 A→120,100@20 A→200,100@60 A↑@80")
    #expect(first.gestures() == ["drag:began", "drag:changed", "drag:ended"])
    #expect(
      try second.declare(
        region: "Q", in: "own", #"{"name":"flick","kind":"swipe","region":"Q","public":true}"#
      ).isGranted)
    try rig.touch("A↓100,100@1000 A→120,100@1020 A→200,100@1060 A↑@1080")
    #expect(first.gestures() == [])
    #expect(second.gestures() == ["flick:ended"])
  }

  @Test("ARB-36 a client's relation to a recognizer that the configuration has switched off is inert")
  func switchedOff() throws {
    let rig = try ServingRig(
      "[recognizer.double_tap]\nenabled = false\n[recognizer.base]\nkind = \"hover\"\n")
    let client = try rig.connect()
    #expect(
      try client.declare(
        region: "own", #"{"name":"single","kind":"tap","region":"own","require_to_fail":["double_tap"]}"#
      ).isGranted)
    _ = client.news
    try rig.touch("A↓100,100@0 A↑@50")
    #expect(client.gestures() == ["single:ended"])
  }

  @Test("A client has 256 recognizers and no more, counting each number of touches")
  func limit() throws {
    let (rig, client) = try rig(Self.add("first", "tap", #","touches":[1,2,3,4,5,6]"#))
    let all = (0..<25).map { Self.add("r\($0)", "tap", #","touches":[1,2,3,4,5,6,7,8,9,10]"#) }
    #expect(try client.ask(#"{"command":"recognizers","edits":[\#(all.joined(separator: ","))]}"#).isGranted)
    #expect(try client.ask(Self.edit(Self.add("more", "tap"))).errorCode == "limit_reached")
    #expect(try client.ask(#"{"command":"recognizers"}"#).word("count") == "26")
    withExtendedLifetime(rig) {}
  }

  @Test("WEB-53 a client limits its recognizers: each number of touches counts, added or changed")
  func ownLimit() throws {
    let (rig, client) = try rig(Self.add("first", "tap"))
    #expect(try client.ask(#"{"command":"limit","recognizers":3}"#).isGranted)
    let change = #"{"change":{"name":"first","touches":[1,2,3]}}"#
    #expect(try client.ask(Self.edit(change)).isGranted)
    #expect(try client.ask(Self.edit(Self.add("more", "tap"))).errorCode == "limit_reached")
    #expect(try client.ask(#"{"command":"limit","recognizers":1}"#).isGranted)
    #expect(try client.ask(Self.edit(#"{"change":{"name":"first","touches":[1,2]}}"#)).isGranted)
    #expect(try client.ask(Self.edit(change)).errorCode == "limit_reached")
    withExtendedLifetime(rig) {}
  }

  @Test("ARB-13 an image's long press goes beside the root's, as the relation to its kind of region says")
  func regionKinds() throws {
    let rig = try ServingRig("[recognizer.base]\nkind = \"hover\"\n")
    let client = try rig.connect()
    let hold = #""kind":"long_press","minimum_press_ms":300"#
    let regions =
      #"{"add":{"name":"desk","frame":[0,0,90,90]}},"#
      + #"{"add":{"name":"card","parent":"desk","frame":[0,0,60,60],"kind":"button"}}"#
    #expect(try client.ask(#"{"command":"regions","edits":[\#(regions)]}"#).isGranted)
    #expect(
      try client.declare([
        #"{"name":"inner","region":"card",\#(hold)}"#,
        #"{"name":"outer","region":"desk","simultaneous_with":"region_kind:image",\#(hold)}"#,
      ]).isGranted)
    try rig.touch("A↓100,100@10 ⏲500 A↑@600")
    #expect(client.gestures == ["inner:began@310", "inner:ended@600"])
    #expect(
      try client.ask(
        #"{"command":"regions","edits":[{"change":{"name":"card","kind":"image","interaction":true}}]}"#
      ).isGranted)
    try rig.touch("A↓100,100@1010 ⏲1500 A↑@1600")
    #expect(
      client.gestures.dropFirst(2)
        == ["inner:began@1310", "outer:began@1310", "inner:ended@1600", "outer:ended@1600"])
    let refused = try client.declare([
      #"{"name":"no","kind":"tap","simultaneous_with":"region_kind:imge"}"#
    ])
    #expect(refused.errorCode == "unknown_recognizer")
  }
}
