import GestureCore

/// The time of one device's frames, made of their stamps: it never goes back (TIM-5), and advances whatever the stamps
/// are (T2).
///
/// ```
///   stamps   1.00   1.01   9999999   1.03   1.04      and from then on      0.00   0.01
///   time     1.00   1.01   1.01      1.03   1.04                            1.04   1.05
/// ```
///
/// A stamp that goes back a little counts as the stamp before. A stamp that goes back further, or leaps days ahead
/// while something touches, does not move the time. Where all later stamps have leapt as well, the time continues from
/// there at their rate.
struct FrameClock {
  /// Stamps that go back by less are out of order; stamps that go back by more mean that the clock was set.
  private static var disorder: TimeSpan { TimeSpan(microseconds: 1_000_000) }
  /// The longest silence of a touched panel: a day.
  private static var longestRest: TimeSpan { TimeSpan(microseconds: 86_400_000_000) }

  /// The time of the last frame.
  private(set) var latest = Instant(microseconds: 0)
  private var hasBegun = false
  /// The amount to add to a stamp.
  private var shift = TimeSpan.zero

  /// The clock after the next frame, which has that stamp.
  func taking(_ stamp: Instant, isTouched: @autoclosure () -> Bool) -> FrameClock {
    let stamp = min(stamp, .latestStamp)
    guard hasBegun else { return going(to: max(stamp, latest), .zero) }
    // A clock that was set may have been set right again.
    if let time = next(stamp, .zero, isTouched) { return going(to: time, .zero) }
    if let time = next(stamp, shift, isTouched) { return going(to: time, shift) }
    let back = latest - (stamp + shift)
    return going(to: latest, back > .zero && back <= Self.disorder ? shift : latest - stamp)
  }

  /// Advances to a time, if that is later.
  mutating func advance(to time: Instant) {
    latest = max(latest, min(time, .latestStamp))
  }

  private func going(to time: Instant, _ shift: TimeSpan) -> FrameClock {
    var clock = self
    clock.latest = time
    clock.shift = shift
    clock.hasBegun = true
    return clock
  }

  /// The time of a stamp that follows the one before; nil for a stamp that leaps or goes back.
  private func next(_ stamp: Instant, _ shift: TimeSpan, _ isTouched: () -> Bool) -> Instant? {
    let time = stamp + shift
    guard time >= latest, time - latest <= Self.longestRest || !isTouched() else { return nil }
    return min(time, .latestStamp)
  }
}
