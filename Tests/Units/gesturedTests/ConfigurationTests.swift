import GestureTestSupport
import ProcessTestSupport
import Testing

@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("--check-config of a right file is one line on standard output")
  func right() throws {
    let path = try folder.write("[recognizer.a]\nkind = \"tap\"\ntouches = [1, 2]\n", to: "c.toml")
    let outcome = try Program.run("--check-config", "--config", path)
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(outcome.lines == ["\(path): valid, 2 recognizers in 1 table"])
  }

  @Test("71 an answer that can not be written is told of and is no success")
  func fullDisk() throws {
    let outcome = try Program(script: #""$0" --check-config >/dev/full"#, []).finish()
    #expect(outcome.code == 71)
    #expect(outcome.complaints == "gestured: standard output: write failed: No space left on device\n")
  }

  @Test("--check-config without a file checks the one that applies")
  func builtIn() throws {
    let outcome = try Program.run("--check-config")
    #expect(outcome.code == 0)
    #expect(outcome.lines.count == 1 && outcome.output.contains("gestured.toml: valid, "))
  }

  @Test("FLT-97 --print-config is a right file, and ends in what --list-devices says of the touchscreens")
  func printed() throws {
    let path = try folder.write("[filter]\nenabled = true\nmode = \"lift\"\n", to: "c.toml")
    let outcome = try Program.run("--print-config", "--config", path)
    #expect(outcome.code == 0 && outcome.complaints.isEmpty)
    #expect(outcome.lines.contains("mode = \"lift\"  # \(path):3:8"))
    let printed = try folder.write(outcome.output, to: "printed.toml")
    #expect(try Program.run("--check-config", "--config", printed).code == 0)
    let list = try Program.run("--list-devices", "--format", "text", "--config", path)
    let used = list.lines.filter { $0.contains("  used  ") }.count
    #expect(outcome.lines.count { $0.hasPrefix("# /dev/input/") && $0.contains("  used  ") } == used)
    #expect(outcome.lines.count { $0.hasPrefix("#     filter ") } == used)
  }

  @Test("78 several mistakes are all shown: file:line:column, key, what was found, what is allowed")
  func mistakes() throws {
    let path = try folder.write(
      """
      [recognizer.a]
      kind = "tab"
      [recognizer.b]
      kind = "tap"
      touchs = [1]
      taps = 0
      [socket]
      mode = "9"
      """, to: "bad.toml")
    for mode in [["--check-config"], ["--print-config"], ["--dump"], [], ["--list-devices"]] {
      let outcome = try Program(mode + ["--config", path]).finish()
      #expect(outcome.code == 78 && outcome.output.isEmpty)
      let lines = outcome.complaints.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { $0.hasPrefix("gestured: \(path):") })
      #expect(lines.first?.contains(":2:8: recognizer.a.kind: found \"tab\"; allowed: ") == true)
      #expect(outcome.complaints.contains(":5:1: recognizer.b.touchs: unknown key; did you mean touches?"))
      #expect(outcome.complaints.contains(":6:8: recognizer.b.taps: found 0; allowed: "))
      #expect(outcome.complaints.contains(":8:8: socket.mode: found \"9\"; allowed: "))
    }
  }

  @Test("78 a configuration that is asked for and is not there is told by its path")
  func missing() throws {
    let path = folder.file("missing.toml")
    let outcome = try Program.run("--check-config", "--config", path)
    #expect(outcome.code == 78)
    #expect(outcome.complaints == "gestured: \(path): open failed: No such file or directory\n")
  }

  @Test("78 what is no TOML is told with file, line and column")
  func syntax() throws {
    let path = try folder.write("[recognizer.a]\nkind = tap\n", to: "c.toml")
    let outcome = try Program.run("--config", path, "--dump")
    #expect(outcome.code == 78 && outcome.complaints.hasPrefix("gestured: \(path):2:"))
  }
}
