/// Who is at the other end of a connection, as the kernel noted it when it connected.
///
/// A process that changes its user or passes the connection on does not change it. Rights and limits go by the user and
/// the groups; the process is for display only, as its number may long be another's.
public struct ClientCredentials: Hashable, Sendable {
  /// The effective user: 0 is root.
  public var userID: UInt32
  /// The effective group first, then the supplementary ones, as many as the kernel tells.
  public var groupIDs: [UInt32]
  /// The process; 0 where it is in a namespace that cannot be seen from here.
  public var processID: Int32

  /// Credentials that are known already.
  public init(userID: UInt32, groupIDs: [UInt32], processID: Int32) {
    self.userID = userID
    self.groupIDs = groupIDs
    self.processID = processID
  }
}
