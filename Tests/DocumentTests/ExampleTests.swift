import FoundationEssentials
import GesturedConfiguration
import Testing

/// Every example of every page does what the page says.
@Suite("Examples") struct ExampleTests {
  /// An example that is run, and what it is said to print.
  struct Runnable: Sendable, CustomTestStringConvertible {
    var block: Document.Block
    var output: Document.Block?
    var testDescription: String { block.place }
  }

  private static let blocks = Document.all.flatMap(\.blocks)

  private static func runnable(_ role: String) -> [Runnable] {
    blocks.indices.filter { blocks[$0].role == role }.map { index in
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
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
  func run(_ example: Runnable) throws {
    let outcome = try Shell().run(example.block.text)
    #expect(outcome.status == 0)
    try compare(outcome.output, with: example)
  }

  @Test(
    "each subscriber prints what is said below it while the README's replay is served",
    arguments: runnable("subscribe"))
  func subscribe(_ example: Runnable) throws {
    let shell = try Shell()
    let serve = try #require(Document.readme.blocks.first { $0.role == "serve" }).text
      .split(separator: "\n").joined()
      .replacing("sudo ", with: "").replacing("--speed real", with: "--speed max")
    let text = example.block.text.replacing("/run/gestured/events.sock", with: shell.socketPath)
      .replacing("sudo ", with: "")
    let script = example.block.language == "python" ? "python3 -c '\(quoted(text))'" : text
    let outcome = try shell.run(script, whileServing: serve)
    #expect(outcome.status == 0, "socat, jq and python3 are needed: make setup installs them")
    try compare(outcome.output, with: example)
  }

  @Test("an example of a shell that is not run speaks of things that are there")
  func files() throws {
    let makefile = ProjectFile.text("Makefile")
    for block in Self.blocks where block.language == "sh" && !["run", "subscribe"].contains(block.role) {
      for line in block.text.split(separator: "\n") {
        let words = line.split(separator: " ").drop { $0 == "sudo" }
        switch words.first {
        case "make": for target in words.dropFirst() { #expect(makefile.contains("\n\(target):"), "\(line)") }
        case "install", "Tests/VirtualMachine/run", "gestured", "swift":
          for word in words where isOfProject(word) {
            #expect(ProjectFile.exists(String(word)), "\(block.place): \(word)")
          }
        case "systemctl", "systemd-sysusers", "udevadm", "apt-get", "adduser": break
        default: Issue.record("\(block.place): an example that no test runs: \(line)")
        }
      }
    }
  }

  @Test("the unit, the group and the path of the service are those that the README installs")
  func service() throws {
    let readme = ProjectFile.text("README.md")
    #expect(ProjectFile.text("systemd/gestured.service").contains("\nExecStart=/usr/bin/gestured\n"))
    #expect(readme.contains("\nsudo install -m 755 .build/release/gestured /usr/bin/gestured\n"))
    #expect(ProjectFile.text("systemd/sysusers.d/gestured.conf").contains("\ng gestured-clients "))
    #expect(readme.contains("adduser \"$USER\" gestured-clients\n"))
  }

  @Test("each TOML block is a configuration", arguments: blocks.filter { $0.language == "toml" })
  func toml(_ block: Document.Block) throws {
    _ = try Configuration.parse(Array(block.text.utf8), file: block.place)
  }

  @Test(
    "each line of a JSON block is an object with a type", arguments: blocks.filter { $0.language == "json" })
  func json(_ block: Document.Block) throws {
    struct Line: Decodable {
      var type: String
    }
    for line in block.text.split(separator: "\n") where line != "…" {
      #expect(try !JSONDecoder().decode(Line.self, from: Data(line.utf8)).type.isEmpty)
    }
  }

  @Test("every block is of a language that some test looks at", arguments: blocks)
  func language(_ block: Document.Block) {
    switch block.language {
    case "json", "toml", "sh", "touches", "swift": break
    case "python": #expect(block.role == "subscribe", "\(block.place)")
    // Drawings, and messages of which other tests know.
    case "text", "": break
    default: Issue.record("\(block.place): \(block.language)")
    }
  }

  private func compare(_ output: String, with example: Runnable) throws {
    let expected = try #require(example.output, "\(example.block.place) has no output below it").text
    #expect(
      ExpectedOutput(expected).matches(output), "\(example.block.place) prints:\n\(output)\nnot:\n\(expected)"
    )
  }

  /// A file or folder of the project, as far as its name shows.
  private func isOfProject(_ word: Substring) -> Bool {
    ["systemd/", "udev-rules/", "config/", "docs/", "Tests/", "Sources/"].contains { word.hasPrefix($0) }
  }

  private func quoted(_ text: String) -> String {
    text.replacing("'", with: #"'\''"#)
  }
}
