import GestureCore

/// Why a text cannot be the path of a Unix socket.
public enum SocketPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path is empty.
  case empty
  /// The path has that many bytes, more than `SocketPath.maximumBytes`.
  case tooLong(path: String, bytes: Int)
  /// The path starts with `@`, the usual spelling of an abstract name, which no file permission would protect.
  case abstract(path: String)
  /// The path does not start with `/`.
  case notAbsolute(path: String)
  /// The path holds a NUL byte, at which the kernel would cut it.
  case containsNUL(path: String)
  /// The path ends in `/`, `.` or `..`, and so names a directory.
  case noFileName(path: String)

  /// One line: the path, its problem, the allowed form, the advice.
  public var description: String {
    switch self {
    case .empty:
      "socket path is empty: give an absolute path such as /run/gestured/events.sock"
    case .tooLong(let path, let bytes):
      "socket path \(path.escapedForMessage) has \(bytes) bytes, the kernel allows "
        + "1 to \(SocketPath.maximumBytes): give a shorter path"
    case .abstract(let path):
      "socket path \(path.escapedForMessage) is an abstract name, which every user could connect to: "
        + "give an absolute path"
    case .notAbsolute(let path):
      "socket path \(path.escapedForMessage) is relative: give an absolute path, starting with /"
    case .containsNUL(let path):
      "socket path \(path.escapedForMessage) contains a NUL byte: remove it"
    case .noFileName(let path):
      "socket path \(path.escapedForMessage) names a directory: add the socket's own name to it"
    }
  }
}

extension SocketPathError: AdvisedMessage {
  package var advice: String {
    "Correct the path where it was given: the option, the variable, or `[socket]`."
  }

  package static let samples: [SocketPathError] = [
    .empty, .tooLong(path: "…", bytes: MessageLine.sampleNumber), .abstract(path: "…"),
    .notAbsolute(path: "…"),
    .containsNUL(path: "…"), .noFileName(path: "…"),
  ]
}
