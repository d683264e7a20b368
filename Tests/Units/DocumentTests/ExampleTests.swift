import FoundationEssentials
import GestureTestSupport
import GesturedConfiguration
import Testing

/// Every example of every page does what the page says.
@Suite("Examples") struct ExampleTests {
  /// An example that runs, and its output according to the page.
  struct Runnable: Sendable, CustomTestStringConvertible {
    var block: Document.Block
    var output: Document.Block?
    var testDescription: String { block.place }
  }

  private static let blocks = Document.all.flatMap(\.blocks)

  private static func runnable(_ role: String) -> [Runnable] {
    blocks.indices.filter { blocks[$0].role == role }.map { index in
      // Consecutive examples with the same effect share one output.
      let next = blocks[index...].first { $0.role != role }
      return Runnable(block: blocks[index], output: next?.role == "output" ? next : nil)
    }
  }

  @Test("there are examples to look at")
  func nonEmpty() {
    #expect(Self.runnable("run").count >= 2)
    #expect(Self.runnable("subscribe").count >= 3)
    #expect(Self.blocks.count { $0.language == "toml" } >= 10)
  }

  @Test("each example that needs no device prints what is said below it", arguments: runnable("run"))
  func run(_ example: Runnable) async throws {
    let shell = try Shell()
    var script = example.block.text
    // The files that the page tells the reader to write.
    for file in Self.blocks where file.page == example.block.page {
      guard let name = file.fileName, script.contains(" \(name) ") else { continue }
      try shell.write(file.text.utf8, to: name)
      script = script.replacing(" \(name) ", with: " \"$SCRATCH/\(name)\" ")
    }
    let outcome = try await shell.run(script)
    #expect(outcome.status == 0)
    try compare(outcome.output, with: example)
  }

  @Test(
    "each subscriber prints what is said below it while the README's replay is served",
    arguments: runnable("subscribe"))
  func subscribe(_ example: Runnable) async throws {
    let shell = try Shell()
    let serve = try #require(Document.readme.blocks.first { $0.role == "serve" }).text
      .split(separator: "\n").joined()
      .replacing("--speed real", with: "--speed max")
    // Programs find the test's socket in GESTURED_SOCKET, as the page says.
    let text = example.block.text
    let script =
      switch example.block.language {
      case "python": "python3 -c '\(quoted(text))'"
      // The built program is a file of the package with these lines. It waits for the next daemon; see `swift` below.
      case "swift":
        """
        mkfifo "$SCRATCH/out"
        '\(Shell.built("swipe-example"))' >"$SCRATCH/out" &
        head -n \(example.output?.text.split(separator: "\n").count ?? 0) "$SCRATCH/out"
        kill -KILL $!
        """
      default: text
      }
    let outcome = try await shell.run(script, whileServing: serve)
    #expect(outcome.status == 0, "socat, jq and python3 are needed: make setup installs them")
    try compare(outcome.output, with: example)
  }

  @Test("an example of a shell that is not run speaks of things that are there")
  func files() throws {
    let makefile = ProjectFile.text("Makefile")
    let requests = ProjectFile.text("docs/requests.md")
    let commands = ["explain", "filter", "listen", "monitor", "report", "run", "switch", "view"]
    for command in commands {
      #expect(ProjectFile.text("docs/man/gesturectl.1.scd").contains("*gesturectl* *\(command)*"))
    }
    for block in Self.blocks where block.language == "sh" && !Self.isRun(block) {
      for line in block.text.split(separator: "\n") {
        let words = line.split(separator: " ").drop { $0 == "sudo" }
        switch words.first {
        case "make": for target in words.dropFirst() { #expect(makefile.contains("\n\(target):"), "\(line)") }
        case "install", "Tests/Machines/VirtualMachine/run", "gestured", "swift":
          for word in words where isOfProject(word) {
            #expect(ProjectFile.exists(String(word)), "\(block.place): \(word)")
          }
        case "export":
          #expect(line == Self.blocks.first { $0.role == "subscribe-setup" }?.text.dropLast() ?? "")
        case "PATH=\"$PWD/.build/release:$PATH\"": break
        // Packaging/make-archive and the release workflow make what these fetch and check.
        case ".", "wget", "tee", "sha256sum", "gh": #expect(block.page == "docs/install.md", "\(line)")
        case "echo" where line.hasPrefix("echo \"deb "):
          let archive = ProjectFile.text("Packaging/make-archive")
          #expect(line.contains("/gestured.asc]") && archive.contains(">gestured.asc"), "\(line)")
        case "echo":
          // docs/requests.md has the same request, with its reply.
          let request = #""command":"orientation","device":1,"rotation":90}"#
          #expect(line.hasPrefix("echo '{\(request)' | socat ") && requests.contains(request), "\(line)")
        case "gesturectl": #expect(commands.contains(String(words.dropFirst().first ?? "")), "\(line)")
        case "-u": #expect(line == "sudo -u kiosk systemctl start getty@tty1.service")
        case "systemctl": #expect(ofUnits(words).allSatisfy(isShipped), "\(block.place): \(line)")
        case "systemd-sysusers", "udevadm", "apt-get", "adduser", "loginctl": break
        case "rm" where block.page == "docs/filter.md":
          // The file that the page has told the reader to save.
          let file = words.last?.split(separator: "/").last.map(String.init)
          #expect(Self.blocks.contains { $0.page == block.page && $0.fileName == file }, "\(line)")
        case "mkdir", "rm": #expect(words.last?.hasPrefix("/run/systemd/system/gestured.service.d") == true)
        default: Issue.record("\(block.place): an example that no test runs: \(line)")
        }
      }
    }
  }

  @Test("the unit, the group and the path of the service are those that the README installs")
  func service() throws {
    let readme = ProjectFile.text("README.md")
    #expect(ProjectFile.text("systemd/gestured.service").contains("\nExecStart=/usr/bin/gestured\n"))
    #expect(readme.contains("\nmake deb\nsudo apt-get install ./.build/deb/gestured_*.deb\n"))
    #expect(ProjectFile.text("systemd/sysusers.d/gestured.conf").contains("\ng gestured-clients "))
    #expect(readme.contains("adduser \"$USER\" gestured-clients\n"))
    for page in [Document.install, .tablet] {
      #expect(
        page.blocks.contains { readme.contains("\n\($0.text)```\n") && $0.text.hasPrefix("make deb\n") })
    }
  }

  @Test(
    "each TOML block is a configuration, but files of actions, which `RecipeTests` runs",
    arguments: blocks.filter { $0.language == "toml" && $0.role?.hasPrefix("file ") != true })
  func toml(_ block: Document.Block) throws {
    let file = ConfigurationText(file: block.place, bytes: Array(block.text.utf8))
    // A file that overrides the shipped file.
    let shipped = ConfigurationText(file: "gestured.toml", bytes: Configuration.builtInText)
    _ = try Configuration.parse(block.isDropIn ? [shipped, file] : [file])
  }

  @Test("the path that the README exports is that of a daemon which any user starts after it, root too")
  func socketOfOne() async throws {
    let line = try #require(Document.readme.blocks.first { $0.role == "subscribe-setup" }).text
    let outcome = try await Shell().run(
      """
      export HOME="$SCRATCH"
      \(line)
      mkfifo "$SCRATCH/log"
      gestured --replay docs/recordings/demo.events --start connect 2>"$SCRATCH/log" &
      # Its first line says that it serves.
      exec 3<"$SCRATCH/log"
      read -r _ <&3
      cat <&3 >/dev/null &
      socat -u "UNIX-CONNECT:$GESTURED_SOCKET" - | tail -n 1
      """)
    #expect(outcome.output == #"{"type":"bye","reason":"end of replay"}"# + "\n")
  }

  @Test(
    "the kiosk's units are right, run programs that are there, and read the files that the page says to write"
  )
  func units() async throws {
    let units = Document.kiosk.blocks.filter { $0.role?.hasPrefix("unit ") == true }
    #expect(units.count == 2)
    let shell = try Shell()
    for unit in units {
      let name = String(try #require(unit.role).dropFirst("unit ".count))
      let start = try #require(unit.text.split(separator: "\n").first { $0.hasPrefix("ExecStart=/usr/bin/") })
      try shell.write(unit.text.replacing(start, with: "ExecStart=/bin/true").utf8, to: name)
      #expect(ProjectFile.text("docs/kiosk.md").contains("/etc/systemd/system/\(name)`"))
      #expect(ProjectFile.text("docs/kiosk.md").contains("systemctl enable --now \(name)\n"))
      if start.contains("gesturectl") {
        #expect(start == "ExecStart=/usr/bin/gesturectl run /etc/kiosk/actions.toml")
        #expect(Document.kiosk.blocks.contains { $0.fileName == "actions.toml" })
      }
      let outcome = try await shell.run(#"systemd-analyze verify --man=no "$SCRATCH/\#(name)" 2>&1"#)
      #expect(outcome.output == "", "make setup installs systemd-analyze")
    }
  }

  @Test("the lines of the Swift program of docs/start.md are in the one that is built, in that order")
  func swift() throws {
    let block = try #require(Document.start.blocks.first { $0.language == "swift" })
    var rest = ProjectFile.text("Examples/swift/main.swift").split(separator: "\n")[...].map {
      $0.drop { $0 == " " }
    }[...]
    for line in block.text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      let index = try #require(rest.firstIndex(of: line), "\(line)")
      rest = rest[(index + 1)...]
    }
  }

  @Test(
    "each line of a JSON block is an object with a type, or with a command",
    arguments: blocks.filter { $0.language == "json" })
  func json(_ block: Document.Block) throws {
    struct Line: Decodable {
      var type: String?
      var command: String?
    }
    for line in block.text.split(separator: "\n") where line != "…" {
      let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      // A line of a remote control has a command, too.
      #expect((line.type == nil) != (line.command == nil) || line.type == "remote")
    }
  }

  @Test("every block is of a language that some test looks at", arguments: blocks)
  func language(_ block: Document.Block) {
    switch block.language {
    case "json", "toml", "sh", "touches", "swift": break
    // The system lane starts the service with the drop-in.
    case "ini": #expect(block.role?.hasPrefix("unit ") == true || block.role == "replay drop-in")
    case "python": #expect(block.role == "subscribe", "\(block.place)")
    case "javascript": #expect(block.role == "polkit", "\(block.place)")
    // Drawings, and messages that other tests check.
    case "text", "": break
    default: Issue.record("\(block.place): \(block.language)")
    }
  }

  /// Whether a test runs a block: here, or in `RecipeTests`.
  private static func isRun(_ block: Document.Block) -> Bool {
    guard let role = block.role?.split(separator: " ").first else { return false }
    return ["run", "subscribe", "recipe", "mqtt", "completions"].contains(role)
  }

  private func compare(_ output: String, with example: Runnable) throws {
    let expected = try #require(example.output, "\(example.block.place) has no output below it").text
    #expect(
      ExpectedOutput(expected).matches(output), "\(example.block.place) prints:\n\(output)\nnot:\n\(expected)"
    )
  }

  /// Whether a word looks like a file or folder of the project.
  private func isOfProject(_ word: Substring) -> Bool {
    ["systemd/", "udev-rules/", "config/", "docs/", "Tests/", "Sources/"].contains { word.hasPrefix($0) }
  }

  /// The units that a line with `systemctl` names.
  private func ofUnits(_ words: some Sequence<Substring>) -> [Substring] {
    words.filter { $0.hasPrefix("gestured") || $0.hasPrefix("gesturectl-") || $0.hasPrefix("kiosk") }
  }

  /// Whether a unit is installed with the programs, or docs/kiosk.md tells the reader to write it.
  private func isShipped(_ unit: Substring) -> Bool {
    let name = unit.contains(".") ? String(unit) : "\(unit).service"
    return ProjectFile.exists("systemd/\(name)") || ProjectFile.exists("systemd/user/\(name)")
      || Document.kiosk.blocks.contains { $0.role == "unit \(name)" }
  }

  private func quoted(_ text: String) -> String {
    text.replacing("'", with: #"'\''"#)
  }
}
