/// A client's reference to a touchscreen.
public enum DeviceReference: Hashable, Sendable {
  /// The device's number on this socket, from 1.
  case number(Int)
  /// The device's own name.
  case name(String)
}
