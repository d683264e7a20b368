import GestureCore
import LinuxEventLoop
import SystemPackage

/// Why the daemon cannot start or go on. The description is one line that says what to do.
public enum DaemonError: Error, CustomStringConvertible {
  /// The socket has no default path.
  case noSocketPath
  /// The given path is unusable for a socket; `from` names its origin.
  case socketPath(SocketPathError, from: String)
  /// The socket cannot be made.
  case listener(UnixListenerError)
  /// The service manager passed on something other than a usable socket.
  case inheritedSockets(MessageLine)
  /// Touchscreens exist, but this user may not read them.
  case noPermission(MessageLine)
  /// No device can be read.
  case nothingToRead(MessageLine)
  /// Several devices match the request.
  case ambiguous(MessageLine)
  /// The configuration is wrong.
  case configuration(String)
  /// The configuration has no recognizer of the given name.
  case unknownRecognizer(String, known: [String])
  /// `--touches` names a number of fingers that the explained recognizer does not take.
  case unknownNumberOfTouches(String, Int, known: [Int])
  /// A recording cannot be read.
  case recording(MessageLine)
  /// A system call failed.
  case system(SystemError)

  public var description: String {
    switch self {
    case .noSocketPath:
      "XDG_RUNTIME_DIR is not set, so there is no default place for the socket: give one with --socket PATH"
    case .socketPath(let error, let origin): "\(origin): \(error)"
    case .listener(.system(let error)):
      "\(error): the socket cannot be made there: give another path with --socket PATH"
    case .listener(let error): "\(error)"
    case .noPermission(let line), .nothingToRead(let line), .ambiguous(let line), .recording(let line),
      .inheritedSockets(let line):
      line.description
    case .configuration(let text): text
    case .unknownRecognizer(let name, let known): Self.describe(unknown: name, among: known)
    case .unknownNumberOfTouches(let name, let found, let known):
      "--touches: found \(found); allowed for \(name.escapedForMessage): "
        + known.map(String.init).joined(separator: ", ")
    case .system(let error): "\(error)"
    }
  }

  private static func describe(unknown name: String, among known: [String]) -> String {
    let found = "--explain: the configuration has no recognizer '\(name.escapedForMessage)'"
    if let nearest = NearestWord.nearest(to: name, among: known) {
      return "\(found); did you mean '\(nearest.escapedForMessage)'?"
    }
    return "\(found); it has: \(known.map(\.escapedForMessage).joined(separator: ", "))"
  }

  /// The exit code, by sysexits.h.
  public var exitCode: Int32 {
    switch self {
    case .noSocketPath, .socketPath, .inheritedSockets, .unknownRecognizer, .unknownNumberOfTouches,
      .ambiguous:
      64
    case .recording: 65
    case .nothingToRead: 69
    case .listener(.anotherInstance): 75
    case .listener(.occupied(_, by: .liveSocket)): 75
    case .noPermission: 77
    case .configuration: 78
    case .listener(.system(let error)): error.isRefusal ? 77 : 73
    case .listener: 73
    case .system(let error): error.isRefusal ? 77 : 71
    }
  }
}

extension SystemError {
  /// Whether the system denied permission.
  fileprivate var isRefusal: Bool { errno == .permissionDenied || errno == .notPermitted }
}

extension DaemonError: AdvisedMessage {
  package var advice: String {
    switch self {
    case .noSocketPath: "Log in to a session, or set the variable."
    case .socketPath(let error, _): error.advice
    case .listener(let error): error.advice
    case .unknownRecognizer:
      "Give the name of a table `[recognizer.NAME]`; `gestured --print-config` shows them."
    case .unknownNumberOfTouches:
      "Give a number of fingers that it takes: one of its `touches`, or more up to `maximum_touches`."
    case .configuration: "Run `gestured --check-config`, and correct the lines that it names."
    case .noPermission, .nothingToRead, .ambiguous, .recording, .inheritedSockets:
      "Look for the message in the rows of this page."
    case .system(let error): error.advice
    }
  }

  /// The errors with words of their own: the lines of the others are declared elsewhere.
  package static let samples: [DaemonError] = [
    .noSocketPath, .socketPath(.empty, from: "…"),
    .listener(.system(SystemError(operation: "…", errno: .ioError, path: "…"))),
    .configuration("…:…:…: …: found …; allowed: …"), .unknownRecognizer("…", known: ["…"]),
    .unknownNumberOfTouches("…", 3, known: [1, 2]),
  ]
}
