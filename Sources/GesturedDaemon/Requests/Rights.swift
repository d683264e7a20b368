import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop

/// Who has which right, by user and group as the kernel knows them; names are looked up once, at the start.
///
/// Root and the daemon's own user have all of them.
struct Rights: Sendable {
  /// Whom a right is given to.
  enum Holder: Hashable, Sendable {
    case everyone
    case user(UInt32)
    case group(UInt32)
  }

  private let ownUserID: UInt32
  private var holders: [Right: Set<Holder>] = [:]
  /// The names that this machine does not know, as they stand in the configuration: nobody has a right by them.
  private(set) var unknownNames: [String] = []

  /// - Parameter ownUserID: the user that the daemon runs as.
  init(_ settings: RightsSettings, ownUserID: UInt32 = ProcessIdentity.effectiveUserID) {
    self.ownUserID = ownUserID
    for right in Right.allCases {
      for holder in settings[right] { add(holder, to: right) }
    }
  }

  /// Whether a client is root or the daemon's own user, who may do everything and see everybody.
  func isOwner(_ client: ClientCredentials) -> Bool { client.userID == 0 || client.userID == ownUserID }

  /// Whose own recognizers and regions a client may see: those of its own user, and everybody's where it may do
  /// everything (ADD-20).
  func inspection(of client: ClientCredentials) -> Inspection {
    isOwner(client) ? .everybody : .user(client.userID)
  }

  /// Whether a client has a right.
  func mayDo(_ right: Right, _ client: ClientCredentials) -> Bool {
    if isOwner(client) { return true }
    guard let holders = holders[right] else { return false }
    return holders.contains(.everyone) || holders.contains(.user(client.userID))
      || client.groupIDs.contains { holders.contains(.group($0)) }
  }

  private mutating func add(_ holder: RightHolder, to right: Right) {
    switch holder {
    case .root: holders[right, default: []].insert(.user(0))
    case .everyone: holders[right, default: []].insert(.everyone)
    case .user(let name):
      if let id = UInt32(name) ?? ProcessIdentity.userID(named: name) {
        holders[right, default: []].insert(.user(id))
      } else {
        unknownNames.append("user:\(name)")
      }
    case .group(let name):
      if let id = UInt32(name) ?? ProcessIdentity.groupID(named: name) {
        holders[right, default: []].insert(.group(id))
      } else {
        unknownNames.append("group:\(name)")
      }
    }
  }
}
