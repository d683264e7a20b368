import GestureCore
import Testing

@testable import GesturedConfiguration

@Suite("Several files") struct SeveralFilesTests {
  private func parse(_ texts: String...) throws(ConfigurationError) -> Configuration {
    try Configuration.parse(Self.files(texts))
  }

  private static func files(_ texts: [String]) -> [ConfigurationText] {
    texts.enumerated().map { ConfigurationText(file: "\($0.offset).toml", bytes: Array($0.element.utf8)) }
  }

  private func mistakes(_ texts: String...) -> [String] {
    do throws(ConfigurationError) {
      _ = try Configuration.parse(Self.files(texts))
      return []
    } catch {
      return error.mistakes.map(\.description)
    }
  }

  @Test("A later file overrides key by key; what it does not say stays, and so does the order")
  func override() throws {
    let configuration = try parse(
      "[recognizer.a]\nkind = \"tap\"\ntaps = 2\ngap_ms = 200\n[recognizer.b]\nkind = \"pan\"\n",
      "[recognizer.c]\nkind = \"swipe\"\n[recognizer.a]\ngap_ms = 300\n[socket]\nqueue_lines = 64\n",
      "[recognizer.a]\ntouches = [1, 2]\n")
    #expect(configuration.recognizers.map(\.name) == ["a", "b", "c"])
    let tap = configuration.recognizers[0]
    #expect(tap.options.integer("taps") == 2)
    #expect(tap.options.span("gap_ms") == .milliseconds(300))
    #expect(tap.numbersOfTouches == [1, 2])
    #expect(configuration.socket.queueLines == 64)
  }

  @Test(
    "enabled = false removes a table that an earlier file declares, and true puts it back",
    arguments: [
      "recognizer.x]\nkind = \"tap\"", "region.x]\nframe = [0, 0, 10, 10]", "window.x]\nlevel = 2",
      "device.x]\nname = \"T*\"", "exclusion.x]\nframe = [0, 0, 5, 5]",
    ])
  func removal(table: String) throws {
    let head = "[" + table.prefix { $0 != "]" } + "]"
    let with = try parse("[" + table)
    var without = try parse("[" + table, "\(head)\nenabled = false")
    #expect(with != without)
    // Relations may still name a recognizer that is off (ARB-36).
    #expect(without.disabledRecognizers == (table.hasPrefix("recognizer") ? ["x"] : []))
    without.disabledRecognizers = []
    #expect(try without == parse(""))
    #expect(try parse("[" + table, "\(head)\nenabled = false", "\(head)\nenabled = true") == with)
  }

  @Test("ARB-36 a drop-in may switch off a recognizer of the shipped file that others wait for")
  func shippedWithout() throws {
    let shipped = String(decoding: Configuration.builtInText, as: UTF8.self)
    let off = "[recognizer.double_tap]\nenabled = false\n"
    #expect(try parse(shipped, off).recognizers.map(\.name) == ["tap", "long_press", "swipe", "pan"])
    let competing = "[recognizer.tap]\npassive = false\nrequire_to_fail = [\"double_tap\"]\n"
    for files in [[shipped, competing, off], [shipped, off, competing], [shipped, off + competing]] {
      let configuration = try Configuration.parse(Self.files(files))
      let set = try RecognizerSet(
        configuration.recognizers, disabledNames: configuration.disabledRecognizers)
      #expect(set.instances.first?.requireToFail == [])
    }
    #expect(
      mistakes(shipped, competing + "[recognizer.dobule_tap]\nenabled = false").first?.hasPrefix(
        "1.toml:3:20: recognizer.tap.require_to_fail: found \"double_tap\"; allowed: relations between")
        == true)
  }

  @Test("A region that is removed leaves those that lie in it without a place, which is told")
  func orphan() {
    let mistakes = mistakes(
      "[region.a]\nframe = [0, 0, 10, 10]\n[region.b]\nparent = \"a\"\nframe = [0, 0, 5, 5]\n",
      "[region.a]\nenabled = false")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasPrefix("0.toml:4:10: region.b.parent: there is no region or window") == true)
  }

  @Test("Every mistake of every file is told with the file it stands in, in the order of the files")
  func mistakesOfAll() {
    let mistakes = mistakes(
      "[recognizer.a]\nkind = \"tab\"\n", "[socket]\nqueue_lines = -1\n",
      "[recognizer.a]\ntapz = 2\n[touch]\nenabled = 3\n")
    #expect(
      mistakes.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "0.toml:2:8: recognizer.a.kind:", "1.toml:2:15: socket.queue_lines:",
        "2.toml:2:1: recognizer.a.tapz:", "2.toml:4:1: touch.enabled:",
      ])
  }

  @Test("What stands in a file that is no TOML is not told to be missing from the others")
  func halfWritten() {
    let mistakes = mistakes("[recognizer.a]\nkind = \"tap", "[recognizer.a]\ntaps = 2\n[socket]\nmode = 9\n")
    #expect(mistakes.count == 2)
    #expect(mistakes.first?.hasPrefix("0.toml:2:") == true && mistakes[0].contains("not TOML"))
    #expect(mistakes.last?.hasPrefix("1.toml:4:8: socket.mode: found 9") == true)
  }

  @Test("A later file may replace a table by something else, which is told where it stands")
  func replaced() {
    #expect(
      mistakes("[socket]\nqueue_lines = 10\n", "socket = 3\n").first?.hasPrefix("1.toml:1:10: socket:")
        == true)
  }

  // MARK: What counts, as text

  @Test("The effective configuration says where each value was said, and reads as the same configuration")
  func effective() throws {
    let texts = [
      "[recognizer.a]\nkind = \"tap\"\ntaps = 2\n[device.k]\nname = \"K \\u001b*\"\nsize_mm = [344.25, 193]\n"
        + "[device.k.touch]\ntrust_pressure_from = 0.5\n",
      "[recognizer.a]\ntaps = 3\n",
    ].map { $0.replacing("[device.k.touch]\ntrust_pressure_from = 0.5\n", with: "") }
    let files = Self.files(texts)
    let text = try EffectiveConfiguration.text(of: files)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains("taps = 3  # 1.toml:2:8"))
    #expect(lines.contains("kind = \"tap\"  # 0.toml:2:8"))
    #expect(lines.contains("#gap_ms = 350  # default"))
    #expect(lines.contains("size_mm = [344.25, 193]  # 0.toml:6:11"))
    #expect(!text.unicodeScalars.contains("\u{1b}"))
    #expect(try Configuration.parse(Array(text.utf8), file: "printed") == Configuration.parse(files))
  }

  @Test("The effective text of the shipped files reads as the same configuration")
  func effectiveShipped() throws {
    let shipped = ConfigurationText(file: "gestured.toml", bytes: Configuration.builtInText)
    let text = try EffectiveConfiguration.text(of: [shipped])
    #expect(try Configuration.parse(Array(text.utf8), file: "printed") == Configuration.builtIn())
  }

  @Test("A configuration that is wrong has no effective text but its mistakes")
  func effectiveMistakes() {
    #expect(throws: ConfigurationError.self) {
      try EffectiveConfiguration.text(of: Self.files(["[touch]\nnothing = 1\n"]))
    }
  }
}
