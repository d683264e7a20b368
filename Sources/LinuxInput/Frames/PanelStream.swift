import GestureCore
import TouchInput

/// Follows one panel from its events to its frames, and names its owner's next action. The stream itself reads nothing.
///
/// The owner calls `begin`, and then does each action of `next` until `wait`. Each request has a `complete` method
/// for its answer. Until the answer, `next` repeats the request.
///
/// ```
///   followed     begin ─▶ readEvents ─▶ frames … ─▶ wait
///   dropped      begin ─▶ readEvents ─▶ readEvents, empty ─▶ readState ─▶ resynchronized ─▶ wait
///   too late     begin ─▶ readEvents ─▶ interrupt ─▶ readEvents, empty ─▶ readState ─▶ resume ─▶ wait
///   in doubt     begin ─▶ readContacts ─▶ readEvents ─▶ awaitEvents ─▶ readContacts ─▶ interrupt, or frames …
///   at its time  begin ─▶ readEvents, empty ─▶ readState, where silence is due ─▶ advance ─▶ wait
///   recording    play ─▶ frames … ─▶ wait
/// ```
///
/// Nothing is allocated after `init`. The stream is not copied: a copy would share the translator of a panel without
/// slots.
public struct PanelStream: ~Copyable {
  /// The source of the events.
  public enum Source: Hashable, Sendable {
    /// A recording: its stamps are the time, and it has no device.
    case recording
    /// A device that was opened at or after a time. `countsReading`: whether the device stamps by another clock
    /// (D30).
    case device(openedAt: Instant, countsReading: Bool)
  }

  /// Why a device is read.
  public enum Occasion: Hashable, Sendable {
    /// The `Poller` reports events.
    case readable
    /// `wakeTime` has come.
    case deadline
    /// The machine has slept (T3).
    case sleep
  }

  /// The owner's next step.
  public enum Action: Hashable, Sendable {
    /// Handle that many frames, 0...3, and `hover`. They are valid until the next call.
    case frames(count: Int)
    /// Handle frames as in `frames`. The kernel had dropped events; contacts that are still down continue (TCH-29).
    case resynchronized(count: Int)
    /// Handle frames as in `frames`, which cancel every contact, then end every gesture under way. No event counts
    /// until `resume`.
    case interrupt(Interruption, count: Int)
    /// Continue after an interruption. Contacts that are down are ignored until they lift (TCH-34).
    case resume
    /// Handle frames as in `frames`, which cancel every contact, then end every gesture under way: the device is gone.
    case gone(count: Int)
    /// Read the next batch of events. The answer is `completeRead` or `completeEmptyRead`, or none
    /// from a device that is gone.
    case readEvents
    /// Read the device's state into `state`. The answer is `completeStateRead`, or none from a device
    /// that is gone.
    case readState
    /// Read the current slot and the slots' contacts into `contacts`. The answer is `completeContactsRead`.
    case readContacts
    /// Wait that long for more events. The answer is `completeWait`.
    case awaitEvents(milliseconds: Int32)
    /// Fire the deadlines up to that time, on the clock of the stamps: all earlier events were handled (TIM-1).
    case advance(to: Instant)
    /// Read again soon, after other devices: more events may be queued. `next` continues meanwhile.
    case pause
    /// Wait for events or for `wakeTime`.
    case wait

    /// The number of frames to handle.
    public var frameCount: Int {
      switch self {
      case .frames(let count), .resynchronized(let count), .interrupt(_, let count), .gone(let count): count
      case .resume, .readEvents, .readState, .readContacts, .awaitEvents, .advance, .pause, .wait: 0
      }
    }
  }

  private enum Step: Equatable {
    case idle
    /// A reading begins; the due deadline may be too late.
    case beginning
    /// Contacts may have landed and lifted unnoticed: the device's contacts are read before its events (D27).
    case doubting
    case reading
    /// The first batch is compared with the device's contacts.
    case explaining
    case awaiting
    case comparing
    case unexplained
    /// A batch is there; its stamps are checked.
    case opening
    case feeding
    /// Nothing is queued.
    case emptied
    case asking(PanelFollower.Question)
    case answered(PanelFollower.Question)
    /// The queue is empty.
    case finished
    case probing
    case probed
    case silenced
    case advancing
  }

  /// The most batches of one reading, before other devices have their turn.
  private static let batchesPerReading = 16

  /// The wait of a deadline for events that the kernel has stamped at or before it and not delivered yet: such a frame
  /// goes first (TIM-1). The deadline's events still carry the deadline's time. Devices without fingers wait as long. A touch
  /// that the filter holds reaches its application at most 2 ms after the hold (LIM-8), so that the wait is shorter.
  public static var grace: TimeSpan { TimeSpan(microseconds: 1500) }

  /// The longest that a driver takes for a frame, in milliseconds.
  private static let driverPatience: Int32 = 3

  /// The panel's frames.
  public private(set) var frames: PanelFrames
  /// The answer to `readState`, in storage made once.
  public var state: PanelState
  /// The answer to `readContacts`, in storage made once.
  public var contacts: PanelState
  private var follower: PanelFollower
  private var missed: MissedEvents
  private let isLive: Bool
  /// Whether the device's contacts can be read without losing events.
  private let tellsContacts: Bool
  private var latest: Instant

  private var step = Step.idle
  private var now = Instant(microseconds: 0)
  /// The time of the deadline that was due, until `start` has checked it.
  private var due: Instant?
  /// The time up to which deadlines fire; nil where only events are read.
  private var limit: Instant?
  private var isAsleep = false
  /// Whether the device's state contradicts its events, so that it is read again.
  private var isDenied = false
  private var isInDoubt = false
  private var batchCount = 0
  /// Whether the last batch emptied the kernel's queue.
  private var isAll = false
  /// The index of the batch's next event to feed.
  private var cursor = 0
  /// The time of the batch's reading, where it replaces the stamps.
  private var readingTime: Instant?

  /// A stream of one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device.
  ///   - source: the source of its events.
  ///   - settings: the longest wait of events, the longest silence of the panel, and the longest silence of a contact.
  ///   - initialState: the contacts that were down at the opening, which are ignored until they lift (TCH-34).
  ///   - begin: the stream's start, on the clock of its stamps: no frame is earlier.
  ///   - clone: the frames of the panel's clone; nil where the panel is not filtered.
  public init(
    _ panel: TouchPanel, from source: Source, _ settings: TouchSettings = TouchSettings(),
    initialState: PanelState? = nil, since begin: Instant = Instant(microseconds: 0),
    clone: CloneFrames? = nil
  ) {
    frames = PanelFrames(
      panel, initialState: initialState, frozenSpan: settings.frozenContact, since: begin, clone: clone)
    latest = begin
    switch source {
    case .recording:
      isLive = false
      follower = PanelFollower(settings, emptyAt: begin)
    case .device(let openedAt, let countsReading):
      isLive = true
      follower = PanelFollower(settings, countsReading: countsReading, emptyAt: openedAt)
    }
    tellsContacts = isLive && panel.touchProtocol == .multitouch
    state = PanelState(slotCount: panel.slotCount)
    contacts = PanelState(slotCount: panel.slotCount)
    missed = MissedEvents(slotCount: tellsContacts ? panel.slotCount : 0)
  }

  // MARK: State

  /// The stamp of the last event or the last time given to `recordTime`, whichever is later.
  public var lastStamp: Instant { latest }

  /// The time of a frame with that stamp (T2). Mutating only to be read in place: otherwise the frames are copied.
  public mutating func time(of stamp: Instant) -> Instant { frames.time(of: stamp) }

  /// Whether each event counts, and no state is needed.
  public var isFollowing: Bool { follower.isFollowing }

  /// Whether events carry the time of their reading, because the stamps follow another clock (D30) or cannot be true
  /// (T2).
  public var countsReading: Bool { follower.countsReading }

  /// The time at which the owner's next deadline fires. A deadline after the cut of a frame waits for the rest of the
  /// frame (D20), and one after a lift by BTN_TOUCH for the decision on it (D16). Mutating only to be read in place.
  public mutating func due(_ deadline: Instant?) -> Instant? {
    guard let end = frames.cutDeadline else { return deadline }
    guard let begin = frames.waitsSince else { return .earlier(deadline, end) }
    guard let deadline, deadline <= begin else { return end }
    return deadline
  }

  /// The time at which to call `begin(.deadline, …)`, where the owner's deadlines are due at a time.
  public func wakeTime(for due: Instant?) -> Instant? {
    .earlier(due.map { $0 + Self.grace }, follower.nextDeadline)
  }

  // MARK: The owner's calls

  /// Records a time that did not come from events, such as a deadline's: no interruption is earlier.
  public mutating func recordTime(_ time: Instant) {
    latest = max(latest, time)
  }

  /// Begins to make a clone's frames, or ends it. Nothing touches the panel where it begins.
  public mutating func setClone(_ clone: CloneFrames?) {
    frames.setClone(clone)
  }

  /// Whether anything touches the panel: contacts that are ignored count too. Mutating only to be read in place.
  public var isTouched: Bool { mutating get { frames.isTouched } }

  /// Sets the clone's values of an axis to those of the panel, one for each slot.
  public mutating func adopt(_ code: UInt16, _ values: [Int32]) {
    frames.adopt(code, values)
  }

  /// Makes the clone's events after an event of the core, from the notes for the app.
  public mutating func writeClone(_ notes: [AppNote]) -> (events: ArraySlice<CloneEvent>, frames: Int) {
    frames.writeClone(notes)
  }

  /// Begins a reading of the device.
  ///
  /// - Parameters:
  ///   - now: the time of the tick.
  ///   - due: the time of the owner's next deadline; nil where it cannot be too late.
  public mutating func begin(_ occasion: Occasion, at now: Instant, due: Instant?) {
    self.now = now
    self.due = due
    limit = occasion == .deadline ? now - Self.grace : nil
    isAsleep = occasion == .sleep
    isDenied = false
    isInDoubt = false
    batchCount = 0
    step = .beginning
  }

  /// Begins a batch of a recording.
  public mutating func play() {
    precondition(!isLive, "a device is read, and not played")
    cursor = 0
    step = .feeding
  }

  /// Advances a recording to a time at which it has no event; nil for its end.
  public mutating func advance(to time: Instant?) {
    limit = time
    step = .advancing
  }

  /// Removes the device: every contact is cancelled (TCH-30).
  public mutating func remove(at time: Instant) -> Action {
    recordTime(time)
    return .gone(count: Self.count(frames.deviceRemoved(at: time)))
  }

  /// Changes how the panel lies on its display from now on (DMN-12).
  public mutating func place(as panel: TouchPanel, at time: Instant) -> Action {
    .frames(count: Self.count(frames.place(as: panel, at: time)))
  }

  /// Answers `readEvents`: a batch was read.
  ///
  /// - Parameter isAll: whether the batch emptied the kernel's queue, so that later events wake the owner again.
  public mutating func completeRead(isAll: Bool) {
    precondition(step == .reading, "events were asked for")
    self.isAll = isAll
    step = isInDoubt && batchCount == 0 ? .explaining : .opening
    batchCount += 1
  }

  /// Answers `readEvents`: the queue is empty.
  public mutating func completeEmptyRead() {
    precondition(step == .reading, "events were asked for")
    step = .emptied
  }

  /// Answers `readState`.
  public mutating func completeStateRead() {
    switch step {
    case .asking(let question): step = .answered(question)
    case .probing: step = .probed
    case .idle, .beginning, .doubting, .reading, .explaining, .awaiting, .comparing, .unexplained, .opening,
      .feeding, .emptied, .answered, .finished, .probed, .silenced, .advancing:
      preconditionFailure("the state was not asked for")
    }
  }

  /// Answers `readContacts`.
  ///
  /// - Parameter areKnown: whether they could be read; if not, the next reading reports the reason.
  public mutating func completeContactsRead(areKnown: Bool) {
    if step == .doubting {
      if areKnown { frames.begin(&missed, contacts) }
      isInDoubt = areKnown && !missed.isExplained
      step = .reading
    } else {
      precondition(step == .comparing, "the contacts were asked for")
      if areKnown { missed.compare(with: contacts) }
      step = areKnown && !missed.isExplained ? .unexplained : .opening
    }
  }

  /// Answers `awaitEvents`: whether more events have arrived.
  public mutating func completeWait(hasMore: Bool) {
    precondition(step == .awaiting, "more was awaited")
    step = hasMore ? .opening : .comparing
  }

  // MARK: The next action

  /// The next action while a list of events is played.
  ///
  /// - Parameter time: the present time, which a recording does not need.
  public mutating func next(
    in events: inout EventList, now time: Instant = Instant(microseconds: 0)
  ) -> Action {
    next(inBatch: &events, now: { time })
  }

  /// The next action.
  ///
  /// - Parameters:
  ///   - batch: the events of the last reading, unchanged until all of them are handled.
  ///   - currentTime: returns the present time: a tick may be long, and events that arrive during the tick are later
  ///     than its beginning.
  @inline(__always)
  mutating func next<Batch: EventBatch & ~Copyable>(
    inBatch batch: inout Batch, now currentTime: () -> Instant
  ) -> Action {
    while true {
      let action: Action? =
        switch step {
        case .idle: .wait
        case .beginning: start()
        case .doubting: doubt()
        case .reading: readOn()
        case .explaining: explain(&batch)
        case .awaiting: .awaitEvents(milliseconds: Self.driverPatience)
        case .comparing: .readContacts
        case .unexplained: interrupt(.silence, then: .opening)
        case .opening: open(&batch, now: currentTime)
        case .feeding: feed(&batch)
        case .emptied: ask()
        case .asking, .probing: .readState
        case .answered(let question): catchUp(question)
        case .finished: finish()
        case .probed: judge()
        case .silenced: adopt(then: .advancing)
        case .advancing: advance()
        }
      if let action { return action }
    }
  }

  private mutating func interrupt(_ reason: Interruption, then next: Step) -> Action {
    step = next
    follower.interrupt()
    return .interrupt(reason, count: Self.count(frames.interrupted(at: latest)))
  }

  private mutating func adopt(then next: Step) -> Action {
    step = next
    frames.adopt(state)
    follower.resume(hasContacts: frames.hasContacts, at: now)
    return .resume
  }

  private static func count(_ step: TouchFrameAssembler.Step) -> Int {
    switch step {
    case .framesReady(let count): count
    case .nothing, .needsResynchronization: 0
    }
  }

  // MARK: Reading

  private mutating func start() -> Action? {
    step = .doubting
    defer { due = nil }
    if isAsleep { return interrupt(.sleep, then: .doubting) }
    return follower.isTooLate(due, at: now) ? interrupt(.backlog, then: .doubting) : nil
  }

  private mutating func doubt() -> Action? {
    if tellsContacts, follower.mayHaveMissed(hasContacts: frames.hasContacts, at: now) {
      return .readContacts
    }
    step = .reading
    return nil
  }

  private mutating func readOn() -> Action? {
    guard batchCount == Self.batchesPerReading else { return .readEvents }
    step = .finished
    return .pause
  }

  /// The first events after a silence may not explain the device's present contacts: another program had grabbed the
  /// device, and released it again.
  ///
  /// The kernel knows a frame's contacts while the driver still reports the frame, and delivers the frame when it is
  /// whole. The stream waits for that.
  private mutating func explain<Batch: EventBatch & ~Copyable>(_ batch: inout Batch) -> Action? {
    for index in 0..<batch.eventCount { missed.apply(batch.event(at: index)) }
    step = isAll && !missed.isExplained ? .awaiting : .opening
    return nil
  }

  private mutating func open<Batch: EventBatch & ~Copyable>(
    _ batch: inout Batch, now currentTime: () -> Instant
  ) -> Action? {
    step = .feeding
    cursor = 0
    let reason = follower.begin(batch.stamps, now: now, clock: currentTime)
    readingTime = follower.countsReading ? currentTime() : nil
    return reason.map { interrupt($0, then: .feeding) }
  }

  /// Nearly all events only fill slots: they change no frame before the report, so the report's stamp serves them all.
  @inline(__always)
  private mutating func feed<Batch: EventBatch & ~Copyable>(_ batch: inout Batch) -> Action? {
    let count = batch.eventCount
    while cursor < count {
      cursor = frames.fillSlots(from: &batch, at: cursor)
      guard cursor < count else {
        recordTime(frames.time(of: readingTime ?? batch.event(at: count - 1).time))
        break
      }
      var event = batch.event(at: cursor)
      if let readingTime { event.time = readingTime }
      if let end = frames.end(before: event), let action = feed(end) { return action }
      cursor += 1
      if let action = feed(event) { return action }
    }
    guard isLive else {
      step = .idle
      return .wait
    }
    follower.endBatch(hasContacts: frames.hasContacts, at: now)
    // Events after an emptied queue wake the owner again. Where the device's state is wanted, reading continues, so
    // that as few events as possible come between.
    step = isAll && follower.isFollowing ? .emptied : .reading
    return nil
  }

  @inline(__always)
  private mutating func feed(_ event: InputEvent) -> Action? {
    switch frames.feed(event) {
    case .framesReady(let count):
      // The last frame carries the event's time.
      recordTime(count > 0 ? frames.lastTime : frames.time(of: event.time))
      return .frames(count: count)
    case .nothing:
      recordTime(frames.time(of: event.time))
      return nil
    case .needsResynchronization:
      recordTime(frames.time(of: event.time))
      guard follower.recordDrop(hasState: isLive && frames.hasState) else { return nil }
      return .resynchronized(count: Self.count(frames.resynchronize(with: nil, at: latest)))
    }
  }

  /// The queue is empty, so the device's state is up to date.
  private mutating func ask() -> Action? {
    step = follower.reachQueueEnd(at: now).map { .asking($0) } ?? .finished
    return nil
  }

  private mutating func catchUp(_ question: PanelFollower.Question) -> Action {
    switch question {
    case .adopt: return adopt(then: .finished)
    case .resynchronize:
      step = .finished
      let count = Self.count(frames.resynchronize(with: state, at: latest))
      follower.resume(hasContacts: frames.hasContacts, at: now)
      return .resynchronized(count: count)
    }
  }

  // MARK: Silence (D27) and deadlines

  private mutating func finish() -> Action? {
    guard limit != nil else {
      step = .idle
      return .wait
    }
    step = .advancing
    if isDenied {
      // An event between the first reading and the question ends the silence, and leads to another question.
      if follower.isSilent(since: now) { return interrupt(.silence, then: .silenced) }
    } else if follower.isSilenceDue(hasContacts: frames.hasContacts, at: now) {
      step = .probing
    }
    return nil
  }

  /// The device was asked whether its silent fingers rest. Where its state differs from the stream's although its queue
  /// is empty, no event will explain the difference.
  private mutating func judge() -> Action? {
    if frames.agrees(with: state) {
      follower.confirmContacts(at: now)
      step = .advancing
    } else {
      isDenied = true
      batchCount = 0
      step = .beginning
    }
    return nil
  }

  private mutating func advance() -> Action? {
    if let end = frames.end(by: limit) {
      let action = feed(end)
      // A finger whose landing was cut is down from here on.
      if isLive { follower.followContacts(frames.hasContacts, at: now) }
      if let action { return action }
    }
    step = .idle
    guard let limit else { return .wait }
    // The rest of a cut frame goes before deadlines after the cut.
    return .advance(to: frames.waitsSince.map { min(limit, $0) } ?? limit)
  }
}
