import GestureCore
import LinuxInput
import TouchInput

/// A touchscreen as the daemon follows it, from its events to gestures, and the sums of what it tells.
///
/// The stream that follows it and the pipeline are the daemon's own. Batches and states stand in for the node, and sums for
/// the subscribers.
struct FollowedPanel: ~Copyable {
  private let panel: TouchPanel
  private let shipped: ShippedPipeline
  private var stream: PanelStream
  private var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  /// The time of the last reading.
  private var latest: Instant
  /// The gestures that began and are not over, by their ids.
  private var open: Set<UInt64> = []

  /// What was told so far.
  private(set) var seen: [SeenGesture] = []
  /// At which frame each sequence of touches began; the first has number 1.
  private(set) var sequenceStarts: [Int] = []
  /// Ends without a beginning and beginnings without an end.
  private(set) var unmatchedCount = 0
  /// Positions that are no place on the panel.
  private(set) var misplacedCount = 0
  /// The frame at which its stamps turned out not to be true; nil while they may be.
  private(set) var countsReadingSince: Int?
  /// Where in the stream it is.
  var frame = 0
  /// The story that frame belongs to.
  var story = 0

  init(_ panel: TouchPanel, _ shipped: ShippedPipeline, openedAt time: Instant) {
    self.panel = panel
    self.shipped = shipped
    stream = shipped.stream(of: panel, nil, openedAt: time)
    latest = time
    pipeline = shipped.pipeline(of: panel)
  }

  /// The sequence of touches that is under way, or was last.
  var sequence: UInt64 { identifiers.latestSequence }

  /// Whether it knows of touches.
  var isTouched: Bool { pipeline.hasTouches }

  /// How many contacts and touches it knows of although no finger is down: once a stream is over, none.
  var leakedCount: Int {
    (stream.frames.hasContacts ? 1 : 0) + (pipeline.hasTouches ? 1 : 0)
      + (pipeline.nextDeadline == nil ? 0 : 1)
  }

  /// Time passes with nothing to read: the panel is looked at as often as it wants to be, as a timer of the daemon's does.
  mutating func advance(to time: Instant, state: () -> PanelState) {
    while let due = stream.wakeTime(for: stream.due(pipeline.nextDeadline)), due <= time {
      _ = follow(.deadline, [], state: state, now: max(due, latest))
    }
  }

  /// Reads what is queued: batches, all of which but the last leave something to read.
  ///
  /// - Parameter state: what the device says of itself when it is asked.
  /// - Returns: whether it was interrupted, and goes on from the state.
  mutating func read(_ batches: [EventList], now: Instant, state: () -> PanelState) -> Bool {
    follow(.readable, batches, state: state, now: now)
  }

  /// The machine has slept; then what is queued is read.
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
    stream.note(pipeline.now)
    stream.begin(occasion, at: now, due: stream.due(pipeline.nextDeadline))
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
          stream.noteEvents(isAll: next == batches.count)
        } else {
          stream.noteEmpty()
        }
      case .readState:
        stream.state = state()
        stream.noteState()
      case .readContacts:
        stream.contacts = state()
        stream.noteContacts(areKnown: true)
      case .awaitEvents: stream.noteMore(next < batches.count)
      case .advance(let time):
        pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
        note()
      case .pause: preconditionFailure("more is queued than is read at once")
      case .wait: return hasResumed
      }
    }
  }

  /// The device goes, and one of the same kind comes.
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

  /// All fingers are up, and longer than anything waits has passed.
  mutating func finish(at time: Instant, state: () -> PanelState) {
    advance(to: time, state: state)
    unmatchedCount += open.count
  }

  private mutating func lose(_ cause: TouchFrame.Cause, at time: Instant) {
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
    note()
  }

  private mutating func handle(_ count: Int) {
    for index in 0..<count {
      pipeline.handle(stream.frames.frame(at: index), identifiers: &identifiers, into: &buffer)
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
