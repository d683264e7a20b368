import GestureCore
import LinuxEventLoop
import Logging

@testable import GesturedBase

extension Turn {
  /// A turn without a daemon, for tests of single types.
  static func alone(
    at now: Instant = .start, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  ) throws -> Turn {
    let turn = Turn(Journal(logger), poller: try Poller())
    turn.begin(at: now)
    return turn
  }
}
