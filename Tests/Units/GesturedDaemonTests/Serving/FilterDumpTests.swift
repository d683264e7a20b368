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
    try rig.stage.dumped.of("app").filter { $0.word("device") == "\(device)" }.map { line in
      let time = ((Double(line.word("time")) ?? 0) * 1000).rounded() - 1000
      return line.word("phase") + "@\(Int(time))"
    }
  }

  @Test(
    "FLT-24 a recognizer that does not work in private mode takes and holds nothing: a tap is the app's, at once"
  )
  func privateMode() throws {
    let rig = try ServingRig(Self.filter + Stage.threeRecognizers, dump: .json)
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

  @Test("FLT-27 while a pen hovers or touches, fingers reach the app as ever")
  func penNear() throws {
    let rig = try ServingRig(Self.filter + Stage.threeRecognizers, dump: .json)
    let path = try rig.stage.write(
      String(decoding: EvemuScript().recording(of: Self.pen), as: UTF8.self), to: "pen.evemu")
    rig.source.plugIn(try RecordingFile.read(path, configuration: rig.stage.configuration)[0].get())
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
    let rig = try ServingRig(Self.filter + Stage.threeRecognizers, raw: true, dump: .json)
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
    _ = try folder.write(Stage.threeRecognizers, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 3000)
    try rig.touch("A→260,200@3010")
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.touch("A↑@3050")
    #expect(try app(rig) == ["began@1000", "moved@3010", "ended@3050"])
    try rig.advance(toMilliseconds: 3200)
    #expect(rig.source.reconfigurations.map { $0.touchFilter(nil) } == [nil])
  }

  @Test("FF-18 a reload waits 30 s for a finger that never lifts, and then counts")
  func patience() throws {
    let (rig, folder) = try reloading()
    try rig.touch("A↓200,200@1000")
    _ = try folder.write(Stage.threeRecognizers, to: "gestured.toml")
    rig.daemon.wantReload()
    try rig.advance(toMilliseconds: 30_500)
    #expect(rig.source.reconfigurations.isEmpty)
    try rig.advance(toMilliseconds: 32_000)
    #expect(rig.source.reconfigurations.map { $0.touchFilter(nil) } == [nil])
  }

  private func reloading() throws -> (ServingRig, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let text = Self.filter + Stage.threeRecognizers
    let path = try folder.write(text, to: "gestured.toml")
    return (try ServingRig(text, file: ConfigurationFile(path: path), dump: .json), folder)
  }
}
