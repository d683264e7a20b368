import GestureClient
import GestureCore

/// The reason for the program's end, for the person who started it.
struct CommandFailure: Error {
  /// The exit code from sysexits.h.
  let exitCode: Int32
  /// One line that includes a remedy.
  let line: MessageLine

  /// A failure with a declared message and its values.
  init(_ message: CommandMessage, _ values: String...) {
    exitCode = message.exitCode ?? 1
    line = message.with(list: values)
  }
}

extension GestureClientError {
  /// The exit code from sysexits.h.
  var exitCode: Int32 {
    switch self {
    case .invalidPath, .invalidPatience: 64
    case .notGestured, .unexpectedReply: 65
    case .notRunning, .rawNotServed, .noGreeting, .connectionLost, .closed, .noReply, .cancelled,
      .eventsNotRead,
      .tooManyRequests:
      69
    case .bye(let reason) where reason.hasPrefix("too many"): 75
    case .bye: 69
    case .busy: 75
    case .wrongVersion: 76
    case .refused(let refusal): refusal.code == "not_permitted" ? 77 : 76
    case .noPermission: 77
    case .system: 71
    }
  }
}
