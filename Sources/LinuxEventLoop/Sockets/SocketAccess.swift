import Glibc

/// A client's view of a socket's path, for a message with advice.
public struct SocketAccess: Hashable, Sendable {
  /// Whether the path holds anything that this process can see.
  public let exists: Bool
  /// Whether something other than a socket is there.
  public let isNoSocket: Bool
  /// The number of its group; nil where the path is empty.
  public let groupID: UInt32?
  /// Whether members of that group may connect.
  public let isOpenToGroup: Bool

  /// Looks at a path, following links.
  public init(of path: SocketPath) {
    var status = stat()
    guard unsafe stat(path.string, &status) == 0 else {
      // A directory without the search permission hides its contents; the socket may still be there.
      exists = lastErrno == .permissionDenied
      isNoSocket = false
      groupID = nil
      isOpenToGroup = false
      return
    }
    exists = true
    isNoSocket = status.st_mode & S_IFMT != S_IFSOCK
    groupID = status.st_gid
    isOpenToGroup = status.st_mode & 0o020 != 0
  }

  /// The group's name, or its number where it has no name; nil where the path is empty.
  public var groupName: String? {
    guard let groupID else { return nil }
    return ProcessIdentity.groupName(of: groupID) ?? "\(groupID)"
  }
}
