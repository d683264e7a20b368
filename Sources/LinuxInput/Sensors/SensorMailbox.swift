/// The reports that a sensor's thread has posted and the loop has not read. The mailbox is bounded, whatever thread
/// and loop do.
///
/// A full mailbox drops its oldest reading. Other reports are kept, since they are few: a thread that has trouble
/// pauses for at least a second before it reads again. Only the last trouble counts.
struct SensorMailbox: Sendable {
  /// More readings than a second brings.
  static let capacity = 128

  /// The reports, in order.
  private(set) var reports: [SensorReport] = []
  /// Whether the thread has ended, so that no report follows.
  var hasEnded = false

  /// Makes an empty mailbox.
  init() {
    reports.reserveCapacity(Self.capacity)
  }

  /// Adds a report of the thread.
  mutating func post(_ report: SensorReport) {
    if reports.count == Self.capacity { reports.remove(at: reports.firstIndex(where: \.isReading) ?? 0) }
    reports.append(report)
  }

  /// Removes and returns the reports.
  mutating func drain() -> [SensorReport] {
    guard !reports.isEmpty else { return [] }
    defer { reports.removeAll(keepingCapacity: true) }
    return reports
  }
}

extension SensorReport {
  /// Whether the report is a reading.
  fileprivate var isReading: Bool {
    switch self {
    case .reading: true
    case .opened, .unsuitable, .trouble: false
    }
  }
}
