import GestureCore
import GesturedConfiguration

/// The progress of a reload of the configuration.
///
/// ```
///   SIGHUP ── wanted ── checked ──────────── applied
///               │          │  └ the last finger lifts, or patience ends
///               │          └ valid as a whole; invalid: idle again, and all stays as it was
///               └ at least 100 ms after the last reading, so that ten thousand signals cause few
/// ```
struct ConfigurationReload {
  /// The shortest time between two readings (P7).
  private static let pause = TimeSpan.milliseconds(100)
  /// How long the reload waits for touches to end. A finger that never lifts must not block it.
  static let patience = TimeSpan.milliseconds(30_000)

  private enum Step {
    /// No reload is under way.
    case idle
    /// The file must be read at that time.
    case wanted(at: Instant)
    /// The configuration is valid. It is applied once no finger is down, at the latest at that time.
    case checked(Configuration, until: Instant)
  }

  private var step = Step.idle
  private var last: Instant?
  /// When a reload was last asked for; nil before the first time.
  private(set) var wantedAt: Instant?
  /// Whether a valid configuration waits for fingers, and the journal says so.
  private var isWaitTold = false

  /// When the next step is due; nil where none is.
  var nextDeadline: Instant? {
    switch step {
    case .idle: nil
    case .wanted(let time): time
    case .checked(_, let time): time
    }
  }

  /// Whether a valid configuration waits for the last finger.
  var isChecked: Bool { if case .checked = step { true } else { false } }

  /// Requests a reload.
  mutating func want(now: Instant) {
    wantedAt = now
    // A configuration that waits may be outdated, so that the file is read again.
    if case .wanted = step { return }
    step = .wanted(at: last.map { max(now, $0 + Self.pause) } ?? now)
  }

  /// Whether the file must be read now.
  mutating func consumeReading(now: Instant) -> Bool {
    guard case .wanted(let time) = step, time <= now else { return false }
    step = .idle
    last = now
    return true
  }

  /// Keeps a valid configuration until it is applied.
  mutating func accept(_ configuration: Configuration, now: Instant) {
    step = .checked(configuration, until: now + Self.patience)
  }

  /// Whether the journal is to say that the configuration waits for fingers: once for each wait.
  mutating func beginsToWait() -> Bool {
    guard isChecked, !isWaitTold else { return false }
    isWaitTold = true
    return true
  }

  /// Whether a wait that the journal has reported is over.
  mutating func endsWait() -> Bool {
    defer { isWaitTold = false }
    return isWaitTold
  }

  /// The configuration to apply now; nil without one.
  mutating func removeChecked(hasTouches: Bool, now: Instant) -> Configuration? {
    guard case .checked(let configuration, let time) = step, !hasTouches || time <= now else { return nil }
    step = .idle
    return configuration
  }
}
