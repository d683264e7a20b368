import GestureCore
import Testing
import TouchInput

@testable import GesturedConfiguration

/// The devices that a `[device.NAME]` table applies to.
@Suite struct DeviceMatchTests {
  private let device = DeviceIdentity(
    of: DeviceDescription(name: "ACME Touch", vendor: 0x222a, product: 0x1),
    paths: ["/dev/input/event3", "/dev/input/by-path/pci-0000:00:14.0-usb-0:2:1.0-event"],
    serials: ["S-17"],
    properties: ["ID_SEAT": "seat1", "ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0", "EMPTY": ""])

  private func fits(_ lines: String) throws -> Bool {
    let result = check("[device.d]\n" + lines)
    #expect(result.mistakes.isEmpty, "\(lines)")
    return try #require(result.configuration).settings(for: device) != nil
  }

  @Test(
    "a device is told by name, numbers, path, serial number or udev's properties",
    arguments: [
      ("name = \"ACME*\"", true), ("name = \"acme*\"", false),
      ("id = \"222a:0001\"", true), ("id = \"222A:0001\"", true), ("id = \"222a:*\"", true),
      ("id = \"222a:0002\"", false), ("id = \"222b:*\"", false),
      ("path = \"/dev/input/event3\"", true), ("path = \"*-usb-0:2:*\"", true), ("path = \"event3\"", false),
      ("serial = \"S-*\"", true), ("serial = \"T-*\"", false),
      ("property = \"ID_SEAT=seat1\"", true), ("property = \"ID_SEAT=?*\"", true),
      ("property = \"ID_SEAT=seat\"", false), ("property = \"ID_MODEL=*\"", false),
      ("property = \"EMPTY=\"", true), ("property = \"EMPTY=?*\"", false),
    ])
  func keys(line: String, expected: Bool) throws {
    #expect(try fits(line) == expected)
  }

  @Test("of several keys all have to fit")
  func conjunction() throws {
    #expect(try fits("name = \"*\"\nid = \"222a:0001\"\nproperty = [\"ID_SEAT=*\", \"ID_PATH=pci-*\"]"))
    #expect(try !fits("name = \"*\"\nid = \"222a:0002\""))
    #expect(try !fits("name = \"*\"\nproperty = [\"ID_SEAT=*\", \"ID_PATH=usb-*\"]"))
  }

  @Test("the first table that fits counts, in the order of the file")
  func order() throws {
    let text = """
      [device.zz]
      serial = "S-17"
      [device.aa]
      name = "ACME*"
      """
    let configuration = try #require(check(text).configuration)
    #expect(configuration.settings(for: device)?.name == "zz")
    #expect(configuration.settings(named: "ACME Touch")?.name == "aa")
  }

  @Test(
    "what tells no device is a mistake",
    arguments: [
      "id = \"222a\"", "id = \"222a:1\"", "id = \"222g:0001\"", "id = \"*:0001\"", "id = \"222a:0001:2\"",
      "path = \"\"", "serial = 3", "property = \"ID_SEAT\"", "property = \"=x\"",
      "property = [\"A=1\", \"A=1\"]",
      "id = \"２２２a:0001\"",
    ])
  func mistakes(line: String) {
    let result = check("[device.d]\n\(line)")
    #expect(result.configuration == nil)
    #expect(result.mistakes.count == 1 && result.mistakes.allSatisfy { $0.hasPrefix("f.toml:2:") })
  }

  @Test("a table that names no device says which keys there are")
  func noKey() {
    #expect(
      check("[device.d]\nignore = true").mistakes == [
        "f.toml:1:9: device.d.name: missing; allowed: at least one of name, id, path, serial, property"
      ])
  }

  @Test("output, seat and ignore are read; where nothing is said others may say it")
  func settings() throws {
    let text = """
      [device.a]
      name = "A"
      output = "HDMI-A-1"
      seat = "seat-kitchen"
      ignore = false
      [device.b]
      name = "B"
      """
    let configuration = try #require(check(text).configuration)
    let all = try #require(configuration.settings(named: "A"))
    #expect(all.output == "HDMI-A-1" && all.seat == "seat-kitchen" && all.isIgnored == false)
    let none = try #require(configuration.settings(named: "B"))
    #expect(none.output == nil && none.seat == nil && none.isIgnored == nil)
    for line in ["output = \"\"", "output = \"a b\"", "seat = \"a\\nb\"", "seat = 1", "output = \"é\""] {
      #expect(check("[device.a]\nname = \"A\"\n\(line)").mistakes.count == 1, "\(line)")
    }
  }

  @Test("DMN-17 windows and zones name a touchscreen by what it calls itself, or by its table")
  func names() throws {
    let names = ScreenNames(device: "ACME Touch", table: "left")
    #expect(names.fit(TextPattern("ACME*")) && names.fit(TextPattern("left")))
    #expect(!names.fit(TextPattern("right")) && !ScreenNames(device: "x").fit(TextPattern("left")))
    let text = """
      [window.panel]
      device = "left"
      [exclusion.bar]
      device = "left"
      frame = [0, 0, 10, 10]
      """
    let configuration = try #require(check(text).configuration)
    for (names, belongs) in [(names, true), (ScreenNames(device: "ACME Touch", table: "right"), false)] {
      let (tree, _) = configuration.regionTree(
        on: names, isFirst: true, screen: Size(160, 100), pixels: nil)
      #expect((tree.number(named: "panel") != nil) == belongs)
      #expect(configuration.filters(nil, on: names).zones.isEmpty != belongs)
    }
  }
}
