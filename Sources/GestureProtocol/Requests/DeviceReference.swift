/// How a client names a touchscreen.
public enum DeviceReference: Hashable, Sendable {
  /// By its number on this socket, from 1.
  case number(Int)
  /// By what the device calls itself.
  case name(String)
}
