import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing

@Suite struct ShippedFilesTests {
  private func example() throws -> Configuration {
    let bytes = try #require(ProjectFile.bytes("config/examples/accessible.toml"))
    return try Configuration.parse(bytes, file: "accessible.toml")
  }

  @Test("the built-in copy is config/gestured.toml, byte for byte")
  func copy() {
    #expect(ProjectFile.bytes("config/gestured.toml") == Configuration.builtInText)
  }

  @Test("MULTI-4 the shipped set is passive: each gesture for all the fingers that it is for")
  func shipped() throws {
    let configuration = try Configuration.builtIn()
    let declared = configuration.recognizers.map { "\($0.name) \($0.kind.name) \($0.numbersOfTouches)" }
    #expect(
      declared == [
        "tap tap [1, 2, 3, 4, 5]", "double_tap tap [1, 2, 3, 4, 5]", "long_press long_press [1, 2, 3, 4, 5]",
        "swipe swipe [1, 2, 3, 4, 5]", "pan pan [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]",
      ])
    for recognizer in configuration.recognizers {
      #expect(recognizer.isPassive)
      #expect(recognizer.requireToFail.isEmpty)
    }
    let directions = configuration.recognizers.first { $0.name == "swipe" }?.options.words("direction")
    #expect(directions.map(Set.init) == ["left", "right", "up", "down"])
    #expect(configuration.devices.isEmpty)
    #expect(try RecognizerSet(configuration.recognizers).instances.count == 30)
  }

  @Test("TAP-5, LPR-1 with the shipped set a touch is a tap or a hold, never both", arguments: 1...5)
  func tapOrHold(_ fingers: Int) throws {
    for configuration in [try Configuration.builtIn(), try example()] {
      let hold = try #require(configuration.recognizers.first { $0.name == "long_press" })
      let limit = Int(hold.options.number("minimum_press_ms"))
      for name in ["tap", "double_tap"] {
        let tap = try #require(configuration.recognizers.first { $0.name == name })
        #expect(Int(tap.options.number("maximum_press_ms")) == limit, "\(name)")
      }
      for press in [limit - 1, limit, limit + 1, limit + 200] {
        let rig = try GestureRig(configuration.recognizers)
        let names = "ABCDE".prefix(fingers)
        let landing = names.enumerated().map { "\($0.element)↓\(100 + 100 * $0.offset),200" }
          .joined(separator: " ")
        let lift = names.map { "\($0)↑" }.joined(separator: " ")
        let seen = Set(rig.actions(of: "\(landing)@0 \(lift)@\(press) ⏲5000").map { $0.prefix { $0 != ":" } })
        #expect(seen == [press <= limit ? "tap" : "long_press"], "\(press) ms")
      }
    }
  }

  @Test("what the shipped file shows commented out is right too, when its comment signs are taken out")
  func commentedKinds() throws {
    let text = String(decoding: Configuration.builtInText, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "# --- other kinds ---"))
    let end = try #require(lines.firstIndex(of: "# --- end of other kinds ---"))
    let tables = lines[(start + 1)..<end].map { $0.dropFirst(2) }.joined(separator: "\n")
    let configuration = try Configuration.parse(Array(tables.utf8), file: "commented.toml")
    let kinds = configuration.recognizers.map(\.kind.name)
    #expect(try RecognizerSet(configuration.recognizers).instances.count == kinds.count)
    // Each kind is declared or shown. A kind in neither place would be hard to find.
    let declared = try Configuration.builtIn().recognizers.map(\.kind.name)
    let all = RecognizerCatalog.types.map { $0.kind.name }
    #expect(Set(kinds + declared) == Set(all))
    #expect(Set(kinds).isDisjoint(with: declared))
  }

  @Test("an empty file has the socket of the shipped one, and no recognizer")
  func empty() throws {
    let empty = try Configuration.parse([], file: "empty.toml")
    #expect(empty.recognizers.isEmpty)
    let shipped = try Configuration.builtIn().socket
    #expect(empty.socket == shipped)
    #expect(shipped.path == nil)
    #expect(shipped.mode == 0o660)
    #expect(shipped.queueLines == 64)
    #expect(shipped.queueBytes == 65_536)
    #expect(shipped.sendBufferBytes == 8192)
    #expect(shipped.maximumSubscribers == 1024)
    #expect(shipped.stall == .milliseconds(5000))
  }

  @Test("the values that the shipped file shows in comments are the defaults")
  func comments() throws {
    let text = ProjectFile.text("config/gestured.toml")
    let recognizers = try Configuration.builtIn().recognizers
    var options: [OptionDescription] = []
    var count = 0
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") {
        let name = line.dropFirst("[recognizer.".count).dropLast()
        let kind = recognizers.first { $0.name == name }?.kind.name
        options = kind.flatMap(RecognizerCatalog.type(named:))?.options ?? []
      }
      let words = line.split(separator: " ")
      guard words.count >= 4, words[0] == "#", words[2] == "=" else { continue }
      guard let option = options.first(where: { $0.key == words[1] }) else { continue }
      count += 1
      switch option.defaultValue {
      case .number(let value): #expect(Double(words[3]) == value, "\(line)")
      case .integer(let value): #expect(Int(words[3]) == value, "\(line)")
      case .flag, .words: Issue.record("not compared: \(line)")
      }
    }
    #expect(count == 13)
  }

  @Test("the example for shaking hands is wider and slower than the shipped file in everything it changes")
  func accessible() throws {
    let example = try example()
    let shipped = try Configuration.builtIn()
    #expect(example.recognizers.map(\.name) == shipped.recognizers.map(\.name))
    for (own, other) in zip(example.recognizers, shipped.recognizers) {
      #expect(own.numbersOfTouches == other.numbersOfTouches)
      #expect(own.isPassive)
      let type = try #require(RecognizerCatalog.type(named: own.kind.name))
      var changed = 0
      for option in type.options where own.options[option.key] != other.options[option.key] {
        changed += 1
        #expect(
          own.options.number(option.key) > other.options.number(option.key), "\(own.name) \(option.key)")
      }
      #expect(changed > 0, "\(own.name)")
    }
  }

  @Test("every table that the shipped file shows in comments is a valid one")
  func commentedTables() throws {
    let text = ProjectFile.text("config/gestured.toml")
    var example: [Substring] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) where line.hasPrefix("#") {
      let uncommented = line.drop { $0 == "#" || $0 == " " }
      isOpen =
        uncommented.hasPrefix("[") && uncommented.hasSuffix("]") || isOpen && uncommented.contains(" = ")
      if isOpen { example.append(uncommented) }
    }
    let configuration = try Configuration.parse(
      Array(example.joined(separator: "\n").utf8), file: "commented.toml")
    #expect(configuration.recognizers.map(\.name) == ["tap", "double_tap"])
    #expect(configuration.recognizers.first?.requireToFail == ["double_tap"])
    #expect(configuration.devices.map(\.name) == ["kitchen", "broken"])
    #expect(configuration.socket.path == "/run/gestured/events.sock")
  }
}
