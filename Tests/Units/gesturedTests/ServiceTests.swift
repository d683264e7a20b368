import Foundation
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import ProcessTestSupport
import Testing

@Suite struct ServiceTests {
  private let folder: TemporaryFolder
  private let socket: String
  private let recording: String

  init() throws {
    folder = try TemporaryFolder()
    socket = folder.file("events.sock")
    // A finger that lands, moves and stays for minutes.
    let story = EvemuScript("A↓100,100@0 A→130,100@1 A→160,100@2 A→190,100@3 A↑@600000")
    recording = try folder.write(story.recording(), to: "story.evemu")
  }

  @Test(
    "SIGTERM and SIGINT: running gestures are cancelled to subscribers, bye, exit code 0",
    arguments: [SIGTERM, SIGINT])
  func stop(signal: Int32) throws {
    let program = try start()
    var reader = try StreamReader(connectingTo: socket)
    _ = try reader.lines(upTo: #""kind":"pan","state":"changed""#)
    program.send(signal)
    let lines = try reader.linesToTheEnd()
    #expect(lines.last == #"{"type":"bye","reason":"stopping"}"#)
    #expect(lines.dropLast(2).last?.contains(#""state":"cancelled""#) == true)
    #expect(lines.dropLast().last?.hasPrefix(#"{"type":"settled""#) == true)
    #expect(try program.finish().code == 0)
    #expect(!folder.names.contains("events.sock"))
  }

  @Test("75 P2 a second instance at the same socket says so; the first is unaffected")
  func secondInstance() throws {
    let first = try start()
    let second = try Program.run("--replay", recording, "--socket", socket)
    #expect(second.code == 75)
    #expect(
      second.complaints
        == "gestured: \(socket): another instance is serving this socket: stop it, or give another path\n")
    var reader = try StreamReader(connectingTo: socket)
    _ = try reader.lines(upTo: #""kind":"pan","state":"changed""#)
    first.send(SIGTERM)
    #expect(try reader.linesToTheEnd().last == #"{"type":"bye","reason":"stopping"}"#)
    #expect(try first.finish().code == 0)
  }

  @Test(
    "64 P15 sockets that are handed over and cannot be served are told of by their numbers",
    arguments: ["LISTEN_FDS=2", "LISTEN_FDS=1 LISTEN_FDNAMES=events", "LISTEN_FDS=x", "LISTEN_FDS=100000"])
  func handedOver(variables: String) throws {
    let outcome = try Program(
      script: "export LISTEN_PID=$$ \(variables); exec \"$0\" --replay \"$1\" 3</dev/null 4</dev/null",
      [recording]
    ).finish()
    #expect(outcome.code == 64)
    #expect(outcome.complaints.contains("LISTEN_FDS"))
    #expect(outcome.complaints.split(separator: "\n").count == 1)
  }

  @Test("P15 sockets that are handed over to another process are none of ours")
  func handedToAnother() throws {
    let script = "export LISTEN_PID=1 LISTEN_FDS=2; exec \"$0\" --replay \"$1\" --socket \"$2\""
    let program = try Program(script: script, [recording, socket])
    try program.waitForComplaint("replay: waits for")
    program.send(SIGTERM)
    #expect(try program.finish().code == 0)
  }

  @Test("P19 an environment of nonsense changes nothing")
  func hostileEnvironment() throws {
    let script =
      "export LC_ALL=$(printf '\\377\\033') NOTIFY_SOCKET=relative WATCHDOG_USEC=-1 WATCHDOG_PID=x XDG_RUNTIME_DIR= "
      + "HOME= TERM=$(printf '\\033') LISTEN_FDS=; exec \"$0\" --replay \"$1\" --dump --format json"
    let outcome = try Program(script: script, ["docs/recordings/demo.events"]).finish()
    let usual = try Program.run("--replay", "docs/recordings/demo.events", "--dump", "--format", "json")
    #expect(outcome.code == 0 && outcome.output == usual.output && !outcome.output.isEmpty)
  }

  @Test("P6 SIGHUP makes the daemon read its configuration; mistakes are reported, and nothing else changes")
  func reload() throws {
    let configuration = try folder.write("[recognizer.pan]\nkind = \"pan\"\n", to: "c.toml")
    let program = try Program([
      "--replay", recording, "--socket", socket, "--speed", "real", "--start", "connect", "--config",
      configuration,
    ])
    try program.waitForComplaint("replay: waits for")
    _ = try folder.write("[recognizer.pan]\nkind = \"pam\"\n", to: "c.toml")
    program.send(SIGHUP)
    try program.waitForComplaint(
      "the configuration stays as it was: \(configuration):2:8: recognizer.pan.kind")
    _ = try folder.write("[recognizer.drag]\nkind = \"pan\"\n", to: "c.toml")
    program.send(SIGHUP)
    try program.waitForComplaint("and is in force now")
    var reader = try StreamReader(connectingTo: socket)
    #expect(try reader.lines(upTo: #""state":"changed""#).last?.contains(#""recognizer":"drag""#) == true)
    program.send(SIGTERM)
    #expect(try program.finish().code == 0)
  }

  @Test(
    "TIM-4 on a machine that has slept for an hour times are those of a clock that has stood still meanwhile")
  func awakeTime() throws {
    // CLOCK_BOOTTIME is an hour ahead, and CLOCK_MONOTONIC is unchanged, just as after a sleep. A separate time space
    // of the process (time_namespaces(7)) needs root's rights or user_namespaces(7).
    let program = try Program(
      script: #"exec unshare \#(Self.sleep) "$0" --socket "$1""#, [socket])
    let before = MonotonicClock.now()
    var reader = try StreamReader.connecting(whenServed: socket)
    let hello = try #require(try reader.lines(upTo: #""type":"hello""#).first)
    let seconds = try #require(hello.firstMatch(of: /"time":([0-9.]+)/).flatMap { Double($0.1) })
    let time = Instant(microseconds: Int64((seconds * 1_000_000).rounded()))
    #expect(time >= before && time <= MonotonicClock.now())
    program.send(SIGTERM)
    #expect(try program.finish().code == 0)
  }

  private static let sleep = (geteuid() == 0 ? "" : "--user --map-root-user ") + "--time --boottime 3600"

  @Test("77 a directory that may not be written is told of by its path")
  func noPermission() throws {
    let locked = folder.file("locked")
    try FileManager.default.createDirectory(
      atPath: locked, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
    let outcome = try Program(asUser: ["--replay", recording, "--socket", locked + "/events.sock"]).finish()
    #expect(outcome.code == 77)
    #expect(outcome.complaints.hasPrefix("gestured: \(locked)/events.sock"))
    #expect(outcome.complaints.contains("Permission denied"))
    #expect(outcome.complaints.contains("--socket PATH"))
  }

  @Test("73 a socket that can not be made is told of, and what stands at its path is left alone")
  func canNotBeMade() throws {
    let missing = try Program.run("--replay", recording, "--socket", folder.file("a/b/events.sock"))
    #expect(missing.code == 73 && missing.complaints.contains("No such file or directory"))
    let file = try folder.write("mine", to: "file")
    let occupied = try Program.run("--replay", recording, "--socket", file)
    #expect(occupied.code == 73 && occupied.complaints.contains("a file stands at the socket's path"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test("P1 killed, it leaves its socket behind; the next instance takes its place")
  func staleSocket() throws {
    let killed = try start()
    killed.send(SIGKILL)
    #expect(try killed.finish().code == 128 + SIGKILL)
    #expect(folder.names.contains("events.sock"))
    let next = try start()
    var reader = try StreamReader(connectingTo: socket)
    #expect(try reader.lines(upTo: "device").first?.contains("hello") == true)
    next.send(SIGTERM)
    #expect(try next.finish().code == 0)
  }

  @Test("P8 SIGTERM while a subscriber reads nothing at all: exit code 0 all the same")
  func stopWithStuckSubscriber() throws {
    let moves = (1...4000).map { "A→\(100 + $0 % 800),100@\(3 + $0)" }.joined(separator: " ")
    let long = try folder.write(EvemuScript("A↓100,100@0 \(moves) A↑@600000").recording(), to: "long.evemu")
    let program = try Program(["--replay", long, "--socket", socket, "--speed", "real", "--start", "connect"])
    try program.waitForComplaint("replay: waits for")
    let stuck = try StreamReader(connectingTo: socket)
    var reader = try StreamReader(connectingTo: socket)
    // A second with a line each millisecond exceeds the stuck client's socket and queue.
    _ = try reader.lines(upTo: #""time":1."#)
    program.send(SIGTERM)
    #expect(try reader.linesToTheEnd().last == #"{"type":"bye","reason":"stopping"}"#)
    #expect(try program.finish().code == 0)
    _ = consume stuck
  }

  @Test("P8 SIGTERM while nobody reads the dump: exit code 0 all the same")
  func stopWithPausedDump() throws {
    let moves = (1...4000).map { "A→\(100 + $0 % 800),100@\(3 + $0)" }.joined(separator: " ")
    let long = try folder.write(EvemuScript("A↓100,100@0 \(moves) A↑@600000").recording(), to: "long.evemu")
    // The first line says that the program runs. The test reads no more, and a pipe holds less than the program's output.
    let script =
      #"mkfifo "$2"; exec 9<>"$2"; "$0" --replay "$1" --dump >&9 & "#
      + #"read -r hello <&9; kill -TERM $!; wait $!; echo "ended with $?""#
    let outcome = try Program(script: script, [long, folder.file("pipe")]).finish()
    #expect(outcome.output == "ended with 0\n")
  }

  @Test("A dump that nobody reads is given up where others are served")
  func pausedDumpBesideSocket() throws {
    let moves = (1...4000).map { "A→\(100 + $0 % 800),100@\(3 + $0)" }.joined(separator: " ")
    let long = try folder.write(EvemuScript("A↓100,100@0 \(moves) A↑@600000").recording(), to: "long.evemu")
    let script = #"mkfifo "$2"; exec 9<>"$2"; exec "$0" --replay "$1" --speed real --dump --socket "$3" >&9"#
    let program = try Program(script: script, [long, folder.file("pipe"), socket])
    try program.waitForComplaint("dump: closed")
    var reader = try StreamReader(connectingTo: socket)
    _ = try reader.lines(upTo: #""type":"hello""#)
    program.send(SIGTERM)
    #expect(try reader.linesToTheEnd().last == #"{"type":"bye","reason":"stopping"}"#)
    #expect(try program.finish().code == 0)
  }

  @Test(
    "H14 the memory of a daemon that reads touchscreens is closed to its own user; that of a replay is not")
  func memory() throws {
    let nobody: uid_t = geteuid() == 0 ? 65534 : geteuid()
    try FileManager.default.setAttributes([.ownerAccountID: Int(nobody)], ofItemAtPath: folder.path)
    let live = try Program(asAnotherUser: ["--socket", socket], of: "gestured")
    try live.waitForComplaint("serves")
    #expect(try live.memoryOwner == 0)
    live.send(SIGTERM)
    #expect(try live.finish().code == 0)
    let replay = try Program(
      asAnotherUser: ["--replay", "docs/recordings/demo.events", "--socket", socket], of: "gestured")
    try replay.waitForComplaint("replay: waits for")
    #expect(try replay.memoryOwner == nobody)
    replay.send(SIGTERM)
    #expect(try replay.finish().code == 0)
  }

  /// The program, ready for connections. It plays the recording at real speed to the first client.
  private func start() throws -> Program {
    let program = try Program([
      "--replay", recording, "--socket", socket, "--speed", "real", "--start", "connect",
    ])
    try program.waitForComplaint("replay: waits for")
    return program
  }
}
