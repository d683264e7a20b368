import GestureCore
import GesturedBase
import LinuxEventLoop
import Logging

extension Turn {
  /// A turn without a daemon, for tests of single types.
  package static func alone(
    at now: Instant = .start, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  ) throws -> Turn {
    let turn = Turn(Journal(logger), poller: try Poller())
    turn.begin(at: now)
    return turn
  }
}

extension Instant {
  /// The time at which tests begin.
  package static let start = Instant.milliseconds(1000)
}
