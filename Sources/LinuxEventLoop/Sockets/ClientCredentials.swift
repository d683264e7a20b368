/// The identity of a connection's peer, as the kernel recorded it at the connection.
///
/// A peer that changes its user or passes the connection on does not change it. Rights and limits depend on the user
/// and the groups. The process number is for display only, since another process may have it by now.
public struct ClientCredentials: Hashable, Sendable {
  /// The effective user: 0 is root.
  public var userID: UInt32
  /// The effective group first, then the supplementary groups that the kernel reports.
  public var groupIDs: [UInt32]
  /// The process; 0 where its process number is not visible from here.
  public var processID: Int32

  /// Makes credentials of their parts.
  public init(userID: UInt32, groupIDs: [UInt32], processID: Int32) {
    self.userID = userID
    self.groupIDs = groupIDs
    self.processID = processID
  }
}
