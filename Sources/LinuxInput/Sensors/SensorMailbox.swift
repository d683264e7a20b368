/// What a sensor's thread has said and the loop has not taken: bounded, whatever either does.
///
/// Where the loop is held up the oldest reading goes; what else was said is kept, since that is little: nothing is read
/// between two troubles for a second at least, and only the last of them counts.
struct SensorMailbox: Sendable {
  /// More readings than a second has.
  static let capacity = 128

  /// What was said, in order.
  private(set) var reports: [SensorReport] = []
  /// Whether the thread has ended, and says nothing any more.
  var hasEnded = false

  /// Nothing was said.
  init() {
    reports.reserveCapacity(Self.capacity)
  }

  /// Takes in what the thread says.
  mutating func post(_ report: SensorReport) {
    if reports.count == Self.capacity { reports.remove(at: reports.firstIndex(where: \.isReading) ?? 0) }
    reports.append(report)
  }

  /// Hands over what was said.
  mutating func take() -> [SensorReport] {
    guard !reports.isEmpty else { return [] }
    defer { reports.removeAll(keepingCapacity: true) }
    return reports
  }
}

extension SensorReport {
  /// Whether it is one of many.
  fileprivate var isReading: Bool {
    switch self {
    case .reading: true
    case .opened, .unsuitable, .trouble: false
    }
  }
}
