import GestureCore
import LinuxInput
import TouchInput

/// A touchscreen as the daemon follows it, from its events to gestures, and the sums of what it tells.
///
/// What follows it, makes frames of its events and gestures of those is the daemon's own; only the node and who listens
/// are not there.
struct FollowedPanel {
  private let panel: TouchPanel
  private let shipped: ShippedPipeline
  private var frames: PanelFrames
  private var follower: PanelFollower
  private var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  private var lastStamp = Instant(microseconds: 0)
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
    frames = shipped.frames(of: panel, nil)
    follower = shipped.follower(emptyAt: time)
    pipeline = shipped.pipeline(of: panel)
  }

  /// The sequence of touches that is under way, or was last.
  var sequence: UInt64 { identifiers.latestSequence }

  /// Whether it knows of touches.
  var isTouched: Bool { pipeline.hasTouches }

  /// How many contacts and touches it knows of although no finger is down: once a stream is over, none.
  var leakedCount: Int {
    (frames.hasContacts ? 1 : 0) + (pipeline.hasTouches ? 1 : 0) + (pipeline.nextDeadline == nil ? 0 : 1)
  }

  /// Time passes: what comes of deadlines before a frame.
  mutating func advance(to time: Instant) {
    if let end = frames.end(by: time) { feed(end) }
    pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
    note()
  }

  /// Reads what is queued.
  ///
  /// - Parameter isAll: whether nothing is left to read.
  /// - Returns: what the state is to be asked for.
  mutating func read(
    _ events: some Collection<InputEvent>, now: Instant, isAll: Bool = true
  ) -> PanelFollower.Question? {
    if let first = events.first {
      var stamps = StampSpan(first.time)
      for event in events { stamps.add(event.time) }
      if let reason = follower.begin(stamps, now: now, clock: { now }) { interrupt(reason) }
      if follower.countsReading, countsReadingSince == nil { countsReadingSince = frame }
    }
    for var event in events {
      if follower.countsReading { event.time = now }
      if let end = frames.end(before: event) { feed(end) }
      feed(event)
    }
    follower.noteRead(hasContacts: frames.hasContacts, at: now)
    return isAll ? follower.noteEmpty(at: now) : nil
  }

  private mutating func feed(_ event: InputEvent) {
    lastStamp = max(lastStamp, frames.time(of: event.time))
    let step = frames.feed(event)
    handle(step)
    guard step == .needsResynchronization, follower.noteDropped(hasState: frames.hasState) else { return }
    handle(frames.resynchronize(with: nil, at: max(lastStamp, pipeline.now)))
  }

  /// Goes on from the state, after events were dropped or nobody has followed the panel.
  mutating func goOn(_ question: PanelFollower.Question, with state: PanelState, now: Instant) {
    switch question {
    case .resynchronize:
      handle(frames.resynchronize(with: state, at: max(lastStamp, pipeline.now)))
    case .adopt: frames.adopt(state)
    }
    follower.noteCaughtUp(hasContacts: frames.hasContacts, at: now)
  }

  /// Nobody has followed it for a while, or what comes of it does not count.
  mutating func interrupt(_ reason: Interruption) {
    follower.noteInterruption(reason, hasTouches: pipeline.hasTouches)
    let time = max(lastStamp, pipeline.now)
    handle(frames.interrupted(at: time))
    lose(.interrupted, at: time)
  }

  /// The device goes, and one of the same kind comes.
  mutating func replug(state: PanelState, now: Instant) {
    handle(frames.deviceRemoved(at: now))
    lose(.deviceRemoved, at: now)
    unmatchedCount += open.count
    open.removeAll()
    frames = shipped.frames(of: panel, state)
    follower = shipped.follower(emptyAt: now)
    pipeline = shipped.pipeline(of: panel)
    countsReadingSince = nil
  }

  /// All fingers are up, and longer than anything waits has passed.
  mutating func finish(at time: Instant) {
    advance(to: time)
    unmatchedCount += open.count
  }

  private mutating func lose(_ cause: TouchFrame.Cause, at time: Instant) {
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
    note()
  }

  private mutating func handle(_ step: TouchFrameAssembler.Step) {
    guard case .framesReady(let count) = step else { return }
    for index in 0..<count {
      pipeline.handle(frames.frame(at: index), identifiers: &identifiers, into: &buffer)
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
