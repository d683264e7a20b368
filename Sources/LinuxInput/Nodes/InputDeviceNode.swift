import TouchInput

/// An event node and what is known of its device without opening it: enough to judge whether it may be opened.
///
/// System path and device number together identify a device (D4); names and node paths are reused.
public struct InputDeviceNode: Hashable, Sendable {
  /// The node's path: `/dev/input/eventN`. The node need not exist, as in a container that sees the host's sysfs.
  public let path: String
  /// N of `/dev/input/eventN`.
  public let number: Int
  /// The device's folder in sysfs: `/sys/devices/…/input/inputM/eventN`.
  public let systemPath: String
  /// The node's device number. The C type is `dev_t`.
  public let deviceNumber: UInt64
  /// The device's description from sysfs. Its axes are empty: only the open node has their ranges.
  public let description: DeviceDescription
  /// The class that udev gives the device. Where udev does not run, it is the class that udev would give.
  public let deviceClass: DeviceClass
  /// The facts that tell the device from others, udev's properties among them.
  public let identity: DeviceIdentity
  /// The device group, which all nodes of one piece of hardware share; nil where it is unknown.
  ///
  /// It is LIBINPUT_DEVICE_GROUP, which a rule may have set. Otherwise it is made as libinput makes it: of the device's
  /// numbers and of where the device is plugged in.
  public let group: String?
  /// Whether udev has run its rules for the device.
  public let isKnownToUdev: Bool
  /// Whether the node is a device of the filter: another reader's part of a panel's touches (FLT-81).
  public let isOfFilter: Bool
  /// The folder of the input device in sysfs: `input12`.
  public let inputFolder: String

  /// The node of a record; nil where the record is not of an event node, or its capabilities are unknown.
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
    isKnownToUdev = record.isInitialized
    isOfFilter = record.attributes["phys"]?.hasPrefix("gestured/") ?? false
    let folders = record.systemPath.split(separator: "/")
    inputFolder = folders.count > 1 ? String(folders[folders.count - 2]) : ""
  }
}
