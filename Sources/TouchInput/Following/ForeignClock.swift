import GestureCore

/// A clock that a device stamps by and that is not ours: by how much it is off, once it has shown that it goes as ours
/// does. Of such a device the time of reading counts; the clock still tells how long an event has waited (T4).
///
/// ```
///   ours     1.0     1.5     2.1     2.2                  7.3
///   theirs  91.0    91.5    92.1    92.2            92.3  │
///   off by  90      90      90 ─▶ it goes as ours         └ has waited for 5 s
/// ```
///
/// A clock that stands still, or leaps, shows nothing, and nothing is believed of it.
struct ForeignClock {
  /// For how long it has to go as ours does before it is believed.
  private static let proof = TimeSpan.milliseconds(1000)
  /// By how much it may be off meanwhile: what an event waits where nothing holds up its reader.
  private static let tolerance = TimeSpan.milliseconds(20)

  private var since: Instant?
  private var gap = TimeSpan.zero
  private var isProven = false

  /// How long an event has waited when it is read; zero where nobody knows.
  func age(of stamp: Instant, now: Instant) -> TimeSpan {
    isProven ? max(.zero, now - (stamp + gap)) : .zero
  }

  /// Takes in the last stamp of what was read when nothing is left to read: one that has hardly waited, where nothing
  /// held up its reader.
  mutating func take(_ stamp: Instant, now: Instant) {
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
