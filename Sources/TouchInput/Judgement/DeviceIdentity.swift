/// The facts that tell a device from others. All of them are hostile texts.
public struct DeviceIdentity: Hashable, Sendable {
  /// The device's own name.
  public var name: String
  /// The maker's number.
  public var vendor: UInt16
  /// The maker's number for it.
  public var product: UInt16
  /// The device's node, udev's links to the node, and the device's folder in sysfs; empty in a recording.
  public var paths: [String]
  /// The device's serial numbers, its own and udev's; mostly none.
  public var serials: [String]
  /// udev's properties; empty in a recording.
  public var properties: [String: String]

  /// The identity from a description, and from what udev knows.
  public init(
    of device: DeviceDescription, paths: [String] = [], serials: [String] = [],
    properties: [String: String] = [:]
  ) {
    name = device.name
    vendor = device.vendor
    product = device.product
    self.paths = paths
    self.serials = serials
    self.properties = properties
  }

  /// Vendor and product in their common form: `222a:0001`.
  public var numbers: String {
    [vendor, product].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    .joined(separator: ":")
  }
}
