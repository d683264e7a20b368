import GestureCore

/// Detects stamps that cannot be true (T2): they lie before a time at which the device's queue was empty, or in the
/// future. A driver may stamp by a clock of its own, with any offset.
public struct StampCheck: Sendable {
  /// The largest error of a stamp: a driver may stamp when its panel interrupts, and report the frame once it has read
  /// the panel. With a larger tolerance, a stream of jumping stamps makes gestures that no finger made.
  public static var tolerance: TimeSpan { TimeSpan(microseconds: 20_000) }

  private var emptyAt: Instant

  /// - Parameter emptyAt: a time at which the queue was empty, such as the device's opening.
  public init(emptyAt: Instant) {
    self.emptyAt = emptyAt
  }

  /// Notes that the queue is empty, at that time or later.
  public mutating func noteEmpty(at now: Instant) {
    emptyAt = now
  }

  /// Whether events that are read now may all have those stamps.
  public func allows(_ stamps: StampSpan, now: Instant) -> Bool {
    emptyAt - stamps.earliest <= Self.tolerance && stamps.latest - now <= Self.tolerance
  }
}
