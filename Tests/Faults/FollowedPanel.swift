import GestureCore
import TouchInput

/// A touchscreen as the daemon follows it, from its events to gestures, and the sums of what it tells.
///
/// It does what the daemon does with a device: `OpenTouchscreen` and `Touchscreen` in the room `GesturedDaemon`, which
/// need a node of the kernel's.
struct FollowedPanel {
  private let panel: TouchPanel
  private let shipped: ShippedPipeline
  private var assembler: TouchFrameAssembler
  private var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  private var stamps: StampCheck
  private var lastStamp = Instant(microseconds: 0)
  /// The gestures that began and are not over, by their ids.
  private var open: Set<UInt64> = []

  /// How reading went.
  enum Reading {
    /// What was read counts.
    case inStep
    /// The kernel dropped events: the state is to be asked for, for `resynchronize`.
    case dropped
    /// What was read does not count, since it is too old or its stamps cannot be true: the state is to be asked for, for
    /// `adopt`.
    case interrupted
  }

  private static let longestBacklog = TimeSpan.milliseconds(500)

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
    assembler = shipped.assembler(of: panel, nil)
    pipeline = shipped.pipeline(of: panel)
    stamps = StampCheck(emptyAt: time)
  }

  /// The sequence of touches that is under way, or was last.
  var sequence: UInt64 { identifiers.latestSequence }

  /// Whether it knows of touches.
  var isTouched: Bool { pipeline.hasTouches }

  private var countsReading: Bool { countsReadingSince != nil }

  /// How many contacts and touches it knows of although no finger is down: once a stream is over, none.
  var leakedCount: Int {
    (assembler.hasContacts ? 1 : 0) + (pipeline.hasTouches ? 1 : 0) + (pipeline.nextDeadline == nil ? 0 : 1)
  }

  /// Time passes: what comes of deadlines before a frame.
  mutating func advance(to time: Instant) {
    pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
    note()
  }

  /// Reads what is queued.
  mutating func read(_ events: some Collection<InputEvent>, now: Instant) -> Reading {
    var reading = Reading.inStep
    if !countsReading, events.contains(where: { !stamps.allows($0.time, now: now) }) {
      countsReadingSince = frame
      reading = .interrupted
    } else if !countsReading, let first = events.first, now - first.time > Self.longestBacklog {
      reading = .interrupted
    }
    if reading == .interrupted { interrupt() }
    for var event in events {
      if countsReading { event.time = now }
      lastStamp = max(lastStamp, event.time)
      let step = assembler.feed(event)
      handle(step)
      if step == .needsResynchronization, reading == .inStep { reading = .dropped }
    }
    stamps.noteEmpty(at: now)
    return reading
  }

  /// Goes on after events were dropped.
  mutating func resynchronize(with state: PanelState) {
    handle(assembler.resynchronize(with: state, at: max(lastStamp, pipeline.now)))
  }

  /// Nobody has followed it for a while.
  mutating func interrupt() {
    let time = max(lastStamp, pipeline.now)
    handle(assembler.interrupted(at: time))
    lose(at: time)
  }

  /// What is queued is read to be thrown away.
  mutating func drain(_ events: some Collection<InputEvent>) {
    for event in events { handle(assembler.feed(event)) }
  }

  /// Goes on after that.
  mutating func adopt(_ state: PanelState) {
    assembler.adopt(state)
  }

  /// The device goes, and one of the same kind comes.
  mutating func replug(state: PanelState, now: Instant) {
    handle(assembler.deviceRemoved(at: now))
    lose(at: now)
    unmatchedCount += open.count
    open.removeAll()
    assembler = shipped.assembler(of: panel, state)
    pipeline = shipped.pipeline(of: panel)
    stamps = StampCheck(emptyAt: now)
  }

  /// All fingers are up, and longer than anything waits has passed.
  mutating func finish(at time: Instant) {
    advance(to: time)
    unmatchedCount += open.count
  }

  private mutating func lose(at time: Instant) {
    let loss = TouchFrame(time: time, cause: .deviceRemoved, changes: [])
    pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
    note()
  }

  private mutating func handle(_ step: TouchFrameAssembler.Step) {
    guard case .framesReady(let count) = step else { return }
    for index in 0..<count {
      pipeline.handle(assembler.frame(at: index), identifiers: &identifiers, into: &buffer)
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
