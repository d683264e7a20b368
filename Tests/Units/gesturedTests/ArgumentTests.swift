import GestureTestSupport
import ProcessTestSupport
import Testing

@testable import gestured

@Suite struct ArgumentTests {
  @Test("--help teaches every option, every exit code and a client")
  func help() throws {
    let help = try Program.run("--help")
    #expect(help.code == 0 && help.complaints.isEmpty)
    let options = [
      "--dump", "--explain", "--format", "--replay", "--speed", "--start", "--lead", "--list-devices",
      "--quiet", "--record",
      "--calibrate", "--measure", "--seconds", "--check-config",
      "--config", "--socket", "--raw-socket", "--verbose", "--version", "--help",
    ]
    for option in options {
      #expect(help.output.contains("  \(option) ") || help.output.contains(", \(option) "))
    }
    let codes = [
      "0   done", "1   --explain: the recognizer never fired", "64 ", "65 ", "69 ", "71 ", "73 ", "75 ",
      "77 ",
      "78 ",
    ]
    // The help wraps words to the width of a terminal.
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for code in codes { #expect(help.output.contains("\n  \(code)")) }
    #expect(text.contains("socat -u UNIX-CONNECT:/run/gestured/events.sock -"))
    #expect(text.contains("GESTURED_SOCKET") && text.contains("/etc/gestured/gestured.toml"))
  }

  @Test("--version is one line with the program's name")
  func version() throws {
    let version = try Program.run("--version")
    #expect(version.code == 0)
    let number = version.output.wholeMatch(of: /gestured \d+\.\d+\.\d+\n/)
    #expect(number != nil)
  }

  @Test(
    "64 wrong arguments: the message names what is wrong, and nothing is done",
    arguments: [
      (["--bogus"], "--bogus"), (["extra"], "extra"), (["--replay"], "--replay"),
      (["--dump", "--replay"], "--replay"), (["--format", "xml", "--dump"], "xml"),
      (["--replay", "f", "--speed", "2"], "2"), (["--speed", "real", "--dump"], "--speed is for --replay"),
      (["--start", "connect"], "--start is for a replay that is served"),
      (["--replay", "f", "--dump", "--start", "connect"], "--start is for a replay that is served"),
      (["--replay", "f", "--start", "now"], "now"),
      (["--replay", "f", "--lead", "1"], "add --speed real"),
      (["--lead", "1", "--dump"], "add --speed real"),
      (["--replay", "f", "--speed", "real", "--lead", "61"], "give 0 to 60 seconds"),
      (["--replay", "f", "--speed", "real", "--lead", "nan"], "give 0 to 60 seconds"),
      (["--measure", "--replay", "f", "--start", "connect"], "reads its devices from the files"),
      (["--list-devices", "--dump"], "give one of them"),
      (["--check-config", "--replay", "f"], "give one of them"),
      (["--record", "x", "--list-devices"], "give one of them"),
      (["--calibrate", "--measure"], "give one of them"), (["--calibrate", "--dump"], "give one of them"),
      (["--measure", "x", "--replay", "f"], "reads its devices from the files"),
      (["--measure", "--replay", "f", "--dump"], "give one of them"),
      (["--measure", "--replay", "f", "--seconds", "3"], "reads its devices from the files"),
      (["--seconds", "3"], "--seconds is for --measure"), (["--measure", "--seconds", "0"], "1 to 86400"),
      (["--calibrate", "--socket", "/tmp/x"], "--socket is for serving"),
      (["--quiet"], "--quiet is for --list-devices"),
      (["--format", "json"], "--format is for"),
      (["--socket", "/tmp/x", "--check-config"], "--socket is for serving"),
      (["--raw-socket", "/tmp/x", "--list-devices"], "--raw-socket is for serving"),
      (["--socket", "/" + String(repeating: "x", count: 107)], "has 108 bytes"),
      (["--socket", "@name"], "abstract"),
      (["--socket", "name"], "relative"), (["--socket", ""], "empty"),
    ])
  func usage(arguments: [String], expected: String) throws {
    let outcome = try Program(arguments).finish()
    #expect(outcome.code == 64)
    #expect(outcome.complaints.contains(expected))
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "A service's arguments give the same options with and without the parser",
    arguments: [
      [], ["--config", "a.toml"], ["--socket", "/tmp/x"], ["--raw-socket", "/tmp/x"], ["--verbose"],
      ["--verbose", "--raw-socket", "b", "--config", "a b=c", "--socket", "d"],
      ["--config", "first", "--config", "last", "--verbose", "--verbose"],
    ])
  func serviceOptions(arguments: [String]) throws {
    let short = try #require(SessionOptions(ofService: arguments))
    let command = try Gestured.parse(arguments)
    #expect(command.tools.count == 0)
    var whole = SessionOptions(command)
    whole.tools = nil
    #expect("\(short)" == "\(whole)")
  }

  @Test(
    "The parser reads all arguments other than a service's plain ones",
    arguments: [
      ["--help"], ["-h"], ["--version"], ["--dump"], ["--config", "a", "--check-config"], ["--config"],
      ["--config", ""], ["--config", "--verbose"], ["--config", "-"], ["--config=a"], ["-v"], ["--verbose=1"],
      ["verbose"], ["config", "a"], ["--conf", "a"], ["--socket", "a", "b"], ["--", "--verbose"], ["--"],
      [""],
      ["--generate-completion-script", "bash"], ["---completion", "--", "--config", "0", "0", ""],
    ])
  func parserOptions(arguments: [String]) {
    #expect(SessionOptions(ofService: arguments) == nil)
  }

  @Test(
    "A wrong argument beside a service's gets the parser's message",
    arguments: [
      ["--config"], ["--socket", "a", "b"], ["--verbose=1"], ["--conf", "x"], ["--verbose", "--bogus"],
    ])
  func wrongServiceOptions(arguments: [String]) throws {
    let outcome = try Program(arguments).finish()
    let error = try #require(throws: (any Error).self) { try Gestured.parse(arguments) }
    #expect(outcome.code == 64)
    #expect(outcome.complaints == Gestured.fullMessage(for: error) + "\n")
  }

  @Test(
    "64 a path in GESTURED_SOCKET that is none is told as such, with other arguments and without any",
    arguments: [[], ["--verbose"]])
  func badVariable(arguments: [String]) throws {
    let outcome = try Program(arguments, environment: ["GESTURED_SOCKET": "@name"]).finish()
    #expect(outcome.code == 64)
    #expect(outcome.complaints.hasPrefix("gestured: GESTURED_SOCKET: socket path @name is an abstract name"))
  }

  @Test("69 without a touchscreen --list-devices --quiet says so by its exit code")
  func quiet() throws {
    // A machine with a touchscreen has another exit code, depending on the user's rights. Neither case has output.
    let outcome = try Program.run("--list-devices", "--quiet")
    #expect([0, 69, 77].contains(outcome.code) && outcome.output.isEmpty)
    #expect(outcome.complaints.isEmpty == (outcome.code == 0))
    let list = try Program.run("--list-devices", "--format", "json")
    #expect(list.code == 0)
    #expect(list.lines.contains { $0.contains(#""used":true"#) } == (outcome.code == 0))
  }

  @Test("--list-devices says that there is no device, in either format", arguments: ["text", "json"])
  func emptyList(format: String) throws {
    let outcome = try Program.run("--list-devices", "--format", format)
    #expect(outcome.code == 0)
    // A machine with devices lists them without a complaint.
    #expect(outcome.complaints.contains("no input devices") == outcome.output.isEmpty)
  }

  @Test(
    "69 a device to calibrate or to measure that is not there is told of, and so is a machine without any")
  func toolsWithoutDevice() throws {
    for tool in ["--calibrate", "--measure"] {
      let outcome = try Program.run(tool, "/dev/input/event99")
      #expect(outcome.code == 69 && outcome.output.isEmpty)
      #expect(outcome.complaints.hasPrefix("gestured: /dev/input/event99: no such input device"))
    }
    let list = try Program.run("--list-devices", "--format", "json")
    // On a machine with touchscreens the program would wait for a touch.
    guard !list.output.contains(#""used":true"#) else { return }
    let outcome = try Program.run("--calibrate")
    #expect([69, 77].contains(outcome.code) && outcome.output.isEmpty && !outcome.complaints.isEmpty)
  }

  @Test("69 a device to record that is not there is told of")
  func recordNothing() throws {
    let outcome = try Program.run("--record", "/dev/input/event\n9")
    #expect(outcome.code == 69)
    #expect(outcome.complaints.hasPrefix(#"gestured: /dev/input/event\u{a}9: no such input device"#))
  }
}
