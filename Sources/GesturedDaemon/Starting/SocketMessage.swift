import GestureCore

/// Why the sockets cannot be served as they are configured.
package enum SocketMessage: String, DeclaredMessage {
  case noEventsSocket = "the service manager handed over no socket named events"
  case noPath = "the socket that the service manager handed over has no path"
  case onePathForBoth = "…: both sockets have this path: give the socket for raw touches another"
  case memoryReadable =
    "memory: other processes of this user can read it (prctl: …): let the sandbox allow prctl"

  package var advice: String {
    switch self {
    case .noEventsSocket, .noPath: "Compare your socket unit with `gestured.socket` of the package."
    case .onePathForBoth: "Change `raw_path` in `[socket]`, or `--raw-socket`."
    case .memoryReadable: "Remove the filter of system calls that the unit or the container adds."
    }
  }

  package var exitCode: Int32? {
    switch self {
    case .noEventsSocket, .noPath: 64
    case .onePathForBoth: 78
    case .memoryReadable: nil
    }
  }
}
