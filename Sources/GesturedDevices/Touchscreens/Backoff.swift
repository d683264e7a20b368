import GestureCore

/// Schedules retries of something that failed: after 1 s, then each time after twice as long, up to 64 s. The delay
/// starts again at 1 s after more than 64 s without a failure.
struct Backoff {
  private static let first = TimeSpan.milliseconds(1000)
  private static let longest = TimeSpan.milliseconds(64_000)

  /// When to try again; nil where nothing has failed.
  private(set) var deadline: Instant?
  private var delay = Self.first
  private var startedAt: Instant?

  /// Schedules the next start after a failure, while running or at the start.
  mutating func recordFailure(at now: Instant) {
    if let startedAt, now - startedAt > Self.longest { delay = Self.first }
    startedAt = nil
    deadline = now + delay
    delay = min(TimeSpan(microseconds: 2 * delay.microseconds), Self.longest)
  }

  /// Records a successful start.
  mutating func recordStart(at now: Instant) {
    startedAt = now
    deadline = nil
  }

  /// Whether to try again now. The caller then calls `recordStart` or `recordFailure`.
  mutating func consumeDue(at now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}
