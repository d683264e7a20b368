@testable import LinuxInput

extension UdevRecord {
  /// udev's record of a touchscreen of protocol B with BTN_TOUCH.
  static let touchscreen = UdevRecord(
    kernelName: "event3",
    systemPath: "/sys/devices/virtual/input/input3/event3",
    path: "/dev/input/event3",
    deviceNumber: 0xd43,
    isInitialized: true,
    properties: ["ID_INPUT_TOUCHSCREEN": "1"],
    attributes: [
      "name": "T1", "id/bustype": "0018", "id/vendor": "04f3", "id/product": "2c82", "id/version": "0100",
      "properties": "2", "capabilities/ev": "b", "capabilities/key": "400 0 0 0 0 0",
      "capabilities/abs": "260800000000003",
    ]
  )

  /// The AT keyboard of a virtual machine.
  static let keyboard = UdevRecord.touchscreen
    .with(attribute: "capabilities/key", "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe")

  /// The same record with another property, or without the property.
  func with(property: String, _ value: String?) -> UdevRecord {
    var copy = self
    copy.properties[property] = value
    return copy
  }

  /// The same record with another attribute, or without the attribute.
  func with(attribute: String, _ value: String?) -> UdevRecord {
    var copy = self
    copy.attributes[attribute] = value
    return copy
  }

  /// The same record with another path and number of its node.
  func at(_ path: String, deviceNumber: UInt64 = 0) -> UdevRecord {
    var copy = self
    copy.path = path
    copy.deviceNumber = deviceNumber
    return copy
  }
}
