import GestureTestSupport
import Glibc
import ProcessTestSupport
import Testing

@Suite("gesturectl asks the daemon")
struct RequestTests {
  private let daemon: ReplayingDaemon
  private let daemons = ReplayingDaemons(start: "connect")

  init() throws {
    daemon = try ReplayingDaemon(start: "connect")
  }

  @Test("ping says that somebody answers, and how soon")
  func ping() throws {
    let outcome = try daemon.client(["ping"]).finish()
    #expect(outcome.code == 0, "\(outcome.complaints)")
    #expect(outcome.output.contains(#""ok":true,"time":"#))
    let text = try daemons.another().client(["ping", "--format", "text"]).finish()
    #expect(text.code == 0 && text.output.contains(" answers in "), "\(text.complaints)")
  }

  @Test("devices, status and regions are text for people and the daemon's lines for programs")
  func lists() throws {
    let devices = try daemon.client(["devices", "--format", "text"]).finish()
    #expect(devices.output.contains("T1, 160 x 100 mm, 10 fingers"), "\(devices)")
    let wire = try daemons.another().client(["devices", "--format", "json"]).finish()
    #expect(wire.output.hasPrefix(#"{"type":"reply","id":"#) && wire.output.contains(#""name":"T1""#))
    let status = try daemons.another().client(["status", "--format", "text"]).finish()
    #expect(status.code == 0 && status.output.contains("touchscreens: 1"), "\(status)")
    #expect(status.output.contains("client 1 on events"))
    for word in ["regions and windows: 2\n", "number of fingers counted: 5\n", "lines published: "] {
      #expect(status.output.contains(word), "\(status.output)")
    }
    let regions = try daemons.another("[region.panel]\nframe = [0, 0, 30, 30]\n")
      .client(["regions", "--format", "text"]).finish()
    #expect(regions.lines.contains { $0.hasPrefix("region panel present in root") }, "\(regions)")
    let lines = try daemons.another().client(["regions", "--format", "json"]).finish()
    #expect(lines.lines.allSatisfy { $0.hasPrefix(#"{"type":"region","#) } && !lines.lines.isEmpty)
  }

  @Test("TFW-4 convert prints points for people and the daemon's line for programs, and names a wrong point")
  func convert() throws {
    let outcome = try daemon.client([
      "convert", "80,50", "160,0", "--to-units", "normalized", "--format", "text",
    ])
    .finish()
    #expect(outcome.code == 0 && outcome.lines == ["0.5,0.5", "1.0,0.0"], "\(outcome)")
    let wire = try daemons.another().client(["convert", "80,50", "--to", "root", "--format", "json"]).finish()
    #expect(wire.output.contains(#""points":[[80,50]]"#), "\(wire)")
    let wrong = try daemons.another().client(["convert", "80;50"]).finish()
    #expect(wrong.code == 64 && wrong.complaints.contains("80;50"), "\(wrong)")
  }

  @Test("ACT-1 perform prints who took the action, and ends with 1 where no responder did")
  func perform() throws {
    let actions = "[application]\nactions = [\"undo\"]\n"
    let text = try daemons.another(actions).client(["perform", "undo", "--format", "text"]).finish()
    #expect(text.code == 1 && text.lines == ["no responder took it"], "\(text)")
    let wire = try daemons.another(actions).client([
      "perform", "undo", "--value", #"{"steps":2}"#, "--format", "json",
    ])
    .finish()
    #expect(wire.code == 1 && wire.output.contains(#""ok":true,"unhandled":true"#), "\(wire)")
    let unknown = try daemons.another(actions).client(["perform", "undoo"]).finish()
    #expect(unknown.code == 76 && unknown.complaints.contains("undo"), "\(unknown)")
    let wrong = try daemons.another(actions).client(["perform", "undo", "--value", "{"]).finish()
    #expect(wrong.code == 64 && wrong.complaints.contains("--value"), "\(wrong)")
  }

  @Test("ADD-1 a question starts no replay: a client that listens after all questions gets the first gesture")
  func questionsStartNoReplay() throws {
    let daemon = try ReplayingDaemon(speed: "max")
    _ = try daemon.start()
    for question in ["ping", "status", "devices", "regions", "status"] {
      for format in ["text", "json"] {
        let outcome = try Program(
          [question, "--format", format, "--socket", daemon.socket], of: "gesturectl"
        ).finish()
        #expect(outcome.code == 0, "\(question): \(outcome.complaints)")
      }
    }
    let listener = try Program(
      ["listen", "--type", "gesture", "--count", "1", "--format", "json", "--socket", daemon.socket],
      of: "gesturectl"
    ).finish()
    #expect(listener.code == 0 && listener.output.contains(#""time":0.53,"#), "\(listener)")
  }

  @Test("69 where nobody serves, it says how to start it, and where it looked")
  func notRunning() throws {
    for arguments in [["listen"], ["ping"], ["status"], ["devices"], ["regions"], ["inhibit", "--", "true"]] {
      let outcome = try Program(
        arguments, of: "gesturectl", environment: ["GESTURED_SOCKET": daemon.folder.file("none")]
      ).finish()
      #expect(outcome.code == 69 && outcome.output.isEmpty)
      #expect(
        outcome.complaints.hasPrefix(
          "gesturectl: \(daemon.folder.file("none")): gestured is not running there: "))
      #expect(outcome.complaints.contains("systemctl start gestured"))
      // The option --socket overrides the variable, so the variable is no advice.
      #expect(!outcome.complaints.contains("GESTURED_SOCKET"))
    }
  }

  @Test("CLI-8 the names for completions are those that the daemon has, and without it there are none")
  func names() throws {
    let names = try daemons.another().client(["names", "recognizers"]).finish()
    #expect(names.code == 0 && names.lines == ["long_press", "pan", "swipe", "tap"])
    #expect(try daemons.another().client(["names", "touchscreens"]).finish().lines == ["T1"])
    let nowhere = daemon.folder.file("none")
    let none = try Program.run("names", "regions", "--socket", nowhere, of: "gesturectl")
    #expect(none.code == 69 && none.output.isEmpty)
  }

  @Test(
    "CLI-8 completions ask at the socket that the line names, in each form of the option",
    arguments: [["--socket", "PATH"], ["--socket=PATH"], ["--socket", "=", "PATH"]])
  func completedNames(option: [String]) throws {
    let other = try daemons.another()
    let served = try other.start()
    let option = option.map { $0.replacing("PATH", with: other.socket) }
    let line = ["gesturectl", "explain"] + option + [""]
    for (words, names) in [
      (line, ["long_press", "pan", "swipe", "tap"]), (["gesturectl", "explain", "--"] + line, []),
    ] {
      let completion = try Program(
        ["---completion", "explain", "--", "positional@0", "\(words.count - 1)", "0"] + words,
        of: "gesturectl",
        environment: [
          "SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5.2", "GESTURED_SOCKET": daemon.folder.file("none"),
        ]
      ).finish()
      #expect(completion.code == 0 && completion.lines.filter { !$0.isEmpty } == names, "\(completion)")
    }
    _ = served
  }

  @Test(
    "CLI-8 each option that takes a name of the daemon's completes it, in lists too",
    arguments: [
      (["monitor", "--recognizer", ""], ["long_press", "pan", "swipe", "tap"]),
      (["monitor", "--recognizer", "tap,"], ["tap,long_press", "tap,pan", "tap,swipe"]),
      (["listen", "--recognizer", "pan,t"], ["pan,long_press", "pan,swipe", "pan,tap"]),
      (["listen", "--relative-to", ""], ["root", "window"]),
      (["convert", "--from", ""], ["root", "window"]),
      (["convert", "--to", ""], ["root", "window"]), (["filter", "--device", ""], ["1"]),
      (["record", "--device", ""], ["1"]), (["report", "--device", ""], ["1"]),
      (["set", "--device", ""], ["1"]),
      (["set", "positional@0", ""], ["long_press", "pan", "swipe", "tap"]),
      (["perform", "--sender", ""], ["root", "window"]), (["perform", "--target", ""], ["root", "window"]),
    ])
  func namesOfOptions(words: [String], names: [String]) throws {
    let daemon = try daemons.another()
    let served = try daemon.start()
    let line = ["gesturectl", words[0], "--socket", daemon.socket] + words.dropFirst()
    let completion = try Program(
      ["---completion", words[0], "--", words[1], "\(line.count - 1)", "\(words[2].count)"] + line,
      of: "gesturectl", environment: ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5.2"]
    ).finish()
    #expect(completion.code == 0 && completion.lines.filter { !$0.isEmpty } == names, "\(completion)")
    _ = served
  }

  @Test("CLI-8 switch --off completes recognizers and kinds")
  func switches() throws {
    let names = try daemons.another().client(["names", "switches"]).finish()
    #expect(names.code == 0 && names.lines.contains("swipe") && names.lines.contains("kind:swipe"))
    #expect(Set(names.lines).count == names.lines.count)
  }

  @Test("77 a user who may not connect is told which group may")
  func noPermission() throws {
    let closed = try SilentServer()
    let outcome = try Program(asAnotherUser: ["ping", "--socket", closed.path], of: "gesturectl").finish()
    #expect(outcome.code == 77)
    // The socket of a root without a group of its own is root's, and no user should join that group.
    let isRoots = geteuid() == 0 && getegid() == 0
    #expect(
      outcome.complaints.contains(
        isRoots ? "only the user who runs gestured may" : "only members of the group "))
    #expect(outcome.complaints.contains("usermod") != isRoots)
    guard isRoots else { return }
    try #require(unsafe chown(closed.path, 0, 60_123) == 0)
    let other = try Program(asAnotherUser: ["ping", "--socket", closed.path], of: "gesturectl").finish()
    #expect(other.complaints.contains("sudo usermod -aG 60123 $USER"))
  }

  @Test(
    "CLI-1 69 a file that is no socket is a place where gestured is not running, also where it is another user's"
  )
  func noSocket() throws {
    let file = try daemon.folder.write("text", to: "plain")
    try #require(unsafe chmod(file, 0o600) == 0)
    let outcome = try Program(asAnotherUser: ["listen", "--socket", file], of: "gesturectl").finish()
    #expect(outcome.code == 69)
    #expect(outcome.complaints.hasPrefix("gesturectl: \(file): gestured is not running there: "))
  }

  @Test("CLI-2 69 a client without a greeting says so early, and in the end names the log of the service")
  func noGreeting() throws {
    let silent = try SilentServer()
    for arguments in [["ping"], ["listen"], ["devices"]] {
      let outcome = try Program(
        arguments + ["--socket", silent.path], of: "gesturectl", environment: ["GESTURED_PATIENCE": "0.5"]
      ).finish()
      #expect(outcome.code == 69)
      let lines = outcome.complaints.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("journalctl -u gestured") })
      #expect(lines.first?.contains("sends no greeting yet") == true)
    }
  }

  @Test("inhibit holds private mode while the command runs, gives it its streams, and ends as it does")
  func inhibit() throws {
    let open = "[rights]\ninhibit = [\"*\"]\n"
    let outcome = try daemons.another(open).client(
      ["inhibit", "--socket"], endingWith: ["--", "sh", "-c", "echo in; exit 5"]
    )
    .finish()
    #expect(outcome.code == 5 && outcome.output == "in\n", "\(outcome)")
    let killed = try daemons.another(open).client(
      ["inhibit", "--socket"], endingWith: ["--", "sh", "-c", "kill -9 $$"]
    )
    .finish()
    #expect(killed.code == 137)
    let missing = try daemons.another(open).client(
      ["inhibit", "--socket"], endingWith: ["--", "/no/such/program"]
    )
    .finish()
    #expect(missing.code == 127 && missing.complaints.contains("cannot be started"))
  }

  @Test("ignore has no touch count while the command runs, and ends as it does")
  func ignore() throws {
    let open = "[rights]\nignore_interaction = [\"*\"]\n"
    let outcome = try daemons.another(open).client(
      ["ignore", "--socket"], endingWith: ["--", "sh", "-c", "echo in; exit 5"]
    ).finish()
    #expect(outcome.code == 5 && outcome.output == "in\n")
  }

  @Test("ignore --wake says that its end is the screen's light, which takes the same right")
  func wake() throws {
    let open = "[rights]\nignore_interaction = [\"*\"]\n"
    let outcome = try daemons.another(open).client(
      ["ignore", "--wake", "--socket"], endingWith: ["--", "sh", "-c", "echo dark; exit 3"]
    ).finish()
    #expect(outcome.code == 3 && outcome.output == "dark\n" && outcome.complaints.isEmpty)
  }

  @Test("RES-4 set changes a recognizer while its command runs, and a value at once")
  func set() throws {
    let toml = "[recognizer.back]\nkind = \"swipe\"\n[recognizer.zoom]\nkind = \"pinch\"\n"
    let outcome = try daemons.another(toml).client(
      ["set", "back", "--disable", "--option", "distance_mm=40", "--socket"],
      endingWith: ["--", "sh", "-c", "echo in; exit 5"]
    ).finish()
    #expect(outcome.code == 5 && outcome.output == "in\n" && outcome.complaints.isEmpty, "\(outcome)")
    let value = try daemons.another(toml).client(["set", "zoom", "--scale", "1"]).finish()
    #expect(value.code == 0 && value.complaints.isEmpty, "\(value)")
    for (arguments, complaint) in [
      (["set", "bcak", "--disable", "--socket"], "back"),
      (["set", "back", "--option", "distance_mm=0", "--socket"], "options.distance_mm"),
    ] {
      let refused = try daemons.another(toml).client(arguments, endingWith: ["--", "echo", "never"]).finish()
      #expect(refused.code == 76 && refused.output.isEmpty, "\(refused)")
      #expect(refused.complaints.contains(complaint), "\(refused)")
    }
    for wrong in [
      ["set", "back"], ["set", "back", "--disable"], ["set", "zoom", "--scale", "1", "--rotation", "1"],
      ["set", "back", "--enable", "--disable"], ["set", "back", "--option", "nothing"],
    ] {
      #expect(try daemons.another(toml).client(wrong).finish().code == 64, "\(wrong)")
    }
  }

  @Test("inhibit takes the lease again when the daemon is there again, and says when there was none")
  func takesTheLeaseAgain() throws {
    let open = try daemons.another("[rights]\ninhibit = [\"*\"]\n")
    let done = open.folder.file("done")
    let client = try open.client(
      ["inhibit", "--socket"],
      endingWith: ["--", "sh", "-c", "echo in; while [ ! -e \"$0\" ]; do sleep 0.01; done; echo out", done])
    try client.waitForOutput("in\n")
    // The recording has ended, and the daemon with it.
    try client.waitForComplaint("private mode is NOT on")
    let second = try open.start()
    try client.waitForComplaint("private mode is on now")
    second.send(15)
    _ = try second.finish()
    _ = try open.folder.write("", to: "done")
    let outcome = try client.finish()
    #expect(outcome.code == 0 && outcome.output == "in\nout\n", "\(outcome)")
    #expect(outcome.complaints.split(separator: "\n").count { $0.contains("NOT on") } == 2, "\(outcome)")
  }

  @Test(
    "inhibit --run-anyway runs the command without the lease too, and says so: a lock screen has to start")
  func runsAnyway() throws {
    let nowhere = daemon.folder.file("none")
    let alone = try Program(
      ["inhibit", "--run-anyway", "--socket", nowhere, "--", "sh", "-c", "echo locked; exit 4"],
      of: "gesturectl"
    ).finish()
    #expect(alone.code == 4 && alone.output == "locked\n", "\(alone)")
    #expect(alone.complaints.contains("gestured is not running there"))
    #expect(alone.complaints.contains("private mode is NOT on"))
    let silent = try SilentServer()
    let waiting = try Program(
      ["inhibit", "--run-anyway", "--socket", silent.path, "--", "echo", "locked"], of: "gesturectl"
    ).finish()
    #expect(waiting.code == 0 && waiting.output == "locked\n", "\(waiting)")
  }

  @Test("inhibit passes signals on")
  func signals() throws {
    let client = try daemons.another("[rights]\ninhibit = [\"*\"]\n").client(
      ["inhibit", "--socket"],
      endingWith: [
        "--", "sh", "-c", "trap 'echo told; exit 9' TERM; echo ready; while :; do sleep 0.01; done",
      ])
    try client.waitForOutput("ready")
    client.send(15)
    let outcome = try client.finish()
    #expect(outcome.code == 9 && outcome.output == "ready\ntold\n")
  }
}
