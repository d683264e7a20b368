import TouchInput

/// The texts of udev and sysfs about a device: hostile until they become an `InputDeviceNode`.
struct UdevRecord {
  /// The files of sysfs to read, from the input device of an event node.
  static let attributeNames = [
    "name", "phys", "uniq", "id/bustype", "id/vendor", "id/product", "id/version",
    "properties", "capabilities/ev", "capabilities/key", "capabilities/abs", "capabilities/sw",
  ]

  /// The kernel's name: `event3`, also `input3` or `mouse0`.
  var kernelName: String
  /// The device's folder in sysfs.
  var systemPath: String
  /// The node's path; nil where the device has no node.
  var path: String?
  /// The node's number; 0 where the device has no node. The C type is `dev_t`.
  var deviceNumber: UInt64
  /// Whether udev's rules have run on the device, so that its properties are complete.
  var isInitialized: Bool
  /// udev's properties; where udev does not run, those of the kernel's event.
  var properties: [String: String]
  /// The readable ones of `attributeNames`.
  var attributes: [String: String]

  /// N of `eventN`; nil for every other name.
  var eventNumber: Int? {
    let prefix = "event"
    guard kernelName.hasPrefix(prefix) else { return nil }
    let digits = kernelName.utf8.dropFirst(prefix.utf8.count)
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(kernelName.dropFirst(prefix.count))
  }

  /// The description from sysfs alone: it lacks only the axes' ranges.
  ///
  /// Nil where a bitmap is missing or malformed: the device went away meanwhile.
  var description: DeviceDescription? {
    guard
      let name = attributes["name"],
      let properties = bitmap("properties"),
      let types = bitmap("capabilities/ev"),
      let keys = bitmap("capabilities/key"),
      let axes = bitmap("capabilities/abs")
    else { return nil }
    return DeviceDescription(
      name: name,
      bus: number("id/bustype"), vendor: number("id/vendor"),
      product: number("id/product"), version: number("id/version"),
      properties: properties,
      codes: [
        EventCode.synchronization: types, EventCode.key: keys, EventCode.absolute: axes,
        EventCode.switches: bitmap("capabilities/sw") ?? CodeSet(),
      ]
    )
  }

  /// See `InputDeviceNode.group`.
  ///
  /// - Parameter numbers: vendor and product.
  func group(numbers: String) -> String? {
    if let group = properties["LIBINPUT_DEVICE_GROUP"], !group.isEmpty { return group }
    // The last part of `phys` counts the device's interfaces: `usb-0000:00:14.0-2/input1`.
    guard let phys = attributes["phys"], let slash = phys.lastIndex(of: "/"), slash > phys.startIndex
    else { return nil }
    return "\(number("id/bustype"))/\(numbers):\(phys[..<slash])"
  }

  private func bitmap(_ attribute: String) -> CodeSet? {
    attributes[attribute].flatMap { CodeSet(sysfsWords: $0) }
  }

  /// A number of up to four hexadecimal digits; 0 for any other text, since no decision depends on these numbers.
  private func number(_ attribute: String) -> UInt16 {
    attributes[attribute].flatMap { UInt16($0, radix: 16) } ?? 0
  }
}
