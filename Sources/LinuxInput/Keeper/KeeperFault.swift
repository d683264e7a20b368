import SystemPackage

/// Why the keeper does not give a panel its clone. Its description is a sentence for the log and for `status`.
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

  public var description: String {
    switch self {
    case .noConnection(.noSuchFileOrDirectory):
      "the keeper's socket does not exist: install gestured-filter, then run systemctl enable --now gestured-filter.socket"
    case .noConnection(.permissionDenied):
      "the keeper's socket is for another user: run gestured as the user gestured"
    case .noConnection(let errno):
      "the keeper does not answer (\(errno)): look at systemctl status gestured-filter"
    case .version(let version):
      "gestured speaks version \(KeeperAnswer.version) with the keeper, and gestured-filter version \(version): install the same version of both"
    case .lost: "the connection to the keeper has ended"
    case .malformed:
      "the keeper sent a packet without meaning: install the same version of gestured and gestured-filter"
    case .silent: "the keeper has not answered within \(KeeperClient.patience.seconds) s"
    case .refused(let refusal) where refusal.isMissingDevice:
      "the keeper cannot open /dev/uinput (\(Errno(rawValue: refusal.error))): run modprobe uinput"
    case .refused(let refusal):
      "the keeper has refused the clone (step \(refusal.step), \(Errno(rawValue: refusal.error)), detail \(refusal.detail))"
    case .destroyed(let errno): "the kernel takes no more events for the clone (\(Errno(rawValue: errno)))"
    case .stalled: "the keeper reads no frames: look at systemctl status gestured-filter"
    case .dropped(let fault): "the keeper has dropped a frame (fault \(fault)): report this"
    case .notGrabbed(let errno): "the kernel refuses the grab (\(errno))"
    }
  }
}
