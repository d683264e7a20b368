import GestureCore
import LinuxInput
import TouchInput

/// A touchscreen as the daemon follows it, from its events to gestures, with counts of broken promises.
///
/// The stream and the pipeline are the daemon's own. Batches and states replace the node, and counts replace the
/// subscribers.
struct FollowedPanel: ~Copyable {
  private let panel: TouchPanel
  private let shipped: ShippedPipeline
  private var stream: PanelStream
  private var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  /// The time of the last reading.
  private var latest: Instant
  /// The ids of gestures that began and have not ended.
  private var open: Set<UInt64> = []

  /// The gestures reported so far.
  private(set) var seen: [SeenGesture] = []
  /// The frame at which each sequence of touches began; the first sequence has number 1.
  private(set) var sequenceStarts: [Int] = []
  /// Ends without a beginning and beginnings without an end.
  private(set) var unmatchedCount = 0
  /// Positions outside the panel.
  private(set) var misplacedCount = 0
  /// The frame at which the daemon detected false stamps; nil while the stamps may be true.
  private(set) var countsReadingSince: Int?
  /// The present frame of the stream.
  var frame = 0
  /// The story of the present frame.
  var story = 0

  init(_ panel: TouchPanel, _ shipped: ShippedPipeline, openedAt time: Instant) {
    self.panel = panel
    self.shipped = shipped
    stream = shipped.stream(of: panel, nil, openedAt: time)
    latest = time
    pipeline = shipped.pipeline(of: panel)
  }

  /// The present sequence of touches, or the last one.
  var sequence: UInt64 { identifiers.latestSequence }

  /// Whether the pipeline has touches.
  var isTouched: Bool { pipeline.hasTouches }

  /// The number of contacts, touches and deadlines left without a finger. It must be 0 once a stream is over.
  var leakedCount: Int {
    (stream.frames.hasContacts ? 1 : 0) + (pipeline.hasTouches ? 1 : 0)
      + (pipeline.nextDeadline == nil ? 0 : 1)
  }

  /// Lets time pass with nothing to read. The panel wakes whenever it wants, as with a timer of the daemon.
  mutating func advance(to time: Instant, state: () -> PanelState) {
    while true {
      let due = stream.due(pipeline.nextDeadline)
      guard let wake = stream.wakeTime(for: due), wake <= time else { return }
      _ = follow(.deadline, [], state: state, now: max(wake, latest))
    }
  }

  /// Reads what is queued: batches, each of which but the last leaves something to read.
  ///
  /// - Parameter state: The device's answer when the stream asks for its state.
  /// - Returns: Whether the stream was interrupted and resumed from the state.
  mutating func read(_ batches: [EventList], now: Instant, state: () -> PanelState) -> Bool {
    follow(.readable, batches, state: state, now: now)
  }

  /// The machine wakes from sleep, then reads what is queued.
  mutating func wakeUp(_ batches: [EventList] = [], now: Instant, state: () -> PanelState) {
    _ = follow(.sleep, batches, state: state, now: now)
  }

  private mutating func follow(
    _ occasion: PanelStream.Occasion, _ batches: [EventList], state: () -> PanelState, now: Instant
  ) -> Bool {
    latest = now
    var batch = EventList()
    var next = 0
    var hasResumed = false
    stream.recordTime(pipeline.now)
    let due = stream.due(pipeline.nextDeadline)
    stream.begin(occasion, at: now, due: due)
    while true {
      let action = stream.next(in: &batch, now: now)
      switch action {
      case .frames(let count), .resynchronized(let count): handle(count)
      case .interrupt(_, let count):
        if stream.countsReading, countsReadingSince == nil { countsReadingSince = frame }
        handle(count)
        lose(.interrupted, at: stream.lastStamp)
      case .gone(let count):
        handle(count)
        lose(.deviceRemoved, at: stream.lastStamp)
      case .resume: hasResumed = true
      case .readEvents:
        if next < batches.count {
          batch = batches[next]
          next += 1
          stream.completeRead(isAll: next == batches.count)
        } else {
          stream.completeEmptyRead()
        }
      case .readState:
        stream.state = state()
        stream.completeStateRead()
      case .readContacts:
        stream.contacts = state()
        stream.completeContactsRead(areKnown: true)
      case .awaitEvents: stream.completeWait(hasMore: next < batches.count)
      case .advance(let time):
        pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
        note()
      case .pause: preconditionFailure("more is queued than is read at once")
      case .wait: return hasResumed
      }
    }
  }

  /// The device disappears, and one of the same kind appears.
  mutating func replug(state: PanelState, now: Instant) {
    handle(stream.remove(at: now).frameCount)
    lose(.deviceRemoved, at: now)
    unmatchedCount += open.count
    open.removeAll()
    stream = shipped.stream(of: panel, state, openedAt: now)
    latest = now
    pipeline = shipped.pipeline(of: panel)
    countsReadingSince = nil
  }

  /// Ends the stream: all fingers are up, and all timers have fired.
  mutating func finish(at time: Instant, state: () -> PanelState) {
    advance(to: time, state: state)
    unmatchedCount += open.count
  }

  private mutating func lose(_ cause: TouchFrame.Cause, at time: Instant) {
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    pipeline.receive(loss, identifiers: &identifiers, into: &buffer)
    note()
  }

  private mutating func handle(_ count: Int) {
    for index in 0..<count {
      pipeline.receive(stream.frames.frame(at: index), identifiers: &identifiers, into: &buffer)
    }
    while sequenceStarts.count < Int(identifiers.latestSequence) { sequenceStarts.append(frame) }
    note()
  }

  private mutating func note() {
    for case .gesture(let gesture) in buffer.events {
      switch gesture.state {
      case .began: if !open.insert(gesture.gestureID).inserted { unmatchedCount += 1 }
      case .changed: if !open.contains(gesture.gestureID) { unmatchedCount += 1 }
      case .ended, .cancelled:
        let isDiscrete = shipped.recognizers.instances[gesture.recognizer].type.isDiscrete
        if (open.remove(gesture.gestureID) == nil) != isDiscrete { unmatchedCount += 1 }
      case .possible, .failed: unmatchedCount += 1
      }
      let isInside =
        (0...panel.size.width).contains(gesture.location.x)
        && (0...panel.size.height).contains(gesture.location.y)
      if !isInside { misplacedCount += 1 }
      seen.append(
        SeenGesture(
          shape: .init(
            recognizer: gesture.recognizer, state: gesture.state, numberOfTouches: gesture.numberOfTouches),
          location: gesture.location, time: gesture.time, sequence: gesture.sequence, frame: frame,
          story: story))
    }
    buffer.removeAll()
  }
}
