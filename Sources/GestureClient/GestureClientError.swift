import GestureCore
import LinuxEventLoop

/// The reason why a connection or a request failed. The description is one line that includes a remedy.
public enum GestureClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text cannot be the path of a socket. The value is the reason.
  case invalidPath(String)
  /// The text of `GESTURED_PATIENCE` is no time.
  case invalidPatience(String)
  /// No process serves the path.
  case notRunning(path: String)
  /// The daemon runs, but does not serve raw touches at the path.
  case rawNotServed(path: String)
  /// This user may not use the socket.
  ///
  /// The group's members may connect; nil where there is no such group, it is unknown, or it is root's own, which no
  /// user should join.
  case noPermission(path: String, group: String?)
  /// The path accepts connections, and no greeting arrived in time. The socket of a service exists before its daemon,
  /// and also while the daemon cannot start.
  case noGreeting(path: String)
  /// The kernel takes no more connections, as too many wait for the daemon.
  case busy(path: String)
  /// The server at the path does not speak gestured's protocol. The path is nil once the connection was established.
  case notGestured(String?)
  /// The daemon speaks this other version of the protocol; the library speaks 1.
  case wrongVersion(Int)
  /// The daemon has ended the stream for a reason: `too slow`, `stopping`, `too many subscribers`, `end of replay`,
  /// among others.
  case bye(String)
  /// The stream ended without a `bye`: the daemon crashed or was killed.
  case connectionLost
  /// This program has closed the connection.
  case closed
  /// The daemon has refused a request.
  case refused(RequestRefusal)
  /// No reply arrived in time.
  case noReply(command: String)
  /// Too many events came before a reply, and the program does not read them.
  case eventsNotRead
  /// The daemon has not taken earlier requests, and there is no room for another.
  case tooManyRequests
  /// A reply lacks a field that the protocol promises.
  case unexpectedReply(String)
  /// The task was cancelled while it waited for a reply.
  case cancelled
  /// The kernel refused another operation.
  case system(String)

  public var description: String {
    switch self {
    case .invalidPath(let why):
      why
    case .invalidPatience(let text):
      "GESTURED_PATIENCE is \(text.escapedForMessage): give a number of seconds above 0, at most 86400"
    case .rawNotServed(let path):
      "\(path.escapedForMessage): no daemon serves raw touches there: enable gestured-raw.socket, or set raw = true "
        + "in [socket] of a daemon of your own, and restart gestured"
    case .notRunning(let path):
      "\(path.escapedForMessage): gestured is not running there: start it (sudo systemctl start gestured; if it does "
        + "not start, journalctl -u gestured says why), or give the path where it serves"
        + (path.hasSuffix("/raw.sock")
          ? "; it serves raw touches with raw = true in [socket] of its configuration" : "")
    case .noPermission(let path, let group?):
      "\(path.escapedForMessage): no permission to connect: only members of the group \(group.escapedForMessage) may: "
        + "become one (sudo usermod -aG \(group.escapedForMessage) $USER, then log in again)"
    case .noPermission(let path, nil):
      "\(path.escapedForMessage): no permission to connect: only the user who runs gestured may: connect as that user, "
        + "or open it with mode and group in [socket] of the configuration"
    case .noGreeting(let path):
      "\(path.escapedForMessage): gestured sends no greeting: it does not start, or hangs: read its log (journalctl -u "
        + "gestured), and start it again"
    case .busy(let path):
      "\(path.escapedForMessage): too many connections wait for gestured: try again in a moment"
    case .notGestured(let path?):
      "\(path.escapedForMessage): the program there does not speak gestured's protocol: give the path of events.sock"
    case .notGestured(nil):
      "the received lines are not gestured's protocol: give the path of events.sock"
    case .wrongVersion(let version):
      "gestured speaks version \(version) of the protocol and this client version 1: install both from one release"
    case .bye(let reason): Self.describe(goodbye: reason)
    case .connectionLost:
      "gestured ended without a goodbye: read its log (journalctl -u gestured), and connect again"
    case .closed:
      "the connection was closed by this program: connect again"
    case .refused(let refusal):
      "gestured refused the request: \(refusal)"
    case .noReply(let command):
      "gestured did not reply to \(command.escapedForMessage) in time: it may be stopped, or older than this client"
    case .eventsNotRead:
      "the reply waits behind events that this program does not read: read events in a task of its own, or unsubscribe"
    case .tooManyRequests:
      "gestured takes no more requests for now: send fewer at a time"
    case .unexpectedReply(let text):
      "this client does not understand gestured's reply: \(text.escapedForMessage)"
    case .cancelled:
      "the task that waited for the reply was cancelled"
    case .system(let why):
      why
    }
  }

  private static func describe(goodbye reason: String) -> String {
    let advice =
      switch reason {
      case "too slow": "read events faster, ask for fewer with a filter or a rate, and connect again"
      case "stopping": "connect again when it is started"
      case "too many subscribers", "too many connections of this user": "close some, or try again later"
      case "end of replay": "the recording is over"
      default: "connect again"
      }
    return "gestured ended the stream: \(reason.escapedForMessage): \(advice)"
  }

  /// Whether the stream ended regularly, without a failure.
  var isQuiet: Bool {
    switch self {
    case .closed, .bye("end of replay"): true
    default: false
    }
  }

  /// Whether another attempt to connect, perhaps later, may help.
  public var mayPass: Bool {
    switch self {
    case .notRunning, .rawNotServed, .noGreeting, .busy, .bye, .connectionLost, .noReply: true
    case .invalidPath, .invalidPatience, .noPermission, .notGestured, .wrongVersion, .closed, .refused,
      .eventsNotRead,
      .tooManyRequests,
      .unexpectedReply, .cancelled, .system:
      false
    }
  }
}

extension GestureClientError: AdvisedMessage {
  package var advice: String {
    switch self {
    case .invalidPath: "Correct the path where it was given: `--socket`, or `GESTURED_SOCKET`."
    case .invalidPatience: "Correct or unset the variable."
    case .notRunning: "See [gestured is not running there](#gestured-is-not-running-there)."
    case .rawNotServed: "See [The monitor shows no fingers](#the-monitor-shows-no-fingers)."
    case .noPermission: "See [no permission to connect](#no-permission-to-connect)."
    case .noGreeting: "See [The service does not stay up](#the-service-does-not-stay-up)."
    case .busy: "If it repeats, read the daemon's log: it may be stopped, or flooded with connections."
    case .notGestured, .unexpectedReply: "Check the path, and that both programs are from one release."
    case .wrongVersion: "Upgrade the older package."
    case .bye("too slow"): "See [Updates are missing](#updates-are-missing)."
    case .bye("stopping"): "Start the service again: `systemctl start gestured`."
    case .bye("end of replay"): "Nothing."
    case .bye: "Wait a moment; a daemon with too many clients has a warning in its log."
    case .connectionLost: "See [The service does not stay up](#the-service-does-not-stay-up)."
    case .closed, .cancelled, .eventsNotRead, .tooManyRequests: "Correct the program that uses the library."
    case .refused: "The reason has a code: see the codes below."
    case .noReply: "Run `systemctl status gestured`."
    case .system: "Remove the cause that the kernel gives."
    }
  }

  package static let samples: [GestureClientError] = [
    .invalidPath("socket path …"), .invalidPatience("…"), .notRunning(path: "…"), .rawNotServed(path: "…"),
    .noPermission(path: "…", group: "…"),
    .noPermission(path: "…", group: nil), .noGreeting(path: "…"), .busy(path: "…"), .notGestured("…"),
    .notGestured(nil),
    .wrongVersion(MessageLine.sampleNumber), .bye("too slow"), .bye("stopping"), .bye("too many subscribers"),
    .bye("end of replay"), .bye("…"), .connectionLost, .closed,
    .refused(RequestRefusal(code: "…", message: "…", path: nil, hint: nil)), .noReply(command: "…"),
    .eventsNotRead,
    .tooManyRequests, .unexpectedReply("…"), .cancelled, .system("… failed: …"),
  ]
}
