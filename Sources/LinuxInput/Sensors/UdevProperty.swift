import CUdev

/// A property that udev has given a device; nil where the property or the device is missing.
func udevProperty(_ property: String, subsystem: String, name: String) -> String? {
  guard let udev = unsafe udev_new() else { return nil }
  defer { unsafe udev_unref(udev) }
  guard let device = unsafe udev_device_new_from_subsystem_sysname(udev, subsystem, name) else { return nil }
  defer { unsafe udev_device_unref(device) }
  return unsafe text(of: udev_device_get_property_value(device, property))
}
