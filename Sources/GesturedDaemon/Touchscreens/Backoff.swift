import GestureCore

/// When something that has failed is tried again: after a second, then each time twice as long, up to a minute. What has
/// worked for longer than that begins anew.
struct Backoff {
  private static let first = TimeSpan.milliseconds(1000)
  private static let longest = TimeSpan.milliseconds(64_000)

  /// When to try again; nil where nothing has failed.
  private(set) var deadline: Instant?
  private var delay = Self.first
  private var startedAt: Instant?

  /// Notes that it has failed, or could not be begun.
  mutating func noteFailure(at now: Instant) {
    if let startedAt, now - startedAt > Self.longest { delay = Self.first }
    startedAt = nil
    deadline = now + delay
    delay = min(TimeSpan(microseconds: 2 * delay.microseconds), Self.longest)
  }

  /// Notes that it has begun to work.
  mutating func noteStart(at now: Instant) {
    startedAt = now
    deadline = nil
  }

  /// Whether to try again now. `noteStart` or `noteFailure` is to follow.
  mutating func takeDue(at now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}
