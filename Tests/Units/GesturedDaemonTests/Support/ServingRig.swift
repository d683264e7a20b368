import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

@testable import GesturedDaemon

/// A daemon in this process with real sockets, a touchscreen whose fingers the test moves, and time that it moves.
///
/// ```swift
/// let rig = try ServingRig()
/// let client = try rig.connect()
/// try client.send(#"{"id":1,"command":"ping"}"#)
/// try rig.touch("A↓100,100@10 A↑@80 ⏲500")
/// #expect(client.lines.of("gesture").count == 1)
/// ```
///
/// Times of scripts and of `advance` are counted from the beginning.
final class ServingRig {
  /// The sockets' folder and the configuration.
  let stage: Stage
  /// The daemon.
  let daemon: Daemon
  /// Its touchscreens.
  let source: ScriptedSource
  /// The daemon's time.
  private(set) var now = Instant.start
  /// The processor time that the daemon has used, in microseconds, and how much it uses between two looks at it: what work
  /// costs is the test's to say.
  private var processorTime: Int64 = 0
  var costOfLook: Int64 = 0
  private var scripts: [Int: EvemuScript] = [:]
  private var played: [Int: Int] = [:]

  /// A daemon with one screen, T1, and a configuration in TOML.
  ///
  /// - Parameters:
  ///   - raw: whether there is a socket for touches too.
  ///   - file: what is read anew at SIGHUP; nil for nothing.
  ///   - environment: what a service manager says.
  init(
    _ toml: String = Stage.threeRecognizers, raw: Bool = false, file: ConfigurationFile? = nil,
    environment: ProcessEnvironment = ProcessEnvironment([:]), inherited: InheritedSockets? = nil
  ) throws {
    stage = try Stage(toml)
    let scene = try Scene(stage.configuration)
    source = try ScriptedSource(try stage.recording(EvemuScript(), named: "T1"), scene: scene)
    daemon = try Daemon(
      DaemonOptions(
        configuration: stage.configuration, input: .devices, socket: try stage.socket,
        rawSocket: raw ? try stage.rawSocket : nil, dump: nil, isVerbose: false,
        configurationFile: file),
      input: source, scene: scene, environment: environment, inherited: inherited, output: stage.output,
      readingClock: { 0 })
    daemon.turn.processorTime = { [unowned self] in
      processorTime += costOfLook
      return processorTime
    }
    try daemon.start(at: now)
    try settle()
  }

  /// A client that is connected and accepted.
  ///
  /// - Parameter credentials: who it is said to be; nil for who it is.
  func connect(_ tier: SocketTier = .events, as credentials: ClientCredentials? = nil) throws -> Client {
    let client = try Client(connectingTo: tier == .raw ? stage.rawSocket : stage.socket)
    client.afterSending = { [unowned self] in try settle() }
    if let credentials {
      daemon.entrance?.identify = { _ throws(SystemError) in credentials }
    }
    try settle()
    daemon.entrance?.identify = { connection throws(SystemError) in try connection.credentials() }
    return client
  }

  /// Moves fingers as a touch script says, and time with them. They stay where they are until the next script.
  ///
  /// - Parameter screen: its number, from 1.
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

  /// Lets time pass until so many milliseconds after the beginning.
  func advance(toMilliseconds milliseconds: Int64) throws {
    try advance(to: .start + .milliseconds(Double(milliseconds)))
  }

  /// Lets time pass, from deadline to deadline.
  func advance(to end: Instant) throws {
    // Far more than any story has; one that goes on for ever is a failure, not a test that hangs.
    for _ in 0..<100_000 {
      guard let next = Instant.earlier(daemon.nextDeadline, source.nextTouch), next <= end else { break }
      now = max(now, next)
      try settle()
    }
    now = max(now, end)
    try settle()
  }

  /// Lets the daemon do what it has to do at this moment: twice, as what it says may make a socket ready.
  func settle() throws {
    try source.ring(at: now)
    for _ in 0..<2 { guard try daemon.settle(at: now) else { return } }
  }

  /// Lets the daemon and a client that reads all it gets go on for a while, at this moment: what does not fit into a
  /// buffer at once takes more turns.
  func settle(reading client: Client, turns: Int = 50) throws {
    for _ in 0..<turns {
      try settle()
      client.read()
    }
  }

  private static func instant(_ stamp: Instant) -> Instant {
    .start + (stamp - Instant(microseconds: 0))
  }
}

extension ClientCredentials {
  /// Somebody who is not root and not who runs the tests.
  static func user(_ id: UInt32, groups: [UInt32] = []) -> ClientCredentials {
    ClientCredentials(userID: id, groupIDs: groups, processID: 1)
  }
}
