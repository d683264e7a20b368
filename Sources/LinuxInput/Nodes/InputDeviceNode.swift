import TouchInput

/// An event node and what is known of its device without opening it: enough to judge whether it may be
/// opened.
///
/// A device is the same as long as system path and device number are (D4); names and node paths are used
/// again.
public struct InputDeviceNode: Hashable, Sendable {
  /// The node: `/dev/input/eventN`. It need not exist, as in a container that sees the host's sysfs.
  public let path: String
  /// N of `/dev/input/eventN`.
  public let number: Int
  /// The device's folder in sysfs: `/sys/devices/…/input/inputM/eventN`.
  public let systemPath: String
  /// The node's device number. The C type is `dev_t`.
  public let deviceNumber: UInt64
  /// What sysfs says of the device. Its axes are empty: only the opened node tells their ranges.
  public let description: DeviceDescription
  /// What udev calls the device; where udev does not run, what it would call it.
  public let deviceClass: DeviceClass
  /// What it can be told from others by, udev's properties among it.
  public let identity: DeviceIdentity
  /// What it shares with the other nodes of the same piece of hardware; nil where nothing tells.
  ///
  /// LIBINPUT_DEVICE_GROUP, which a rule may have set; where there is none, as libinput would make it: the numbers of
  /// the device and where it is plugged in.
  public let group: String?

  /// The node of a record; nil where it is no event node, or its capabilities are not known.
  init?(_ record: UdevRecord) {
    guard
      let number = record.eventNumber,
      let path = record.path,
      let description = record.description
    else { return nil }
    self.path = path
    self.number = number
    systemPath = record.systemPath
    deviceNumber = record.deviceNumber
    self.description = description
    deviceClass =
      record.isInitialized
      ? DeviceClass(udevProperties: record.properties) : DeviceClass(of: description)
    identity = DeviceIdentity(
      of: description,
      paths: [path, record.systemPath]
        + (record.properties["DEVLINKS"] ?? "").split(separator: " ").map(String.init),
      serials: [
        record.attributes["uniq"], record.properties["ID_SERIAL_SHORT"], record.properties["ID_SERIAL"],
      ]
      .compactMap(\.self).filter { !$0.isEmpty },
      properties: record.properties)
    group = record.group(numbers: identity.numbers)
  }
}
