import GestureTestSupport
import ProcessTestSupport
import TouchInput

/// The built daemon, with a recording that it plays from the first subscription on.
struct ReplayingDaemon {
  /// A tap, a tap of two fingers, a swipe, a pan, and a long press. Before them a client has time for its requests.
  static let story: EvemuScript = {
    var story = EvemuScript()
    story.append(type: EventCode.synchronization, code: EventCode.report, value: 0, at: .milliseconds(0))
    story.append(
      """
      A↓100,100@500 A↑@530
      C↓50,50@600 D↓80,50@603 C↑@640 D↑@641
      B↓100,100@800 B→130,100@810 B→160,100@820 B→190,100@830 B↑@840
      E↓200,200@1000 E→220,200@1020 E→240,200@1040 E→260,200@1060 E→280,200@1080 E→281,200@1200 E↑@1220
      F↓200,200@1300 F↑@1900
      """)
    return story
  }()

  /// The folder of all its files.
  let folder: TemporaryFolder
  /// The path of its socket.
  let socket: String
  private let recording: String
  private let configuration: String

  private let startRule: String
  private let speed: String

  /// - Parameters:
  ///   - configuration: Lines of TOML for the daemon.
  ///   - story: The recording.
  ///   - start: The event that starts the replay: `connect` for a client that does not subscribe.
  ///   - speed: `real`, or `max` for a replay that is over as soon as it has started.
  init(
    _ configuration: String = "", playing story: EvemuScript = Self.story, start: String = "subscribe",
    speed: String = "real"
  ) throws {
    startRule = start
    self.speed = speed
    folder = try TemporaryFolder()
    socket = folder.file("events.sock")
    recording = try folder.write(story.recording(), to: "story.events")
    let recognizers = """
      [recognizer.tap]
      kind = "tap"
      passive = true
      touches = [1, 2]
      [recognizer.swipe]
      kind = "swipe"
      passive = true
      [recognizer.pan]
      kind = "pan"
      passive = true
      [recognizer.long_press]
      kind = "long_press"
      passive = true

      """
    self.configuration = try folder.write(recognizers + configuration, to: "gestured.toml")
  }

  /// Starts the daemon, and waits until it serves.
  func start() throws -> Program {
    let daemon = try Program([
      "--config", configuration, "--replay", recording, "--socket", socket, "--speed", speed, "--start",
      startRule,
    ])
    try daemon.waitForComplaint("replay: waits for")
    return daemon
  }

  /// Starts the daemon and a client of it.
  func client(_ arguments: [String], environment: [String: String?] = [:]) throws -> Program {
    _ = try start()
    return try Program(arguments + ["--socket", socket], of: "gesturectl", environment: environment)
  }

  /// Starts the daemon and a client of it, with further arguments after the socket's path.
  func client(_ arguments: [String], endingWith last: [String]) throws -> Program {
    _ = try start()
    return try Program(arguments + [socket] + last, of: "gesturectl")
  }

  /// The lines that a client without requests receives.
  func lines() throws -> [String] {
    _ = try start()
    var reader = try StreamReader(connectingTo: socket)
    return try reader.linesToTheEnd()
  }
}

/// Daemons that live as long as a test runs.
final class ReplayingDaemons {
  private var all: [ReplayingDaemon] = []
  private let startRule: String

  /// - Parameter start: The event that starts their replays.
  init(start: String = "subscribe") {
    startRule = start
  }

  /// Another daemon, which serves in a folder of its own.
  func another(_ configuration: String = "") throws -> ReplayingDaemon {
    let daemon = try ReplayingDaemon(configuration, start: startRule)
    all.append(daemon)
    return daemon
  }
}
