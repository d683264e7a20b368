public import EventFamilies
public import TouchInput

/// The device that a recording is of.
public enum RecordedDevice: Sendable {
  /// A touchscreen, or a device that is read as one.
  case touchscreen(TouchPanel)
  /// Another device that is read: an accelerometer, media keys, a remote control, a jack.
  case family(DeviceDescription, DeviceRoles)
}
