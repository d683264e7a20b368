import GestureCore
import LinuxEventLoop
import Logging

/// The daemon's log: few lines, never a coordinate, and names from outside escaped.
///
/// Each cause may log five lines in 30 s. Further lines are counted, and the next line of the cause reports the count.
/// A broken device therefore cannot fill the disk (P12; the figures are libinput's).
package struct Journal {
  /// The topic of a line, for the limit.
  package enum Cause: Hashable {
    case lifecycle
    case device(String)
    case size(String)
    case interruption(Int)
    case subscriber
    case refusal
    case descriptors
    case configuration
    /// Mistakes in the configuration and settings without effect. Their own cause, so that reloads do not use up their
    /// limit.
    case mistakes
    case system
  }

  private static let window = TimeSpan.milliseconds(30_000)
  private static let perWindow = 5
  /// Beyond this many, causes share one limit, because device names come from outside.
  private static let maximumCauses = 256

  private struct Budget {
    var start: Instant
    var used = 0
    var suppressed = 0
  }

  private let logger: Logger
  private var budgets: [Cause: Budget] = [:]

  package init(_ logger: Logger) {
    self.logger = logger
  }

  /// Logs that hardware, kernel, client or configuration misbehaved.
  mutating func warning(_ cause: Cause, _ line: MessageLine, now: Instant) {
    say(.warning, cause, line.description, now: now)
  }

  /// Logs a start, a stop, or that a device came or went.
  mutating func notice(_ cause: Cause, _ text: String, now: Instant) {
    say(.notice, cause, text, now: now)
  }

  /// Logs a decision, where debugging is on.
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
