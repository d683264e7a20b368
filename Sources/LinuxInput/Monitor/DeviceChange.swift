/// What happened to the input devices, or to the displays.
public enum DeviceChange: Hashable, Sendable {
  /// A node is there, and udev's rules have run on it.
  case added(InputDeviceNode)
  /// udev's rules have run again on a node: permissions and properties may be others now (D26).
  case changed(InputDeviceNode)
  /// A node is gone. It may be one that nobody was told of, and it may be told of twice.
  case removed(systemPath: String, deviceNumber: UInt64)
  /// A display was connected, disconnected or set up anew.
  case displaysChanged
  /// A sensor of Industrial I/O came or went, or udev's rules have run on it again; by its kernel name.
  case sensorChanged(String)
  /// The kernel had no room for what happened: the caller enumerates anew and compares (D25).
  case overflowed

  /// What a udev event means; nil where it is not about an event node, or the device is gone already.
  ///
  /// - Parameter subsystem: what the device is a device of.
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
