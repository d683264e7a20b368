import GestureTestSupport
import Glibc
import ProcessTestSupport
import Testing
import TouchInput

@Suite struct ReplayTests {
  private let folder: TemporaryFolder
  private let recording: String
  private static let story = EvemuScript(
    """
    A↓100,100@10 A↑@80
    B↓100,100@1000 B→130,100@1010 B→160,100@1020 B→190,100@1030 B↑@1040
    C↓50,50@2000 D↓80,50@2003 C↑@2090 D↑@2091
    E↓200,200@3000 E↑@4000
    """)

  init() throws {
    folder = try TemporaryFolder()
    recording = try folder.write(Self.story.recording(), to: "story.evemu")
  }

  @Test("JSN-7 --dump gives the same bytes each time, and at a pipe they are the wire's JSON lines")
  func equalBytes() throws {
    let first = try dump("--format", "json")
    #expect(first.code == 0 && first.complaints.isEmpty)
    #expect(first.lines.first?.hasPrefix(#"{"type":"hello","protocol":1,"#) == true)
    #expect(first.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    let gestures = first.lines.filter { $0.hasPrefix(#"{"type":"gesture""#) }
    for kind in ["tap", "pan", "swipe", "long_press"] {
      #expect(gestures.contains { $0.contains(#""kind":"\#(kind)""#) }, "no \(kind)")
    }
    #expect(try dump("--format", "json").output == first.output)
    #expect(try dump().output == first.output)
  }

  @Test("A recording of libinput gives the same bytes as one of evemu")
  func libinputRecording() throws {
    var text = """
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event7
        evdev:
          name: "T1"
          id: [3, 0, 0, 1]
          codes:
            1: [330]
            3: [47, 53, 54, 57]
          absinfo:
            47: [0, 9, 0, 0, 0]
            53: [0, 10239, 0, 0, 64]
            54: [0, 6399, 0, 0, 64]
            57: [0, 65535, 0, 0, 0]
          properties: [1]
        events:

      """
    for event in Self.story.events {
      let (seconds, microseconds) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      text +=
        "  - evdev:\n    - [\(seconds), \(microseconds), \(event.type), \(event.code), \(event.value)] #\n"
    }
    let file = try folder.write(text, to: "story.yml")
    let outcome = try Program.run("--replay", file, "--dump")
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(outcome.output == (try dump().output))
  }

  @Test("--format text is aligned text, without colours at a pipe, and the same each time")
  func text() throws {
    let first = try dump("--format", "text")
    #expect(first.code == 0)
    #expect(!first.output.contains("{") && !first.output.contains("\u{1b}"))
    #expect(first.lines.contains { $0.contains("tap") && $0.contains("ended") })
    #expect(try dump("--format", "text").output == first.output)
  }

  @Test(
    "P14 the user's language, numbers and time zone change no byte, nor does the case of Turkish",
    arguments: [
      ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"],
      ["LC_ALL": "no such thing"],
      ["LC_ALL": nil, "LANG": nil, "TZ": "Pacific/Chatham"],
    ] as [[String: String?]])
  func locale(environment: [String: String?]) throws {
    for format in ["json", "text"] {
      let usual = try Program.run(
        "--replay", recording, "--dump", "--format", format, environment: ["LC_ALL": "C"])
      let other = try Program.run(
        "--replay", recording, "--dump", "--format", format, environment: environment)
      #expect(other.output == usual.output && other.code == 0)
    }
  }

  @Test(
    "ADD-24 --dump --declarations begins with the regions and recognizers, and is as before without these lines"
  )
  func declarations() throws {
    let configuration = try folder.write(
      "[region.menu]\nframe = [0, 0, 30, 100]\n[recognizer.tap]\nkind = \"tap\"\ntouches = [1, 2]\nregion = \"menu\"\n",
      to: "declared.toml")
    func dump(_ more: String...) throws -> [String] {
      try Program(["--config", configuration, "--replay", recording, "--dump", "--format", "json"] + more)
        .finish().lines
    }
    let (plain, declared) = (try dump(), try dump("--declarations"))
    #expect(
      declared.prefix(6).map { String($0.dropFirst(9).prefix { $0 != "\"" }) } == [
        "hello", "device", "region", "region", "region", "recognizer",
      ], "\(declared.prefix(6))")
    #expect(
      declared[2].hasPrefix(#"{"type":"region","seq":1,"#) && declared[2].contains(#""state":"present""#))
    #expect(
      declared.contains {
        $0.contains(#""region":"menu","state":"present","parent":"root","owner":"configuration""#)
      })
    #expect(
      declared[5].contains(
        #""recognizer":"tap","kind":"tap","state":"present","touch_count":[1,2],"region":"menu""#))
    #expect(declared[5].contains(#""options":{"taps":1,"movement_mm":7.0313,"#), "\(declared[5])")
    #expect(declared.filter { !$0.contains(#""state":"present""#) } == plain)
    let text = try Program([
      "--config", configuration, "--replay", recording, "--dump", "--format", "text", "--declarations",
    ]).finish()
    #expect(
      text.lines.contains { $0.hasSuffix("region     present      menu: 0,0 30 x 100 mm, in root") },
      "\(text.lines.prefix(8))")
    #expect(text.lines.contains { $0.hasSuffix("recognizer present      tap: tap, touches: 1-2, in menu") })
    #expect(try Program.run("--replay", recording, "--declarations").code == 64)
  }

  @Test("VIEW-13 the root's line of --dump --declarations has the exclusion zones of its touchscreen")
  func declaredExclusions() throws {
    let configuration = try folder.write(
      """
      [exclusion.bar]
      frame = [0, 0, "100%", 6]
      [exclusion.corner]
      frame = ["90%", "90%", "10%", "10%"]
      touch_types = ["finger", "eraser"]
      [exclusion.elsewhere]
      device = "another screen"
      frame = [0, 0, 1, 1]
      [recognizer.tap]
      kind = "tap"

      """, to: "excluded.toml")
    func dump(_ more: String...) throws -> [String] {
      try Program(["--config", configuration, "--replay", recording, "--dump"] + more).finish().lines
    }
    let declared = try dump("--format", "json", "--declarations")
    let root = try #require(declared.first { $0.contains(#""region":"root","state":"present""#) })
    #expect(
      root.hasSuffix(
        #""frame":[0,0,160,100],"exclusions":[{"name":"bar","frame":[0,0,160,6]},{"name":"corner","frame":[144,90,16,10],"touch_types":["finger","eraser"]}]}"#
      ), "\(root)")
    #expect(declared.filter { $0.contains("exclusions") } == [root])
    #expect(try dump("--format", "json").allSatisfy { !$0.contains("exclusions") })
    let text = try dump("--format", "text", "--declarations")
    #expect(
      text.contains { $0.hasSuffix("exclusion bar 0,0 160 x 6 mm, exclusion corner 144,90 16 x 10 mm") })
  }

  @Test("ADD-24 the demo's dump begins with hello, device, then the region root")
  func demoDeclarations() throws {
    let demo = try Program.run(
      "--replay", "docs/recordings/demo.events", "--dump", "--declarations", "--format", "json")
    let first = demo.lines.prefix(3)
    #expect(first.map { String($0.dropFirst(9).prefix { $0 != "\"" }) } == ["hello", "device", "region"])
    #expect(first.last?.contains(#""region":"root""#) == true, "\(first)")
  }

  @Test("--dump | head -1 ends quietly")
  func head() throws {
    let long = try folder.write(Self.longStory.recording(), to: "long.evemu")
    let outcome = try Program(
      script: #"{ "$0" --replay "$1" --dump; echo "ended with $?" >&2; } | head -n 1"#, [long]
    ).finish()
    #expect(outcome.lines.count == 1)
    #expect(outcome.complaints == "ended with 0\n")
  }

  @Test("A dump to a full disk is told of and is no success")
  func fullDisk() throws {
    let outcome = try Program(script: #""$0" --replay "$1" --dump >/dev/full"#, [recording]).finish()
    #expect(outcome.code == 71)
    #expect(outcome.complaints == "gestured: standard output: write failed: No space left on device\n")
  }

  @Test("65 what is no recording is told with file and line, before anything is played")
  func noRecording() throws {
    let bad = try folder.write("# EVEMU 1.3\nN: x\nI: nonsense\n", to: "bad.evemu")
    let outcome = try Program.run("--replay", recording, bad, "--dump")
    #expect(outcome.code == 65 && outcome.output.isEmpty)
    #expect(outcome.complaints.hasPrefix("gestured: \(bad):3: found 'nonsense', allowed is "))
    let missing = try Program.run("--replay", folder.file("missing"), "--dump")
    #expect(missing.code == 65 && missing.complaints.contains("No such file or directory"))
    let directory = try Program.run("--replay", folder.path, "--dump")
    #expect(directory.code == 65 && directory.complaints.contains("not a regular file"))
  }

  @Test("69 a recording of no touch device is refused with the reason; the others are played all the same")
  func noTouchDevice() throws {
    var device = EvemuScript.testScreen
    device.codes[EventCode.absolute] = CodeSet([EventCode.positionX])
    let refused = try folder.write(EvemuScript().recording(of: device), to: "a.evemu")
    let alone = try Program.run("--replay", refused, "--dump")
    #expect(alone.code == 69 && alone.output.isEmpty)
    #expect(alone.complaints.hasPrefix("gestured: \(refused): its device “T1” is not read: "))
    #expect(alone.complaints.contains("only one of its two position axes"))
    let both = try Program.run("--replay", refused, recording, "--dump")
    #expect(both.code == 69)
    #expect(both.output == (try dump().output))
    #expect(both.complaints.contains("1 of 2 recordings were not played"))
  }

  @Test("TCH-33 a recording whose first touch lacks a coordinate is played, and warned of in one line")
  func untoldPlace() throws {
    var script = EvemuScript()
    for (code, value) in [(EventCode.trackingID, 1), (EventCode.positionX, 6400)] as [(UInt16, Int32)] {
      script.append(type: EventCode.absolute, code: code, value: value, at: .milliseconds(10))
    }
    script.append(type: 0, code: EventCode.report, value: 0, at: .milliseconds(10))
    script.append("B↓100,100@500 B↑@560")
    let file = try folder.write(script.recording(), to: "untold.evemu")
    let outcome = try Program.run("--replay", file, "--dump", "--format", "json")
    #expect(outcome.code == 0)
    #expect(
      outcome.complaints == """
        gestured: \(file): warning: “T1” gives no y for 1 touch: a kernel repeats no value from before the recording. \
        gestured assumes y = 0, the edge of the panel. Record again with gestured --record, which writes these values first.

        """)
    #expect(outcome.lines.contains { $0.contains(#""location":[100,0]"#) })
    #expect(try dump().complaints.isEmpty)
  }

  @Test("--dump opens no socket, so that it runs beside the service")
  func noSocket() throws {
    let socket = folder.file("events.sock")
    let outcome = try Program.run(
      "--replay", recording, "--dump", environment: ["GESTURED_SOCKET": socket])
    #expect(outcome.code == 0)
    #expect(folder.names == ["story.evemu"])
  }

  @Test("--replay may be given again, and its files are played in order")
  func twice() throws {
    let outcome = try Program.run("--replay", recording, "--dump", "--replay", recording)
    #expect(outcome.code == 0)
    #expect(outcome.lines.filter { $0.contains(#""state":"added""#) }.count == 2)
  }

  @Test(
    "FLT-99 with a socket a subscriber gets the complete stream, the greeting names the filter, and the program ends with the recording"
  )
  func socket() throws {
    let socket = folder.file("events.sock")
    let program = try Program(["--replay", recording, "--socket", socket, "--start", "connect"])
    try program.waitForComplaint("replay: waits for")
    var reader = try StreamReader(connectingTo: socket)
    let lines = try reader.linesToTheEnd()
    #expect(
      lines.first?.contains(
        #""features":["owners","replay_subscribe","device_rotation","region_matrix","all_touches","relative_to","idle","fingers","transform_velocity","filter","limit"]"#
      ) == true)
    #expect(lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    let dumped = try dump().lines.filter {
      !$0.hasPrefix(#"{"type":"touches""#) && !$0.hasPrefix(#"{"type":"transition""#)
    }
    // Only the greeting of a client lists additions to the protocol.
    #expect(lines.dropFirst().dropLast() == dumped.dropFirst())
    #expect(try program.finish().code == 0)
    #expect(!folder.names.contains("events.sock"))
  }

  @Test("a client that has gone when the daemon looks starts a replay that waits for one")
  func briefClient() throws {
    let socket = folder.file("events.sock")
    let program = try Program(["--replay", recording, "--socket", socket, "--start", "connect"])
    try program.waitForComplaint("replay: waits for the first client")
    program.send(SIGSTOP)
    _ = try StreamReader(connectingTo: socket)
    program.send(SIGCONT)
    #expect(try program.finish().code == 0)
  }

  @Test("P11 with standard input, output and error closed it serves as ever")
  func closedStreams() throws {
    let socket = folder.file("events.sock")
    let program = try Program(
      script: #""$0" --replay "$1" --start connect --socket "$2" <&- >&- 2>&-"#, [recording, socket])
    var reader = try StreamReader.connecting(whenServed: socket)
    let lines = try reader.linesToTheEnd()
    #expect(lines.first?.hasPrefix(#"{"type":"hello","#) == true)
    #expect(lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    #expect(try program.finish().code == 0)
  }

  private func dump(_ options: String...) throws -> Program.Outcome {
    try Program(["--replay", recording, "--dump"] + options).finish()
  }

  /// More bytes than a pipe holds.
  private static let longStory: EvemuScript = {
    var script = EvemuScript()
    for number in 0..<400 {
      script.append("A↓100,100@\(number * 500) A→200,100@\(number * 500 + 20) A↑@\(number * 500 + 40)")
    }
    return script
  }()
}
