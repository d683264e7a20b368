import GestureCore
import GesturedConfiguration

/// Where the daemon is with reading its configuration anew.
///
/// ```
///   SIGHUP ── wanted ── checked ──────────── taken over
///               │          │  └ the last finger lifts, or patience ends
///               │          └ right as a whole; wrong: idle again, and all stays as it was
///               └ 100 ms after the last time at the earliest: ten thousand signals are a few
/// ```
struct ConfigurationReload {
  /// The shortest time between two (P7).
  private static let pause = TimeSpan.milliseconds(100)
  /// How long fingers are waited for: one that never lifts does not keep a configuration from counting.
  private static let patience = TimeSpan.milliseconds(30_000)

  private enum Step {
    /// Nothing is to be done.
    case idle
    /// It is to be read at that time.
    case wanted(at: Instant)
    /// It is right, and taken over when no finger is down, or then.
    case checked(Configuration, until: Instant)
  }

  private var step = Step.idle
  private var last: Instant?

  /// When something is due; nil for not before something else happens.
  var nextDeadline: Instant? {
    switch step {
    case .idle: nil
    case .wanted(let time): time
    case .checked(_, let time): time
    }
  }

  /// Whether something waits for the last finger.
  var isChecked: Bool { if case .checked = step { true } else { false } }

  /// Takes note that somebody asks for it.
  mutating func want(now: Instant) {
    // What waits to be taken over may be old: the file is read once more.
    if case .wanted = step { return }
    step = .wanted(at: last.map { max(now, $0 + Self.pause) } ?? now)
  }

  /// Whether it is to be read now.
  mutating func takeReading(now: Instant) -> Bool {
    guard case .wanted(let time) = step, time <= now else { return false }
    step = .idle
    last = now
    return true
  }

  /// Takes note of what was read and is right.
  mutating func accept(_ configuration: Configuration, now: Instant) {
    step = .checked(configuration, until: now + Self.patience)
  }

  /// What is to be taken over now.
  mutating func takeChecked(hasTouches: Bool, now: Instant) -> Configuration? {
    guard case .checked(let configuration, let time) = step, !hasTouches || time <= now else { return nil }
    step = .idle
    return configuration
  }
}
