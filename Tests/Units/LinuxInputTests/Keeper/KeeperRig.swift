import GestureCore
import SystemPackage
import TouchInput

@testable import LinuxInput

/// A keeper's client with an owner that does each action, and keeps its account of grabs and pipes.
struct KeeperRig {
  var client = KeeperClient()
  var now = Instant(microseconds: 1_000_000)
  /// The actions since the last look, in words.
  var log: [String] = []
  /// The requests that no test has taken.
  var requests: [KeeperRequest] = []
  /// The state of the kernel: the grabbed panels, and the panels with a pipe.
  var grabbed: Set<Int> = []
  var pipes: Set<Int> = []
  /// Whether there is a connection, and whether the owner can connect.
  var isConnected = false
  var noConnection: Errno?
  /// The outcome of each attempt to grab.
  var grabOutcome = KeeperClient.GrabOutcome.grabbed
  /// After how long a released filter begins again; zero for never.
  var releaseSpan = TimeSpan.zero

  static func request(
    panel: UInt64 = 7, endsByPalm: Bool = false, properties: [String: String] = [:]
  ) throws -> CloneRequest {
    let axes: [UInt16: AxisRange] = [
      EventCode.slot: AxisRange(minimum: 0, maximum: 9),
      EventCode.positionX: AxisRange(minimum: 0, maximum: 4095, resolution: 10),
      EventCode.positionY: AxisRange(minimum: 0, maximum: 2047, resolution: 10),
      EventCode.trackingID: AxisRange(minimum: 0, maximum: 65_535),
    ]
    let device = DeviceDescription(
      name: "Panel", bus: 3, vendor: 0x1209, product: 1, version: 2,
      properties: CodeSet([EventCode.directProperty]),
      codes: [EventCode.absolute: CodeSet(axes.keys.sorted()), EventCode.key: CodeSet([EventCode.touch])],
      axes: axes)
    let panel1 = try DeviceJudgement.judgeAxes(of: device, touchProtocol: .multitouch)
    return CloneRequest(
      panel: panel, clone: try CloneDescription(of: device, panel1), endsByPalm: endsByPalm,
      properties: properties, table: nil)
  }

  mutating func pass(_ milliseconds: Int64) {
    now = now + .milliseconds(Double(milliseconds))
    client.advance(to: now)
    act()
  }

  mutating func add(
    _ number: Int = 1, panel: UInt64 = 7, isWanted: Bool = true, isTouched: Bool = false,
    properties: [String: String] = [:]
  ) throws {
    client.set(
      number, try Self.request(panel: panel, properties: properties), settle: .milliseconds(300),
      releaseSpan: releaseSpan, isWanted: isWanted, isTouched: isTouched, at: now)
    act()
  }

  mutating func answer(_ answer: KeeperAnswer?, hasPipe: Bool = false) {
    if let panel = client.receive(answer, hasPipe: hasPipe, at: now) { pipes.insert(panel) }
    act()
  }

  /// Brings a panel to its grab.
  mutating func filter(_ number: Int = 1, panel: UInt64 = 7, device: UInt32 = 0) throws {
    try add(number, panel: panel)
    if number == 1 { answer(.welcome(version: KeeperAnswer.version)) }
    answer(.made(device: device, panel: panel, sysname: "input\(10 + device)"), hasPipe: true)
    client.reportNode("input\(10 + device)", at: now)
    pass(300)
  }

  mutating func act() {
    while let action = client.next() {
      switch action {
      case .connect:
        log.append("connect")
        if let noConnection {
          client.failConnection(noConnection, at: now)
        } else {
          isConnected = true
          client.completeConnection(at: now)
        }
      case .disconnect:
        log.append("disconnect")
        isConnected = false
        pipes.removeAll()
      case .send(let request):
        requests.append(request)
        switch request {
        case .hello: log.append("hello")
        case .make(let make): log.append("make \(make.panel)")
        case .drop(let device): log.append("drop \(device)")
        }
      case .grab(let panel):
        log.append("grab \(panel)")
        if grabOutcome == .grabbed { grabbed.insert(panel) }
        client.completeGrab(panel, grabOutcome, at: now)
      case .release(let panel):
        log.append("release \(panel)")
        grabbed.remove(panel)
      case .closePipe(let panel):
        log.append("close \(panel)")
        pipes.remove(panel)
      case .tell(let panel, let state):
        log.append("\(panel) \(state.word)\(state.reason.map { " \($0)" } ?? "")")
      }
    }
  }

  mutating func take() -> [String] {
    defer { log.removeAll() }
    return log
  }
}
