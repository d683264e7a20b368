/// The kinds of device that are read.
public enum DeviceScope: Hashable, Sendable {
  /// Touchscreens and pens on screens, according to udev.
  case touchscreens
  /// Touchpads as well: the configuration allows this device.
  case touchpadsToo
  /// All devices with contacts: a replay may well use a touchpad, and a panel may lack properties that its kernel did
  /// not know yet.
  case everything
}
