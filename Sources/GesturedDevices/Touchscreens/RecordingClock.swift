import GestureCore
import TouchInput

/// The clock of one recording among several (RPL-2). Time never runs back.
///
/// One after another, the first recording keeps its own stamps, and each later one begins where the previous one has
/// ended:
///
/// ```
///   stamps   1.00 … 4.00 │ 90.00 … 92.00 │ 0.00 … 1.00
///   time     1.00 … 4.00 │  4.00 …  6.00 │ 6.00 … 7.00
/// ```
///
/// Together, recordings keep their stamps, which are those of one moment. A recording whose stamps are more than
/// `longestGap` from all the others is of another moment, and begins with them:
///
/// ```
///   stamps   1.00 … 4.00     2.00 … 3.00     7000.00 … 7002.00
///   time     1.00 … 4.00     2.00 … 3.00        1.00 …    3.00
/// ```
struct RecordingClock {
  /// The longest time between recordings of one moment.
  static let longestGap = TimeSpan.milliseconds(60_000)

  /// When the recording begins and its device comes.
  private(set) var begin: Instant
  /// The difference between time and stamp.
  private var shift = TimeSpan.zero

  /// The clock of a first recording.
  init(_ events: [InputEvent]) {
    begin = Self.firstStamp(of: events)
  }

  /// The clock of a recording that begins at a time.
  init(_ events: [InputEvent], from begin: Instant) {
    self.begin = min(begin, .latestStamp)
    shift = self.begin - Self.firstStamp(of: events)
  }

  /// A clock that begins at a time.
  ///
  /// - Parameter shift: the difference between time and stamp.
  init(from begin: Instant, shift: TimeSpan) {
    self.begin = begin
    self.shift = shift
  }

  /// The clocks of recordings that play together. They all begin at one time, so that all devices are present then.
  static func together(_ recordings: [RecordingFile]) -> [RecordingClock] {
    var shifts: [TimeSpan] = []
    var moment: ClosedRange<Instant>?
    var next = 0
    while next < recordings.count {
      // The devices of one file have one clock already.
      let file = recordings[next...].prefix { $0.path == recordings[next].path }
      next = file.endIndex
      let spans = file.compactMap { span(of: $0.events) }
      guard let first = spans.first else {
        shifts += file.map { _ in .zero }
        continue
      }
      let own = spans.reduce(first, union)
      var shift = TimeSpan.zero
      if let present = moment, isApart(own, present) { shift = present.lowerBound - own.lowerBound }
      shifts += file.map { _ in shift }
      let shifted = min(own.lowerBound + shift, .latestStamp)...min(own.upperBound + shift, .latestStamp)
      moment = moment.map { union($0, shifted) } ?? shifted
    }
    let begin = moment?.lowerBound ?? Instant(microseconds: 0)
    return shifts.map { RecordingClock(from: begin, shift: $0) }
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

  /// From the first stamp to the latest; nil without events.
  private static func span(of events: [InputEvent]) -> ClosedRange<Instant>? {
    guard !events.isEmpty else { return nil }
    let first = firstStamp(of: events)
    return first...events.reduce(first) { max($0, $1.time) }
  }

  private static func isApart(_ one: ClosedRange<Instant>, _ other: ClosedRange<Instant>) -> Bool {
    one.lowerBound - other.upperBound > longestGap || other.lowerBound - one.upperBound > longestGap
  }

  private static func union(_ one: ClosedRange<Instant>, _ other: ClosedRange<Instant>) -> ClosedRange<
    Instant
  > {
    min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
  }
}
