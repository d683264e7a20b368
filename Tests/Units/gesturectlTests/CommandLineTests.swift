import ProcessTestSupport
import Testing

@Suite("The client's command line")
struct CommandLineTests {
  @Test("--version is one line with the program's name and the product's version")
  func version() throws {
    let client = try Program.run("--version", of: "gesturectl")
    let daemon = try Program.run("--version")
    #expect(client.code == 0 && client.complaints.isEmpty)
    #expect(client.output == daemon.output.replacing("gestured", with: "gesturectl"))
  }

  @Test("--help teaches by example, and names every command and every exit code")
  func help() throws {
    let help = try Program.run("--help", of: "gesturectl")
    #expect(help.code == 0)
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for command in ["listen", "monitor", "run", "devices", "regions", "status", "ping", "inhibit", "record"] {
      #expect(help.output.contains("\n  \(command) "), "\(command)")
      #expect(try Program.run(command, "--help", of: "gesturectl").code == 0)
    }
    for code in ["0   done", "3 ", "64 ", "65 ", "69 ", "71 ", "74 ", "75 ", "76 ", "77 ", "78 "] {
      #expect(help.output.contains("\n  \(code)"), "\(code)")
    }
    #expect(text.contains("gesturectl listen --kind swipe --touch-count 3 --exec"))
    #expect(text.contains("the application below sees the same touches"))
  }

  @Test(
    "64 wrong arguments: the message names what is wrong, and nothing is done",
    arguments: [
      (["bogus"], "bogus"), (["listen", "--bogus"], "--bogus"), (["listen", "--count", "0"], "--count is 0"),
      (["listen", "--timeout", "-1"], "--timeout"), (["listen", "--exec", ""], "--exec is empty"),
      (["listen", "--parallel", "2"], "--parallel is for --exec"),
      (["listen", "--touch-count", "11"], "give 1 to 10"), (["listen", "--state", "done"], "done"),
      (["listen", "--kind", "swip"], "did you mean swipe?"),
      (["listen", "--kind", "tap,nonsense"], "give one of tap,"),
      (["listen", "--type", "hello"], "hello"), (["listen", "--units", "inch"], "inch"),
      (["listen", "--rate", "0"], "--rate is 0"), (["listen", "--no-descendants"], "is for --region"),
      (["listen", "--format", "xml"], "xml"), (["inhibit"], "after --"), (["run"], "file"),
      (["ping", "--socket", "relative"], "relative"), (["ping", "--socket", "@name"], "abstract"),
    ])
  func usage(arguments: [String], expected: String) throws {
    let outcome = try Program(arguments, of: "gesturectl").finish()
    #expect(outcome.code == 64)
    #expect(outcome.complaints.contains(expected), "\(outcome.complaints)")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "CLI-3 64 a command that does not exist gets the nearest one, also after help, which takes one command",
    arguments: [
      (["lisen", "--count", "1"], "did you mean listen?"), (["help", "monitr"], "did you mean monitor?"),
      (["xyzzy"], "give one of listen, monitor, "),
      (["help", "xyzzy"], "There is no command xyzzy: give one of"),
      (["help", "run", "foo"], "help takes one command; found foo after run: give gesturectl help run."),
      (["help", "run", "listen"], "found listen after run"),
    ])
  func unknownCommand(arguments: [String], expected: String) throws {
    let outcome = try Program(arguments, of: "gesturectl").finish()
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains(expected), "\(outcome.complaints)")
  }

  @Test(
    "help of a command that exists, and help alone, are no mistake", arguments: [["help"], ["help", "run"]])
  func helpOfCommand(arguments: [String]) throws {
    let outcome = try Program(arguments, of: "gesturectl").finish()
    #expect(outcome.code == 0 && outcome.output.contains("USAGE: gesturectl"))
  }

  @Test(
    "CLI-8 completions for bash, zsh and fish know the commands, their options, and the words these take",
    arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let script = try Program.run("--generate-completion-script", shell, of: "gesturectl")
    #expect(script.code == 0)
    // The words that options take, and the program's own answers.
    for word in ["listen", "inhibit", "touch-count", "reconnect", "normalized", "---completion"] {
      #expect(script.output.contains(word), "\(word)")
    }
    // The commands stand once for the program and once for its command help.
    let commands = [
      "bash": "'listen monitor ", "zsh": "(listen monitor ", "fish": "\"gesturectl help\" = 1' -fa",
    ]
    #expect(script.output.contains(commands[shell] ?? "?"))
    if shell == "bash" { #expect(script.output.split(separator: "'listen monitor ").count == 3) }
  }

  @Test(
    "CLI-8 completions give the words of options, also after a comma, and none twice in a list",
    arguments: [
      ("--kind", "", ["tap", "edge_pan", "custom"], "tap,"),
      ("--kind", "tap,pa", ["tap,pan", "tap,edge_pan"], "tap,tap"),
      ("--kind", "", ["hover"], "touch_delay"),
      ("--state", "began,ended,", ["began,ended,changed", "began,ended,cancelled"], "began,ended,ended"),
      ("--type", "motion,", ["motion,filtering"], "filtering"),
      ("--touches", "phases,", ["phases,coalesced"], "phases,phases"),
    ])
  func listCompletions(option: String, list: String, expected: [String], missing: String) throws {
    let words = ["gesturectl", "listen", option, list]
    let outcome = try Program(
      ["---completion", "listen", "--", option, "3", "\(list.count)"] + words, of: "gesturectl",
      environment: ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5.2"]
    ).finish()
    #expect(outcome.code == 0)
    for line in expected { #expect(outcome.lines.contains(line), "\(outcome.lines)") }
    #expect(!outcome.lines.contains(missing))
  }
}
