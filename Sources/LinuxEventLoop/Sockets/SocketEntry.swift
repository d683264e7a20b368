import Glibc

/// What stands at a socket's path: enough to tell what it is, whose, and whether it is still the same.
struct SocketEntry {
  private let device: dev_t
  private let inode: ino_t
  private let mode: mode_t
  private let owner: uid_t

  /// What `fstatat` has reported.
  init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    mode = status.st_mode
    owner = status.st_uid
  }

  /// Whether both are one file.
  func isSameFile(as other: SocketEntry) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether it is a socket of this user with exactly these permissions.
  func isOwnSocket(permissions: mode_t) -> Bool {
    mode == S_IFSOCK | permissions && owner == geteuid()
  }

  /// What forbids to replace it, or nil for a socket of ours, of which is still to be found out whether it is live.
  var occupant: SocketPathOccupant? {
    switch mode & S_IFMT {
    case S_IFSOCK: owner == geteuid() ? nil : .socketOfUser(owner)
    case S_IFLNK: .symbolicLink
    case S_IFDIR: .directory
    case S_IFIFO: .fifo
    case S_IFREG: .regularFile
    default: .device
    }
  }
}
