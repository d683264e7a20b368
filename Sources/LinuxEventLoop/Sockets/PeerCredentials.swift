/// Who connected, as the kernel saw it at that moment.
public struct PeerCredentials: Hashable, Sendable {
  /// The process, for display only: it may have exited, and its number may be another's by now.
  public let processID: Int32
  /// The effective user. 65534 when the peer is outside of our user namespace.
  public let userID: UInt32
  /// The effective group. 65534 when the peer is outside of our user namespace.
  public let groupID: UInt32

  /// Credentials with these values.
  public init(processID: Int32, userID: UInt32, groupID: UInt32) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
  }
}
