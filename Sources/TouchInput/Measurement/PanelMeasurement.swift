public import GestureCore

/// Measures a panel by its frames: the rate, regularity, fineness and delay of its reports.
///
/// Its storage is bounded, however long it runs.
public struct PanelMeasurement: Sendable {
  /// The number of medians from which an interval is a pause, not jitter: the panel had nothing to report.
  private static let pauseFactor = 3.0

  private struct Contact: Sendable {
    var x: Int
    var y: Int
    var rest: RestingWindow
  }

  private let panel: TouchPanel
  private var contacts: [Contact?]
  private var downCount = 0
  private var latest: Instant?
  private var reports = 0
  private var touches = 0
  private var touchesAtOnce = 0
  private var touchedTime = TimeSpan.zero
  private var intervals = SampleSet()
  private var latencies = SampleSet()
  private var rests = SampleSet()
  private var smallestStepX: Int?
  private var smallestStepY: Int?
  private var droppedStretches = 0

  /// - Parameter panel: the panel as it reports itself.
  public init(_ panel: TouchPanel) {
    self.panel = panel
    contacts = Array(repeating: nil, count: panel.slotCount)
  }

  /// Counts a stretch of events that the kernel dropped.
  public mutating func countDropped() {
    droppedStretches += 1
  }

  /// Measures a frame of the panel.
  ///
  /// - Parameter readAt: the time of the events' reading, on the clock of the stamps; nil where that is meaningless.
  public mutating func measure(_ frame: TouchFrame, readAt: Instant?) {
    let span = latest.map { frame.time - $0 }
    let wasTouched = downCount > 0
    latest = frame.time
    for change in frame.changes { measure(change, at: frame.time) }
    touchesAtOnce = max(touchesAtOnce, downCount)
    if wasTouched, let span {
      touchedTime = TimeSpan(microseconds: touchedTime.microseconds + span.microseconds)
    }
    // Frames that end lost contacts come from the system, not from the panel.
    guard frame.cause == .report else { return }
    reports += 1
    if let readAt { latencies.add(max(0, (readAt - frame.time).milliseconds)) }
    // All frames of a report carry the same time.
    guard wasTouched, let span, span > .zero, frame.changes.contains(where: { $0.kind == .moved }) else {
      return
    }
    intervals.add(span.milliseconds)
  }

  private mutating func measure(_ change: ContactChange, at time: Instant) {
    guard contacts.indices.contains(change.slot) else { return }
    let x = Int((change.position.x * panel.x.unitsPerMillimetre).rounded())
    let y = Int((change.position.y * panel.y.unitsPerMillimetre).rounded())
    let former = contacts[change.slot]
    switch change.kind {
    case .began:
      touches += 1
      if former == nil { downCount += 1 }
      contacts[change.slot] = Contact(x: x, y: y, rest: RestingWindow(at: time, change.position))
    case .moved:
      guard var contact = former else { return }
      Self.updateMinimum(&smallestStepX, with: abs(x - contact.x))
      Self.updateMinimum(&smallestStepY, with: abs(y - contact.y))
      (contact.x, contact.y) = (x, y)
      if let noise = contact.rest.move(to: change.position, at: time) { rests.add(noise) }
      contacts[change.slot] = contact
    case .ended, .cancelled:
      guard var contact = former else { return }
      if let noise = contact.rest.move(to: change.position, at: time) { rests.add(noise) }
      contacts[change.slot] = nil
      downCount -= 1
    }
  }

  private static func updateMinimum(_ minimum: inout Int?, with step: Int) {
    if step > 0 { minimum = min(minimum ?? step, step) }
  }

  /// The figures so far.
  public var figures: PanelFigures {
    let all = intervals.values.sorted()
    let limit = (Distribution(sorted: all)?.median ?? 0) * Self.pauseFactor
    let regular = all.filter { $0 <= limit }
    let interval = Distribution(sorted: regular)
    let jitter = interval.flatMap { interval in
      Distribution(sorted: regular.map { abs($0 - interval.median) }.sorted())
    }
    return PanelFigures(
      reports: reports, touches: touches, touchesAtOnce: touchesAtOnce, touchedTime: touchedTime,
      interval: interval, jitter: jitter, pauses: all.count - regular.count, smallestStepX: smallestStepX,
      smallestStepY: smallestStepY, restingNoise: rests.distribution, latency: latencies.distribution,
      droppedStretches: droppedStretches)
  }
}
