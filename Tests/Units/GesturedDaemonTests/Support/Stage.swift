import FoundationEssentials
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import SystemPackage

@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

/// The files of a daemon: a folder with recordings, a configuration, a socket and a file for the dump.
final class Stage {
  private let folder: TemporaryFolder
  private let dumpFile: FileDescriptor
  /// The configuration of recordings and daemons.
  var configuration: Configuration

  /// A stage with a configuration in TOML: a tap, a pan and a long press of one finger unless another is given.
  init(_ toml: String = Stage.threeRecognizers) throws {
    folder = try TemporaryFolder()
    configuration = try Configuration.parse(Array(toml.utf8), file: "test.toml")
    dumpFile = try FileDescriptor.open(
      FilePath(folder.file("dump")), .writeOnly, options: [.create, .append],
      permissions: .ownerReadWrite)
  }

  deinit {
    // An error here has no remedy and no effect.
    try? dumpFile.close()
  }

  static let threeRecognizers = """
    [recognizer.tap]
    kind = "tap"
    passive = true

    [recognizer.pan]
    kind = "pan"
    passive = true

    [recognizer.hold]
    kind = "long_press"
    passive = true
    """

  /// The socket of a daemon that serves it.
  var socket: SocketPath {
    get throws { try SocketPath(folder.file("events.sock")) }
  }

  /// The raw socket of a daemon that serves touches too.
  var rawSocket: SocketPath {
    get throws { try SocketPath(folder.file("raw.sock")) }
  }

  /// The permission bits of the file at a path; nil without a file.
  func mode(of path: SocketPath) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
    return attributes?[.posixPermissions] as? Int
  }

  /// The stream for the dump.
  var output: StandardStream { StandardStream(descriptor: dumpFile) }

  /// The lines of the dump so far.
  var dumped: [String] {
    get throws {
      let data = try Data(contentsOf: URL(filePath: folder.file("dump")))
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      LineLog.keep(lines)
      return lines
    }
  }

  /// Whether the file system has no file at the socket's path.
  var isSocketGone: Bool { !FileManager.default.fileExists(atPath: folder.file("events.sock")) }

  /// Writes a recording and reads it as `--replay` does.
  func recording(_ script: EvemuScript, named name: String = "recording.evemu") throws -> RecordingFile {
    let path = try folder.write(script.recording(), to: name)
    return try RecordingFile.read(path, configuration: configuration)[0].get()
  }

  /// A screen of a name, for `ScriptedSource.plugIn`.
  func screen(_ name: String) throws -> RecordingFile {
    var screen = try recording(EvemuScript(), named: name)
    screen.name = name
    return screen
  }

  /// Writes any file.
  func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name) }

  /// A daemon that plays recordings. It serves them from the first connection on, unless the test sets another start.
  func daemon(
    _ recordings: [RecordingFile], realSpeed: Bool = false, start: ReplayOptions.Start = .connection,
    lead: Double = 0, servesSocket: Bool = false, dump: DumpFormat? = .json
  ) throws -> Daemon {
    let options = ReplayOptions(isAtRealSpeed: realSpeed, start: start, lead: lead)
    return try Daemon(
      DaemonOptions(
        configuration: configuration, input: .recordings(recordings, options),
        socket: servesSocket ? try socket : nil, dump: dump, isVerbose: false),
      environment: ProcessEnvironment([:]), output: output)
  }
}

extension Daemon {
  /// Makes the daemon stop at a time.
  func stop(at now: Instant) throws {
    turn.begin(at: now)
    try stop()
  }

  /// Lets the daemon run at one moment until it has no work left.
  ///
  /// - Returns: Whether the daemon goes on.
  func settle(at now: Instant) throws -> Bool {
    // Far more turns than any story takes. A story without end fails, and does not hang.
    for _ in 0..<10_000 {
      if try !tick(at: now) { return false }
      // The other thread's readings belong to this moment, however long the thread takes.
      if longRequests.isBusy {
        longRequests.waitForReadings()
        continue
      }
      guard let nextDeadline, nextDeadline <= now else { return true }
    }
    throw NeverSettles()
  }

  /// Lets time pass from deadline to deadline until the daemon ends.
  ///
  /// - Returns: The time at which the daemon ended.
  func runToTheEnd(from start: Instant = .start) throws -> Instant {
    var now = start
    for _ in 0..<10_000 {
      if try !settle(at: now) { return now }
      guard let next = nextDeadline else { throw NeverSettles() }
      now = next
    }
    throw NeverSettles()
  }
}

/// A daemon that runs for ever, or waits for an event that does not come.
struct NeverSettles: Error {}
