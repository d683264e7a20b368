/// Which devices are read.
public enum DeviceScope: Hashable, Sendable {
  /// Touchscreens and pens on screens, as udev calls them.
  case touchscreens
  /// Touchpads as well: the configuration says so of this device.
  case touchpadsToo
  /// Whatever has contacts: in a recording a touchpad is as good as any, and a panel may lack the properties that
  /// its kernel did not know yet.
  case everything
}
