import GestureCore

/// Why there is no listening socket at a path. The path is unchanged.
public enum UnixListenerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another instance holds the lock beside the path (P2).
  case anotherInstance(path: String)
  /// Something at the path is not ours to replace (P1, P3).
  case occupied(path: String, by: SocketPathOccupant)
  /// The socket's directory does not protect its contents (P3).
  case unsafeDirectory(path: String, SocketDirectoryFault)
  /// The file at the path after binding is not the bound socket: another process exchanged it meanwhile.
  case exchanged(path: String)
  /// A system call failed.
  case system(SystemError)

  /// One line: the path, the problem, the allowed state, the advice.
  public var description: String {
    switch self {
    case .anotherInstance(let path):
      "\(path.escapedForMessage): another instance is serving this socket: stop it, or give another path"
    case .occupied(let path, let occupant):
      "\(path.escapedForMessage): \(occupant) stands at the socket's path: remove it, or give another path"
    case .unsafeDirectory(let path, let fault):
      "\(path.escapedForMessage): the socket's directory \(fault), so another user could replace the socket: "
        + fault.remedy
    case .exchanged(let path):
      "\(path.escapedForMessage): another process exchanged the socket or its directory while it was made: "
        + "give a path in a directory that only this user can change"
    case .system(let error):
      "\(error)"
    }
  }
}

/// A file at a socket's path that is left alone.
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
  /// A socket on which a process listens.
  case liveSocket
  /// A socket of another user, live or not.
  case socketOfUser(UInt32)

  /// Its words, as the subject of a sentence.
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

/// The fault of a socket's directory.
public enum SocketDirectoryFault: Hashable, Sendable, CustomStringConvertible {
  /// The directory is a symbolic link or not a directory.
  case notADirectory
  /// The directory belongs to that user, who is neither root nor us.
  case ownedByUser(UInt32)
  /// Every user can write to the directory. The sticky bit does not help: it does not stop other users from taking the
  /// path first.
  case writableByAll
  /// Members of that group can write to the directory, and the socket is not theirs: one of them could serve a socket
  /// at the same path (H12).
  case writableByGroup(UInt32)

  /// Its words, as a predicate.
  public var description: String {
    switch self {
    case .notADirectory: "is a symbolic link or not a directory"
    case .ownedByUser(let user): "belongs to user \(user)"
    case .writableByAll: "can be written by every user"
    case .writableByGroup(let group): "can be written by the group \(group)"
    }
  }

  /// The advice.
  var remedy: String {
    switch self {
    case .writableByGroup:
      "take the permission away (chmod g-w), or give a path in a directory that only you can change"
    case .writableByAll: "give a path in a directory that only you can change"
    case .notADirectory, .ownedByUser: "give a path in a directory of yours or of root"
    }
  }
}

extension UnixListenerError: AdvisedMessage {
  package var advice: String {
    switch self {
    case .anotherInstance: "See [another instance](#another-instance-is-serving-this-socket)."
    case .occupied: "Look at the path with `ls -l` before you remove anything."
    case .unsafeDirectory: "See [can be written by every user](#can-be-written-by-every-user)."
    case .exchanged: "Find the program that changes this directory."
    case .system(let error): error.advice
    }
  }

  package static let samples: [UnixListenerError] = [
    .anotherInstance(path: "…"), .occupied(path: "…", by: .symbolicLink),
    .occupied(path: "…", by: .directory),
    .occupied(path: "…", by: .fifo), .occupied(path: "…", by: .regularFile),
    .occupied(path: "…", by: .device),
    .occupied(path: "…", by: .liveSocket),
    .occupied(path: "…", by: .socketOfUser(UInt32(MessageLine.sampleNumber))),
    .unsafeDirectory(path: "…", .notADirectory),
    .unsafeDirectory(path: "…", .ownedByUser(UInt32(MessageLine.sampleNumber))),
    .unsafeDirectory(path: "…", .writableByAll),
    .unsafeDirectory(path: "…", .writableByGroup(UInt32(MessageLine.sampleNumber))), .exchanged(path: "…"),
    .system(SystemError(operation: "…", errno: .ioError, path: "…")),
  ]
}
