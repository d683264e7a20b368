import GestureCore

/// Why the sockets that the service manager passes on cannot be served.
package enum HandoverMessage: String, DeclaredMessage {
  case count = "LISTEN_FDS is …: allowed: a number from 0 to …"
  case notOpen = "descriptor … of LISTEN_FDS is not open"
  case notListening =
    "descriptor … of LISTEN_FDS is no stream socket of the Unix domain that listens: ListenStream= with a path makes one"
  case notPrepared = "descriptor … of LISTEN_FDS: …"

  package var advice: String {
    switch self {
    case .count, .notOpen, .notPrepared:
      "Start gestured through systemd, or unset `LISTEN_FDS` and `LISTEN_PID`."
    case .notListening: "Compare the socket's unit with `gestured.socket` of the package."
    }
  }

  package var exitCode: Int32? { 64 }
}
