import GestureTestSupport
import ProcessTestSupport
import Testing

@Suite("gesturectl listen")
struct ListenTests {
  private let daemon: ReplayingDaemon
  private let daemons = ReplayingDaemons()

  init() throws {
    daemon = try ReplayingDaemon(start: "connect")
  }

  private func listen(_ arguments: String...) throws -> Program.Outcome {
    try daemon.client(["listen", "--format", "json"] + arguments).finish()
  }

  @Test("the lines are the daemon's own, to the last word, and the end of a replay is no failure")
  func passesThrough() throws {
    let outcome = try listen()
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(outcome.lines.first?.hasPrefix(#"{"type":"hello","protocol":1,"#) == true)
    #expect(outcome.lines.last == #"{"type":"bye","reason":"end of replay"}"#)
    #expect(outcome.lines == (try daemon.lines()))
  }

  @Test("--kind, --recognizer, --touch-count, --state, --region, --device and --type choose lines")
  func filters() throws {
    // All replays run at once, because each one takes time.
    var runs: [(run: Program, expected: Set<String>, warning: String)] = []
    func expect(_ expected: Set<String>, _ arguments: String..., warning: String = "") throws {
      let client = try daemons.another().client(["listen", "--format", "json"] + arguments)
      runs.append((client, expected, warning))
    }
    try expect(["tap"], "--kind", "tap")
    try expect(["tap", "swipe"], "--kind", "tap,swipe", "--touch-count", "1")
    try expect(["tap", "pan"], "--kind", "tap", "--kind", "pan")
    try expect(
      [], "--recognizer", "double_tap",
      warning: "--recognizer double_tap: there is no such recognizer that this client may hear of now")
    try expect(["tap", "swipe"], "--recognizer", "*", "--recognizer", "nobody", "--kind", "tap,swipe")
    try expect(["tap"], "--touch-count", "2")
    try expect(["pan", "long_press"], "--state", "began")
    try expect(["tap"], "--region", "root", "--kind", "tap")
    try expect([], "--region", "nowhere", warning: "--region nowhere: there is no such region now")
    try expect(["tap"], "--device", "1", "--kind", "tap")
    try expect(["tap"], "--device", "T1", "--kind", "tap")
    try expect([], "--device", "2", warning: "--device 2: there is no such touchscreen now")
    try expect([], "--type", "settled")
    for (run, expected, warning) in runs {
      let outcome = try run.finish()
      #expect(outcome.code == 0)
      #expect(
        outcome.complaints
          == (warning.isEmpty ? "" : "gesturectl: \(warning): no lines come until there is\n"))
      let gestures = outcome.lines.filter { $0.hasPrefix(#"{"type":"gesture""#) }
      let kinds = gestures.compactMap { line in
        line.split(separator: "\"kind\":\"").last.map { String($0.prefix { $0 != "\"" }) }
      }
      #expect(Set(kinds) == expected)
    }
  }

  @Test("TFW-5 --relative-to gives places of a region, and names one that does not exist")
  func relative() throws {
    let toml = "[region.panel]\nframe = [10, 20, 30, 30]\n"
    func places(_ arguments: String...) throws -> [String] {
      let client = try daemons.another(toml).client(
        ["listen", "--format", "json", "--kind", "tap"] + arguments)
      return try client.finish().lines.compactMap { line in
        line.split(separator: #","location":["#).dropFirst().first.map { String($0.prefix { $0 != "]" }) }
      }
    }
    let (plain, relative) = (try places(), try places("--relative-to", "panel"))
    #expect(!plain.isEmpty && plain.count == relative.count)
    for (one, other) in zip(plain, relative) {
      let (screen, region) = (
        one.split(separator: ",").compactMap { Double($0) },
        other.split(separator: ",").compactMap { Double($0) }
      )
      #expect(abs(screen[0] - 10 - region[0]) < 0.001 && abs(screen[1] - 20 - region[1]) < 0.001)
    }
    let wrong = try daemons.another(toml).client(["listen", "--relative-to", "pannel"]).finish()
    #expect(
      wrong.code == 76 && wrong.complaints.contains("relative_to") && wrong.complaints.contains("panel"),
      "\(wrong)")
  }

  @Test("ADD-13 --fingers lists the fingers of each gesture, as lines and as text")
  func fingers() throws {
    let plain = try listen("--kind", "tap").lines.filter { $0.contains(#""kind":"tap""#) }
    let lines = try listen("--fingers", "--kind", "tap").lines.filter { $0.contains(#""kind":"tap""#) }
    #expect(!lines.isEmpty && lines.count == plain.count)
    #expect(plain.allSatisfy { !$0.contains("fingers") })
    for (line, plain) in zip(lines, plain) {
      #expect(line.hasPrefix(plain.dropLast()) && line.contains(#","fingers":[{"id":"#), "\(line)")
    }
    let text = try daemons.another().client(["listen", "--format", "text", "--fingers", "--kind", "tap"])
    let words = try text.finish().lines.filter { $0.contains(", fingers ") }
    #expect(words.count == lines.count && words.allSatisfy { $0.hasSuffix(" (up)") }, "\(words)")
  }

  @Test("--units, --rate and --snapshot are asked for")
  func manner() throws {
    let pixels = try listen("--units", "normalized", "--kind", "tap", "--touch-count", "1")
    let tap = try #require(pixels.lines.first { $0.contains(#""kind":"tap""#) })
    #expect(tap.contains(#""location":[0.0977,0.1563]"#), "\(tap)")
    let unknown = try listen("--units", "px", "--kind", "tap")
    #expect(
      unknown.code == 0
        && unknown.complaints
          == "gesturectl: touchscreen 1 has no places in these units: its pixels are not known: set pixels in its "
          + "[device.NAME] table\n",
      "\(unknown.complaints)")
    #expect(try listen("--snapshot").lines.contains { $0.hasPrefix(#"{"type":"snapshot","#) })
    let few = try listen("--rate", "1", "--kind", "pan").lines.count { $0.contains(#""state":"changed""#) }
    let all = try listen("--kind", "pan").lines.count { $0.contains(#""state":"changed""#) }
    #expect(few < all)
  }

  @Test("ADD-7 --idle prints when no finger has been down for a time, and when one lands, in both formats")
  func idle() throws {
    let story = EvemuScript("A↓100,100@500 A↑@1000 B↓100,100@40000 B↑@40100")
    func listen(_ format: String) throws -> Program.Outcome {
      let daemon = try ReplayingDaemon(playing: story, speed: "max")
      return try daemon.client(
        ["listen", "--idle", "5,30", "--kind", "swipe", "--format", format]
      ).finish()
    }
    let lines = try listen("json")
    #expect(lines.code == 0 && lines.complaints.isEmpty)
    #expect(
      lines.lines.filter { $0.contains(#""type":"idle""#) } == [
        #"{"type":"idle","time":6,"state":"began","after":5,"devices":[1]}"#,
        #"{"type":"idle","time":31,"state":"began","after":30,"devices":[1]}"#,
        #"{"type":"idle","time":40,"state":"ended","after":30,"idle_for":39}"#,
      ])
    let text = try listen("text")
    #expect(
      text.lines.filter { $0.contains("idle") } == [
        "6  idle for 5 s", "31  idle for 30 s", "40  no longer idle, after 39 s",
      ], "\(text.output)")
    for (value, complaint) in [
      ("0", "--idle is 0.0: give 1 to 86400 seconds"), ("5,nan", "--idle is nan"),
      ("1,2,3,4,5,6,7,8,9", "--idle has 9 spans: give at most 8"),
    ] {
      let refused = try Program.run("listen", "--idle", value, of: "gesturectl")
      #expect(refused.code == 64 && refused.complaints.contains(complaint), "\(refused.complaints)")
    }
  }

  @Test("who asks for raw touches gets them from raw.sock, and is told of it where another socket is given")
  func rawTouches() throws {
    let raw = try daemons.another("[socket]\nraw = true\n")
    _ = try raw.start()
    let touches = try Program(
      ["listen", "--type", "touches"], of: "gesturectl", environment: ["GESTURED_SOCKET": raw.socket]
    ).finish()
    #expect(touches.code == 0 && touches.output.contains(#"{"type":"touches""#), "\(touches.complaints)")
    let other = try daemons.another("[socket]\nraw = true\n")
    _ = try other.start()
    let all = try Program(
      ["listen", "--touches", "coalesced,all"], of: "gesturectl",
      environment: ["GESTURED_SOCKET": other.socket]
    ).finish()
    #expect(all.code == 0 && all.output.contains(#","all":[{"id":"#), "\(all.complaints)")
    #expect(all.output.contains(#""coalesced":[{"#))
    let none = try Program(
      ["listen", "--touches", "none,all"], of: "gesturectl", environment: ["GESTURED_SOCKET": other.socket]
    ).finish()
    #expect(none.code == 64 && none.complaints.contains("--touches has none beside other words"))
    let refused = try listen("--touches", "phases")
    #expect(refused.code == 77 && refused.output.isEmpty)
    #expect(refused.complaints.contains("which raw = true in [socket] opens; see raw.sock"))
  }

  @Test("--count ends after so many lines, --timeout after so long, with 3 where the count was not reached")
  func ends() throws {
    let one = try listen("--count", "1", "--kind", "tap")
    #expect(one.code == 0)
    #expect(one.lines.count { $0.hasPrefix(#"{"type":"gesture""#) } == 1)
    #expect(one.lines.last?.hasPrefix(#"{"type":"gesture""#) == true)
    let silent = try SilentServer()
    let timeout = ["listen", "--socket", silent.path, "--timeout", "0.05"]
    #expect(try Program(timeout, of: "gesturectl").finish().code == 0)
    #expect(try Program(timeout + ["--count", "1"], of: "gesturectl").finish().code == 3)
  }

  @Test("--format text is lines for people, without braces")
  func text() throws {
    let outcome = try daemon.client(["listen", "--format", "text"]).finish()
    #expect(outcome.code == 0 && !outcome.output.contains("{"))
    #expect(outcome.lines.contains { $0.contains("tap ended, 1 finger, taps 1, at ") })
    #expect(outcome.lines.contains { $0.contains("touchscreen 1 added: T1, 160 x 100 mm, 10 fingers") })
    #expect(outcome.lines.contains { $0.contains("swipe ended") && $0.contains("right") })
  }

  @Test(
    "--exec runs a command for each gesture, with its values in the environment and the line on its input")
  func exec() throws {
    let outcome = try listen(
      "--kind", "tap,swipe", "--exec",
      #"read -r line; echo "$GESTURE_KIND $GESTURE_TOUCH_COUNT $GESTURE_X $GESTURE_LOCATION_Y $GESTURE_DIRECTION|$line""#
    )
    #expect(outcome.code == 0, "\(outcome.complaints)")
    #expect(outcome.lines.count >= 3)
    #expect(
      outcome.lines.first?.hasPrefix(#"tap 1 15.625 15.625 |{"type":"gesture","#) == true, "\(outcome.lines)")
    #expect(outcome.lines.contains { $0.hasPrefix("swipe 1") && $0.contains(" right|{") })
  }

  @Test(
    "a command that fails, or does not read, is told of or not, and listening goes on; --parallel lets them overlap"
  )
  func failingCommands() throws {
    let outcome = try listen("--kind", "tap,swipe", "--exec", "exec 0<&-; echo x; exit 7", "--parallel", "3")
    #expect(outcome.code == 0 && outcome.lines.count >= 3 && Set(outcome.lines) == ["x"])
    #expect(
      outcome.complaints
        == String(
          repeating: "gesturectl: --exec: the command ended with exit code 7\n", count: outcome.lines.count))
    // Each command waits for the other one. One at a time would never end.
    let meeting = daemon.folder.file("meeting")
    let both = try listen(
      "--kind", "tap,swipe", "--parallel", "3", "--exec",
      "echo . >>\(meeting); while [ $(wc -l <\(meeting)) -lt 2 ]; do :; done; echo met")
    #expect(both.lines.count >= 3 && Set(both.lines) == ["met"])
  }

  @Test("a reader that has seen enough ends it quietly; an output that is full does not")
  func outputs() throws {
    let socket = daemon.socket
    let served = try daemon.start()
    let head = try Program(
      script: #"{ "$0" listen --format json --socket "$1"; echo "ended with $?" >&2; } | head -n 1"#,
      [socket],
      of: "gesturectl"
    ).finish()
    #expect(head.lines.count == 1 && head.complaints == "ended with 0\n")
    _ = try served.finish()
    let again = try daemon.start()
    let full = try Program(script: #""$0" listen --socket "$1" >/dev/full"#, [socket], of: "gesturectl")
      .finish()
    #expect(full.code == 74)
    #expect(full.complaints == "gesturectl: standard output cannot be written: No space left on device\n")
    _ = try again.finish()
  }

  @Test("--reconnect waits for a daemon, says so once, and connects again where it goes")
  func reconnect() throws {
    let client = try Program(
      [
        "listen", "--socket", daemon.socket, "--reconnect", "--kind", "tap", "--touch-count", "2", "--count",
        "2",
      ],
      of: "gesturectl")
    try client.waitForComplaint("gestured is not running there")
    _ = try daemon.start().finish()
    try client.waitForComplaint("connected again")
    _ = try daemon.start().finish()
    let outcome = try client.finish()
    #expect(outcome.code == 0)
    #expect(outcome.lines.count { $0.contains(#""kind":"tap""#) } == 2)
  }
}
