import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop

/// The rights of users and groups, as the kernel numbers them. Names are looked up once, when the configuration is
/// loaded.
///
/// Root and the daemon's own user have all rights.
package struct Rights: Sendable {
  /// The holder of a right.
  enum Holder: Sendable {
    case everyone
    case user(UInt32)
    case group(UInt32)
  }

  private let ownUserID: UInt32
  /// A list: it is short, and the first dictionary of a type costs 240 thousand instructions.
  private var grants: [(right: Right, holder: Holder)] = []
  /// The configured names that this machine does not know. They grant no right.
  package private(set) var unknownNames: [String] = []

  /// - Parameter ownUserID: the user that the daemon runs as.
  package init(_ settings: RightsSettings, ownUserID: UInt32 = ProcessIdentity.effectiveUserID) {
    self.ownUserID = ownUserID
    for right in Right.allCases {
      for holder in settings[right] { add(holder, to: right) }
    }
  }

  /// Whether a client is root or the daemon's own user, who may do everything and see all declarations.
  func isOwner(_ client: ClientCredentials) -> Bool { client.userID == 0 || client.userID == ownUserID }

  /// The owners whose recognizers and regions a client may see: those of its own user, or all where it may do
  /// everything (ADD-20).
  package func inspection(of client: ClientCredentials) -> Inspection {
    isOwner(client) ? .everybody : .user(client.userID)
  }

  /// Whether a client has a right.
  func mayDo(_ right: Right, _ client: ClientCredentials) -> Bool {
    if isOwner(client) { return true }
    return grants.contains { grant in
      guard grant.right == right else { return false }
      return switch grant.holder {
      case .everyone: true
      case .user(let id): id == client.userID
      case .group(let id): client.groupIDs.contains(id)
      }
    }
  }

  private mutating func add(_ holder: RightHolder, to right: Right) {
    switch holder {
    case .root: grants.append((right, .user(0)))
    case .everyone: grants.append((right, .everyone))
    case .user(let name):
      if let id = UInt32(name) ?? ProcessIdentity.userID(named: name) {
        grants.append((right, .user(id)))
      } else {
        unknownNames.append("user:\(name)")
      }
    case .group(let name):
      if let id = UInt32(name) ?? ProcessIdentity.groupID(named: name) {
        grants.append((right, .group(id)))
      } else {
        unknownNames.append("group:\(name)")
      }
    }
  }
}
