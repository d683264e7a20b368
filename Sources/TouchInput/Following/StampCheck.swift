import GestureCore

/// Tells stamps that cannot be true (T2): from before a moment at which the device's queue was empty, or from the
/// future. A driver may stamp by a clock of its own, which may be off by anything.
public struct StampCheck: Sendable {
  /// By how much a stamp may be off: a driver may stamp when its panel calls, and tell of it once it has asked it. With
  /// more, a stream whose stamps jump makes gestures that nobody made.
  public static var tolerance: TimeSpan { TimeSpan(microseconds: 20_000) }

  private var emptyAt: Instant

  /// - Parameter emptyAt: when there was nothing to read, such as when the device was opened.
  public init(emptyAt: Instant) {
    self.emptyAt = emptyAt
  }

  /// Notes that there is nothing to read, at that time or later.
  public mutating func noteEmpty(at now: Instant) {
    emptyAt = now
  }

  /// Whether events that are read now may have those stamps, each of them.
  public func allows(_ stamps: StampSpan, now: Instant) -> Bool {
    emptyAt - stamps.earliest <= Self.tolerance && stamps.latest - now <= Self.tolerance
  }
}
