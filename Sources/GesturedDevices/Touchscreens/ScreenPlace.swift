/// Identifies a touchscreen that is plugged in again. Two panels of one make have the same name, but lie in different
/// places.
package struct ScreenPlace: Hashable {
  /// The device's own name.
  let name: String
  /// The port where the device is plugged in; nil where it is unknown.
  let port: String?

  /// The place of a touchscreen.
  package init(_ setup: ScreenSetup) {
    name = setup.names.device
    port = setup.port
  }
}
