import GestureCore
import LinuxEventLoop
import Logging

/// What the daemon says of itself: few lines, never a coordinate, names from outside escaped.
///
/// Each cause may speak five times in 30 s; what it says beyond that is counted and told with its next line, so
/// that a broken device cannot fill the disk (P12; libinput's figures).
struct Journal {
  /// What a line is about, for the limit.
  enum Cause: Hashable {
    case lifecycle
    case device(String)
    case size(String)
    case interruption(Int)
    case subscriber
    case refusal
    case descriptors
    case configuration
    /// What of it does not count: said however often it was read anew before.
    case mistakes
    case system
  }

  private static let window = TimeSpan.milliseconds(30_000)
  private static let perWindow = 5
  /// More causes than that share one limit, since device names are anybody's.
  private static let maximumCauses = 256

  private struct Budget {
    var start: Instant
    var used = 0
    var suppressed = 0
  }

  private let logger: Logger
  private var budgets: [Cause: Budget] = [:]

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Hardware, kernel, client or configuration misbehaved.
  mutating func warning(_ cause: Cause, _ text: String, now: Instant) {
    say(.warning, cause, text, now: now)
  }

  /// Start, stop, a device came or went.
  mutating func notice(_ cause: Cause, _ text: String, now: Instant) {
    say(.notice, cause, text, now: now)
  }

  /// What was decided, for those who ask.
  func debug(_ text: @autoclosure () -> String) {
    logger.debug("\(text())")
  }

  private mutating func say(_ level: Logger.Level, _ cause: Cause, _ text: String, now: Instant) {
    let cause = budgets[cause] == nil && budgets.count >= Self.maximumCauses ? .system : cause
    var budget = budgets[cause] ?? Budget(start: now)
    if now - budget.start > Self.window { budget = Budget(start: now, suppressed: budget.suppressed) }
    budget.used += 1
    if budget.used > Self.perWindow {
      budget.suppressed += 1
    } else if budget.suppressed > 0 {
      logger.log(level: level, "\(text) (\(budget.suppressed) more like this were not logged)")
      budget.suppressed = 0
    } else {
      logger.log(level: level, "\(text)")
    }
    budgets[cause] = budget
  }
}
