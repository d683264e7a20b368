/// Which touchscreen it is, be it plugged in again: two panels of one make have the same name, and lie in different places.
struct ScreenPlace: Hashable {
  /// What the device calls itself.
  let name: String
  /// Where it is plugged in; nil where nothing tells.
  let port: String?

  /// The place of a touchscreen.
  init(_ setup: ScreenSetup) {
    name = setup.names.device
    port = setup.port
  }
}
