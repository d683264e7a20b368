public import TouchInput

/// Which devices a table speaks of: all that is said has to fit.
public struct DeviceMatch: Hashable, Sendable {
  /// A property of udev and what it has to be.
  public struct Property: Hashable, Sendable {
    /// Its name: `ID_PATH`.
    public var name: String
    /// What fits its value.
    public var value: TextPattern

    /// A property that has to fit.
    public init(_ name: String, _ value: TextPattern) {
      self.name = name
      self.value = value
    }
  }

  /// What fits its name.
  public var name: TextPattern?
  /// What fits vendor and product: `222a:0001`.
  public var numbers: TextPattern?
  /// What fits one of its paths.
  public var path: TextPattern?
  /// What fits one of its serial numbers.
  public var serial: TextPattern?
  /// What has to fit of udev's properties.
  public var properties: [Property]

  /// What has to fit.
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

  /// Whether a device is one of those. A property that it does not have fits nothing.
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
  /// What fits, as its author wrote it: `name "ACME*", path "*-usb-0:2:*"`.
  public var description: String {
    let written = [("name", name), ("id", numbers), ("path", path), ("serial", serial)].compactMap {
      key, pattern in
      pattern.map { "\(key) “\($0.text)”" }
    }
    return (written + properties.map { "property “\($0.name)=\($0.value.text)”" }).joined(separator: ", ")
  }
}
