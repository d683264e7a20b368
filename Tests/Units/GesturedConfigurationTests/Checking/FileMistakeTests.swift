import Testing

@testable import GesturedConfiguration

/// Mistakes of a file as a whole.
@Suite struct FileMistakeTests {
  @Test(
    "what is not a section, a name or a table is told",
    arguments: [
      ("[recogniser.tap]", "1:2: recogniser: unknown key; did you mean recognizer?"),
      (
        "mode = 1",
        "1:1: mode: unknown key; allowed: recognizer, region, window, controller, application, touch, filter, motion, remote, audio, device, exclusion, socket, rights"
      ),
      ("recognizer = 1", "1:14: recognizer: found 1; allowed: a table [recognizer.NAME]"),
      ("[[recognizer]]", "1:1: recognizer: found a list; allowed: a table [recognizer.NAME]"),
      ("[[socket]]", "1:1: socket: found a list; allowed: a table [socket]"),
      ("[recognizer]\ntaps = 2", "2:8: recognizer.taps: found 2; allowed: a table [recognizer.NAME]"),
      ("[recognizer.\"a b\"]", "1:13: recognizer.\"a b\": not a name; allowed: \(NameRule.allowed)"),
      ("[recognizer.\"\"]", "1:13: recognizer.\"\": not a name; allowed: \(NameRule.allowed)"),
      (
        "[recognizer.\(String(repeating: "x", count: 65))]",
        "1:13: recognizer.\(String(repeating: "x", count: 65)): not a name; allowed: \(NameRule.allowed)"
      ),
    ])
  func structure(text: String, mistake: String) {
    #expect(check(text).mistakes == ["f.toml:\(mistake)"])
  }

  @Test("what is not TOML is one mistake, on one line, whatever it quotes")
  func syntax() {
    #expect(
      check("[recognizer.tap]\ntaps = 1\ntaps = 2\n").mistakes == [
        "f.toml:3:8: not TOML: key-value pair: cannot redefine existing integer 'taps'"
      ])
    let hostile = check("\"\\u001b[2J\\n\" = 1\n\"\\u001b[2J\\n\" = 2").mistakes
    #expect(hostile.count == 1)
    #expect(hostile.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
  }

  @Test("all mistakes of a file are told at once, in its order")
  func many() {
    let text = """
      [socket]
      mod = "0660"
      [device.d]
      [recognizer.b]
      kind = "swipe"
      touches = 12
      require_to_fail = ["a", "nobody", "nothing"]
      [recognizer.a]
      taps = 0
      kind = "tap"
      tapps = 3
      [recognizer.c]
      """
    let mistakes = check(text).mistakes
    #expect(mistakes.count == 8)
    let places = [
      "2:1: socket.mod", "3:9: device.d.name", "6:11: recognizer.b.touches",
      "7:25: recognizer.b.require_to_fail", "7:35: recognizer.b.require_to_fail", "9:8: recognizer.a.taps",
      "11:1: recognizer.a.tapps", "12:13: recognizer.c.kind",
    ]
    for (mistake, place) in zip(mistakes, places) {
      #expect(mistake.hasPrefix("f.toml:\(place): "), "\(mistake)")
    }
  }

  @Test("of very many mistakes 100 are told and the rest counted")
  func bound() throws {
    let text = (0..<20_000).map { "nobody\($0) = 1\n" }.joined()
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.parse(Array(text.utf8), file: "f.toml")
    }
    #expect(error?.mistakes.count == 100)
    #expect(error?.omitted == 19_900)
    #expect(error?.description.hasSuffix("\nf.toml: and 19900 more mistakes") == true)
  }

  @Test("the name of the file cannot break the line")
  func fileName() {
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.parse([UInt8(ascii: "?")], file: "a\n\u{1B}[2J\u{202E}.toml")
    }
    #expect(error?.mistakes.first?.description.hasPrefix("a\\u{a}\\u{1b}[2J\\u{202e}.toml:1:1: ") == true)
  }
}
