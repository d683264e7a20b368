/// A point in time on the kernel's CLOCK_MONOTONIC, or on a recording's own clock, in microseconds.
///
/// The unit is that of `struct input_event`, so that a deadline computed from a stamp is exact and a replay equals the
/// live run.
public struct Instant: Comparable, Hashable, Sendable {
  /// Microseconds since the clock's zero.
  public var microseconds: Int64

  /// The instant that many microseconds after the clock's zero.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The instant that many milliseconds after the clock's zero.
  public static func milliseconds(_ count: Int64) -> Instant {
    Instant(microseconds: count * 1000)
  }

  /// The largest stamp that the daemon accepts from outside, about 285 years, which includes wall clocks. Up to it a
  /// Double represents every microsecond exactly, and adding any configured span cannot overflow.
  public static var latestStamp: Instant { Instant(microseconds: 9_000_000_000_000_000) }

  /// Later than every stamp and every deadline: "never", or "run to the end".
  public static var distantFuture: Instant { Instant(microseconds: .max) }

  /// The earlier of two optional moments; nil where both are nil.
  public static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  public static func < (a: Instant, b: Instant) -> Bool {
    a.microseconds < b.microseconds
  }

  /// The span from `b` to `a`. Neither may be `distantFuture`.
  public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds - b.microseconds)
  }

  /// The instant a span later. `a` may not be `distantFuture`.
  public static func + (a: Instant, span: TimeSpan) -> Instant {
    Instant(microseconds: a.microseconds + span.microseconds)
  }

  /// The instant a span earlier. `a` may not be `distantFuture`.
  public static func - (a: Instant, span: TimeSpan) -> Instant {
    Instant(microseconds: a.microseconds - span.microseconds)
  }
}
