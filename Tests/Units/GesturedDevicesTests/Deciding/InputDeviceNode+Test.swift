import TouchInput

@testable import LinuxInput

extension InputDeviceNode {
  /// The properties of a node in a test.
  struct Story {
    var number = 3
    var name = "T1"
    var keys = "400 0 0 0 0 0"
    var axes = "260800000000003"
    var properties = ["ID_INPUT_TOUCHSCREEN": "1"]
    var phys: String?
    var bus = "0003"
    var isInitialized = true
    /// The path and the number of a device; nil for a node that does not exist.
    var device: (path: String, number: UInt64)?

    /// A touchscreen with slots.
    init(_ number: Int, _ properties: [String: String] = [:], phys: String? = nil, bus: String = "0003") {
      self.number = number
      self.properties.merge(properties) { $1 }
      self.phys = phys
      self.bus = bus
    }

    /// A touchscreen of a single contact.
    var single: Story {
      var story = self
      story.axes = "3"
      return story
    }

    /// A pen on a screen.
    var pen: Story {
      var story = self
      story.axes = "1000003"
      story.keys = "c01 0 0 0 0 0"
      story.properties["ID_INPUT_TOUCHSCREEN"] = nil
      story.properties["ID_INPUT_TABLET"] = "1"
      return story
    }
  }

  /// The node of a story, with its data from sysfs and udev.
  static func make(_ story: Story) -> InputDeviceNode {
    var attributes = [
      "name": story.name, "id/bustype": story.bus, "id/vendor": "222a", "id/product": "0001",
      "properties": "2", "capabilities/ev": "b", "capabilities/key": story.keys,
      "capabilities/abs": story.axes,
    ]
    attributes["phys"] = story.phys
    let record = UdevRecord(
      kernelName: "event\(story.number)",
      systemPath: "/sys/devices/virtual/input/input\(story.number)/event\(story.number)",
      path: story.device?.path ?? "/dev/input/event\(story.number)",
      deviceNumber: story.device?.number ?? UInt64(0xd40 + story.number),
      isInitialized: story.isInitialized, properties: story.properties, attributes: attributes)
    guard let node = InputDeviceNode(record) else { preconditionFailure("a story makes a node") }
    return node
  }
}
