import Glibc

/// The file at a socket's path: enough to tell its kind, its owner, and whether it is still the same.
struct SocketEntry {
  private let device: dev_t
  private let inode: ino_t
  private let mode: mode_t
  private let owner: uid_t

  /// The entry from the result of `fstatat`.
  init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    mode = status.st_mode
    owner = status.st_uid
  }

  /// Whether both are the same file.
  func isSameFile(as other: SocketEntry) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether the entry is a socket of this user with exactly these permissions.
  func isOwnSocket(permissions: mode_t) -> Bool {
    mode == S_IFSOCK | permissions && owner == geteuid()
  }

  /// The occupant that must not be replaced; nil for a socket of ours, which may still be live.
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
