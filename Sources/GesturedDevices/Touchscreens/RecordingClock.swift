import GestureCore
import TouchInput

/// One clock for several recordings. The first recording keeps its own stamps, and each later one begins where the
/// previous one has ended (RPL-2). Time never runs back.
///
/// ```
///   stamps   1.00 … 4.00 │ 90.00 … 92.00 │ 0.00 … 1.00
///   time     1.00 … 4.00 │  4.00 …  6.00 │ 6.00 … 7.00
/// ```
struct RecordingClock {
  /// When the present recording begins and its device comes.
  private(set) var begin: Instant
  /// The difference between time and stamp.
  private var shift = TimeSpan.zero

  /// The clock of a first recording.
  init(_ events: [InputEvent]) {
    begin = Self.firstStamp(of: events)
  }

  /// Continues with another recording at a time.
  mutating func goOn(with events: [InputEvent], at end: Instant) {
    begin = min(end, .latestStamp)
    shift = begin - Self.firstStamp(of: events)
  }

  /// The time of any stamp.
  @inline(__always)
  func time(of stamp: Instant) -> Instant {
    min(max(stamp + shift, Instant(microseconds: 0)), .latestStamp)
  }

  /// The stamp that a recording begins with: the earlier of its first event's stamp and its first report's. They may
  /// differ, and touches follow the report's.
  private static func firstStamp(of events: [InputEvent]) -> Instant {
    guard let first = events.first?.time else { return Instant(microseconds: 0) }
    let report = events.first { $0.type == EventCode.synchronization && $0.code == EventCode.report }
    return min(first, report?.time ?? first)
  }
}
