import GestureCore

/// The foreign clock that a device stamps by, and its distance from ours once the clock has run at the same rate as
/// ours. The device's events carry the time of their reading; the foreign clock still tells how long an event has
/// waited (T4).
///
/// ```
///   ours     1.0     1.5     2.1     2.2                  7.3
///   theirs  91.0    91.5    92.1    92.2            92.3  │
///   off by  90      90      90 ─▶ it goes as ours         └ has waited for 5 s
/// ```
///
/// A clock that stands still or leaps proves nothing, and its stamps are ignored.
struct ForeignClock {
  /// The time for which the clock has to run at our rate before its stamps are trusted.
  private static let proof = TimeSpan.milliseconds(1000)
  /// The largest change of the distance meanwhile: the wait of an event whose reader is not held up.
  private static let tolerance = TimeSpan.milliseconds(20)

  private var since: Instant?
  private var gap = TimeSpan.zero
  private var isProven = false

  /// The wait of an event before its reading; zero where it is unknown.
  func age(of stamp: Instant, now: Instant) -> TimeSpan {
    isProven ? max(.zero, now - (stamp + gap)) : .zero
  }

  /// Measures the clock by the last stamp before the queue was empty. The event has hardly waited, unless the reader was
  /// held up.
  mutating func measure(_ stamp: Instant, now: Instant) {
    let new = now - stamp
    guard let since, abs(new.microseconds - gap.microseconds) <= Self.tolerance.microseconds else {
      since = now
      gap = new
      isProven = false
      return
    }
    if now - since >= Self.proof { isProven = true }
    gap = min(gap, new)
  }
}
