import GestureCore

/// A rate limit: a number of uses a second, and a burst of more after a rest. It is a refilling bucket, kept as one
/// moment.
///
/// Each use moves `paidUntil` on by its cost in time. `paidUntil` may be ahead of now by the worth of a burst. However
/// long the rest, it gives one burst.
struct RateBudget: Hashable, Sendable {
  /// A rate and its burst.
  struct Rate: Hashable, Sendable {
    /// The cost of one use, in time.
    var cost: TimeSpan
    /// How far ahead of now `paidUntil` may be.
    var room: TimeSpan

    /// - Parameters:
    ///   - perSecond: uses a second, 1 or more.
    ///   - burst: uses at once, 1 or more.
    init(perSecond: Int, burst: Int) {
      cost = TimeSpan(microseconds: 1_000_000 / Int64(min(max(1, perSecond), 1_000_000)))
      let uses = Int64(min(max(1, burst), 1_000_000))
      room = TimeSpan(microseconds: cost.microseconds * uses)
    }
  }

  private var paidUntil: Instant?

  /// An unused budget.
  init() {}

  /// When the next use is possible; nil where it is possible now.
  func waitEnd(at now: Instant, _ rate: Rate) -> Instant? {
    guard let paidUntil, paidUntil - now >= rate.room else { return nil }
    return paidUntil - rate.room + TimeSpan(microseconds: 1)
  }

  /// The moment from which a use is possible. It may be long past.
  func freeFrom(_ rate: Rate) -> Instant {
    guard let paidUntil else { return Instant(microseconds: 0) }
    return paidUntil - rate.room + TimeSpan(microseconds: 1)
  }

  /// Charges `count / divisor` uses.
  mutating func use(at now: Instant, _ rate: Rate, count: Int = 1, divisor: Int64 = 1) {
    let start = paidUntil.map { max($0, now) } ?? now
    let cost = max(1, rate.cost.microseconds / max(1, divisor))
    paidUntil = start + TimeSpan(microseconds: cost * Int64(min(max(1, count), 1_000_000)))
  }

  /// Whether the budget is entirely refilled.
  func isFull(at now: Instant) -> Bool { paidUntil.map { $0 <= now } ?? true }
}
