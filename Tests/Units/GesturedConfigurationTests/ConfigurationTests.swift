import GestureCore
import GesturedConfiguration
import Testing

@Suite struct ConfigurationTests {
  @Test(
    "PAN-25 a pan without touches and maximum_touches takes one finger and more, and one with touches exactly these",
    arguments: [
      ("", [1], 10), ("touches = 1", [1], 0), ("touches = [2, 4]", [2, 4], 0),
      ("maximum_touches = 0", [1], 0),
      ("maximum_touches = 4", [1], 4), ("touches = 3\nmaximum_touches = 5", [3], 5),
    ])
  func panTouches(keys: String, numbers: [Int], maximum: Int) throws {
    let text = "[recognizer.drag]\nkind = \"pan\"\n\(keys)\n"
    let recognizers = try Configuration.parse(Array(text.utf8), file: "test.toml").recognizers
    #expect(recognizers.map(\.numbersOfTouches) == [numbers])
    #expect(recognizers.first?.options.integer("maximum_touches") == maximum)
  }

  @Test("recognizers come in the order of the file, with what it says laid over the defaults")
  func recognizers() throws {
    let text = """
      [recognizer.zoom]
      kind = "pan"
      touches = [3, 2]
      minimum_distance_mm = 4
      simultaneous_with = ["*"]
      [recognizer.back]
      kind = "swipe"
      direction = "left"
      require_to_fail = "kind:tap"
      [recognizer.a]
      kind = "tap"
      passive = false
      """
    let recognizers = try #require(check(text).configuration?.recognizers)
    #expect(recognizers.map(\.name) == ["zoom", "back", "a"])
    #expect(recognizers[0].numbersOfTouches == [3, 2])
    #expect(recognizers[0].options.number("minimum_distance_mm") == 4)
    #expect(recognizers[0].options.integer("maximum_touches") == 0)
    #expect(recognizers[0].simultaneousWith == ["*"])
    #expect(recognizers[1].numbersOfTouches == [1])
    #expect(recognizers[1].options.words("direction") == ["left"])
    #expect(recognizers[1].requireToFail == ["kind:tap"])
    #expect(!recognizers[2].isPassive)
    #expect(recognizers[2].options == OptionTable(defaultsOf: TapRecognizer.options))
  }

  @Test("an option of each domain is read, and has its default else", arguments: [true, false])
  func domains(isSaid: Bool) throws {
    let said = "size_mm = 7\ncount = 4\nis_odd = true\ncolour = [\"green\", \"red\"]\n"
    let text = "[recognizer.x]\nkind = \"stand_in\"\n" + (isSaid ? said : "")
    let options = try #require(
      check(text, catalog: [StandInRecognizer.self]).configuration?.recognizers.first
    )
    .options
    #expect(options.number("size_mm") == (isSaid ? 7 : 2))
    #expect(options.integer("count") == (isSaid ? 4 : 3))
    #expect(options.flag("is_odd") == isSaid)
    #expect(options.words("colour") == (isSaid ? ["green", "red"] : ["red"]))
  }

  @Test("the ends of a range are within it")
  func ends() {
    for value in ["0.5", "50"] {
      #expect(check("[recognizer.t]\nkind = \"tap\"\nmovement_mm = \(value)").mistakes.isEmpty)
    }
  }

  @Test("enabled = false removes a recognizer, even one of which nothing else is said")
  func enabled() throws {
    let text = """
      recognizer.tap.enabled = false
      [recognizer.swipe]
      kind = "swipe"
      [recognizer.pan]
      kind = "pan"
      enabled = false
      """
    #expect(try #require(check(text).configuration).recognizers.map(\.name) == ["swipe"])
  }

  @Test("devices are told apart by name; the first table that fits counts")
  func devices() throws {
    let text = """
      [device.zz]
      name = "ACME Touch 9?"
      size_mm = [344.5, 194]
      [device.aa]
      name = "ACME*"
      ignore = true
      """
    let configuration = try #require(check(text).configuration)
    #expect(configuration.devices.map(\.name) == ["zz", "aa"])
    let sized = try #require(configuration.settings(named: "ACME Touch 90"))
    #expect(sized.size == Size(344.5, 194))
    #expect(sized.isIgnored == nil)
    let ignored = try #require(configuration.settings(named: "ACME Touch 9"))
    #expect(ignored.size == nil)
    #expect(ignored.isIgnored == true)
    #expect(configuration.settings(named: "Other") == nil)
  }

  @Test("the socket's settings are read")
  func socket() throws {
    let path = "/" + String(repeating: "x", count: 106)
    let text = """
      [socket]
      path = "\(path)"
      mode = "600"
      queue_lines = 8
      queue_bytes = 4096
      send_buffer_bytes = 16384
      maximum_subscribers = 2
      stall_ms = 250.5
      """
    let socket = try #require(check(text).configuration?.socket)
    #expect(socket.path == path)
    #expect(socket.mode == 0o600)
    #expect(socket.queueLines == 8)
    #expect(socket.queueBytes == 4096)
    #expect(socket.sendBufferBytes == 16384)
    #expect(socket.maximumSubscribers == 2)
    #expect(socket.stall == TimeSpan(microseconds: 250_500))
  }

  @Test("no kind has an option of the name of a key that all kinds have, or of two options one name")
  func keysAreDistinct() {
    let common = ["kind", "touches", "passive", "enabled", "require_to_fail", "simultaneous_with"]
    for type in RecognizerCatalog.types {
      let keys = common + type.options.map(\.key)
      #expect(Set(keys).count == keys.count, "\(type.kind.name)")
    }
  }

  @Test("every default lies within its own range, and its key ends in its unit")
  func defaultsAreAllowed() {
    for option in RecognizerCatalog.types.flatMap({ $0.options }) + FilterSettings.options {
      switch option.domain {
      case .number(let unit, let range, let value):
        #expect(range.contains(value), "\(option.key)")
        #expect(option.key.hasSuffix("_" + unit.keySuffix), "\(option.key)")
      case .integer(let range, let value): #expect(range.contains(value), "\(option.key)")
      case .words(let allowed, let words): #expect(Set(words).isSubset(of: allowed))
      case .flag: break
      }
    }
  }
}
