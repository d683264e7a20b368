/// A length of time in microseconds.
public struct TimeSpan: Comparable, Hashable, Sendable {
  /// The length in microseconds; negative for a span into the past.
  public var microseconds: Int64

  /// A span of that many microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// A span of that many milliseconds, rounded to the microsecond.
  ///
  /// Options are checked against their ranges first, so the value is finite and small.
  public static func milliseconds(_ count: Double) -> TimeSpan {
    TimeSpan(microseconds: Int64((count * 1000).rounded()))
  }

  /// No time at all.
  public static let zero = TimeSpan(microseconds: 0)

  /// The length in seconds.
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  /// The length in milliseconds.
  public var milliseconds: Double { Double(microseconds) / 1000 }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool {
    a.microseconds < b.microseconds
  }
}
