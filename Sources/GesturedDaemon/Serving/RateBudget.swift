import GestureCore

/// So many in a second, and a burst of more after a rest: a bucket that refills, kept as one moment.
///
/// Each use moves `paidUntil` on by what it costs in time; that moment may be ahead of now by a burst's worth. It never
/// holds more than it has room for, so a rest of a year gives one burst.
struct RateBudget: Hashable, Sendable {
  /// A rate and the burst that goes with it.
  struct Rate: Hashable, Sendable {
    /// What one use costs, in time.
    var cost: TimeSpan
    /// How far ahead a burst may be.
    var room: TimeSpan

    /// - Parameters:
    ///   - perSecond: 1 or more.
    ///   - burst: 1 or more.
    init(perSecond: Int, burst: Int) {
      cost = TimeSpan(microseconds: 1_000_000 / Int64(min(max(1, perSecond), 1_000_000)))
      let uses = Int64(min(max(1, burst), 1_000_000))
      room = TimeSpan(microseconds: cost.microseconds * uses)
    }
  }

  private var paidUntil: Instant?

  /// Nothing is used.
  init() {}

  /// When it may be used again; nil where it may now.
  func waitEnd(at now: Instant, _ rate: Rate) -> Instant? {
    guard let paidUntil, paidUntil - now >= rate.room else { return nil }
    return paidUntil - rate.room + TimeSpan(microseconds: 1)
  }

  /// From when on it may be used again: a moment that may be long past.
  func freeFrom(_ rate: Rate) -> Instant {
    guard let paidUntil else { return Instant(microseconds: 0) }
    return paidUntil - rate.room + TimeSpan(microseconds: 1)
  }

  /// Uses it up by one, or by so many parts of one: `count / divisor`.
  mutating func use(at now: Instant, _ rate: Rate, count: Int = 1, divisor: Int64 = 1) {
    let start = paidUntil.map { max($0, now) } ?? now
    let cost = max(1, rate.cost.microseconds / max(1, divisor))
    paidUntil = start + TimeSpan(microseconds: cost * Int64(min(max(1, count), 1_000_000)))
  }

  /// Whether it is as good as new.
  func isFull(at now: Instant) -> Bool { paidUntil.map { $0 <= now } ?? true }
}
