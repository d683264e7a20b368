public import EventFamilies
public import TouchInput

/// What a recording is of.
public enum RecordedDevice: Sendable {
  /// A touchscreen, or what is read as one.
  case touchscreen(TouchPanel)
  /// Something else that is read: an accelerometer, media keys, a remote control, a jack.
  case family(DeviceDescription, DeviceRoles)
}
