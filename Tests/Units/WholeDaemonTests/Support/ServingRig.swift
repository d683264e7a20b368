import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import GesturedScene
import LinuxEventLoop
import SystemPackage
import Testing
import TouchInput

@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

/// A daemon in this process with real sockets, a touchscreen whose fingers the test moves, and a clock that the test moves.
///
/// ```swift
/// let rig = try ServingRig()
/// let client = try rig.connect()
/// try client.send(#"{"id":1,"command":"ping"}"#)
/// try rig.touch("A↓100,100@10 A↑@80 ⏲500")
/// #expect(client.lines.of("gesture").count == 1)
/// ```
///
/// Times of scripts and of `advance` count from the beginning.
final class ServingRig {
  /// The sockets' folder and the configuration.
  let files: DaemonFiles
  /// The daemon.
  let daemon: Daemon
  /// Its touchscreens.
  let source: ScriptedSource
  /// The daemon's time.
  private(set) var now = Instant.start
  /// The processor time used by the daemon, in microseconds, and the time between two looks at the clock. The test
  /// decides about the cost of work.
  private var processorTime: Int64 = 0
  var costOfLook: Int64 = 0
  private var scripts: [Int: EvemuScript] = [:]
  private var played: [Int: Int] = [:]

  /// A daemon with one screen, T1, and a configuration in TOML.
  ///
  /// - Parameters:
  ///   - hasSocket: Whether there is a socket for clients.
  ///   - raw: Whether there is a socket for touches too.
  ///   - file: The file that SIGHUP reloads; nil for none.
  ///   - environment: The variables of a service manager.
  ///   - dump: The format of the dump; nil for none.
  init(
    _ toml: String = DaemonFiles.threeRecognizers, hasSocket: Bool = true, raw: Bool = false,
    file: ConfigurationFile? = nil,
    environment: ProcessEnvironment = ProcessEnvironment([:]), inherited: InheritedSockets? = nil,
    dump: DumpFormat? = nil
  ) throws {
    files = try DaemonFiles(toml)
    let scene = try Scene(files.configuration)
    let screen = try files.recording(EvemuScript(), named: "T1")
    let bell = try FileDescriptor.pipe()
    daemon = try Daemon(
      DaemonOptions(
        configuration: files.configuration, input: .devices,
        socket: hasSocket ? try files.socket : nil,
        rawSocket: raw ? try files.rawSocket : nil, dump: dump, isVerbose: false,
        configurationFile: file),
      scene: scene, environment: environment, inherited: inherited, output: files.output,
      readingClock: { 0 },
      input: { ScriptedSource(screen, $0, bell: (bell.readEnd, bell.writeEnd)) })
    source = try #require(daemon.input as? ScriptedSource)
    daemon.turn.processorTime = { [unowned self] in
      processorTime += costOfLook
      return processorTime
    }
    try daemon.start(at: now)
    try settle()
  }

  /// A client that is connected and accepted.
  ///
  /// - Parameter credentials: The client's claimed identity; nil for its real one.
  func connect(_ tier: SocketTier = .events, as credentials: ClientCredentials? = nil) throws -> Client {
    let client = try Client(connectingTo: tier == .raw ? files.rawSocket : files.socket)
    client.afterSending = { [unowned self] in try settle() }
    if let credentials {
      daemon.entrance?.identify = { _ throws(SystemError) in credentials }
    }
    try settle()
    daemon.entrance?.identify = { connection throws(SystemError) in try connection.credentials() }
    return client
  }

  /// Moves fingers and the clock along a touch script. The fingers stay in place until the next script.
  ///
  /// - Parameter screen: The screen's number, from 1.
  func touch(_ script: String, on screen: Int = 1) throws {
    var story = scripts[screen] ?? EvemuScript()
    let end = story.go(on: script)
    let new = story.events[played[screen, default: 0]...].map { event in
      InputEvent(time: Self.instant(event.time), type: event.type, code: event.code, value: event.value)
    }
    played[screen] = story.events.count
    scripts[screen] = story
    source.queue(new, of: screen)
    if let end { try advance(to: Self.instant(end)) }
  }

  /// Lets time pass until that many milliseconds after the beginning.
  func advance(toMilliseconds milliseconds: Int64) throws {
    try advance(to: .start + .milliseconds(Double(milliseconds)))
  }

  /// Lets time pass, from deadline to deadline.
  func advance(to end: Instant) throws {
    // Far more deadlines than any story has. A story without end fails, and does not hang.
    for _ in 0..<100_000 {
      guard let next = Instant.earlier(daemon.nextDeadline, source.nextTouch), next <= end else { break }
      now = max(now, next)
      try settle()
    }
    now = max(now, end)
    try settle()
  }

  /// Lets the daemon do its work at this moment. It does so twice, because lines of the daemon may make a socket ready.
  func settle() throws {
    try source.ring(at: now)
    for _ in 0..<2 { guard try daemon.settle(at: now) else { return } }
  }

  /// Lets the daemon run for a while at this moment, with a client that reads everything. Lines beyond a full buffer
  /// take more turns.
  func settle(reading client: Client, turns: Int = 50) throws {
    for _ in 0..<turns {
      try settle()
      client.read()
    }
  }

  /// Whether lines wait in the daemon for a client, by its number.
  func hasBacklog(_ client: Int) -> Bool {
    daemon.connections.subscriber(numbered: client)?.hasBacklog ?? false
  }

  private static func instant(_ stamp: Instant) -> Instant {
    .start + (stamp - Instant(microseconds: 0))
  }
}
