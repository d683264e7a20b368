import GestureCore
import TouchInput

/// The one clock of several recordings: the first has its own stamps, and each other begins where the one before it has
/// ended (RPL-2). Time never runs back.
///
/// ```
///   stamps   1.00 … 4.00 │ 90.00 … 92.00 │ 0.00 … 1.00
///   time     1.00 … 4.00 │  4.00 …  6.00 │ 6.00 … 7.00
/// ```
struct RecordingClock {
  /// When the recording that is played begins, and its device comes.
  private(set) var begin: Instant
  /// What to add to a stamp.
  private var shift = TimeSpan.zero

  /// The clock of a first recording.
  init(_ events: [InputEvent]) {
    begin = Self.firstStamp(of: events)
  }

  /// Goes on with another recording from a time on.
  mutating func goOn(with events: [InputEvent], at end: Instant) {
    begin = min(end, .latestStamp)
    shift = begin - Self.firstStamp(of: events)
  }

  /// The time of a stamp; any stamp at all.
  @inline(__always)
  func time(of stamp: Instant) -> Instant {
    min(max(stamp + shift, Instant(microseconds: 0)), .latestStamp)
  }

  /// The stamp that a recording begins with: that of its first event or, where events of a report differ, of the first
  /// report, by which touches go.
  private static func firstStamp(of events: [InputEvent]) -> Instant {
    guard let first = events.first?.time else { return Instant(microseconds: 0) }
    let report = events.first { $0.type == EventCode.synchronization && $0.code == EventCode.report }
    return min(first, report?.time ?? first)
  }
}
