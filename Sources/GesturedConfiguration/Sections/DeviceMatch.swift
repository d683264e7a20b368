public import TouchInput

/// The devices that a table selects: all of its conditions have to fit.
public struct DeviceMatch: Hashable, Sendable {
  /// A property of udev and its condition.
  public struct Property: Hashable, Sendable {
    /// The property's name: `ID_PATH`.
    public var name: String
    /// The pattern for the property's value.
    public var value: TextPattern

    /// A condition on a property.
    public init(_ name: String, _ value: TextPattern) {
      self.name = name
      self.value = value
    }
  }

  /// The pattern for the device's name.
  public var name: TextPattern?
  /// The pattern for vendor and product: `222a:0001`.
  public var numbers: TextPattern?
  /// The pattern for one of the device's paths.
  public var path: TextPattern?
  /// The pattern for one of the device's serial numbers.
  public var serial: TextPattern?
  /// The conditions on udev's properties.
  public var properties: [Property]

  /// Makes a match of conditions.
  public init(
    name: TextPattern? = nil, numbers: TextPattern? = nil, path: TextPattern? = nil,
    serial: TextPattern? = nil, properties: [Property] = []
  ) {
    self.name = name
    self.numbers = numbers
    self.path = path
    self.serial = serial
    self.properties = properties
  }

  /// Whether the conditions select a device. A missing property fits no pattern.
  public func fits(_ device: DeviceIdentity) -> Bool {
    func fits(_ pattern: TextPattern?, _ texts: [String]) -> Bool {
      pattern.map { texts.contains(where: $0.matches) } ?? true
    }
    return fits(name, [device.name]) && fits(numbers, [device.numbers]) && fits(path, device.paths)
      && fits(serial, device.serials)
      && properties.allSatisfy { property in
        device.properties[property.name].map(property.value.matches) ?? false
      }
  }
}

extension DeviceMatch: CustomStringConvertible {
  /// The conditions as their author wrote them: `name "ACME*", path "*-usb-0:2:*"`.
  public var description: String {
    let written = [("name", name), ("id", numbers), ("path", path), ("serial", serial)].compactMap {
      key, pattern in
      pattern.map { "\(key) “\($0.text)”" }
    }
    return (written + properties.map { "property “\($0.name)=\($0.value.text)”" }).joined(separator: ", ")
  }
}
