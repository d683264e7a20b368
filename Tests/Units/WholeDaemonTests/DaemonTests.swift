import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import SystemPackage
import Testing

@testable import GesturedBase
@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

@Suite struct DaemonTests {
  private static let tapAndPan = EvemuScript(
    """
    A↓100,100@10 A↑@80
    A↓100,100@1000 A→130,100@1010 A→160,100@1020 A→190,100@1030 A↑@1040
    """)

  @Test("A late subscriber gets the greeting and the devices that are there, then what happens")
  func lateSubscriber() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon(
      [try files.recording(Self.tapAndPan)], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let first = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    #expect(try daemon.settle(at: .start + .milliseconds(500)))
    #expect(first.lines.of("gesture").count == 1)
    let late = try Client(connectingTo: files.socket)
    _ = try daemon.runToTheEnd(from: .start + .milliseconds(500))
    #expect(late.lines.of("hello").count == 1 && late.lines[0].hasPrefix(#"{"type":"hello""#))
    #expect(late.lines[1] == first.lines.of("device")[0])
    #expect(late.lines.of("gesture").count >= 3)
    #expect(late.lines.dropFirst(2) == first.lines.suffix(late.lines.count - 2))
    #expect(late.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    #expect(late.isAtEnd && first.isAtEnd)
  }

  @Test(
    "DMN-15 S18 a subscriber that comes in the middle of a gesture hears nothing of it, and all of the next")
  func middleOfGesture() throws {
    let files = try DaemonFiles()
    let pans = EvemuScript(
      """
      A↓100,100@0 A→130,100@10 A→160,100@20 A→190,100@600 A↑@610
      A↓100,100@2000 A→130,100@2010 A↑@2020
      """)
    let daemon = try files.daemon(
      [try files.recording(pans)], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let first = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    #expect(try daemon.settle(at: .start + .milliseconds(300)))
    #expect(first.lines.of("gesture").contains { $0.contains(#""state":"began""#) })
    let late = try Client(connectingTo: files.socket)
    _ = try daemon.runToTheEnd(from: .start + .milliseconds(300))
    let heard = late.lines.of("gesture")
    #expect(heard.first?.contains(#""state":"began""#) == true)
    #expect(heard == first.lines.of("gesture").suffix(heard.count))
    #expect(heard.count < first.lines.of("gesture").count)
  }

  @Test("seq counts every event, printed or not: socket, dump and replay agree on it line by line")
  func equalNumbers() throws {
    let files = try DaemonFiles()
    let recording = try files.recording(Self.tapAndPan)
    let both = try files.daemon([recording], realSpeed: true, servesSocket: true)
    try both.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    _ = try both.runToTheEnd()
    let dumped = try files.dumped
    #expect(dumped.seqs == Array(1...dumped.seqs.count))
    #expect(client.lines.of("gesture").count > 3)
    #expect(client.lines.of("gesture") == dumped.of("gesture"))
    #expect(client.lines.of("device") == dumped.of("device"))
    #expect(client.lines.of("touches").isEmpty && client.lines.of("transition").isEmpty)
    #expect(!dumped.of("touches").isEmpty && !dumped.of("transition").isEmpty)
    let other = try DaemonFiles()
    _ = try { daemon in
      try daemon.start(at: .start)
      return try daemon.runToTheEnd()
    }(try other.daemon([try other.recording(Self.tapAndPan)]))
    #expect(try other.dumped == dumped)
  }

  @Test("A replay that is over lets its subscribers go in the same turn, and frees the path")
  func endOfReplay() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon([try files.recording(Self.tapAndPan)], servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try !daemon.settle(at: .start))
    #expect(client.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    #expect(client.isAtEnd && files.isSocketGone)
  }

  @Test("Told to stop: running gestures are cancelled to subscribers, then bye, and it is done in that turn")
  func stop() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon(
      [try files.recording(Self.tapAndPan)], realSpeed: true, servesSocket: true)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    #expect(try daemon.settle(at: .start + .milliseconds(1015)))
    #expect(client.lines.last?.contains(#""kind":"pan","state":"changed""#) == true)
    try daemon.stop(at: .start + .milliseconds(1016))
    #expect(try !daemon.tick(at: .start + .milliseconds(1016)))
    #expect(client.lines.suffix(3).first?.contains(#""kind":"pan","state":"cancelled""#) == true)
    #expect(client.lines.suffix(2).first?.hasPrefix(#"{"type":"settled""#) == true)
    #expect(client.lines.last == #"{"type":"bye","reason":"stopping"}"#)
    let dumped = try files.dumped
    #expect(try !daemon.tick(at: .start + .milliseconds(5000)))
    #expect(try files.dumped == dumped)
  }

  @Test(
    "P8 told to stop with many subscribers, one stuck and one knocking: gone within a second, no spinning")
  func stopWithStuckSubscriber() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon(
      [try files.recording(Self.story(ofPans: 60))], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let stuck = try Client(connectingTo: files.socket)
    let readers = try (0..<40).map { _ in try Client(connectingTo: files.socket) }
    for _ in 0..<4 { #expect(try daemon.settle(at: .start)) }
    var now = Instant.start
    while !daemon.connections.hasBacklog, let next = daemon.nextDeadline {
      now = next
      #expect(try daemon.settle(at: now))
      for reader in readers { reader.read() }
    }
    let knocking = try Client(connectingTo: files.socket)
    try daemon.stop(at: now)
    #expect(try daemon.settle(at: now))
    for reader in readers {
      #expect(reader.lines.last == #"{"type":"bye","reason":"stopping"}"#)
      #expect(reader.isAtEnd)
    }
    knocking.read()
    #expect(knocking.isAtEnd && files.isSocketGone)
    let farewell = try #require(daemon.nextDeadline)
    #expect(farewell - now < .milliseconds(1000))
    #expect(try !daemon.settle(at: farewell))
    #expect(!stuck.lines.isEmpty)
  }

  @Test(
    "The stuck subscriber that reads after all within that time gets its farewell, and the daemon ends at once"
  )
  func stopWithLateReader() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon(
      [try files.recording(Self.story(ofPans: 60))], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    var now = Instant.start
    #expect(try daemon.settle(at: now))
    while !daemon.connections.hasBacklog, let next = daemon.nextDeadline {
      now = next
      #expect(try daemon.settle(at: now))
    }
    try daemon.stop(at: now)
    #expect(try daemon.settle(at: now))
    client.read()
    while try daemon.tick(at: now) { client.read() }
    #expect(client.lines.last == #"{"type":"bye","reason":"stopping"}"#)
    #expect(!client.isTorn)
  }

  @Test("P2 a second daemon at the same socket is refused with exit code 75, and the first takes no notice")
  func secondInstance() throws {
    let files = try DaemonFiles()
    let recording = try files.recording(Self.tapAndPan)
    let first = try files.daemon([recording], servesSocket: true, dump: nil)
    try first.start(at: .start)
    let error = #expect(throws: DaemonError.self) {
      _ = try files.daemon([recording], servesSocket: true)
    }
    #expect(error?.exitCode == 75)
    let client = try Client(connectingTo: files.socket)
    #expect(try !first.settle(at: .start))
    #expect(client.lines.of("gesture").count > 3)
  }

  @Test("More subscribers than are allowed are refused with a reason, and go on to be refused")
  func tooManySubscribers() throws {
    let files = try DaemonFiles(DaemonFiles.threeRecognizers + "\n[socket]\nmaximum_subscribers = 1\n")
    let daemon = try files.daemon(
      [try files.recording(Self.tapAndPan)], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let first = try Client(connectingTo: files.socket)
    let others = try (0..<3).map { _ in try Client(connectingTo: files.socket) }
    #expect(try daemon.settle(at: .start))
    for other in others {
      #expect(other.lines == [#"{"type":"bye","reason":"too many subscribers"}"#] && other.isAtEnd)
    }
    _ = try daemon.runToTheEnd()
    #expect(first.lines.of("gesture").count > 3)
  }

  @Test("Names of any bytes and length reach a slow subscriber as whole lines, or not at all")
  func hostileName() throws {
    let files = try DaemonFiles(
      DaemonFiles.threeRecognizers + "\n[socket]\nqueue_bytes = 4096\nsend_buffer_bytes = 4096\n")
    var device = EvemuScript.testScreen
    device.name = String(repeating: "\u{1}\u{202e}\"\\", count: 60)
    let path = try files.write(
      String(decoding: Self.tapAndPan.recording(of: device), as: UTF8.self), to: "hostile.evemu")
    let recording = try RecordingFile.read(path, configuration: files.configuration)[0].get()
    let daemon = try files.daemon(
      Array(repeating: recording, count: 40), realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let silent = try Client(connectingTo: files.socket)
    let reader = try Client(connectingTo: files.socket)
    var now = Instant.start
    while try daemon.settle(at: now) {
      reader.read()
      now = daemon.nextDeadline ?? now
    }
    #expect(reader.lines.of("device").count == 80)
    #expect(reader.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    _ = silent.lines
    #expect(silent.isAtEnd)
  }

  @Test("A dump that can not be written is an error; one whose reader has seen enough is not")
  func brokenDump() throws {
    let full = StandardStream(descriptor: try .open(FilePath("/dev/full"), .writeOnly))
    let files = try DaemonFiles()
    let options = DaemonOptions(
      configuration: files.configuration,
      input: .recordings([try files.recording(Self.tapAndPan)], ReplayOptions(start: .connection)),
      socket: nil, dump: .json, isVerbose: false)
    let failing = try Daemon(options, environment: ProcessEnvironment([:]), output: full)
    let error = #expect(throws: DaemonError.self) { try failing.run() }
    #expect(error?.exitCode == 71)
    #expect(error.map { "\($0)" } == "standard output: write failed: No space left on device")
    try full.descriptor.close()

    let (reader, writer) = try FileDescriptor.pipe()
    try reader.close()
    let quiet = try Daemon(
      options, environment: ProcessEnvironment([:]), output: StandardStream(descriptor: writer))
    try quiet.run()
    try writer.close()
  }

  /// Pans one after another, a second each.
  private static func story(ofPans count: Int) -> EvemuScript {
    var script = EvemuScript()
    for number in 0..<count {
      let start = number * 1000 + 10
      let moves = (1...60).map { "A→\(100 + $0 * 5),100@\(start + $0 * 10)" }.joined(separator: " ")
      script.append("A↓100,100@\(start) \(moves) A↑@\(start + 610)")
    }
    return script
  }
}
