import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import Testing
import TouchInput

@testable import GesturedBase
@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

/// The touches that the app behind a filter receives while clients and reloads do other things, as `--dump` shows it.
@Suite("The app in the daemon") struct FilterDumpTests {
  private static let filter = "[filter]\nenabled = true\n"
  private static let pen = DeviceDescription(
    name: "Pen", properties: CodeSet([EventCode.directProperty]),
    codes: [
      EventCode.key: CodeSet([EventCode.touch, EventCode.toolPen]),
      EventCode.absolute: CodeSet([EventCode.x, EventCode.y]),
    ],
    axes: [
      EventCode.x: AxisRange(minimum: 0, maximum: 10239, resolution: 64),
      EventCode.y: AxisRange(minimum: 0, maximum: 6399, resolution: 64),
    ])

  /// The phases of the app's lines, with their times in ms since the beginning: `began@10`.
  private func app(_ rig: ServingRig, device: Int = 1) throws -> [String] {
    try rig.files.dumped.of("app").filter { $0.word("device") == "\(device)" }.map { line in
      let time = ((Double(line.word("time")) ?? 0) * 1000).rounded() - 1000
      return line.word("phase") + "@\(Int(time))"
    }
  }

  @Test(
    "FLT-24 a recognizer that does not work in private mode takes and holds nothing: a tap is the app's, at once"
  )
  func privateMode() throws {
    let rig = try ServingRig(Self.filter + DaemonFiles.threeRecognizers, dump: .json)
    let client = try rig.connect()
    #expect(try client.declare(region: "own", #"{"name":"own_tap","kind":"tap","region":"own"}"#).isGranted)
    try rig.touch("A↓200,200@1000 A↑@1080 ⏲2000")
    #expect(try app(rig).isEmpty)
    #expect(client.lines.of("gesture").contains { $0.word("recognizer") == "own_tap" })
    #expect(try client.ask(#"{"command":"inhibit"}"#).isGranted)
    try rig.touch("B↓200,200@3000 B↑@3080 ⏲4000")
    #expect(try app(rig) == ["began@3000", "ended@3080"])
    #expect(try client.ask(#"{"command":"release"}"#).isGranted)
    try rig.touch("C↓200,200@5000 C↑@5080 ⏲6000")
    #expect(try app(rig).count == 2)
  }

  @Test(
    "FLT-35 a recognizer takes its touches from the app for a client of any scene: without places, or with its own declarations",
    arguments: Listener.allCases)
  func anyScene(_ listener: Listener) throws {
    let rig = try ServingRig(
      Self.filter + "[recognizer.exit]\nkind = \"tap\"\n" + listener.configuration, dump: .json)
    var connected: Client? = try rig.connect(as: listener.user)
    try connected.map { client in
      try listener.declare(client)
      try client.subscribe(#""filter":[{"recognizer":"exit"}]"#)
      try rig.touch("A↓200,200@1000 A↑@1080 ⏲2000")
      #expect(client.gestures() == ["exit:ended"])
      #expect(try app(rig).isEmpty)
      // Without the client, no gesture takes the touch.
      #expect(try client.ask(#"{"command":"unsubscribe"}"#).isGranted)
      try rig.touch("B↓200,200@3000 B↑@3080 ⏲4000")
      #expect(try app(rig) == ["began@3000", "ended@3080"])
      try client.subscribe(#""filter":[{"recognizer":"exit"}]"#)
      try rig.touch("C↓200,200@5000 C↑@5080 ⏲6000")
      #expect(try app(rig).count == 2)
    }
    connected = nil
    try rig.settle()
    try rig.touch("D↓200,200@7000 D↑@7080 ⏲8000")
    #expect(try app(rig).suffix(2) == ["began@7000", "ended@7080"])
  }

  @Test(
    "FLT-58 what a recognizer has let go to the app is no gesture in any scene", arguments: Listener.allCases)
  func letGoInAllScenes(_ listener: Listener) throws {
    let rig = try ServingRig(
      Self.filter + "[recognizer.pan]\nkind = \"pan\"\n" + listener.configuration, dump: .json)
    let client = try rig.connect(as: listener.user)
    try listener.declare(client)
    try client.subscribe(#""filter":[{"recognizer":"pan"}]"#)
    try rig.touch("A↓200,200@1000 A→300,200@1600 A→400,200@1620 A↑@1700 ⏲2000")
    #expect(client.gestures() == [])
    #expect(try app(rig) == ["began@1500", "moved@1600", "moved@1620", "ended@1700"])
    try rig.touch("B↓200,200@3000 B→300,200@3100 B→400,200@3120 B↑@3200 ⏲4000")
    #expect(client.gestures().last == "pan:ended")
    #expect(try app(rig).count == 4)
  }

  @Test("FLT-35 without places, a recognizer in a region has no gesture, and takes no touch from the app")
  func placelessRegion() throws {
    let rig = try ServingRig(
      Self.filter + "[region.corner]\nframe = [0, 0, 60, 40]\n"
        + "[recognizer.exit]\nkind = \"tap\"\nregion = \"corner\"\n" + Listener.placeless.configuration,
      dump: .json)
    let client = try rig.connect()
    try client.subscribe(#""filter":[{"recognizer":"exit"}]"#)
    try rig.touch("A↓200,200@1000 A↑@1080 ⏲2000")
    #expect(client.gestures() == [])
    #expect(try app(rig) == ["began@1000", "ended@1080"])
  }

  @Test(
    "FLT-35 a recognizer that gives way in the scene that feeds the app has no gesture in another user's scene either"
  )
  func sameConflicts() throws {
    let rig = try ServingRig(
      Self.filter + "[recognizer.watch]\nkind = \"tap\"\npriority = 1\ncancels_touches_in_view = false\n"
        + "[recognizer.exit]\nkind = \"tap\"\n", dump: .json)
    let clients = try ["watch", "exit"].enumerated().map { number, name in
      let client = try rig.connect(as: .user(4241 + UInt32(number)))
      try Listener.ownScene.declare(client)
      try client.subscribe(#""filter":[{"recognizer":"\#(name)"}]"#)
      return client
    }
    try rig.touch("A↓200,200@1000 A↑@1080 ⏲2000")
    #expect(clients.map { $0.gestures() } == [["watch:ended"], []])
    #expect(try app(rig) == ["began@1080", "ended@1100"])
  }

  @Test("H8 FLT-18 a recognizer of a client without the right scene takes no touch from the app")
  func ownRecognizer() throws {
    let rig = try ServingRig(Self.filter + "[recognizer.pan]\nkind = \"pan\"\n", dump: .json)
    let client = try rig.connect(as: .user(4242))
    #expect(
      try client.declare([#"{"name":"own_tap","kind":"tap"}"#, #"{"name":"own_press","kind":"long_press"}"#])
        .isGranted)
    try client.subscribe(#""filter":[{"kind":"tap"}]"#)
    try rig.touch("A↓200,200@1000 A↑@1080 ⏲2000")
    #expect(client.gestures() == ["own_tap:ended"])
    #expect(try app(rig) == ["began@1000", "ended@1080"])
    // A pan of the configuration lets its touch go as if the client's recognizers were not there.
    try client.subscribe(#""filter":[{"kind":["tap","pan"]}]"#)
    try rig.touch("B↓200,200@3000 B→300,200@3600 B↑@3700 ⏲4000")
    #expect(client.gestures() == [])
    #expect(try app(rig).suffix(3) == ["began@3500", "moved@3600", "ended@3700"])
  }

  @Test(
    "FLT-26 when the last client that hears a recognizer goes, the app receives what it holds at once",
    arguments: ["hold", "cancel"], [false, true])
  func lastClient(mode: String, isLifted: Bool) throws {
    let delays = mode == "cancel" ? "delays_touches_began = true\n" : ""
    let rig = try ServingRig(
      Self.filter + "mode = \"\(mode)\"\n[recognizer.double]\nkind = \"tap\"\ntaps = 2\n" + delays,
      dump: .json)
    let client = try rig.connect()
    try rig.touch(isLifted ? "A↓200,200@1000 A↑@1020 ⏲1050" : "A↓200,200@1000 ⏲1050")
    #expect(try app(rig) == [])
    #expect(try client.ask(#"{"command":"unsubscribe"}"#).isGranted)
    #expect(try app(rig) == ["began@1050"])
    try client.subscribe(#""filter":[{"kind":"tap"}]"#)
    try rig.touch(isLifted ? "⏲1100" : "A↑@1100")
    // The app has the first tap, so the second one completes no double tap.
    try rig.touch("B↓200,200@1200 B↑@1280 ⏲3000")
    #expect(client.gestures() == [])
    #expect(try app(rig).prefix(2) == ["began@1050", isLifted ? "ended@1070" : "ended@1100"])
    #expect(try app(rig).count == 4)
  }

  @Test("FLT-26 a client that hears a recognizer beside the last one keeps its touches")
  func secondClient() throws {
    let rig = try ServingRig(
      Self.filter + "[recognizer.double]\nkind = \"tap\"\ntaps = 2\n", dump: .json)
    let clients = [try rig.connect(), try rig.connect(as: .user(4242))]
    try rig.touch("A↓200,200@1000 A↑@1020 ⏲1050")
    #expect(try clients[0].ask(#"{"command":"unsubscribe"}"#).isGranted)
    try rig.touch("B↓200,200@1200 B↑@1280 ⏲3000")
    #expect(clients[1].gestures() == ["double:ended"])
    #expect(try app(rig) == [])
  }

  @Test("FLT-27 while a pen hovers or touches, fingers reach the app as ever")
  func penNear() throws {
    let rig = try ServingRig(Self.filter + DaemonFiles.threeRecognizers, dump: .json)
    let path = try rig.files.write(
      String(decoding: EvemuScript().recording(of: Self.pen), as: UTF8.self), to: "pen.evemu")
    rig.source.plugIn(try RecordingFile.read(path, configuration: rig.files.configuration)[0].get())
    try rig.settle()
    func pen(_ key: UInt16, _ value: Int32, at time: Int64) throws {
      rig.source.queue(
        [(EventCode.key, key, value), (EventCode.synchronization, EventCode.report, 0)].map {
          InputEvent(time: .start + .milliseconds(Double(time)), type: $0.0, code: $0.1, value: $0.2)
        }, of: 2)
      try rig.advance(toMilliseconds: time)
    }
    var expected: [String] = []
    for start in [Int64(1000), 2000, 3000] {
      switch start {
      case 2000: try pen(EventCode.toolPen, 1, at: 1500)
      case 3000: try pen(EventCode.touch, 1, at: 2500)
      default: break
      }
      try rig.touch("A↓200,200@\(start) A→210,200@\(start + 20) A↑@\(start + 40)")
      expected += ["began@\(start)", "moved@\(start + 20)", "ended@\(start + 40)"]
    }
    #expect(try app(rig) == expected)
    #expect(try app(rig, device: 2).isEmpty)
  }

  @Test("FLT-68 whatever a client subscribes to, on whichever socket, no line of it is the app's")
  func noSubscriber() throws {
    let rig = try ServingRig(Self.filter + DaemonFiles.threeRecognizers, raw: true, dump: .json)
    var clients: [Client] = []
    for tier in [SocketTier.events, .raw] {
      clients.append(try rig.connect(tier))
      for filter in ["{}"] + LineType.allCases.map({ #"{"type":"\#($0.rawValue)"}"# }) {
        clients.append(try rig.connect(tier))
        try clients[clients.count - 1].subscribe(#""filter":[\#(filter)]"#)
      }
      let asking = try rig.connect(tier)
      #expect(
        try asking.ask(#"{"command":"subscribe","filter":[{"type":"app"}]}"#).errorCode == "invalid_value")
      clients.append(asking)
    }
    try rig.touch("A↓200,200@1000 B↓300,200@1010 A→260,200@1050 A↑ B↑@1100 ⏲3000")
    #expect(try app(rig).count >= 4)
    var count = 0
    for client in clients {
      count += client.lines.count
      #expect(client.lines.of("app").isEmpty)
    }
    #expect(count > clients.count)
  }

  @Test(
    "FLT-10 a reload that switches the filter off counts once no finger is down; until then the app receives all"
  )
  func reload() throws {
    let (rig, folder) = try reloading()
    try rig.touch("A↓200,200@1000")
    _ = try folder.write(DaemonFiles.threeRecognizers, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 3000)
    try rig.touch("A→260,200@3010")
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.touch("A↑@3050")
    #expect(try app(rig) == ["began@1000", "moved@3010", "ended@3050"])
    try rig.advance(toMilliseconds: 3200)
    #expect(rig.source.reconfigurations.map { $0.touchFilter(nil) } == [nil])
  }

  @Test(
    "FLT-35 and FLT-10 after a reload of recognizers, gestures take their touches for the clients of any scene as before",
    arguments: Listener.allCases)
  func reloadInAnyScene(_ listener: Listener) throws {
    let text = "[recognizer.exit]\nkind = \"tap\"\n" + listener.configuration
    let (rig, folder) = try reloading(text)
    let client = try rig.connect(as: listener.user)
    try listener.declare(client)
    try client.subscribe(#""filter":[{"recognizer":"exit"}]"#)
    _ = try folder.write(
      Self.filter + "[recognizer.first]\nkind = \"pinch\"\n" + text, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 900)
    #expect(rig.source.reconfigurations.count == 1)
    try rig.touch("A↓200,200@1000 A↑@1080 ⏲2000")
    #expect(client.gestures() == ["exit:ended"])
    #expect(try app(rig).isEmpty)
  }

  @Test("FLT-10 a reload waits for a lifted tap that a recognizer holds: the app has it first")
  func reloadWhileHeld() throws {
    let (rig, folder) = try reloading("[recognizer.double]\nkind = \"tap\"\ntaps = 2\n")
    let client = try rig.connect()
    try rig.touch("A↓200,200@1000")
    _ = try folder.write(DaemonFiles.threeRecognizers, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 1300)
    try rig.touch("A↑@1310 ⏲1670")
    #expect(try app(rig) == ["began@1660"])
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.advance(toMilliseconds: 1700)
    #expect(try app(rig) == ["began@1660", "ended@1680"])
    #expect(rig.source.reconfigurations.count == 1)
    #expect(client.gestures() == [])
  }

  @Test("FLT-10 and FLT-22 a reload waits for a finger that is a touch for the app alone")
  func reloadUnderStray() throws {
    let kiosk = DaemonFiles.threeRecognizers + "\n[rights]\nscene = \"user:1001\"\n"
    let (rig, folder) = try reloading(kiosk)
    let client = try rig.connect(as: .user(1001))
    #expect(try client.declare(region: "own", #"{"name":"own_tap","kind":"tap","region":"own"}"#).isGranted)
    let reply = try client.ask(#"{"command":"ignore_interaction","state":"begin"}"#)
    #expect(reply.word("scope") == "own")
    try rig.touch("A↓200,200@1000 ⏲1010")
    #expect(try app(rig) == ["began@1000"])
    _ = try folder.write(kiosk, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 3000)
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.touch("A↑@3050 ⏲3200")
    #expect(try app(rig) == ["began@1000", "ended@3050"])
    #expect(rig.source.reconfigurations.count == 1)
  }

  @Test("FF-18 a reload waits 30 s for a finger that never lifts, and then counts")
  func patience() throws {
    let (rig, folder) = try reloading()
    try rig.touch("A↓200,200@1000")
    _ = try folder.write(DaemonFiles.threeRecognizers, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 30_500)
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.advance(toMilliseconds: 32_000)
    #expect(rig.source.reconfigurations.map { $0.touchFilter(nil) } == [nil])
  }

  private func reloading(_ recognizers: String = DaemonFiles.threeRecognizers) throws -> (
    ServingRig, TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    let text = Self.filter + recognizers
    let path = try folder.write(text, to: "gestured.toml")
    return (try ServingRig(text, file: ConfigurationFile(path: path), dump: .json), folder)
  }
}

/// Clients that do not hear everyone's scene, and one that does.
enum Listener: CaseIterable {
  case everyone
  /// By a socket without places; root has the right `scene`.
  case placeless
  case placelessUser
  /// With a region of its own.
  case ownScene

  var configuration: String {
    switch self {
    case .everyone, .ownScene: ""
    case .placeless, .placelessUser: "[socket]\npositions = \"none\"\n"
    }
  }

  var user: ClientCredentials? {
    switch self {
    case .everyone, .placeless: nil
    case .placelessUser, .ownScene: .user(4242)
    }
  }

  /// Makes a client the one that it is meant to be.
  func declare(_ client: Client) throws {
    guard self == .ownScene else { return }
    let region = #"{"name":"own","frame":[0,0,9,9]}"#
    #expect(try client.ask(#"{"command":"regions","edits":[{"add":\#(region)}]}"#).isGranted)
  }
}
