import CEvdev
import CLinux
import LinuxEventLoop
import SystemPackage
import TouchInput

/// Describes an open node through libevdev.
enum EvdevDescriber {
  /// The full description, axes included. libevdev reads no event and is released before the method returns.
  ///
  /// The caller has judged the claimed number of slots: libevdev sizes its tables with it unchecked (D13).
  ///
  /// - Throws: `SystemError` of `libevdev_new_from_fd`.
  static func describe(_ descriptor: FileDescriptor, path: String) throws(SystemError) -> DeviceDescription {
    // libevdev would print devices' names to standard error as they are (D29).
    cevdev_silence()
    var made: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(descriptor.rawValue, &made)
    guard status == 0, let device = unsafe made else {
      throw SystemError(operation: "libevdev_new_from_fd", errno: Errno(rawValue: -status), path: path)
    }
    defer { unsafe libevdev_free(device) }

    var description = DeviceDescription(
      name: unsafe text(of: libevdev_get_name(device)) ?? "",
      bus: unsafe UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
      vendor: unsafe UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: unsafe UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
      version: unsafe UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
    for property in 0...UInt16(INPUT_PROP_MAX)
    where unsafe libevdev_has_property(device, UInt32(property)) == 1 {
      description.properties.insert(property)
    }
    var types = CodeSet()
    for type in 0...UInt16(EV_MAX) where unsafe libevdev_has_event_type(device, UInt32(type)) == 1 {
      types.insert(type)
      guard type != EventCode.synchronization else { continue }
      description.codes[type] = unsafe codes(of: type, device)
    }
    // As in sysfs and in recordings, the codes of EV_SYN are the device's event types.
    description.codes[EventCode.synchronization] = types
    for code in description.codes[EventCode.absolute]?.codes ?? [] {
      guard let axis = unsafe libevdev_get_abs_info(device, UInt32(code)) else { continue }
      description.axes[code] = unsafe AxisRange(axis.pointee)
    }
    return description
  }

  private static func codes(of type: UInt16, _ device: OpaquePointer) -> CodeSet {
    var codes = CodeSet()
    let maximum = libevdev_event_type_get_max(UInt32(type))
    guard maximum >= 0 else { return codes }
    for code in 0...UInt16(truncatingIfNeeded: maximum)
    where unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) == 1 {
      codes.insert(code)
    }
    return codes
  }
}

extension AxisRange {
  /// The range that an axis claims, without its value.
  fileprivate init(_ axis: input_absinfo) {
    self.init(
      minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
      resolution: axis.resolution)
  }
}
