import Testing
import TouchInput

@testable import LinuxInput

@Suite struct InputDeviceNodeTests {
  @Test("a node has all that sysfs and udev say of its device")
  func facts() throws {
    let node = try #require(InputDeviceNode(.touchscreen))
    #expect(node.path == "/dev/input/event3")
    #expect(node.number == 3)
    #expect(node.systemPath == "/sys/devices/virtual/input/input3/event3")
    #expect(node.deviceNumber == 0xd43)
    #expect(node.deviceClass == .touchscreen)
    #expect(node.description.name == "T1")
    #expect(node.description.bus == 0x18 && node.description.vendor == 0x4f3)
    #expect(node.description.product == 0x2c82 && node.description.version == 0x100)
    #expect(node.description.properties.codes == [EventCode.directProperty])
    #expect(node.description.codes[EventCode.synchronization]?.codes == [0, 1, 3])
    #expect(node.description.codes[EventCode.key]?.codes == [EventCode.touch])
    #expect(node.description.axes.isEmpty)
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: node.description, deviceClass: node.deviceClass, scope: .touchscreens)
    #expect(touchProtocol == .multitouch)
  }

  @Test("X4 a keyboard is refused by what sysfs says of it, even where udev calls it a touchscreen")
  func keyboard() throws {
    let node = try #require(InputDeviceNode(.keyboard))
    #expect(throws: DeviceRefusal.letterKeys) {
      try DeviceJudgement.judgeCapabilities(
        of: node.description, deviceClass: node.deviceClass, scope: .everything)
    }
  }

  @Test("all that udev and sysfs tell a device from others by is there")
  func identity() throws {
    let record = UdevRecord.touchscreen
      .with(attribute: "uniq", "S 1").with(property: "ID_SERIAL_SHORT", "S2")
      .with(property: "DEVLINKS", "/dev/input/by-id/a /dev/input/by-path/b").with(property: "ID_PATH", "p")
    let identity = try #require(InputDeviceNode(record)).identity
    #expect(identity.name == "T1" && identity.numbers == "04f3:2c82")
    #expect(
      identity.paths == [
        "/dev/input/event3", record.systemPath, "/dev/input/by-id/a", "/dev/input/by-path/b",
      ])
    #expect(identity.serials == ["S 1", "S2"])
    #expect(identity.properties["ID_PATH"] == "p")
    #expect(InputDeviceNode(.touchscreen.with(attribute: "uniq", ""))?.identity.serials == [])
  }

  @Test("nodes of one piece of hardware have one group: udev's, or where it is plugged in")
  func groups() {
    func group(_ property: String?, _ phys: String?) -> String? {
      let record = UdevRecord.touchscreen.with(property: "LIBINPUT_DEVICE_GROUP", property)
      return InputDeviceNode(record.with(attribute: "phys", phys))?.group
    }
    #expect(group("3/4f3/2c82:usb-1", "usb-2/input0") == "3/4f3/2c82:usb-1")
    #expect(group(nil, "usb-0000:00:14.0-2/input0") == group("", "usb-0000:00:14.0-2/input1"))
    #expect(group(nil, "usb-0000:00:14.0-2/input0") != group(nil, "usb-0000:00:14.0-3/input0"))
    for phys in [nil, "", "/", "/input0", "i2c"] { #expect(group(nil, phys) == nil) }
  }

  @Test(
    "each of udev's classes is taken over, and a rule takes it back by 0 or nothing",
    arguments: DeviceClass.udevProperties.map(\.name))
  func classes(property: String) throws {
    let flag = try #require(DeviceClass.udevProperties.first { $0.name == property }?.flag)
    #expect(DeviceClass(udevProperties: [property: "1", "ID_INPUT": "1"]) == flag)
    #expect(DeviceClass(udevProperties: [property: "0"]) == [])
    #expect(DeviceClass(udevProperties: [property: ""]) == [])
    #expect(DeviceClass(udevProperties: [:]) == [])
  }

  @Test(
    "without udev a device is classed by its description; with udev, a rule that takes its class back counts")
  func classWithoutUdev() {
    var record = UdevRecord.touchscreen.with(property: "ID_INPUT_TOUCHSCREEN", nil)
    #expect(InputDeviceNode(record)?.deviceClass == [])
    record.isInitialized = false
    #expect(InputDeviceNode(record)?.deviceClass == .touchscreen)
  }

  @Test(
    "a device whose capabilities are not known makes no node",
    arguments: ["name", "properties", "capabilities/ev", "capabilities/key", "capabilities/abs"])
  func unknownCapabilities(attribute: String) {
    #expect(InputDeviceNode(.touchscreen.with(attribute: attribute, nil)) == nil)
    guard attribute != "name" else { return }
    #expect(InputDeviceNode(.touchscreen.with(attribute: attribute, "what?")) == nil)
  }

  @Test("numbers that are none count as 0", arguments: ["", "xyz", "123456", "-1"])
  func numbers(text: String) {
    #expect(InputDeviceNode(.touchscreen.with(attribute: "id/vendor", text))?.description.vendor == 0)
  }

  @Test(
    "only eventN with a node makes one",
    arguments: [
      "event", "event-1", "event+1", "eventx", "event1x", "mouse0", "input3", "js0", "",
      "event99999999999999999999",
    ])
  func otherNames(kernelName: String) {
    var record = UdevRecord.touchscreen
    record.kernelName = kernelName
    #expect(InputDeviceNode(record) == nil)
    record = .touchscreen
    record.path = nil
    #expect(InputDeviceNode(record) == nil)
  }

  @Test(
    "D29 a name of any bytes becomes valid text, and nothing of it is lost",
    arguments: [
      (Array("%s%n".utf8), "%s%n"), ([], ""),
      (Array("a\nb\u{1b}[2J\"\u{2028}".utf8), "a\nb\u{1b}[2J\"\u{2028}"),
      ([0x41, 0xff, 0x42], "A\u{fffd}B"), ([0xc3], "\u{fffd}"),
      ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
      (Array(repeating: 0x78, count: 255), String(repeating: "x", count: 255)),
    ] as [([UInt8], String)])
  func names(bytes: [UInt8], expected: String) {
    let cString = bytes.map { CChar(bitPattern: $0) } + [0]
    let converted = unsafe text(of: cString)
    #expect(converted == expected)
    let nothing = text(of: nil)
    #expect(nothing == nil)
  }
}
