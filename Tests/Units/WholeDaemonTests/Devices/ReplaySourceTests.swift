import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing
import TouchInput

@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

@Suite struct ReplaySourceTests {
  @Test("RPL-2 several files are played one after another on one clock, each as a device of its own")
  func severalFiles() throws {
    let files = try DaemonFiles()
    let first = try files.recording(EvemuScript("A↓100,100@10 A↑@80"), named: "a")
    let second = try files.recording(EvemuScript("A↓300,100@5000 A↑@5080"), named: "b")
    try play(files, [first, second, first])
    let lines = try files.dumped
    #expect(
      lines.map(summary).filter { !$0.hasPrefix("touches") && !$0.hasPrefix("transition") } == [
        "hello", "device 1 added", "gesture 1 tap ended", "settled 1", "device 1 removed",
        "device 2 added", "gesture 2 tap ended", "settled 2", "device 2 removed",
        "device 3 added", "gesture 3 tap ended", "settled 3", "device 3 removed",
      ])
    // The second file begins where the first one ends.
    #expect(lines.of("device").compactMap(time) == [0.01, 0.08, 0.08, 0.16, 0.16, 0.23])
    #expect(lines.compactMap(time) == lines.compactMap(time).sorted())
    let sequences = lines.of("gesture").compactMap { number("sequence", in: $0) }
    #expect(sequences == [1, 2, 3])
  }

  @Test("RPL-2 at real speed the second file goes on at the moment at which the first has ended")
  func oneClockAtRealSpeed() throws {
    let files = try DaemonFiles()
    let first = try files.recording(EvemuScript("A↓100,100@9000 A↑@9080"), named: "a")
    let second = try files.recording(EvemuScript("A↓300,100@10 A↑@90"), named: "b")
    #expect(try play(files, [first, second], realSpeed: true) == .start + .milliseconds(160))
    #expect(try files.dumped.of("gesture").compactMap(time) == [9.08, 9.16])
    let fast = try DaemonFiles()
    try play(fast, [first, second])
    #expect(try fast.dumped == files.dumped)
  }

  @Test(
    "RPL-2 a file after another keeps its own spans, whatever its stamps begin with",
    arguments: [0, 5, 1_790_000_000_000])
  func spansOfSecondFile(begin: Int64) throws {
    let files = try DaemonFiles()
    let first = try files.recording(EvemuScript("A↓100,100@10 A↑@80"), named: "a")
    let hold = EvemuScript(
      "A↓100,100@\(begin) A→130,100@\(begin + 10) A→160,100@\(begin + 20) A↑@\(begin + 700)")
    try play(files, [first, try files.recording(hold, named: "b")])
    let pan = try files.dumped.of("gesture").filter { $0.contains(#""kind":"pan""#) }.compactMap(time)
    #expect(pan.first == 0.09 && pan.last == 0.78)
  }

  @Test("RPL-2 a file of no touch goes on with the clock of the touches before it, and they with its")
  func familyOnOneClock() throws {
    let files = try DaemonFiles()
    let touches = try files.recording(EvemuScript("A↓100,100@500 A↑@580"), named: "a")
    var keys = EvemuScript()
    for (value, milliseconds) in [(1, 10), (0, 30)] as [(Int32, Int64)] {
      keys.append(type: EventCode.key, code: 164, value: value, at: .milliseconds(milliseconds))
      keys.append(
        type: EventCode.synchronization, code: EventCode.report, value: 0, at: .milliseconds(milliseconds))
    }
    var device = DeviceDescription(name: "Keys", codes: [EventCode.key: CodeSet([164])])
    device.codes[EventCode.synchronization] = CodeSet([EventCode.synchronization, EventCode.key])
    let path = String(decoding: keys.recording(of: device), as: UTF8.self)
    let remote = try RecordingFile.read(
      files.write(path, to: "keys"), configuration: files.configuration)[0].get()
    try play(files, [touches, remote, touches])
    let times = try files.dumped.compactMap(time)
    #expect(times == times.sorted())
    #expect(try files.dumped.of("remote").compactMap(time).first == 0.58)
    #expect(try files.dumped.of("gesture").compactMap(time).last == 0.68)
  }

  @Test(
    "A device line is not later than the device's first touch, in a report whose stamps differ and for a late client too"
  )
  func deviceBeforeTouch() throws {
    let files = try DaemonFiles()
    var script = EvemuScript()
    // The report has an earlier stamp than the events that it ends.
    for (code, value) in [
      (EventCode.trackingID, 1), (EventCode.positionX, 640), (EventCode.positionY, 640),
    ] as [(UInt16, Int32)] {
      script.append(type: EventCode.absolute, code: code, value: value, at: .milliseconds(1005))
    }
    script.append(type: EventCode.synchronization, code: EventCode.report, value: 0, at: .milliseconds(1000))
    script.append("B↓300,100@2000 B↑@2080")
    let recording = try files.recording(script)
    let daemon = try files.daemon([recording, recording], servesSocket: true)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    while try daemon.settle(at: .start) { client.read() }
    for device in 1...2 {
      let lines = try files.dumped.filter {
        $0.contains(#""device":\#(device),"#) && !$0.contains(#""type":"hello""#)
      }
      #expect(lines.first?.contains(#""state":"added""#) == true)
      let added = try #require(lines.first.flatMap(time))
      #expect(lines.of("touches").compactMap(time).first == added)
      #expect(
        client.lines.of("device").filter { $0.contains(#""device":\#(device),"#) } == lines.of("device"))
    }
    #expect(try files.dumped.of("device").compactMap(time) == [1, 2.08, 2.08, 3.16])
  }

  @Test("Contacts that are still down at the end are cancelled, and so is the gesture")
  func downAtTheEnd() throws {
    let files = try DaemonFiles()
    try play(files, [try files.recording(EvemuScript("A↓100,100@10 A→130,100@20 A→160,100@30"))])
    let lines = try files.dumped
    let end = lines.of("gesture").last
    #expect(end?.contains(#""kind":"pan","state":"cancelled""#) == true)
    #expect(end.flatMap(time) == 0.03)
    #expect(lines.of("touches").last?.contains(#""phase":"cancelled""#) == true)
    #expect(!lines.contains { $0.contains(#""kind":"long_press","state":"began""#) })
    #expect(lines.last.map(summary) == "device 1 removed")
  }

  @Test("A tap that waits for a second one acts before the end, at its own time", arguments: [false, true])
  func waitingTap(realSpeed: Bool) throws {
    let files = try DaemonFiles(Self.exclusiveTaps)
    let recording = try files.recording(EvemuScript("A↓100,100@10 A↑@80"))
    let end = try play(files, [recording], realSpeed: realSpeed)
    let lines = try files.dumped
    #expect(lines.of("gesture").map(summary) == ["gesture 1 tap ended"])
    #expect(lines.of("gesture").compactMap(time) == [0.43])
    #expect(lines.of("device").compactMap(time) == [0.01, 0.43])
    #expect(end - .start == (realSpeed ? .milliseconds(420) : .zero))
  }

  @Test("At real speed each deadline after the last event has its own moment")
  func deadlinesAfterTheEnd() throws {
    let files = try DaemonFiles(Self.exclusiveTaps + Self.slowTaps)
    let daemon = try files.daemon([try files.recording(EvemuScript("A↓100,100@10 A↑@80"))], realSpeed: true)
    try daemon.start(at: .start)
    #expect(try daemon.settle(at: .start))
    #expect(try daemon.settle(at: .start + .milliseconds(420)))
    #expect(try files.dumped.of("gesture").map(summary) == ["gesture 1 tap ended"])
    #expect(daemon.nextDeadline == .start + .milliseconds(970))
    #expect(try !daemon.settle(at: .start + .milliseconds(970)))
    #expect(
      try files.dumped.of("gesture").map(summary) == ["gesture 1 tap ended", "gesture 1 slow_tap ended"])
  }

  @Test("At real speed an event comes at its time, and the same bytes come as at full speed")
  func realSpeed() throws {
    let story = EvemuScript("A↓100,100@10 A→130,100@20 ⏲100 A↑@700 B↓50,50@900 B↑@2000")
    let (fast, slow) = (try DaemonFiles(), try DaemonFiles())
    #expect(try play(fast, [try fast.recording(story)]) == .start)
    let daemon = try slow.daemon([try slow.recording(story)], realSpeed: true)
    try daemon.start(at: .start)
    #expect(try daemon.settle(at: .start))
    #expect(daemon.nextDeadline == .start + .milliseconds(10))
    #expect(try slow.dumped.of("gesture").isEmpty)
    #expect(try daemon.runToTheEnd() >= .start + .milliseconds(1990))
    #expect(try slow.dumped == fast.dumped)
  }

  @Test(
    "Two runs of one story give the same bytes, as text and as JSON",
    arguments: [DumpFormat.json, .text(usesColor: false)])
  func equalBytes(format: DumpFormat) throws {
    let story = EvemuScript(
      "A↓100,100@10 B↓200,100@12 A→130,100@20 B→230,100@22 A↑@30 B↑@31 C↓10,10@400 C↑@1400 D↓9,9@1500 D↑@1560"
    )
    let dumps = try (0..<2).map { _ in
      let files = try DaemonFiles()
      try play(files, [try files.recording(story), try files.recording(story)], dump: format)
      return try files.dumped
    }
    #expect(dumps[0].count > 20)
    #expect(dumps[0] == dumps[1])
  }

  @Test("SYN_DROPPED in a recording cancels what was down; the next finger is a new touch")
  func droppedEvents() throws {
    let files = try DaemonFiles()
    var script = EvemuScript("A↓100,100@10 A→130,100@20")
    script.append(
      type: EventCode.synchronization, code: EventCode.dropped, value: 0, at: .milliseconds(30))
    script.append("B↓300,100@40")
    script.append("C↓300,100@50 C↑@110")
    try play(files, [try files.recording(script)])
    let lines = try files.dumped
    #expect(
      lines.of("gesture").filter { $0.contains("cancelled") }.map(summary) == ["gesture 1 pan cancelled"])
    #expect(lines.of("gesture").last.map(summary) == "gesture 1 tap ended")
    let phases = lines.of("touches").compactMap {
      $0.split(separator: "\"phase\":\"").last?.prefix { $0 != "\"" }
    }
    #expect(phases == ["began", "moved", "cancelled", "began", "ended"])
  }

  @Test("With a dump and a socket nobody is waited for")
  func dumpAndSocket() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon(
      [try files.recording(EvemuScript("A↓100,100@10 A↑@80"))], servesSocket: true)
    try daemon.start(at: .start)
    _ = try daemon.runToTheEnd()
    #expect(try files.dumped.of("gesture").count == 1)
  }

  @Test("ADD-1 a served replay starts with the first subscribe, after all that a client has declared before")
  func startsWithSubscription() throws {
    let files = try DaemonFiles()
    let daemon = try files.daemon(
      [try files.recording(EvemuScript("A↓500,300@0 A↑@60"))], realSpeed: true, start: .subscription,
      servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    // The screen exists before any client needs to declare the place of a region on it.
    #expect(client.news.map(summary) == ["hello", "device 1 added"])
    let subscription = Instant.start + .milliseconds(60_000)
    for request in [
      #"{"id":1,"command":"ping"}"#, #"{"id":2,"command":"regions"}"#,
      #"{"id":3,"command":"recognizers","edits":[{"add":{"name":"own","kind":"tap"}}]}"#,
    ] {
      _ = client.say(request + "\n")
      #expect(try daemon.settle(at: .start + .milliseconds(2000)))
    }
    #expect(try daemon.settle(at: subscription))
    #expect(daemon.nextDeadline == nil)
    _ = client.say(#"{"id":4,"command":"subscribe","filter":[{"recognizer":"own"}]}"# + "\n")
    #expect(try daemon.settle(at: subscription))
    #expect(daemon.nextDeadline == subscription + .milliseconds(60))
    #expect(try daemon.runToTheEnd(from: subscription) == subscription + .milliseconds(60))
    #expect(client.lines.of("gesture").map(summary) == ["gesture 1 own ended"])
    #expect(client.lines.of("gesture").compactMap(time) == [0.06])
  }

  /// A daemon that waits for a subscriber to play a tap, with one client connected.
  private func tapForSubscribers(on files: DaemonFiles) throws -> (Daemon, Client) {
    let daemon = try files.daemon(
      [try files.recording(EvemuScript("A↓500,300@0 A↑@60"))], start: .subscription, servesSocket: true,
      dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    return (daemon, client)
  }

  @Test("ADD-1 unsubscribe starts it too, a subscribe that is refused does not, nor does its client in 5 s")
  func startsWithUnsubscription() throws {
    let files = try DaemonFiles()
    let (daemon, client) = try tapForSubscribers(on: files)
    _ = client.say(#"{"command":"subscribe","touches":"phases"}"# + "\n")
    #expect(try daemon.settle(at: .start))
    #expect(client.lines.last?.contains(#""code":"not_permitted""#) == true)
    #expect(try daemon.settle(at: .start + .milliseconds(60_000)))
    _ = client.say(#"{"command":"unsubscribe"}"# + "\n")
    #expect(try !daemon.settle(at: .start + .milliseconds(60_000)))
    #expect(
      client.lines.suffix(2) == [#"{"type":"reply","ok":true}"#, #"{"type":"bye","reason":"end of replay"}"#])
  }

  @Test("ADD-2 a client that says nothing for 5 s starts the replay")
  func startsWithSilence() throws {
    let files = try DaemonFiles()
    let (daemon, talker) = try tapForSubscribers(on: files)
    _ = talker.say(#"{"command":"ping"}"# + "\n")
    #expect(try daemon.settle(at: .start))
    #expect(daemon.nextDeadline == nil)
    var passer: Client? = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start + .milliseconds(1000)))
    #expect(daemon.nextDeadline == .start + .milliseconds(6000))
    _ = passer?.lines
    passer = nil
    let silent = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start + .milliseconds(2000)))
    #expect(daemon.nextDeadline == .start + .milliseconds(7000))
    #expect(try daemon.settle(at: .start + .milliseconds(6999)))
    #expect(silent.lines.of("gesture").isEmpty)
    #expect(try !daemon.settle(at: .start + .milliseconds(7000)))
    #expect(silent.lines.of("gesture").map(summary) == ["gesture 1 tap ended"])
    #expect(talker.lines.of("gesture").map(summary) == ["gesture 1 tap ended"])
  }

  @Test(
    "ADD-2 with --start connect it waits for a client before the first file, and plays to the end whoever leaves"
  )
  func startsWithConnection() throws {
    let files = try DaemonFiles()
    let recording = try files.recording(EvemuScript("A↓100,100@10 A↑@80"))
    let daemon = try files.daemon([recording, recording], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    #expect(try daemon.settle(at: .start))
    #expect(daemon.nextDeadline == nil)
    var client: Client? = try Client(connectingTo: files.socket)
    let later = Instant.start + .milliseconds(60_000)
    #expect(try daemon.settle(at: later))
    #expect(daemon.nextDeadline == later + .milliseconds(70))
    #expect(client?.lines.count == 2)
    client = nil
    #expect(try daemon.settle(at: later + .milliseconds(1)))
    #expect(daemon.connections.count == 0)
    #expect(try daemon.runToTheEnd(from: later) == later + .milliseconds(140))
  }

  @Test("ADD-3 a lead lets so much time pass before the first event, and changes no line")
  func lead() throws {
    let files = try DaemonFiles()
    let recording = try files.recording(EvemuScript("A↓500,300@0 A↑@60"))
    let daemon = try files.daemon(
      [recording, recording], realSpeed: true, lead: 1.5, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    #expect(daemon.nextDeadline == .start + .milliseconds(1500))
    #expect(client.lines.map(summary) == ["hello", "device 1 added"])
    #expect(try daemon.settle(at: .start + .milliseconds(1559)))
    #expect(client.lines.of("gesture").isEmpty)
    #expect(try daemon.settle(at: .start + .milliseconds(1560)))
    #expect(client.lines.of("gesture").compactMap(time) == [0.06])
    // The replay waits for a subscriber at its beginning, and not at each file.
    #expect(try daemon.runToTheEnd(from: .start + .milliseconds(1560)) == .start + .milliseconds(1620))
    let plain = try DaemonFiles()
    try play(plain, [recording, recording])
    #expect(
      client.lines.dropFirst().dropLast()
        == (try plain.dumped.filter { !$0.hasPrefix(#"{"type":"t"#) }).dropFirst())
  }

  @Test("At full speed a subscriber that reads slowly is never overrun: it gets every line")
  func neverOverrun() throws {
    let files = try DaemonFiles(
      DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\nqueue_lines = 4\n")
    let recording = try files.recording(Self.longPan)
    let daemon = try files.daemon([recording], servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    var turns = 0
    while try daemon.settle(at: .start), turns < 10_000 {
      client.read(atMost: 700)
      turns += 1
    }
    while try daemon.tick(at: .start) { client.read() }
    #expect(turns > 20)
    #expect(client.lines.of("dropped").isEmpty)
    try play(files, [recording])
    #expect(client.lines.of("gesture") == (try files.dumped.of("gesture")))
    #expect(client.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
  }

  @Test("One subscriber that reads nothing delays a replay by 250 ms, and no other loses a line by it")
  func stuckSubscriber() throws {
    let files = try DaemonFiles(DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\n")
    let recording = try files.recording(Self.longPan)
    let daemon = try files.daemon([recording], servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let stuck = try Client(connectingTo: files.socket)
    let reader = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    #expect(daemon.nextDeadline == .start + .milliseconds(250))
    reader.read()
    #expect(try daemon.settle(at: .start))
    let later = Instant.start + .milliseconds(250)
    while !reader.lines.contains(#"{"type":"bye","reason":"end of replay"}"#) {
      #expect(try daemon.settle(at: later))
    }
    #expect(reader.lines.of("dropped").isEmpty)
    #expect(reader.lines.of("gesture").count > 380)
    // The client's queue is as in live operation: newer updates have replaced older ones, and ended gestures have ended.
    stuck.read()
    while try daemon.tick(at: later) { stuck.read() }
    #expect(stuck.lines.of("dropped").isEmpty)
    #expect(stuck.lines.of("gesture").count < 200)
    #expect(stuck.lines.filter(isEnd) == reader.lines.filter(isEnd))
    #expect(stuck.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
  }

  @Test("At real speed nobody is waited for: what a subscriber does not take is left out as it would be live")
  func realSpeedWithStuckSubscriber() throws {
    let files = try DaemonFiles(DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\n")
    let daemon = try files.daemon(
      [try files.recording(Self.longPan)], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let stuck = try Client(connectingTo: files.socket)
    let end = Instant.start + .milliseconds(4010)
    #expect(try daemon.settle(at: .start))
    #expect(try daemon.settle(at: end))
    stuck.read()
    while try daemon.tick(at: end) { stuck.read() }
    #expect(stuck.lines.of("dropped").isEmpty && stuck.lines.of("gesture").count < 200)
    #expect(stuck.lines.contains(where: isEnd))
    #expect(stuck.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
  }

  @Test(
    "A client that is behind at the end of a replay gets all its lines and its bye, if it goes on reading")
  func laggingClient() throws {
    let files = try DaemonFiles(DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\n")
    let daemon = try files.daemon(
      [try files.recording(Self.longPan)], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    let end = Instant.start + .milliseconds(4010)
    #expect(try daemon.settle(at: end))
    // After a stop the daemon waits for less than a second.
    let later = end + .milliseconds(3000)
    #expect(try daemon.settle(at: later))
    client.read()
    while try daemon.settle(at: later) { client.read() }
    #expect(client.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    #expect(!client.isTorn)
  }

  @Test(
    "A client that reads nothing at the end of a replay is let go after the time that it has live, or a second after a signal",
    arguments: [false, true])
  func stuckAtTheEnd(hasSignal: Bool) throws {
    let files = try DaemonFiles(DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\n")
    let daemon = try files.daemon(
      [try files.recording(Self.longPan)], realSpeed: true, servesSocket: true, dump: nil)
    try daemon.start(at: .start)
    let client = try Client(connectingTo: files.socket)
    #expect(try daemon.settle(at: .start))
    let end = Instant.start + .milliseconds(4010)
    #expect(try daemon.settle(at: end))
    if hasSignal { try daemon.apply(.terminate) }
    let patience = try daemon.runToTheEnd(from: end) - end
    #expect(patience <= .milliseconds(hasSignal ? 1000 : 5000))
    #expect(patience > .milliseconds(hasSignal ? 500 : 2000))
    client.read()
    #expect(hasSignal || client.lines.last == #"{"type":"bye","reason":"too slow"}"#)
  }

  private func isEnd(_ line: String) -> Bool { line.contains(#""state":"ended""#) }

  @Test("A recording without events is a device that comes and goes")
  func noEvents() throws {
    let files = try DaemonFiles()
    try play(files, [try files.recording(EvemuScript())])
    #expect(try files.dumped.map(summary) == ["hello", "device 1 added", "device 1 removed"])
  }

  @Test("Stamps that go back, stand still or leap by years neither stop nor delay a replay")
  func hostileStamps() throws {
    let files = try DaemonFiles()
    var script = EvemuScript("A↓100,100@5000 A→200,100@10 A→210,100@10 A↑@20")
    script.append(type: 0, code: 0, value: 0, at: .latestStamp)
    script.append(type: 0, code: 0, value: 0, at: Instant(microseconds: 0))
    let recording = try files.recording(script)
    try play(files, [recording, recording])
    #expect(try files.dumped.of("device").count == 4)
    #expect(try files.dumped.of("touches").filter { $0.contains("began") }.count == 2)
  }

  // MARK: What the stories are told with

  /// 400 updates, which exceed a narrow socket and a queue.
  private static let longPan = EvemuScript(
    "A↓100,100@10 " + (1...400).map { "A→\(100 + $0),100@\(10 + $0 * 10) " }.joined() + "A↑@4020")

  private static let exclusiveTaps = """
    [recognizer.tap]
    kind = "tap"
    require_to_fail = ["double_tap"]

    [recognizer.double_tap]
    kind = "tap"
    taps = 2

    """

  private static let slowTaps = """
    [recognizer.slow_tap]
    kind = "tap"
    require_to_fail = ["slow_double_tap"]
    simultaneous_with = ["*"]

    [recognizer.slow_double_tap]
    kind = "tap"
    taps = 2
    gap_ms = 900

    """

  /// Plays recordings to their end.
  ///
  /// - Returns: The time of the end.
  @discardableResult
  private func play(
    _ files: DaemonFiles, _ recordings: [RecordingFile], realSpeed: Bool = false, dump: DumpFormat = .json
  ) throws -> Instant {
    let daemon = try files.daemon(recordings, realSpeed: realSpeed, dump: dump)
    try daemon.start(at: .start)
    return try daemon.runToTheEnd()
  }

  /// A line in a few words.
  private func summary(_ line: String) -> String {
    ["type", "device", "recognizer", "state"].compactMap { field in
      if field == "device" { return number("device", in: line).map(String.init) }
      return text(field, in: line)
    }.joined(separator: " ")
  }

  private func text(_ field: String, in line: String) -> String? {
    guard let start = line.firstRange(of: "\"\(field)\":\"")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "\"" })
  }

  private func number(_ field: String, in line: String) -> Int? {
    guard let start = line.firstRange(of: "\"\(field)\":")?.upperBound else { return nil }
    return Int(line[start...].prefix { $0.isNumber })
  }

  private func time(_ line: String) -> Double? {
    guard let start = line.firstRange(of: #""time":"#)?.upperBound else { return nil }
    return Double(line[start...].prefix { $0.isNumber || $0 == "." })
  }
}
