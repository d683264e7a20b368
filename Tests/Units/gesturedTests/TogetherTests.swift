import GestureCore
import GestureTestSupport
import ProcessTestSupport
import Testing
import TouchInput

/// Several recordings that the program plays side by side.
@Suite("--together") struct TogetherTests {
  private let folder: TemporaryFolder
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    configuration = try folder.write(Self.taps, to: "taps.toml")
  }

  private static let taps = """
    [recognizer.tap]
    kind = "tap"
    passive = true

    [recognizer.pan]
    kind = "pan"
    passive = true

    """

  private func screen(_ script: String, _ name: String, file: String? = nil) throws -> String {
    let text = EvemuScript(script).recording(of: TestScreen.description(name: name))
    return try folder.write(text, to: (file ?? name) + ".events")
  }

  /// A recording of a media key that is pressed for 20 ms.
  private func key(at milliseconds: Int64) throws -> String {
    var keys = EvemuScript()
    for (value, time) in [(1, milliseconds), (0, milliseconds + 20)] as [(Int32, Int64)] {
      keys.append(type: EventCode.key, code: 164, value: value, at: .milliseconds(time))
      keys.append(
        type: EventCode.synchronization, code: EventCode.report, value: 0, at: .milliseconds(time))
    }
    var device = DeviceDescription(name: "Keys", codes: [EventCode.key: CodeSet([164])])
    device.codes[EventCode.synchronization] = CodeSet([EventCode.synchronization, EventCode.key])
    return try folder.write(keys.recording(of: device), to: "keys.events")
  }

  private func dump(
    _ recordings: [String], _ options: String..., configuration: String? = nil
  ) throws -> Program.Outcome {
    try Program(
      ["--config", configuration ?? self.configuration, "--replay"] + recordings
        + ["--dump", "--format", "json"] + options
    ).finish()
  }

  /// A line as `10 touches 1 began`: its time in ms, its type, its device, and what happened.
  private func summary(_ line: String) -> String {
    let time = word("time", line).flatMap(Double.init).map { String(Int(($0 * 1000).rounded())) }
    let what = word("state", line) ?? word("phase", line) ?? word("command", line)
    return [time, word("type", line), word("device", line), what].compactMap(\.self).joined(separator: " ")
  }

  private func word(_ name: String, _ line: String) -> String? {
    guard let start = line.firstRange(of: "\"\(name)\":")?.upperBound else { return nil }
    return String(line[start...].drop { $0 == "\"" }.prefix { $0 != "\"" && $0 != "," && $0 != "}" })
  }

  private func summaries(_ lines: [String], of types: String...) -> [String] {
    lines.map(summary).filter { line in types.contains { line.contains(" \($0) ") } }
  }

  private func isSorted(_ lines: [String]) -> Bool {
    let times = lines.compactMap { word("time", $0).flatMap(Double.init) }
    return times == times.sorted()
  }

  // MARK: One moment

  @Test(
    "RPL-2 EVT-11 --together plays two screens side by side, in the order of their stamps, with sequences of their own"
  )
  func sideBySide() throws {
    let (left, right) = (
      try screen("A↓100,100@10 A↑@80", "left"), try screen("B↓300,100@40 B↑@120", "right")
    )
    let outcome = try dump([left, right], "--together")
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(
      summaries(outcome.lines, of: "device", "touches", "gesture") == [
        "10 device 1 added", "10 device 2 added", "10 touches 1 began", "40 touches 2 began",
        "80 gesture 1 ended", "80 touches 1 ended", "80 device 1 removed",
        "120 gesture 2 ended", "120 touches 2 ended", "120 device 2 removed",
      ])
    let sequences = outcome.lines.filter { $0.contains(#""type":"touches""#) }
      .map { "\(word("device", $0) ?? "") \(word("sequence", $0) ?? "")" }
    #expect(sequences == ["1 1", "2 2", "1 1", "2 2"])
    #expect(try dump([left, right], "--together", "--speed", "real").output == outcome.output)
    #expect(try dump([left, right], "--together").output == outcome.output)
  }

  @Test("RPL-2 without --together the second begins where the first ended")
  func oneAfterAnother() throws {
    let files = [try screen("A↓100,100@10 A↑@80", "left"), try screen("B↓300,100@40 B↑@120", "right")]
    let outcome = try dump(files)
    #expect(
      summaries(outcome.lines, of: "device", "gesture") == [
        "10 device 1 added", "80 gesture 1 ended", "80 device 1 removed",
        "80 device 2 added", "160 gesture 2 ended", "160 device 2 removed",
      ])
  }

  @Test("RPL-2 recordings whose stamps are of other moments begin with the first, and time never runs back")
  func otherMoments() throws {
    let files = [
      try screen("A↓100,100@5000 A↑@5080", "left"),
      try screen("B↓300,100@1790000000000 B↑@1790000000100", "right"),
      try screen("C↓300,100@40000 C↑@40120", "near"),
    ]
    let outcome = try dump(files, "--together")
    #expect(
      summaries(outcome.lines, of: "gesture") == [
        "5080 gesture 1 ended", "5100 gesture 2 ended", "40120 gesture 3 ended",
      ])
    #expect(isSorted(outcome.lines))
  }

  @Test("RPL-2 stamps that go back or leap neither stop a replay nor make time run back")
  func hostileStamps() throws {
    var script = EvemuScript("A↓100,100@5000 A→200,100@10 A→210,100@10 A↑@20")
    script.append(type: 0, code: 0, value: 0, at: .latestStamp)
    script.append(type: 0, code: 0, value: 0, at: Instant(microseconds: 0))
    let hostile = try folder.write(script.recording(), to: "hostile.events")
    for files in [[hostile, try screen("B↓300,100@40 B↑@120", "b")], [hostile, hostile]] {
      for order in [files, files.reversed()] {
        let outcome = try dump(order, "--together")
        #expect(outcome.code == 0)
        #expect(summaries(outcome.lines, of: "device").count == 4)
        #expect(isSorted(outcome.lines))
      }
    }
  }

  @Test(
    "RPL-2 a served replay of two screens has all its lines, with a lead, at real speed and at full speed")
  func served() throws {
    let files = [try screen("A↓100,100@10 A↑@80", "left"), try screen("B↓300,100@40 B↑@120", "right")]
    let dumped = try dump(files, "--together").lines.dropFirst()
      .filter { !$0.contains(#""type":"touches""#) && !$0.contains(#""type":"transition""#) }
    for options in [
      ["--start", "connect"], ["--start", "connect", "--speed", "real"],
      ["--start", "connect", "--speed", "real", "--lead", "0.05"],
    ] {
      let socket = folder.file("events.sock")
      let program = try Program(
        ["--config", configuration, "--replay"] + files + ["--together", "--socket", socket] + options)
      try program.waitForComplaint("replay: waits for")
      var reader = try StreamReader(connectingTo: socket)
      let lines = try reader.linesToTheEnd()
      #expect(lines.last == #"{"type":"bye","reason":"end of replay"}"#)
      #expect(Array(lines.dropFirst().dropLast()) == dumped, "\(options)")
      #expect(try program.finish().code == 0)
    }
  }

  @Test("RPL-2 both screens are present before a subscribe starts the replay")
  func presentBeforeTheStart() throws {
    let files = [try screen("A↓100,100@10 A↑@80", "left"), try screen("B↓300,100@900 B↑@960", "right")]
    let socket = folder.file("events.sock")
    let program = try Program(
      ["--config", configuration, "--replay"] + files + ["--together", "--socket", socket])
    try program.waitForComplaint("replay: waits for the first subscribe")
    var reader = try StreamReader(connectingTo: socket)
    try reader.send(#"{"id":1,"command":"devices"}"#)
    let present = try reader.lines(upTo: #""id":1"#)
    #expect(summaries(present, of: "device") == ["10 device 1 added", "10 device 2 added"])
    try reader.send(#"{"command":"subscribe","filter":[{"device":2}]}"#)
    let lines = try reader.linesToTheEnd()
    #expect(summaries(lines, of: "gesture") == ["960 gesture 2 ended"])
    #expect(try program.finish().code == 0)
  }

  @Test("RPL-2 --together needs a replay, and recordings are measured without it")
  func arguments() throws {
    let alone = try Program.run("--together", "--dump")
    #expect(alone.code == 64 && alone.complaints.contains("--together is for --replay"))
    let measured = try Program.run("--measure", "--replay", try screen("", "a"), "--together")
    #expect(measured.code == 64 && measured.complaints.contains("give nothing else"))
  }

  // MARK: Bad input

  @Test(
    "RPL-2 of two recordings one is damaged: the error has file, line, what was found and what is allowed, and nothing is played",
    arguments: [false, true])
  func damaged(isFirst: Bool) throws {
    let good = try screen("A↓100,100@10 A↑@80", "good")
    var bytes = EvemuScript("A↓100,100@10 A↑@80").recording()
    let lines = bytes.split(separator: UInt8(ascii: "\n")).count
    bytes.removeLast(12)
    let bad = try folder.write(bytes, to: "bad.events")
    let names = folder.names
    let outcome = try dump(isFirst ? [bad, good] : [good, bad], "--together")
    #expect(outcome.code == 65 && outcome.output.isEmpty)
    #expect(
      outcome.complaints.hasPrefix("gestured: \(bad):\(lines): found ")
        && outcome.complaints.contains(", allowed is "), "\(outcome.complaints)")
    let socket = folder.file("events.sock")
    let served = try Program(
      ["--replay", good, bad, "--together", "--socket", socket]
    ).finish()
    #expect(served.code == 65 && served.complaints.contains("\(bad):\(lines): found "))
    #expect(folder.names == names)
  }

  @Test("RPL-2 a recording of a device that is not read is named, and the others play together all the same")
  func refused() throws {
    var device = EvemuScript.testScreen
    device.codes[EventCode.absolute] = CodeSet([EventCode.positionX])
    let refused = try folder.write(EvemuScript().recording(of: device), to: "refused.events")
    let files = [try screen("A↓100,100@10 A↑@80", "left"), try screen("B↓300,100@40 B↑@120", "right")]
    let outcome = try dump([files[0], refused, files[1]], "--together")
    #expect(outcome.code == 69 && outcome.complaints.contains("\(refused): its device “T1” is not read"))
    #expect(outcome.output == (try dump(files, "--together").output))
  }

  // MARK: Several devices

  @Test(
    "QUE-1 events of several devices come in the order of their stamps, those of one stamp in that of devices"
  )
  func orderOfStamps() throws {
    let touches = try screen("A↓100,100@0 A→100,101@5 A↑@10", "screen")
    let keyFirst = try dump([touches, try key(at: 9)], "--together")
    #expect(
      summaries(keyFirst.lines, of: "remote", "gesture").map { $0.prefix(9) } == ["9 remote ", "10 gestur"])
    #expect(
      summaries(keyFirst.lines, of: "touches", "remote").suffix(2).map { $0.prefix(9) } == [
        "9 remote ", "10 touche",
      ])
    let tie = try dump([touches, try key(at: 10)], "--together")
    #expect(
      summaries(tie.lines, of: "remote", "gesture").map { $0.prefix(10) } == ["10 gesture", "10 remote "])
    let other = try dump([try key(at: 10), touches], "--together")
    #expect(
      summaries(other.lines, of: "remote", "gesture").map { $0.prefix(10) } == ["10 remote ", "10 gesture"])
  }

  @Test("QUE-1 TIM-1 deadlines of one screen come between the events of another")
  func orderOfDeadlines() throws {
    let waiting = try folder.write(
      Self.taps + """
        [recognizer.exclusive]
        kind = "tap"
        require_to_fail = ["double"]
        [recognizer.double]
        kind = "tap"
        taps = 2

        """, to: "waiting.toml")
    let files = [
      try screen("A↓100,100@10 A↑@80", "left"),
      try screen("B↓300,100@20 B→300,200@429 B→300,300@430 B→300,310@431 B↑@500", "right"),
    ]
    let outcome = try dump(files, "--together", configuration: waiting)
    #expect(isSorted(outcome.lines))
    let lines = outcome.lines.filter { !$0.contains(#""type":"transition""#) }.map(summary)
    let exclusive = try #require(lines.firstIndex(of: "430 gesture 1 ended"))
    let first = try #require(lines.firstIndex(of: "430 touches 2 moved"))
    let second = try #require(lines.firstIndex(of: "431 touches 2 moved"))
    #expect(first < exclusive && exclusive < second, "\(lines)")
    #expect(try dump(files, "--together", "--speed", "real", configuration: waiting).output == outcome.output)
  }

  @Test("TCH-30 a screen that goes has its touches cancelled in one event, and the other's go on")
  func unplugged() throws {
    let files = [
      try screen("A↓100,100@10 B↓200,200@20 A→100,101@200", "left"),
      try screen("C↓300,100@50 C→320,100@150 C→340,100@250 C↑@300", "right"),
    ]
    let outcome = try dump(files, "--together")
    let cancels = outcome.lines.filter { $0.contains(#""phase":"cancelled""#) }
    #expect(cancels.map(summary) == ["200 touches 1 cancelled"])
    #expect(cancels.first?.ranges(of: #"{"id":"#).count == 2, "\(cancels)")
    let after = outcome.lines.drop { !$0.contains(#""phase":"cancelled""#) }.dropFirst()
    #expect(
      summaries(Array(after), of: "device", "touches") == [
        "200 device 1 removed", "250 touches 2 moved", "300 touches 2 ended", "300 device 2 removed",
      ])
    #expect(after.contains { $0.contains(#""kind":"pan","state":"ended""#) })
  }

  @Test("DMN-17 a touch of one screen never lands in a window of another")
  func windows() throws {
    let windows = try folder.write(
      Self.taps + """
        [region.plain]
        frame = [0, 0, 160, 100]

        [window.second]
        device = "right"

        [region.named]
        parent = "second"
        frame = [0, 0, 160, 100]

        """, to: "windows.toml")
    let files = [try screen("A↓100,100@10 A↑@80", "left"), try screen("B↓100,100@40 B↑@120", "right")]
    for (order, regions) in [
      (files, ["1 plain", "2 named"]), (files.reversed(), ["2 root", "1 named"]),
    ] {
      let outcome = try dump(order, "--together", configuration: windows)
      #expect(outcome.code == 0, "\(outcome.complaints)")
      let hits = outcome.lines.filter { $0.contains(#""phase":"began""#) }
        .map { "\(word("device", $0) ?? "") \(word("region", $0) ?? "")" }
      #expect(hits == regions)
    }
  }

  @Test(
    "ADD-8 idle lines of two screens are the same bytes at both speeds, and no span is waited for at the end")
  func idle() throws {
    let files = [
      try screen("A↓100,100@10 A↑@80 B↓100,100@1300 B↑@1400", "left"),
      try screen("C↓300,100@40 C↑@120", "right"),
    ]
    var all: [[String]] = []
    for speed in ["max", "real"] {
      let socket = folder.file("events.sock")
      let program = try Program(
        ["--config", configuration, "--replay"] + files
          + ["--together", "--speed", speed, "--socket", socket])
      try program.waitForComplaint("replay: waits for")
      var reader = try StreamReader(connectingTo: socket)
      try reader.send(#"{"command":"subscribe","idle":[1,3]}"#)
      all.append(try reader.linesToTheEnd().filter { !$0.contains(#""type":"hello""#) })
      #expect(try program.finish().code == 0)
    }
    #expect(all[0] == all[1])
    // The second screen is gone when its recording is over.
    #expect(
      all[0].filter { $0.contains(#""type":"idle""#) } == [
        #"{"type":"idle","time":1.12,"state":"began","after":1,"devices":[1]}"#,
        #"{"type":"idle","time":1.3,"state":"ended","after":1,"idle_for":1.18}"#,
      ])
  }

  // MARK: A sensor beside a screen

  private static let responders = SceneText()
    .table("recognizer.tap", #"kind = "tap""#, "passive = true")
    .region("panel", [10, 10, 60, 60], controller: "outer")
    .region("field", in: "panel", [0, 0, 20, 20], controller: "inner", isFocusable: true)
    .table("window.front", "frame = [80, 0, 80, 100]", "level = 1")
    .table("region.front_root", #"parent = "front""#, #"frame = [0, 0, "100%", "100%"]"#)
    .rights("focus", "key_window").text

  /// Plays a shake beside a tap to a client that has asked for some things before.
  ///
  /// - Returns: the states and receivers of the client's motion lines, and its other summaries.
  private func shake(_ requests: String..., listeningIn regions: [String]) throws -> (
    motion: [String], others: [String]
  ) {
    let file = try folder.write(Self.responders, to: "responders.toml")
    let touches = try screen("A↓100,100@100 A↑@400", "screen")
    let socket = folder.file("events.sock")
    let program = try Program([
      "--config", file, "--replay", touches, "docs/events/shake.events", "--together", "--socket", socket,
    ])
    try program.waitForComplaint("replay: waits for")
    var reader = try StreamReader(connectingTo: socket)
    for request in requests { try reader.send(request) }
    let filters = regions.map { #",{"type":"motion","region":"\#($0)","descendants":false}"# }.joined()
    try reader.send(#"{"command":"subscribe","filter":[{"type":"gesture"}\#(filters)]}"#)
    let lines = try reader.linesToTheEnd()
    #expect(!lines.contains { $0.contains(#""error":"#) }, "\(lines)")
    let outcome = try program.finish()
    #expect(outcome.code == 0, "\(outcome.complaints)")
    #expect(isSorted(lines.filter { !$0.contains(#""type":"reply""#) }))
    let motion = lines.filter { $0.contains(#""type":"motion""#) }
    return (
      motion.map { "\(word("state", $0) ?? "") \(word("receiver", $0) ?? "")" },
      summaries(lines, of: "motion", "gesture")
    )
  }

  private static func focus(_ region: String) -> String { #"{"command":"focus","region":"\#(region)"}"# }

  @Test(
    "RSP-8 RSP-11 a shake beside a touch goes to the first responder, whose controller is not the outermost")
  func shakeOfTheFirstResponder() throws {
    let (motion, others) = try shake(Self.focus("field"), listeningIn: ["field", "panel"])
    #expect(motion == ["began field", "ended field"])
    // The tap of 300 ms ended within the shake.
    #expect(others.map { $0.split(separator: " ")[1] } == ["motion", "gesture", "motion"], "\(others)")
  }

  @Test("RSP-1 RSP-11 a shake that nobody takes climbs to the region around, the root and the window")
  func shakeClimbs() throws {
    for stop in ["panel", "root", "window"] {
      #expect(
        try shake(Self.focus("field"), listeningIn: [stop]).motion == ["began \(stop)", "ended \(stop)"])
    }
    #expect(try shake(Self.focus("field"), listeningIn: ["front_root"]).motion == [])
  }

  @Test("RSP-10 without a first responder a shake starts at the key window")
  func shakeWithoutFirstResponder() throws {
    #expect(try shake(listeningIn: ["field", "panel", "root"]).motion == [])
    #expect(
      try shake(listeningIn: ["field", "window"]).motion == ["began window", "ended window"])
  }

  @Test("RSP-17 another key window takes the shake to its own responders")
  func shakeOfTheKeyWindow() throws {
    let key = #"{"command":"regions","key_window":"front"}"#
    #expect(
      try shake(Self.focus("field"), key, listeningIn: ["field", "window", "front"]).motion == [
        "began front", "ended front",
      ])
  }
}
