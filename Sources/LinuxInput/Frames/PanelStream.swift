import GestureCore
import TouchInput

/// Follows one panel from its events to its frames, and says what its owner has to do next. It reads nothing itself.
///
/// The owner calls `begin`, and then does what `next` says until `next` says `wait`. Each request of an action has a
/// `note` method for its answer; until the answer comes, `next` repeats the request.
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
/// Nothing is allocated after `init`. It is not copied, since a copy would share the translator of a panel without slots.
public struct PanelStream: ~Copyable {
  /// Where the events come from.
  public enum Source: Hashable, Sendable {
    /// A recording: its stamps are the time, and there is no device to ask.
    case recording
    /// A device that was opened at or after a time. `countsReading` says that it stamps by another clock (D30).
    case device(openedAt: Instant, countsReading: Bool)
  }

  /// Why a device is read.
  public enum Occasion: Hashable, Sendable {
    /// The poller says that there are events.
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
    /// Handle frames as in `frames`. The kernel had dropped events; contacts that are still down go on (TCH-29).
    case resynchronized(count: Int)
    /// Handle frames as in `frames`, which cancel every contact, then end all that is under way. No event counts
    /// until `resume`.
    case interrupt(Interruption, count: Int)
    /// Go on after an interruption. Contacts that are down are ignored until they lift (TCH-34).
    case resume
    /// Handle frames as in `frames`, which cancel every contact, then end all that is under way: the device is gone.
    case gone(count: Int)
    /// Read the next batch of events. The answer is `noteEvents` or `noteEmpty`; a device that is gone gives none.
    case readEvents
    /// Read the device's state into `state`. The answer is `noteState`; a device that is gone gives none.
    case readState
    /// Read the current slot and the slots' contacts into `contacts`. The answer is `noteContacts`.
    case readContacts
    /// Wait so long for more events than were read. The answer is `noteMore`.
    case awaitEvents(milliseconds: Int32)
    /// Fire the deadlines up to that time, on the clock of the stamps: all events before it were handled (TIM-1).
    case advance(to: Instant)
    /// Read again soon, after other devices: more may be queued. `next` goes on meanwhile.
    case pause
    /// Nothing, until there are events or `wakeTime` has come.
    case wait

    /// How many frames are to be handled.
    public var frameCount: Int {
      switch self {
      case .frames(let count), .resynchronized(let count), .interrupt(_, let count), .gone(let count): count
      case .resume, .readEvents, .readState, .readContacts, .awaitEvents, .advance, .pause, .wait: 0
      }
    }
  }

  private enum Step: Equatable {
    case idle
    /// A reading begins; what is due may be too late.
    case beginning
    /// Contacts may have come and gone unheard: the device is asked before it is read (D27).
    case doubting
    case reading
    /// A batch does not explain the contacts of the device so far.
    case explaining
    case awaiting
    case comparing
    case unexplained
    /// A batch is there, and its stamps are looked at.
    case opening
    case feeding
    /// Nothing is queued.
    case emptied
    case asking(PanelFollower.Question)
    case answered(PanelFollower.Question)
    /// The queue is read.
    case finished
    case probing
    case probed
    case silenced
    case advancing
  }

  /// How many batches are read before other devices are.
  private static let batchesPerReading = 16

  /// How long a deadline waits for a frame that the kernel has stamped at or before it and not handed over yet: the frame
  /// goes first (TIM-1). The deadline's events carry the deadline's time all the same.
  public static var grace: TimeSpan { TimeSpan(microseconds: 2000) }

  /// How long a driver may take for a frame, in milliseconds.
  private static let driverPatience: Int32 = 3

  /// The panel's frames.
  public private(set) var frames: PanelFrames
  /// The answer to `readState`: storage that is made once.
  public var state: PanelState
  /// The answer to `readContacts`: storage that is made once.
  public var contacts: PanelState
  private var follower: PanelFollower
  private var missed: MissedEvents
  private let isLive: Bool
  /// Whether the device can be asked for its contacts without losing events.
  private let tellsContacts: Bool
  private var latest: Instant

  private var step = Step.idle
  private var now = Instant(microseconds: 0)
  /// When a deadline was to fire, until that was looked at.
  private var due: Instant?
  /// Up to when deadlines fire; nil where only events were to be read.
  private var limit: Instant?
  private var isAsleep = false
  /// Whether the device has denied what it told, so that it is read again.
  private var isDenied = false
  private var isInDoubt = false
  private var batchCount = 0
  /// Whether the last batch was all that the kernel had.
  private var isAll = false
  /// The first event of the batch that was not fed yet.
  private var cursor = 0
  /// When the batch was read, where that is the stamp of its events.
  private var readingTime: Instant?

  /// A stream of one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device.
  ///   - source: where its events come from.
  ///   - settings: how long events may wait, a silence may be, and a contact may say nothing.
  ///   - initialState: what was down when it was opened, which is ignored until it lifts (TCH-34).
  ///   - begin: when it comes, on the clock of its stamps: no frame is earlier.
  public init(
    _ panel: TouchPanel, from source: Source, _ settings: TouchSettings = TouchSettings(),
    initialState: PanelState? = nil, since begin: Instant = Instant(microseconds: 0)
  ) {
    frames = PanelFrames(
      panel, initialState: initialState, frozenSpan: settings.frozenContact, since: begin)
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

  // MARK: What it knows

  /// The stamp of the last event, or the time that `note(_:)` was told, whichever is later.
  public var lastStamp: Instant { latest }

  /// Whether each event counts, and nothing is asked for.
  public var isFollowing: Bool { follower.isFollowing }

  /// Whether the events get the time at which they were read, since the stamps are of another clock (D30) or cannot be
  /// true (T2).
  public var countsReading: Bool { follower.countsReading }

  /// When the owner's next deadline is to fire. While a frame is cut, one that comes after the cut waits for the rest
  /// of the frame (D20).
  public func due(_ deadline: Instant?) -> Instant? {
    guard let end = frames.cutDeadline else { return deadline }
    guard let deadline, deadline <= end - CutFrame.patience else { return end }
    return deadline
  }

  /// When `begin(.deadline, …)` is to be called, where the owner's deadlines are due at a time.
  public func wakeTime(for due: Instant?) -> Instant? {
    .earlier(due.map { $0 + Self.grace }, follower.nextDeadline)
  }

  // MARK: What its owner tells

  /// Time has gone on by other means than events, such as a deadline: no interruption is earlier.
  public mutating func note(_ time: Instant) {
    latest = max(latest, time)
  }

  /// Begins a reading of the device.
  ///
  /// - Parameters:
  ///   - now: the time of the tick.
  ///   - due: when the owner's next deadline was to fire; nil where it cannot be too late.
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

  /// Has a recording go on to a time at which nothing comes; nil for its end.
  public mutating func advance(to time: Instant?) {
    limit = time
    step = .advancing
  }

  /// The device is gone: every contact is cancelled (TCH-30).
  public mutating func remove(at time: Instant) -> Action {
    note(time)
    return .gone(count: Self.count(frames.deviceRemoved(at: time)))
  }

  /// The panel lies otherwise from now on (DMN-12).
  public mutating func place(as panel: TouchPanel, at time: Instant) -> Action {
    .frames(count: Self.count(frames.place(as: panel, at: time)))
  }

  /// Answers `readEvents`: a batch was read.
  ///
  /// - Parameter isAll: whether it is all that the kernel had, so that what comes next wakes the owner again.
  public mutating func noteEvents(isAll: Bool) {
    precondition(step == .reading, "events were asked for")
    self.isAll = isAll
    step = isInDoubt && batchCount == 0 ? .explaining : .opening
    batchCount += 1
  }

  /// Answers `readEvents`: nothing is queued.
  public mutating func noteEmpty() {
    precondition(step == .reading, "events were asked for")
    step = .emptied
  }

  /// Answers `readState`.
  public mutating func noteState() {
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
  /// - Parameter areKnown: whether they could be read; the next reading says why not.
  public mutating func noteContacts(areKnown: Bool) {
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

  /// Answers `awaitEvents`: whether more events are there than were read.
  public mutating func noteMore(_ isThere: Bool) {
    precondition(step == .awaiting, "more was awaited")
    step = isThere ? .opening : .comparing
  }

  // MARK: What is next

  /// The next action while a list of events is played.
  ///
  /// - Parameter time: the time itself, which a recording does not need.
  public mutating func next(
    in events: inout EventList, now time: Instant = Instant(microseconds: 0)
  ) -> Action {
    next(inBatch: &events, now: { time })
  }

  /// The next action.
  ///
  /// - Parameters:
  ///   - batch: the events of the last reading, the same until all of them are handled.
  ///   - currentTime: gives the time itself: a tick may be long, and what came in it is later than its beginning.
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
    follower.noteInterruption()
    return .interrupt(reason, count: Self.count(frames.interrupted(at: latest)))
  }

  private mutating func adopt(then next: Step) -> Action {
    step = next
    frames.adopt(state)
    follower.noteCaughtUp(hasContacts: frames.hasContacts, at: now)
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

  /// What was read first after a silence may not say how the contacts have come to be those that they are: another
  /// program had grabbed the device, and let go of it again.
  ///
  /// The kernel knows of a frame while its driver is still at it, and hands it over when it is whole: that is waited for.
  private mutating func explain<Batch: EventBatch & ~Copyable>(_ batch: inout Batch) -> Action? {
    for index in 0..<batch.eventCount { missed.take(batch.event(at: index)) }
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

  /// Nearly all events only fill slots: nothing comes of them before the report, and they are as good as its stamp.
  @inline(__always)
  private mutating func feed<Batch: EventBatch & ~Copyable>(_ batch: inout Batch) -> Action? {
    let count = batch.eventCount
    while cursor < count {
      cursor = frames.fillSlots(from: &batch, at: cursor)
      guard cursor < count else {
        note(frames.time(of: readingTime ?? batch.event(at: count - 1).time))
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
    follower.noteRead(hasContacts: frames.hasContacts, at: now)
    // What comes after all that the kernel had wakes the owner again. Where the device's state is wanted, it is read on, so
    // that as little as possible comes between.
    step = isAll && follower.isFollowing ? .emptied : .reading
    return nil
  }

  private mutating func feed(_ event: InputEvent) -> Action? {
    switch frames.feed(event) {
    case .framesReady(let count):
      // All of them have the time of the event.
      note(count > 0 ? frames.firstTime : frames.time(of: event.time))
      return .frames(count: count)
    case .nothing:
      note(frames.time(of: event.time))
      return nil
    case .needsResynchronization:
      note(frames.time(of: event.time))
      guard follower.noteDropped(hasState: isLive && frames.hasState) else { return nil }
      return .resynchronized(count: Self.count(frames.resynchronize(with: nil, at: latest)))
    }
  }

  /// The queue is empty, so what the device says now is true.
  private mutating func ask() -> Action? {
    step = follower.noteEmpty(at: now).map { .asking($0) } ?? .finished
    return nil
  }

  private mutating func catchUp(_ question: PanelFollower.Question) -> Action {
    switch question {
    case .adopt: return adopt(then: .finished)
    case .resynchronize:
      step = .finished
      let count = Self.count(frames.resynchronize(with: state, at: latest))
      follower.noteCaughtUp(hasContacts: frames.hasContacts, at: now)
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
      // An event between the first reading and the question is no silence, and asks again.
      if follower.isSilent(since: now) { return interrupt(.silence, then: .silenced) }
    } else if follower.isSilenceDue(hasContacts: frames.hasContacts, at: now) {
      step = .probing
    }
    return nil
  }

  /// The device was asked whether fingers that say nothing rest. A state other than the stream's although there is nothing
  /// to read says that nothing will come.
  private mutating func judge() -> Action? {
    if frames.agrees(with: state) {
      follower.noteRest(at: now)
      step = .advancing
    } else {
      isDenied = true
      batchCount = 0
      step = .beginning
    }
    return nil
  }

  private mutating func advance() -> Action? {
    if let end = frames.end(by: limit), let action = feed(end) { return action }
    step = .idle
    guard let limit else { return .wait }
    // What is still to come of a cut frame goes before what is due after the cut.
    return .advance(to: frames.cutDeadline.map { min(limit, $0 - CutFrame.patience) } ?? limit)
  }
}
