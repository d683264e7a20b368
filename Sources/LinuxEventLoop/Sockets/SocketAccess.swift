import Glibc

/// What a client finds at a socket's path, for a message that says what to do.
public struct SocketAccess: Hashable, Sendable {
  /// Whether there is anything at the path that this process can see.
  public let exists: Bool
  /// The number of the group that it belongs to; nil where there is nothing.
  public let groupID: UInt32?
  /// Whether members of that group may connect.
  public let isOpenToGroup: Bool

  /// Looks at a path, following links.
  public init(of path: SocketPath) {
    var status = stat()
    guard unsafe stat(path.string, &status) == 0 else {
      // A directory that may not be searched hides what is in it, but not that something may be there.
      exists = lastErrno == .permissionDenied
      groupID = nil
      isOpenToGroup = false
      return
    }
    exists = true
    groupID = status.st_gid
    isOpenToGroup = status.st_mode & 0o020 != 0
  }

  /// The name of the group, or its number where it has none; nil where nothing is there.
  public var groupName: String? {
    guard let groupID else { return nil }
    return ProcessIdentity.groupName(of: groupID) ?? "\(groupID)"
  }
}
