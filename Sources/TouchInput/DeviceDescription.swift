/// A device's description of itself, from sysfs, from libevdev or from a recording's head. Hostile until judged.
public struct DeviceDescription: Hashable, Sendable {
  /// The device's name: any bytes, made valid UTF-8. Escape the name before you show it.
  public var name: String
  /// Bus, vendor, product and version numbers.
  public var bus: UInt16
  /// See `bus`.
  public var vendor: UInt16
  /// See `bus`.
  public var product: UInt16
  /// See `bus`.
  public var version: UInt16
  /// INPUT_PROP_…
  public var properties: CodeSet
  /// The codes of each event type, by type (EV_KEY …).
  public var codes: [UInt16: CodeSet]
  /// The absolute axes by code. Empty in a description from sysfs, which does not hold them.
  public var axes: [UInt16: AxisRange]

  public init(
    name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    properties: CodeSet = CodeSet(), codes: [UInt16: CodeSet] = [:], axes: [UInt16: AxisRange] = [:]
  ) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.properties = properties
    self.codes = codes
    self.axes = axes
  }

  /// Whether the device declares that event type and code.
  public func declares(type: UInt16, code: UInt16) -> Bool {
    codes[type]?.contains(code) ?? false
  }
}
