internal import CSystemd
internal import Glibc

/// A connection to the system bus that asks logind about this user's session. Owns an `sd_bus`, for use by one thread.
@safe struct SystemBus: ~Copyable {
  private static let logind = "org.freedesktop.login1"
  /// The session of the calling process. For a service of the user, logind takes the user's session on the screen.
  private static let session = "/org/freedesktop/login1/session/auto"

  private let bus: OpaquePointer

  /// Connects, and subscribes to changes of logind's properties.
  ///
  /// The corresponding C functions are `sd_bus_open_system` and `sd_bus_match_signal`.
  init() throws(SessionLockError) {
    var opened: OpaquePointer?
    let result = unsafe sd_bus_open_system(&opened)
    guard result >= 0, let opened = unsafe opened else {
      throw SessionLockError(description: "the system bus cannot be reached: \(Self.reason(result))")
    }
    let matched = unsafe sd_bus_match_signal(
      opened, nil, Self.logind, nil, "org.freedesktop.DBus.Properties", "PropertiesChanged", { _, _, _ in 0 },
      nil)
    guard matched >= 0 else {
      unsafe sd_bus_flush_close_unref(opened)
      throw SessionLockError(description: "the system bus does not report logind: \(Self.reason(matched))")
    }
    unsafe bus = opened
  }

  deinit {
    unsafe sd_bus_flush_close_unref(bus)
  }

  /// Whether the session is locked.
  ///
  /// The corresponding C function is `sd_bus_get_property_trivial`.
  func isSessionLocked() throws(SessionLockError) -> Bool {
    // `sd-bus` writes a boolean of D-Bus as an int.
    var value: CInt = 0
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    let result = unsafe sd_bus_get_property_trivial(
      bus, Self.logind, Self.session, "org.freedesktop.login1.Session", "LockedHint", &error,
      CChar(UInt8(ascii: "b")), &value)
    guard result >= 0 else {
      let message = unsafe error.message.map { unsafe String(cString: $0) } ?? Self.reason(result)
      throw SessionLockError(
        description: "logind does not say whether the session is locked: \(message): run it in a session, "
          + "or as a service of a user who has one")
    }
    return value != 0
  }

  /// Waits until one of logind's properties has changed.
  ///
  /// The corresponding C functions are `sd_bus_process` and `sd_bus_wait`.
  func waitForChange() throws(SessionLockError) {
    var hasChanged = false
    while true {
      let result = unsafe sd_bus_process(bus, nil)
      guard result >= 0 else {
        throw SessionLockError(description: "the system bus is gone: \(Self.reason(result))")
      }
      if result > 0 {
        hasChanged = true
        continue
      }
      if hasChanged { return }
      let waited = unsafe sd_bus_wait(bus, UInt64.max)
      guard waited >= 0 || waited == -EINTR else {
        throw SessionLockError(description: "the system bus is gone: \(Self.reason(waited))")
      }
    }
  }

  private static func reason(_ result: CInt) -> String {
    unsafe String(cString: strerror(-result))
  }
}
