/// Why there is no listening socket at a path. Nothing that stood there was changed.
public enum UnixListenerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another instance holds the lock beside the path (P2).
  case anotherInstance(path: String)
  /// Something stands at the path that is not ours to replace (P1, P3).
  case occupied(path: String, by: SocketPathOccupant)
  /// The socket's directory does not protect what is in it (P3).
  case unsafeDirectory(path: String, SocketDirectoryFault)
  /// What stands at the path after binding is not what was bound: somebody exchanged it meanwhile.
  case exchanged(path: String)
  /// A system call failed.
  case system(SystemError)

  /// One line: the path, what was found, what is allowed, what to do.
  public var description: String {
    switch self {
    case .anotherInstance(let path):
      "\(path.escapedForMessage): another instance is serving this socket: stop it, or give another path"
    case .occupied(let path, let occupant):
      "\(path.escapedForMessage): \(occupant) stands at the socket's path: remove it, or give another path"
    case .unsafeDirectory(let path, let fault):
      "\(path.escapedForMessage): the socket's directory \(fault); it must be a directory of this user or of root, and only "
        + "they and the socket's own group may write to it: \(fault.remedy)"
    case .exchanged(let path):
      "\(path.escapedForMessage): somebody exchanged the socket or its directory while it was made: "
        + "give a path in a directory that only this user can change"
    case .system(let error):
      "\(error)"
    }
  }
}

/// What can stand at a socket's path and is left alone.
public enum SocketPathOccupant: Hashable, Sendable, CustomStringConvertible {
  /// A symbolic link, dangling or not.
  case symbolicLink
  /// A directory.
  case directory
  /// A named pipe.
  case fifo
  /// A regular file.
  case regularFile
  /// A device node.
  case device
  /// A socket that somebody listens on.
  case liveSocket
  /// A socket of another user, live or not.
  case socketOfUser(UInt32)

  /// It in words, as the subject of a sentence.
  public var description: String {
    switch self {
    case .symbolicLink: "a symbolic link"
    case .directory: "a directory"
    case .fifo: "a named pipe"
    case .regularFile: "a file"
    case .device: "a device node"
    case .liveSocket: "a socket that another program listens on"
    case .socketOfUser(let user): "a socket of user \(user)"
    }
  }
}

/// What is wrong with a directory for a socket.
public enum SocketDirectoryFault: Hashable, Sendable, CustomStringConvertible {
  /// It is a symbolic link or no directory at all.
  case notADirectory
  /// It belongs to that user, who is neither root nor us.
  case ownedByUser(UInt32)
  /// Everybody can write to it. The sticky bit does not help: it does not stop others from taking the name first.
  case writableByAll
  /// Members of that group can write to it, and the socket is not theirs: one of them could serve a socket of the same
  /// name (H12).
  case writableByGroup(UInt32)

  /// It in words, as a predicate.
  public var description: String {
    switch self {
    case .notADirectory: "is a symbolic link or not a directory"
    case .ownedByUser(let user): "belongs to user \(user)"
    case .writableByAll: "can be written by every user"
    case .writableByGroup(let group): "can be written by the group \(group)"
    }
  }

  /// What to do about it.
  var remedy: String {
    switch self {
    case .writableByGroup: "take the permission away (chmod g-w), or give another path"
    case .notADirectory, .ownedByUser, .writableByAll: "give another path"
    }
  }
}
