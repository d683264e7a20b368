import Glibc
import LinuxEventLoop

/// Why this process may not read a node, as the node's owner and the process's groups show.
public struct NodePermission: Hashable, Sendable, CustomStringConvertible {
  /// The missing condition. Its description says what to do.
  public enum Remedy: Hashable, Sendable, CustomStringConvertible {
    /// The group that the rule gives access to does not exist.
    case makeGroup
    /// The group exists, and the process is not in it.
    case joinGroup
    /// The process is in the group, and the group may not read the node.
    case installRule

    /// The first condition that is missing.
    init(groupExists: Bool, isMember: Bool) {
      self = !groupExists ? .makeGroup : isMember ? .installRule : .joinGroup
    }

    /// The advice, in half a sentence.
    public var description: String {
      switch self {
      case .makeGroup:
        "there is no group \(NodePermission.group): install gestured with its rule "
          + "\(NodePermission.rule), and run it as its service, or run it as root"
      case .joinGroup:
        "run gestured as its service, which is in the group \(NodePermission.group) that "
          + "\(NodePermission.rule) lets read touchscreens, or run it as root"
      case .installRule:
        "install the rule \(NodePermission.rule), which lets the group \(NodePermission.group) "
          + "read touchscreens, and plug the device in again"
      }
    }
  }

  /// The group that reads touchscreens (systemd/sysusers.d/gestured.conf).
  public static let group = "gestured"
  /// The rule that lets the group read them (udev-rules).
  public static let rule = "70-gestured.rules"

  /// The node's group, by name where it has one, else by number; nil where the node cannot be seen.
  public let owningGroup: String?
  /// The process's user.
  public let userID: UInt32
  /// The missing condition.
  public let remedy: Remedy

  /// The permission as found.
  init(owningGroup: String?, userID: UInt32, remedy: Remedy) {
    self.owningGroup = owningGroup
    self.userID = userID
    self.remedy = remedy
  }

  /// Looks at the node and at the process.
  init(of path: String) {
    var status = stat()
    owningGroup =
      if unsafe stat(path, &status) == 0 {
        ProcessIdentity.groupName(of: status.st_gid) ?? String(status.st_gid)
      } else {
        nil
      }
    userID = ProcessIdentity.effectiveUserID
    let id = ProcessIdentity.groupID(named: Self.group)
    remedy = Remedy(
      groupExists: id != nil, isMember: id.map { ProcessIdentity.isMember(ofGroup: $0) } ?? false)
  }

  /// The group that may read, the process's user, and the advice.
  public var description: String {
    let owner =
      owningGroup.map { "it is for the group \($0.escapedForMessage) and" } ?? "its owner cannot be seen and"
    return "\(owner) gestured runs as user \(userID): \(remedy)"
  }
}
