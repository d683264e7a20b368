/// The sensors of the kernel's Industrial I/O, out of sysfs.
public struct SensorFolder: Sendable {
  /// Where the kernel tells of them.
  public static let standardPath = "/sys/bus/iio/devices"
  /// More sensors than any machine has.
  private static let maximumSensors = 256

  private let path: String

  /// The folder at a path.
  public init(path: String = standardPath) {
    self.path = path
  }

  /// The folders of the devices that are there, whatever they measure; none where there is no such folder.
  public var devices: [String] {
    directoryEntries(path, maximum: Self.maximumSensors).filter { $0.hasPrefix("iio:device") }.sorted()
      .map { "\(path)/\($0)" }
  }

  /// How a sensor lies in the device, as udev's hardware database or a rule says; nil where neither does.
  public func mountMatrix(of device: String) -> String? {
    guard path == Self.standardPath, let name = device.split(separator: "/").last else { return nil }
    return udevProperty("ACCEL_MOUNT_MATRIX", subsystem: "iio", name: String(name))
  }
}
