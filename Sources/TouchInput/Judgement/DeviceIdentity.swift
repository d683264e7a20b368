/// What a device can be told from others by. All of it is hostile text.
public struct DeviceIdentity: Hashable, Sendable {
  /// What it calls itself.
  public var name: String
  /// The number of who made it.
  public var vendor: UInt16
  /// The maker's number for it.
  public var product: UInt16
  /// Its node, the links that udev makes to that, and its folder in sysfs; none in a recording.
  public var paths: [String]
  /// What it or udev calls its serial number; mostly none.
  public var serials: [String]
  /// udev's properties; none in a recording.
  public var properties: [String: String]

  /// What a description tells, and what udev knows.
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

  /// Vendor and product as they are commonly written: `222a:0001`.
  public var numbers: String {
    [vendor, product].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    .joined(separator: ":")
  }
}
