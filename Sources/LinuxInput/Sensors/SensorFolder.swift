import CUdev

/// The sensors of the kernel's Industrial I/O, from sysfs.
public struct SensorFolder: Sendable {
  /// The kernel's folder of sensors.
  public static let standardPath = "/sys/bus/iio/devices"
  /// More sensors than any machine has.
  private static let maximumSensors = 256

  private let path: String

  /// The folder at a path.
  public init(path: String = standardPath) {
    self.path = path
  }

  /// The folders of all devices, whatever they measure; empty where the folder is missing.
  public var devices: [String] {
    directoryEntries(path, maximum: Self.maximumSensors).filter { $0.hasPrefix("iio:device") }.sorted()
      .map { "\(path)/\($0)" }
  }

  /// A sensor's mount matrix, from udev's hardware database or a rule; nil where neither has one.
  public func mountMatrix(of device: String) -> String? {
    guard path == Self.standardPath, let name = device.split(separator: "/").last else { return nil }
    return udevProperty("ACCEL_MOUNT_MATRIX", subsystem: "iio", name: String(name))
  }
}

/// A property that udev has given a device; nil where the property or the device is missing.
private func udevProperty(_ property: String, subsystem: String, name: String) -> String? {
  guard let udev = unsafe udev_new() else { return nil }
  defer { unsafe udev_unref(udev) }
  guard let device = unsafe udev_device_new_from_subsystem_sysname(udev, subsystem, name) else { return nil }
  defer { unsafe udev_device_unref(device) }
  return unsafe text(of: udev_device_get_property_value(device, property))
}
