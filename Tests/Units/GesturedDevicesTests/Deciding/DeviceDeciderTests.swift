import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import LinuxInput
import Testing
import TouchInput

@testable import GesturedDevices

/// The decision which devices are read and as what, from the configuration, udev, other nodes and displays.
@Suite struct DeviceDeciderTests {
  private typealias Story = InputDeviceNode.Story

  private func decide(
    _ stories: [Story], _ toml: String = "", displays: [Display] = []
  ) throws -> [DeviceDecision] {
    let configuration = try Configuration.parse(Array(toml.utf8), file: "c.toml")
    return DeviceDecider(configuration: configuration, displays: displays).decide(
      stories.map(InputDeviceNode.make))
  }

  private func one(
    _ properties: [String: String] = [:], _ toml: String = "", displays: [Display] = []
  ) throws -> DeviceDecision {
    try #require(try decide([Story(3, properties)], toml, displays: displays).first)
  }

  private func panel(of decision: DeviceDecision, resolution: Int32 = 64) throws -> TouchPanel {
    let description = TestScreen.description(
      x: AxisRange(minimum: 0, maximum: 10239, resolution: resolution),
      y: AxisRange(minimum: 0, maximum: 6399, resolution: resolution))
    return try decision.panel(of: description, .multitouch)
  }

  private func reason(_ topic: DeviceVerdict.Finding.Topic, _ decision: DeviceDecision) throws -> String {
    try #require(try decision.findings(with: panel(of: decision)).first { $0.topic == topic }).reason
  }

  private static let hdmi = Display(
    connector: "HDMI-A-1", facts: DisplayFacts(size: Size(344, 194), pixels: Size(1920, 1080)))
  private static let inner = Display(connector: "eDP-1", facts: DisplayFacts(size: Size(310, 174)))

  @Test("every topic is decided once, in one order, each with a reason")
  func findings() throws {
    let decision = try one()
    let findings = try decision.findings(with: panel(of: decision))
    // The filter is a topic of touchscreens alone, and decided from the opened device.
    #expect(findings.map(\.topic) == DeviceVerdict.Finding.Topic.allCases.filter { $0 != .filter })
    #expect(findings.allSatisfy { !$0.reason.isEmpty })
  }

  @Test(
    "FLT-2 [filter] filters every touchscreen, a device's table says otherwise, and touchpads and pens never are"
  )
  func filtered() throws {
    let toml = """
      [filter]
      enabled = true
      [device.left]
      name = "left"
      [device.left.filter]
      enabled = false
      [device.pad]
      name = "pad"
      touchpad = true
      """
    func filter(_ name: String) throws -> TouchFilter? {
      var story = Story(3)
      story.name = name
      let decision = try #require(try decide([story], toml).first)
      return decision.setup(of: try panel(of: decision)).touchFilter
    }
    #expect(try filter("left") == nil && filter("pad") == nil)
    #expect(try filter("right")?.app.mode == .hold)
  }

  @Test(
    "FLT-97 the list says of each touchscreen whether it is filtered, what says so, and the node of its clone"
  )
  func filterFinding() throws {
    func finding(_ toml: String, clones: [InputDeviceNode] = []) throws -> [String] {
      let decision = try one([:], toml)
      let finding = decision.filterFinding(
        of: TestScreen.description(), try panel(of: decision), clones: clones)
      return finding.map { [$0.value, $0.reason] } ?? []
    }
    #expect(try finding("") == ["", "[filter] does not say enabled = true"])
    let on = "[filter]\nenabled = true\nmode = \"cancel\"\n"
    #expect(
      try finding(on) == [
        "cancel", "[filter] says enabled = true; gestured-filter makes the clone that others read",
      ])
    var other = Story(8, phys: "gestured/1/touch")
    other.name = "another"
    let clones = [InputDeviceNode.make(Story(7, phys: "gestured/0/touch")), .make(other)]
    #expect(
      try finding(on, clones: clones) == [
        "cancel", "[filter] says enabled = true; others read /dev/input/event7",
      ])
    let off = on + "[device.desk]\nname = \"T1\"\n[device.desk.filter]\nenabled = false\n"
    #expect(try finding(off) == ["", "[device.desk.filter] does not say enabled = true"])
    // A table that says something else of the filter does not say whether there is one.
    let late = "[device.desk]\nname = \"T1\"\n[device.desk.filter]\ngather_ms = 30\n"
    #expect(try finding(late) == ["", "[filter] does not say enabled = true"])
    #expect(
      try finding(on + late) == [
        "cancel", "[filter] says enabled = true; gestured-filter makes the clone that others read",
      ])
  }

  @Test(
    "LIBINPUT_IGNORE_DEVICE is honoured, and a table's word outranks it",
    arguments: [
      ("1", "", true), ("0", "", false), ("", "", false), ("yes", "", true),
      ("1", "ignore = false", false), ("0", "ignore = true", true),
    ])
  func ignoring(property: String, line: String, expected: Bool) throws {
    let table = line.isEmpty ? "" : "[device.d]\nname = \"T1\"\n\(line)"
    let decision = try one(["LIBINPUT_IGNORE_DEVICE": property], table)
    #expect((decision.exclusion != nil) == expected)
  }

  @Test("DMN-11 LIBINPUT_CALIBRATION_MATRIX is honoured; a table's matrix or rotation stands in for it")
  func matrix() throws {
    let quarter = ["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"]
    let turned = try one(quarter)
    #expect(turned.placement == PanelPlacement(calibration: AffineTransform(0, 1, -1, 0, 1, 0)))
    #expect(try panel(of: turned).size == Size(100, 160))
    #expect(try reason(.matrix, turned) == "udev's LIBINPUT_CALIBRATION_MATRIX")
    let table = "[device.d]\nname = \"T1\"\n"
    let own = try one(quarter, table + "calibration_matrix = [1, 0, 0.5, 0, 1, 0]")
    #expect(own.placement == PanelPlacement(calibration: AffineTransform(1, 0, 0, 1, 0.5, 0)))
    let rotated = try one(quarter, table + "rotation_deg = 180")
    #expect(rotated.placement == PanelPlacement(rotation: .half))
    let upright = try one(quarter, table + "rotation_deg = 0")
    #expect(upright.placement == .upright)
    // A table without both keys leaves the placement to udev.
    #expect(try one(quarter, table).placement == turned.placement)
  }

  @Test("a matrix that is none is passed over with a warning, whose text is escaped")
  func badMatrix() throws {
    let decision = try one(["LIBINPUT_CALIBRATION_MATRIX": "1 0 \u{1b}[2J"])
    #expect(decision.placement == .upright)
    #expect(decision.exclusion == nil)
    #expect(decision.warnings.count == 1)
    #expect(decision.warnings.allSatisfy { !$0.description.contains("\u{1b}") })
  }

  @Test(
    "D31 of nodes of one panel the single-touch one is not read beside that with slots; a pen is, on its own")
  func groups() throws {
    let group = ["LIBINPUT_DEVICE_GROUP": "3/222a/1:usb-1"]
    let decisions = try decide([
      Story(3, group).single, Story(4, group), Story(5, group).pen, Story(6).single,
    ])
    #expect(decisions.map(\.exclusion) == [.twin(of: "/dev/input/event4"), nil, nil, nil])
    #expect(decisions.map(\.touchProtocol) == [.singleTouch, .multitouch, .pen, .singleTouch])
    // Without udev's group, the plug decides.
    let plugged = try decide([
      Story(3, phys: "usb-1/input0").single, Story(4, phys: "usb-1/input1"),
      Story(5, phys: "usb-2/input0").single,
    ])
    #expect(plugged.map { $0.exclusion == nil } == [false, true, true])
    // If the better device is ignored, the other one counts.
    let alone = try decide(
      [Story(3, group).single, Story(4, group)], "[device.d]\npath = \"/dev/input/event4\"\nignore = true")
    #expect(alone.map { $0.exclusion == nil } == [true, false])
  }

  @Test("the seat is the table's, else udev's, else the one of all others")
  func seat() throws {
    #expect(try one().setup.seat == "seat0")
    #expect(try one(["ID_SEAT": ""]).setup.seat == "seat0")
    #expect(try one(["ID_SEAT": "seat-2"]).setup.seat == "seat-2")
    let table = "[device.d]\nproperty = \"ID_SEAT=?*\"\nseat = \"seat-3\""
    #expect(try one(["ID_SEAT": "seat-2"], table).setup.seat == "seat-3")
    #expect(try one([:], table).setup.seat == "seat0")
  }

  @Test(
    "one display and one touchscreen belong together, as do the one built-in of each; else nobody guesses")
  func outputs() throws {
    #expect(try one(displays: [Self.hdmi]).setup.output == "HDMI-A-1")
    #expect(try one().setup.output == nil)
    #expect(try one(displays: [Self.hdmi, Self.inner]).setup.output == nil)
    let inside = Story(3, bus: "0018")
    #expect(try decide([inside], displays: [Self.hdmi, Self.inner]).map(\.setup.output) == ["eDP-1"])
    #expect(
      try decide([inside, Story(4)], displays: [Self.hdmi, Self.inner]).map(\.setup.output) == ["eDP-1", nil])
    #expect(
      try decide([inside, Story(4, bus: "001c")], displays: [Self.inner]).map(\.setup.output) == [nil, nil])
    #expect(try decide([Story(3), Story(4)], displays: [Self.hdmi]).map(\.setup.output) == [nil, nil])
    // udev's property overrides the bus.
    let integrated = Story(3, ["ID_INTEGRATION": "internal"])
    #expect(try decide([integrated], displays: [Self.hdmi, Self.inner]).map(\.setup.output) == ["eDP-1"])
    let external = Story(3, ["ID_INTEGRATION": "external"], bus: "0018")
    #expect(try decide([external], displays: [Self.hdmi, Self.inner]).map(\.setup.output) == [nil])
  }

  @Test("a pen and the touchscreen of one panel are one panel, and lie on one display")
  func penOutput() throws {
    let group = ["LIBINPUT_DEVICE_GROUP": "g"]
    let both = [Story(3, group), Story(4, group).pen]
    #expect(try decide(both, displays: [Self.hdmi]).map(\.setup.output) == ["HDMI-A-1", "HDMI-A-1"])
    let named = try decide(
      both, "[device.d]\npath = \"*event3\"\noutput = \"eDP-1\"", displays: [Self.hdmi, Self.inner])
    #expect(named.map(\.setup.output) == ["eDP-1", "eDP-1"])
  }

  @Test("a touchpad that is read lies on no display, and is in no touchscreen's way")
  func touchpad() throws {
    var pad = Story(4, ["ID_INPUT_TOUCHPAD": "1"], bus: "0018")
    pad.name = "Pad"
    pad.properties["ID_INPUT_TOUCHSCREEN"] = nil
    let decisions = try decide(
      [Story(3), pad], "[device.pad]\nname = \"Pad\"\ntouchpad = true", displays: [Self.hdmi])
    #expect(decisions.map(\.exclusion) == [nil, nil])
    #expect(decisions.map(\.setup.output) == ["HDMI-A-1", nil])
  }

  @Test("PAD-1 the findings say whether a device is read as a touchpad, and for which part of the screen")
  func role() throws {
    let pad = "[device.pad]\nname = \"T1\"\ntouchpad = true\n"
    func finding(_ toml: String) throws -> DeviceVerdict.Finding? {
      let decision = try one([:], toml)
      return try decision.findings(with: panel(of: decision)).first { $0.topic == .role }
    }
    let reason = "its table says touchpad = true: its touches are indirect, and stand for "
    #expect(try finding(pad) == .init(.role, "touchpad", reason + "the whole screen"))
    #expect(
      try finding(pad + "map = \"drawing\"\n[region.drawing]\nframe = [0, 0, 10, 10]\n")
        == .init(.role, "touchpad", reason + "region drawing"))
    #expect(try finding("") == .init(.role, "touchscreen", "no table says touchpad = true for it"))
  }

  @Test(
    "WL_OUTPUT names the display, and a table's word outranks it; one that is not there is named all the same"
  )
  func namedOutputs() throws {
    let displays = [Self.hdmi, Self.inner]
    let property = ["WL_OUTPUT": "HDMI-A-1"]
    #expect(try one(property, displays: displays).size.display == Self.hdmi.facts)
    let table = "[device.d]\nname = \"T1\"\noutput = \"eDP-1\""
    let decision = try one(property, table, displays: displays)
    #expect(decision.setup.output == "eDP-1" && decision.size.display == Self.inner.facts)
    let away = try one(["WL_OUTPUT": "DP-9"], displays: displays)
    #expect(away.setup.output == "DP-9" && away.size.display == nil)
    #expect(try reason(.output, away).contains("no display is connected there"))
    #expect(try one(["WL_OUTPUT": String(repeating: "x", count: 65)], displays: displays).setup.output == nil)
  }

  @Test("D18 size and pixels come from the display where neither panel nor table say them, with the reason")
  func size() throws {
    let decision = try one(displays: [Self.hdmi])
    let silent = try panel(of: decision, resolution: 0)
    #expect(silent.size == Size(344, 194) && silent.sizeSource == .display)
    #expect(decision.setup(of: silent).pixels == Size(1920, 1080))
    let table = "[device.d]\nname = \"T1\"\nsize_mm = [300, 200]\npixels = [800, 600]"
    let told = try one([:], table, displays: [Self.hdmi])
    #expect(try panel(of: told).size == Size(300, 200))
    #expect(try told.setup(of: panel(of: told)).pixels == Size(800, 600))
    #expect(try reason(.size, told) == "its table says size_mm")
    #expect(try reason(.pixels, told) == "its table says pixels")
    #expect(try reason(.table, told).contains("name “T1”"))
  }

  @Test("a device that is none that is read says why, whatever its table says")
  func refused() throws {
    var keyboard = Story(3)
    keyboard.keys = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"
    let decisions = try decide([keyboard], "[device.d]\nname = \"*\"\nignore = false")
    #expect(decisions.map(\.exclusion) == [.refused(.letterKeys)])
  }

  @Test("what is decided as before is not acted on again; what others change is")
  func roster() throws {
    let group = ["LIBINPUT_DEVICE_GROUP": "g"]
    let configuration = try Configuration.parse([], file: "c.toml")
    var decider = DeviceDecider(configuration: configuration)
    var roster = DeviceRoster()
    let single = InputDeviceNode.make(Story(3, group).single)
    roster.add(single)
    #expect(roster.decide(by: decider).map(\.exclusion) == [nil])
    #expect(roster.decide(by: decider).isEmpty)
    // A better node of the same device appears, and the daemon gives up the single one first.
    let better = InputDeviceNode.make(Story(4, group))
    roster.add(better)
    let changed = roster.decide(by: decider)
    #expect(changed.map(\.node.number) == [3, 4])
    #expect(changed.map(\.exclusion) == [.twin(of: better.path), nil])
    // A display appears.
    decider.displays = [Self.hdmi]
    #expect(roster.decide(by: decider).map(\.setup.output) == ["HDMI-A-1"])
    // The better node disappears.
    roster.forget(better.systemPath)
    #expect(roster.decide(by: decider).map(\.exclusion) == [nil])
    #expect(roster[single.systemPath]?.exclusion == nil)
    #expect(roster[better.systemPath] == nil)
  }

  @Test("a twin stands in for a node that is refused once it is open, until udev says something else of that")
  func refusedOnceOpen() throws {
    let group = ["LIBINPUT_DEVICE_GROUP": "g"]
    let single = InputDeviceNode.make(Story(3, group).single)
    let better = InputDeviceNode.make(Story(4, group))
    let configuration = try Configuration.parse([], file: "c.toml")
    let decider = DeviceDecider(configuration: configuration)
    var roster = DeviceRoster()
    roster.replaceAll([single, better])
    var opened: [Int] = []
    func settle(_ refusal: DeviceRefusal?) {
      opened = []
      roster.settle(by: decider) { decision in
        guard decision.exclusion == nil else { return nil }
        opened.append(decision.node.number)
        return decision.node == better ? refusal : nil
      }
    }
    settle(.slotCount(1_000_000))
    #expect(opened == [4, 3])
    #expect(roster[better.systemPath]?.exclusion == .refused(.slotCount(1_000_000)))
    #expect(roster[single.systemPath]?.exclusion == nil)
    // Changes of permissions or displays, or a list of all devices, do not make it another device.
    roster.add(better)
    roster.recordSizes()
    roster.replaceAll([single, better])
    settle(nil)
    #expect(opened == [3])
    // Changes of other properties do.
    roster.add(InputDeviceNode.make(Story(4, group.merging(["EVDEV_ABS_2F": "0:9"]) { $1 })))
    settle(nil)
    #expect(opened == [4])
    #expect(roster[single.systemPath]?.exclusion == .twin(of: better.path))
    // A display may bring a size.
    roster.refuse(better.systemPath, .implausibleSize)
    settle(nil)
    #expect(opened == [3])
    roster.recordSizes()
    settle(nil)
    #expect(opened == [4])
  }
}
