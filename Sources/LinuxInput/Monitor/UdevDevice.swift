import CUdev

/// A libudev device with one owner.
///
/// Safe although it holds a pointer: it is valid as long as the owner lives, and every text is copied out.
@safe
struct UdevDevice: ~Copyable {
  private let device: OpaquePointer

  /// Takes ownership of a device from libudev.
  init(owning device: OpaquePointer) {
    unsafe self.device = device
  }

  /// The device's change, where a monitor reported it: `add`, `remove`, `change` …
  var action: String {
    unsafe text(of: udev_device_get_action(device)) ?? ""
  }

  /// The device's subsystem: `input`, `drm`.
  var subsystem: String {
    unsafe text(of: udev_device_get_subsystem(device)) ?? ""
  }

  /// Copies out all facts that are read of a device. A device that is gone has no attributes.
  var record: UdevRecord {
    // An event node has no such files of its own: they belong to its input device.
    let parent = unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    var properties: [String: String] = [:]
    var entry = unsafe udev_device_get_properties_list_entry(device)
    while let current = unsafe entry {
      unsafe entry = udev_list_entry_get_next(current)
      guard let name = unsafe text(of: udev_list_entry_get_name(current)) else { continue }
      properties[name] = unsafe text(of: udev_list_entry_get_value(current))
    }
    var attributes: [String: String] = [:]
    if let parent = unsafe parent {
      for name in UdevRecord.attributeNames {
        attributes[name] = unsafe text(of: udev_device_get_sysattr_value(parent, name))
      }
    }
    return UdevRecord(
      kernelName: unsafe text(of: udev_device_get_sysname(device)) ?? "",
      systemPath: unsafe text(of: udev_device_get_syspath(device)) ?? "",
      path: unsafe text(of: udev_device_get_devnode(device)),
      deviceNumber: unsafe UInt64(udev_device_get_devnum(device)),
      isInitialized: unsafe udev_device_get_is_initialized(device) > 0,
      properties: properties,
      attributes: attributes
    )
  }

  deinit {
    unsafe udev_device_unref(device)
  }
}
