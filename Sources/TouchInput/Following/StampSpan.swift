import GestureCore

/// The earliest and the latest stamp of events that were read together.
public struct StampSpan: Hashable, Sendable {
  /// The earliest.
  public private(set) var earliest: Instant
  /// The latest.
  public private(set) var latest: Instant

  /// The span of one stamp.
  public init(_ stamp: Instant) {
    earliest = stamp
    latest = stamp
  }

  /// Takes in another stamp.
  public mutating func add(_ stamp: Instant) {
    earliest = min(earliest, stamp)
    latest = max(latest, stamp)
  }
}
