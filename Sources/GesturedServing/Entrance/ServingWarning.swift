import GestureCore

/// Warnings about clients and sockets.
package enum ServingWarning: String, DeclaredMessage {
  case runsAsRoot =
    "gestured runs as root, with more rights than it needs: gestured.service has its own user for touchscreens"
  case groupNotSet = "…: the socket keeps the group of this process instead of … (…)"
  case tooManySubscribers = "subscribers: refused … (too many are connected)"
  case tooManyConnections = "user …: refused … connections (too many at a time, or too many a second)"
  case notServed = "subscribers: one could not be served (…)"
  case noDescriptors = "subscribers: new ones have to wait (…; see LimitNOFILE of the unit)"
  case longRequestBetweenTouches =
    "requests: long ones are read between touches, without a thread of their own (…)"
  case tooSlow = "subscriber …: disconnected, because it read too slowly"
  case holdsTouches = "subscriber …: its recognizer … has held touches back for 2 s without failing"
  case dumpClosed = "dump: closed, because its reader stopped reading; clients are unaffected"
  case unknownRightsName = "[rights]: this machine has no …, so the name gives no rights"

  package var advice: String {
    switch self {
    case .runsAsRoot: "Start the service: `systemctl enable --now gestured`."
    case .groupNotSet: "Create the group, or correct `group` or `raw_group` in `[socket]`."
    case .tooManySubscribers: "Close clients, or raise `maximum_subscribers` in `[socket]`."
    case .tooManyConnections:
      "Find the user's program that connects again and again, or raise `subscribers_per_user` or `connections_per_second`."
    case .notServed: "Connect again; if it repeats, free memory or report it."
    case .noDescriptors: "Close clients, or raise `LimitNOFILE` with `systemctl edit gestured`."
    case .longRequestBetweenTouches:
      "Nothing at once: requests still work, but touches may wait for them. Free memory, or raise `TasksMax` of the unit."
    case .tooSlow: "Make the client read faster, or narrow its subscription with a filter or a rate."
    case .holdsTouches:
      "Correct the client: a custom recognizer that cannot match any more must report `failed`."
    case .dumpClosed: "Start `--dump` again, with a reader that keeps up."
    case .unknownRightsName: "Correct the user or group in `[rights]`, or create it."
    }
  }
}
