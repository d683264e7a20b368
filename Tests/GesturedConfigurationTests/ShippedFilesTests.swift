import GestureCore
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

  @Test("MULTI-4 the shipped set is passive: four gestures for 1 to 5 fingers, pan for 1 to 10")
  func shipped() throws {
    let configuration = try Configuration.builtIn()
    #expect(configuration.recognizers.map(\.name) == ["tap", "double_tap", "long_press", "swipe", "pan"])
    #expect(configuration.recognizers.map(\.kind.name) == ["tap", "tap", "long_press", "swipe", "pan"])
    for recognizer in configuration.recognizers {
      #expect(recognizer.isPassive)
      #expect(recognizer.numbersOfTouches == Array(1...(recognizer.kind.name == "pan" ? 10 : 5)))
      #expect(recognizer.requireToFail.isEmpty)
    }
    let directions = configuration.recognizers.first { $0.name == "swipe" }?.options.words("direction")
    #expect(directions.map(Set.init) == ["left", "right", "up", "down"])
    #expect(configuration.devices.isEmpty)
    #expect(try RecognizerSet(configuration.recognizers).instances.count == 30)
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
    let text = try #require(ProjectFile.text("config/gestured.toml"))
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
    #expect(count == 14)
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
    let text = try #require(ProjectFile.text("config/gestured.toml"))
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
