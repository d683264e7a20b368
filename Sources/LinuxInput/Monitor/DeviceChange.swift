/// A change of the input devices, the displays or the sensors.
public enum DeviceChange: Hashable, Sendable {
  /// A node is there, and udev's rules have run on it.
  case added(InputDeviceNode)
  /// udev's rules have run again on a node: permissions and properties may have changed (D26).
  case changed(InputDeviceNode)
  /// A node is gone. The node may be one that was never reported, and its removal may be reported twice.
  case removed(systemPath: String, deviceNumber: UInt64)
  /// A display was connected, disconnected or set up anew.
  case displaysChanged
  /// A sensor of Industrial I/O came or went, or udev's rules have run on it again; the text is its kernel name.
  case sensorChanged(String)
  /// The kernel had no room for more changes: the caller enumerates anew and compares (D25).
  case overflowed

  /// The change that a udev event means; nil where it is not about an event node, or the device is gone already.
  ///
  /// - Parameter subsystem: the device's subsystem.
  init?(action: String, subsystem: String, _ record: @autoclosure () -> UdevRecord) {
    if subsystem == "drm" {
      self = .displaysChanged
      return
    }
    if subsystem == "iio" {
      self = .sensorChanged(record().kernelName)
      return
    }
    let record = record()
    guard record.eventNumber != nil else { return nil }
    if action == "remove" {
      self = .removed(systemPath: record.systemPath, deviceNumber: record.deviceNumber)
      return
    }
    guard let node = InputDeviceNode(record) else { return nil }
    self = action == "add" ? .added(node) : .changed(node)
  }
}
