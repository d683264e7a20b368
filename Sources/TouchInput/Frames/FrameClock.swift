import GestureCore

/// The time of one device's frames, made of their stamps: it never goes back (TIM-5), and goes on whatever they say (T2).
///
/// ```
///   stamps   1.00   1.01   9999999   1.03   1.04      and from then on      0.00   0.01
///   time     1.00   1.01   1.01      1.03   1.04                            1.04   1.05
/// ```
///
/// A stamp that lies a little before the one before it counts as that. One that goes back further, or days ahead while
/// something touches, does not move the time; where all that follow have leapt with it, the time goes on from there as
/// they do.
struct FrameClock {
  /// Stamps that go back by less are out of order; by more, the clock was set.
  private static var disorder: TimeSpan { TimeSpan(microseconds: 1_000_000) }
  /// Nothing touches a panel for a day without a word.
  private static var longestRest: TimeSpan { TimeSpan(microseconds: 86_400_000_000) }

  /// The time of the last frame.
  private(set) var latest = Instant(microseconds: 0)
  private var hasBegun = false
  /// What to add to a stamp.
  private var shift = TimeSpan.zero

  /// The clock once the next frame has that stamp.
  func taking(_ stamp: Instant, isTouched: @autoclosure () -> Bool) -> FrameClock {
    let stamp = min(stamp, .latestStamp)
    guard hasBegun else { return going(to: max(stamp, latest), .zero) }
    // Also where the clock was set, it may have been set right again.
    if let time = next(stamp, .zero, isTouched) { return going(to: time, .zero) }
    if let time = next(stamp, shift, isTouched) { return going(to: time, shift) }
    let back = latest - (stamp + shift)
    return going(to: latest, back > .zero && back <= Self.disorder ? shift : latest - stamp)
  }

  /// Goes on to a time, if it is later.
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

  /// The time of a stamp that goes on from the one before; nil for one that leaps, or goes back.
  private func next(_ stamp: Instant, _ shift: TimeSpan, _ isTouched: () -> Bool) -> Instant? {
    let time = stamp + shift
    guard time >= latest, time - latest <= Self.longestRest || !isTouched() else { return nil }
    return min(time, .latestStamp)
  }
}
