import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedDaemon
@testable import GesturedDevices

@Suite("Regions of clients") struct RegionCommandTests {
  /// A subscription to every touch.
  private static let touches =
    #"{"command":"subscribe","filter":[{"type":["touches","gesture"]}],"touches":"phases"}"#

  private static func edit(_ edit: String) -> String { #"{"command":"regions","edits":[\#(edit)]}"# }

  private static func add(_ name: String, _ frame: String, _ more: String = "") -> String {
    edit(#"{"add":{"name":"\#(name)","frame":\#(frame)\#(more)}}"#)
  }

  /// The present regions, each with its frame.
  private func regions(_ client: Client) throws -> [String] {
    try client.askForLines(#"{"command":"regions"}"#).of("region").map {
      "\($0.word("region")) \($0.word("parent")) \($0.word("owner")) \($0.word("frame"))"
    }
  }

  @Test("DMN-1 a client's region lies among those of the configuration, in their order and units")
  func adds() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers
        + "\n[region.V]\nframe = [0, 0, 80, 100]\n[device.T1]\nname = \"T1\"\npixels = [1600, 1000]"
    )
    let client = try rig.connect()
    let request =
      #"{"command":"regions","edits":[{"add":{"name":"Q","parent":"V","frame":["50%","64pt","100px",20]}}]}"#
    #expect(try client.ask(request).isGranted)
    #expect(
      try regions(client) == [
        "window  configuration [0,0,160,100]", "root window configuration [0,0,160,100]",
        "V root configuration [0,0,80,100]", "Q V self [40,10,10,20]",
      ])
    let other = try rig.connect()
    #expect(try regions(other).last == "Q V other [40,10,10,20]")
  }

  @Test("DMN-1 a touch at the place of a client's region is that region's")
  func hits() throws {
    let rig = try ServingRig(raw: true)
    let client = try rig.connect(.raw)
    #expect(try client.ask(Self.touches).isGranted)
    #expect(try client.ask(Self.add("Q", "[10,10,40,40]")).isGranted)
    _ = client.news
    try rig.touch("A↓128,128@0 A↑@80 B↓640,128@100 B↑@180 ⏲900")
    let began = client.news.of("touches").filter { $0.word("phase") == "began" }
    #expect(began.map { $0.word("region") } == ["Q", "root"])
  }

  @Test("DMN-2 a client edits its own regions only, and puts them only where that is allowed")
  func ownership() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[region.closed]\nframe = [0, 0, 80, 100]\nclient_regions = false")
    let (first, second) = (try rig.connect(), try rig.connect())
    #expect(try first.ask(Self.add("Q", "[10,10,40,40]")).isGranted)
    let before = try regions(first)
    for edit in [
      #"{"remove":"Q"}"#, #"{"change":{"name":"Q","frame":[0,0,1,1]}}"#, #"{"remove":"closed"}"#,
      #"{"reorder":"Q","in_front_of":null}"#, #"{"change":{"name":"root","multiple":false}}"#,
      #"{"add":{"name":"R","parent":"closed","frame":[0,0,1,1]}}"#,
      #"{"add":{"name":"R","parent":"Q","frame":[0,0,1,1]}}"#,
    ] {
      let reply = try second.ask(#"{"command":"regions","edits":[\#(edit)]}"#)
      #expect(reply.errorCode == "not_permitted", "\(edit)")
      #expect(reply.word("path").hasPrefix("edits[0]"), "\(edit)")
    }
    #expect(try second.ask(Self.add("Q", "[0,0,1,1]")).errorCode == "name_taken")
    #expect(try regions(first) == before)
  }

  @Test("DMN-3 a batch takes effect as a whole or not at all")
  func batches() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let batch =
      #"{"command":"regions","edits":[{"add":{"name":"Q","frame":[0,0,9,9]}},{"add":{"name":"R","parent":"Q","frame":[1,1,2,2]}},{"change":{"name":"Q","frame":[5,5,9,9]}},{"move":"R","to":"root"},{"reorder":"R","in_front_of":null}]}"#
    #expect(try client.ask(batch).isGranted)
    let after = try regions(client)
    #expect(after.suffix(2) == ["R root self [1,1,2,2]", "Q root self [5,5,9,9]"])
    let wrong =
      #"{"command":"regions","edits":[{"remove":"Q"},{"add":{"name":"S","frame":[0,0,9,9]}},{"remove":"nobody"}]}"#
    #expect(try client.ask(wrong).word("path") == "edits[2].remove")
    #expect(try regions(client) == after)
  }

  @Test("DMN-3 a region that is removed and added again in one batch is another one")
  func replaces() throws {
    let rig = try ServingRig(raw: true)
    let client = try rig.connect(.raw)
    #expect(try client.ask(Self.touches).isGranted)
    #expect(try client.ask(Self.add("Q", "[10,10,40,40]")).isGranted)
    try rig.touch("A↓128,128@0")
    _ = client.news
    let again = #"{"command":"regions","edits":[{"remove":"Q"},{"add":{"name":"Q","frame":[10,10,40,40]}}]}"#
    let lines = try client.askForLines(again)
    #expect(lines.of("touches").map { "\($0.word("region")) \($0.word("phase"))" } == ["Q cancelled"])
    try rig.touch("A→140,128@50 A↑@80 ⏲900")
    #expect(client.news.of("touches").filter { $0.word("region") == "Q" } == [])
  }

  @Test("DMN-4 what no tree can have is refused, and nothing changes")
  func refuses() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    #expect(try client.ask(Self.add("Q", "[0,0,9,9]")).isGranted)
    #expect(try client.ask(Self.add("R", "[0,0,9,9]", #","parent":"Q""#)).isGranted)
    let before = try regions(client)
    for (edit, code) in [
      (#"{"move":"Q","to":"R"}"#, "conflict"), (#"{"move":"Q","to":"nobody"}"#, "unknown_region"),
      (#"{"add":{"name":"S","frame":[0,0,-1,9]}}"#, "invalid_value"),
      (#"{"add":{"name":"S","parent":"nobody","frame":[0,0,1,9]}}"#, "unknown_region"),
      (#"{"add":{"name":"S","frame":[0,0,1,9],"colour":"red"}}"#, "unknown_field"),
      (#"{"add":{"name":"S"}}"#, "missing_field"),
      (#"{"add":{"name":"S","parent":"window","frame":[0,0,1,9]}}"#, "conflict"),
      (#"{"change":{"name":"nobody","frame":[0,0,1,9]}}"#, "unknown_region"),
    ] {
      let reply = try client.ask(#"{"command":"regions","edits":[\#(edit)]}"#)
      #expect(reply.errorCode == code, "\(edit): \(reply)")
    }
    #expect(try regions(client) == before)
  }

  @Test(
    "DMN-5 when a client goes its regions go, and touches on them are cancelled; the regions around go on")
  func leaves() throws {
    let rig = try ServingRig(raw: true)
    let watcher = try rig.connect(.raw)
    #expect(try watcher.ask(Self.touches).isGranted)
    var owner: Client? = try rig.connect()
    #expect(try owner?.ask(Self.add("Q", "[10,10,40,40]")).isGranted ?? false)
    #expect(
      try owner?.ask(
        #"{"command":"recognizers","edits":[{"add":{"name":"own","kind":"pan","region":"Q","public":true,"cancels_touches_in_view":false}}]}"#
      ).isGranted ?? false)
    try rig.touch("A↓128,128@0 A→200,128@50")
    _ = watcher.news
    owner = nil
    try rig.settle()
    let lines = watcher.news
    #expect(lines.of("gesture").map { "\($0.word("recognizer")) \($0.word("state"))" } == ["own cancelled"])
    #expect(lines.of("touches").map { "\($0.word("region")) \($0.word("phase"))" }.contains("Q cancelled"))
    #expect(try regions(watcher).count == 2)
    #expect(try watcher.askForLines(#"{"command":"recognizers"}"#).of("recognizer").count == 3)
    try rig.touch("A→300,128@80 A↑@120 ⏲900")
    #expect(watcher.gestures().last == "pan:ended")
  }

  @Test("DMN-13 each of several clients that want a region's touches gets every line")
  func shares() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[region.V]\nframe = [0, 0, 80, 100]", raw: true)
    let clients = [try rig.connect(.raw), try rig.connect(.raw)]
    for client in clients {
      let request = #"{"command":"subscribe","filter":[{"type":"touches","region":"V"}],"touches":"phases"}"#
      #expect(try client.ask(request).isGranted)
      _ = client.news
    }
    try rig.touch("A↓100,100@0 A→150,100@50 A↑@80 ⏲900")
    let lines = clients.map { $0.news.of("touches") }
    #expect(lines[0].map { $0.word("phase") } == ["began", "moved", "ended"])
    #expect(lines[0] == lines[1])
  }

  @Test("DMN-15 who comes in the middle gets nothing of touches that are down")
  func comesLate() throws {
    let rig = try ServingRig(raw: true)
    try rig.touch("A↓100,100@0")
    let client = try rig.connect(.raw)
    #expect(try client.ask(Self.touches).isGranted)
    _ = client.news
    try rig.touch("A→150,100@50 A↑@80")
    #expect(client.news.of("touches") == [])
    try rig.touch("A↓100,100@200 A↑@280 ⏲900")
    #expect(client.news.of("touches").map { $0.word("phase") } == ["began", "ended"])
  }

  @Test(
    "DMN-17 a client's window lies on the touchscreen that it names, else on the first; one that comes later too"
  )
  func windows() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let request =
      #"{"command":"regions","edits":[{"add_window":{"name":"w","device":"T2","frame":["50%",0,"50%","100%"]}},{"add":{"name":"in_w","parent":"w","frame":[0,0,"100%","100%"]}},{"add":{"name":"Q","frame":[0,0,9,9]}}]}"#
    #expect(try client.ask(request).isGranted)
    #expect(try regions(client).count == 3)
    var second = try rig.files.recording(EvemuScript(), named: "T2")
    second.name = "T2"
    rig.source.plugIn(second)
    try rig.settle()
    let lines = try client.askForLines(#"{"command":"regions"}"#).of("region")
    #expect(
      lines.filter { $0.word("device") == "2" }.map { "\($0.word("region")) \($0.word("frame"))" } == [
        "window [0,0,160,100]", "root [0,0,160,100]", "w [80,0,80,100]", "in_w [80,0,80,100]",
      ])
  }

  @Test("MULTI-18 a window, its level, and to capture others' touches, need the right to stack")
  func stacking() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[rights]\nstacking = [\"user:4242\"]\nscene = \"*\"")
    let (stranger, trusted) = (try rig.connect(as: .user(4241)), try rig.connect(as: .user(4242)))
    let level = #"{"command":"regions","edits":[{"add_window":{"name":"w","level":10}}]}"#
    let capture = Self.add("Q", "[0,0,9,9]", #","hit_policy":"capture""#)
    for request in [level, capture] {
      #expect(try stranger.ask(request).errorCode == "not_permitted")
      #expect(try trusted.ask(request).isGranted)
    }
    let own =
      #"{"command":"regions","edits":[{"add_window":{"name":"v"}},{"add":{"name":"r","parent":"v","frame":[0,0,9,9],"hit_policy":"capture"}}]}"#
    #expect(try stranger.ask(own).errorCode == "not_permitted")
    #expect(try trusted.ask(own).isGranted)
    let raise = #"{"command":"regions","edits":[{"change":{"name":"v","level":1}}]}"#
    #expect(try stranger.ask(raise).errorCode == "not_permitted")
  }

  @Test(
    "FLT-18 a region that keeps touches from the app needs the right to shield; without it the batch is refused whole"
  )
  func shield() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[rights]\nshield = [\"user:4242\"]\nscene = \"*\"")
    let (stranger, trusted) = (try rig.connect(as: .user(4241)), try rig.connect(as: .user(4242)))
    func batch(_ name: String) -> String {
      #"{"command":"regions","edits":[{"add":{"name":"\#(name)","frame":[0,0,9,9]}},{"add":{"name":"\#(name)s","frame":[0,0,9,9],"app":false}}]}"#
    }
    let refusal = try stranger.ask(batch("a"))
    #expect(refusal.errorCode == "not_permitted" && refusal.contains(#""path":"edits[1].add.app""#))
    #expect(rig.daemon.publisher.everyone.scene.regions["a"] == nil)
    #expect(try trusted.ask(batch("b")).isGranted)
    #expect(rig.daemon.publisher.everyone.scene.regions["bs"]?.region.shieldsApp == true)
    // A region of one's own begins to shield, or says that it does not.
    #expect(try stranger.ask(Self.add("c", "[0,0,9,9]", #","app":true"#)).isGranted)
    let change = #"{"command":"regions","edits":[{"change":{"name":"c","app":false}}]}"#
    #expect(try stranger.ask(change).errorCode == "not_permitted")
    #expect(rig.daemon.publisher.everyone.scene.regions["c"]?.region.shieldsApp == false)
  }

  @Test("FLT-18 a region that keeps touches from the app needs the right scene, too")
  func shieldInOwnScene() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[rights]\nshield = \"*\"\nscene = [\"user:4242\"]")
    let (own, everyones) = (try rig.connect(as: .user(4241)), try rig.connect(as: .user(4242)))
    let refusal = try own.ask(Self.add("a", "[0,0,9,9]", #","app":false"#))
    #expect(refusal.errorCode == "not_permitted" && refusal.contains(#""path":"edits[0].add.app""#))
    #expect(refusal.contains("scene"))
    #expect(try own.ask(Self.add("a", "[0,0,9,9]")).isGranted)
    #expect(try everyones.ask(Self.add("b", "[0,0,9,9]", #","app":false"#)).isGranted)
  }

  @Test("DMN-4 what one client declares and a screen cannot have takes nothing away from the others on it")
  func unusable() throws {
    let rig = try ServingRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    #expect(try client.ask(Self.add("V", "[0,0,9,9]")).isGranted)
    #expect(try other.ask(Self.add("W", "[0,0,9,9]")).isGranted)
    #expect(try other.ask(Self.add("inner", "[0,0,1,1]", #","parent":"W""#)).isGranted)
    #expect(try other.ask(Self.add("X", "[0,0,9,9]")).isGranted)
    let regions = rig.daemon.publisher.everyone.scene.regions
    let screen = RegionTree(screen: Size(160, 100))
    func layOut(_ declarations: [RegionDeclaration]) throws(RegionError) -> RegionLayout {
      if declarations.contains(where: { $0.region.name == "W" }) { throw .unusableNumber("W") }
      return try screen.layout(of: declarations, pixels: nil, belongs: { _ in true })
    }
    let tree = try regions.layout(layOut).tree
    #expect(tree.livingRegions.map { tree.regions[$0].name } == ["window", "root", "V", "X"])
    // Only the request about it is refused.
    #expect(try regions.layout(for: 1, layOut).tree == tree)
    #expect(throws: RegionError.unusableNumber("W")) { try regions.layout(for: 2, layOut) }
  }

  @Test("A client declares 256 regions and no more, whatever is in the batch")
  func limit() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    for tens in 0..<8 {
      let edits = (0..<32).map { #"{"add":{"name":"r\#(tens * 32 + $0)","frame":[0,0,1,1]}}"# }
      #expect(try client.ask(#"{"command":"regions","edits":[\#(edits.joined(separator: ","))]}"#).isGranted)
    }
    #expect(try client.ask(Self.add("more", "[0,0,1,1]")).errorCode == "limit_reached")
    #expect(try client.ask(#"{"command":"regions"}"#).word("count") == "258")
  }

  @Test("WEB-53 a client limits its regions: regions inside and changes count as the daemon counts them")
  func ownLimit() throws {
    let rig = try ServingRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    #expect(try client.ask(#"{"command":"limit","regions":2}"#).isGranted)
    #expect(try client.ask(Self.add("panel", "[0,0,40,40]")).isGranted)
    #expect(try client.ask(Self.add("key", "[0,0,10,10]", #","parent":"panel""#)).isGranted)
    let refused = try client.ask(Self.add("more", "[0,0,1,1]"))
    #expect(refused.errorCode == "limit_reached")
    #expect(refused.contains(#""hint":"fewer regions""#))
    // A region goes with those inside.
    #expect(try client.ask(Self.edit(#"{"remove":"panel"}"#)).isGranted)
    for name in ["a", "b"] { #expect(try client.ask(Self.add(name, "[0,0,1,1]")).isGranted) }
    #expect(try client.ask(#"{"command":"limit","regions":0}"#).isGranted)
    #expect(try client.ask(Self.edit(#"{"change":{"name":"b","frame":[0,0,2,2]}}"#)).isGranted)
    #expect(try client.ask(Self.edit(#"{"remove":"a"}"#)).isGranted)
    #expect(try client.ask(Self.add("c", "[0,0,1,1]")).errorCode == "limit_reached")
    for name in ["x", "y", "z"] { #expect(try other.ask(Self.add(name, "[0,0,1,1]")).isGranted) }
    #expect(try client.ask(#"{"command":"limit"}"#).isGranted)
    #expect(try client.ask(Self.add("c", "[0,0,1,1]")).isGranted)
  }

  @Test("WEB-37 no hint and no list of an error names a region of another client")
  func hints() throws {
    let rig = try ServingRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    #expect(try other.ask(Self.add("secret-pad", "[0,0,40,40]")).isGranted)
    #expect(try client.ask(Self.add("my-panel", "[0,0,40,40]")).isGranted)
    func requests(_ name: String) -> [String] {
      [
        #"{"command":"subscribe","relative_to":"\#(name)"}"#,
        #"{"command":"convert","points":[[1,2]],"from":"\#(name)"}"#,
        #"{"command":"focus","region":"\#(name)"}"#,
        #"{"command":"recognizers","edits":[{"add":{"name":"t","kind":"tap","region":"\#(name)"}}]}"#,
        Self.add("inner", "[0,0,1,1]", #","parent":"\#(name)""#),
        Self.edit(#"{"remove":"\#(name)"}"#),
      ]
    }
    for request in requests("secret-pat") {
      let reply = try client.ask(request)
      #expect(reply.contains(#""error":"#))
      #expect(!reply.contains("secret-pad"), "\(reply)")
    }
    for request in requests("my-pannel") { #expect(try client.ask(request).contains("my-panel")) }
  }

  @Test("A request that is refused changes nothing: random batches with one wrong step", arguments: 0..<8)
  func refusedChangesNothing(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let rig = try ServingRig()
    let client = try rig.connect()
    for name in ["a", "b", "c"] { #expect(try client.ask(Self.add(name, "[0,0,50,50]")).isGranted) }
    for name in ["x", "y"] {
      let request =
        #"{"command":"recognizers","edits":[{"add":{"name":"\#(name)","kind":"tap","region":"a"}}]}"#
      #expect(try client.ask(request).isGranted)
    }
    func listing() throws -> [String] {
      try [#"{"command":"regions"}"#, #"{"command":"recognizers"}"#].flatMap { try client.askForLines($0) }
        .map { line in line.replacing(/"time":[0-9.]+/, with: "") }
    }
    let before = try listing()
    let regionSteps = [
      #"{"add":{"name":"n","frame":[1,1,2,2]}}"#, #"{"remove":"a"}"#, #"{"remove":"b"}"#,
      #"{"move":"c","to":"b"}"#,
      #"{"change":{"name":"b","hidden":true,"frame":[3,3,4,4]}}"#, #"{"reorder":"b","in_front_of":"c"}"#,
    ]
    let recognizerSteps = [
      #"{"add":{"name":"z","kind":"pan"}}"#, #"{"remove":"x"}"#, #"{"disable":"y"}"#, #"{"enable":"y"}"#,
      #"{"change":{"name":"y","touch_count":[2]}}"#,
    ]
    for _ in 0..<20 {
      for (command, steps, wrong) in [
        ("regions", regionSteps, #"{"remove":"nobody"}"#),
        ("recognizers", recognizerSteps, #"{"change":{"name":"nobody"}}"#),
      ] {
        var edits = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
          steps.randomElement(using: &generator)
        }
        edits.append(wrong)
        let reply = try client.ask(#"{"command":"\#(command)","edits":[\#(edits.joined(separator: ","))]}"#)
        #expect(!reply.isGranted)
      }
      #expect(try listing() == before)
      try rig.advance(to: rig.now + .milliseconds(1000))
    }
  }
}
