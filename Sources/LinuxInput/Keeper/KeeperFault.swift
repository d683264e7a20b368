import SystemPackage

/// Why a panel that should be filtered is not. Its description is a sentence for the log and for `status`, and ends in the next step.
public enum KeeperFault: Hashable, Sendable, CustomStringConvertible {
  /// The keeper's socket cannot be reached.
  case noConnection(Errno)
  /// The keeper speaks another version of the protocol.
  case version(UInt32)
  /// The connection has ended.
  case lost
  /// The keeper sent a packet that the protocol does not allow.
  case malformed
  /// The keeper has not answered in time.
  case silent
  /// The keeper has refused the clone.
  case refused(KeeperRefusal)
  /// The kernel does not take the clone's events.
  case destroyed(Int32)
  /// The keeper reads no frames.
  case stalled
  /// The keeper has dropped a frame.
  case dropped(UInt32)
  /// The kernel does not let gestured take the panel.
  case notGrabbed(Errno)
  /// udev does not report the clone's node.
  case noNode

  private static let lookAtKeeper = "look at systemctl status gestured-filter"

  public var description: String {
    switch self {
    case .noConnection(.noSuchFileOrDirectory):
      "the keeper's socket does not exist: install gestured-filter, then run systemctl enable --now gestured-filter.socket"
    case .noConnection(.permissionDenied):
      "the keeper's socket is for another user: run gestured as the user gestured"
    case .noConnection(let errno):
      "the keeper does not answer (\(errno)): \(Self.lookAtKeeper)"
    case .version(let version):
      "gestured speaks version \(KeeperAnswer.version) with the keeper, and gestured-filter version \(version): install the same version of both, then run systemctl restart gestured-filter"
    case .lost: "the connection to the keeper has ended: \(Self.lookAtKeeper)"
    case .malformed:
      "the keeper sent a packet without meaning: install the same version of gestured and gestured-filter"
    case .silent:
      "the keeper has not answered within \(KeeperClient.patience.seconds) s: \(Self.lookAtKeeper)"
    case .refused(let refusal) where refusal.isMissingDevice:
      "the keeper cannot open /dev/uinput (\(Errno(rawValue: refusal.error))): \(Self.remedy(Errno(rawValue: refusal.error)))"
    case .refused(let refusal) where refusal.hasNoNumber:
      "the keeper makes at most \(KeeperRequest.mostClones) clones: switch off the filter of another touchscreen with [device.NAME.filter] enabled = false"
    case .refused(let refusal):
      "the keeper has refused the clone (step \(refusal.step), \(Errno(rawValue: refusal.error)), detail \(refusal.detail)): \(Self.lookAtKeeper)"
    case .destroyed(let errno):
      "the kernel takes no more events for the clone (\(Errno(rawValue: errno))): \(Self.lookAtKeeper)"
    case .stalled: "the keeper reads no frames: \(Self.lookAtKeeper)"
    case .dropped(let fault): "the keeper has dropped a frame (fault \(fault)): report this"
    case .notGrabbed(.resourceBusy):
      "another program has grabbed the touchscreen: find it with fuser -v /dev/input/event*, and end it"
    case .notGrabbed(let errno): "the kernel refuses the grab (\(errno)): look at journalctl -k"
    case .noNode: "udev does not report the clone: look at systemctl status systemd-udevd"
    }
  }

  /// The next step where /dev/uinput cannot be opened.
  private static func remedy(_ errno: Errno) -> String {
    switch errno {
    // Without the module there is no node, or one without a driver.
    case .noSuchFileOrDirectory, .operationNotSupportedByDevice, .noSuchAddressOrDevice: "run modprobe uinput"
    case .permissionDenied, .notPermitted:
      "its udev rule is missing, so install gestured-filter again, then run systemctl restart systemd-udev-trigger"
    default: lookAtKeeper
    }
  }
}
