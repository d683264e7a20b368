/// All recognizers of one touchscreen, and what happens to them event by event.
///
/// The arena is a function of its input: it owns no timer and asks no clock. Every event, be it a frame or a
/// deadline, goes the same way (FSM-17):
///
/// 1. landings are offered to the recognizers of the hit region and of all regions around it (`offer`);
/// 2. each recognizer with a touch that changed takes the event in and says what it makes of it (`ask`);
/// 3. failures and ends are settled, then who may be recognized is decided: all rules for that are in
///    `GestureArena+Conflicts.swift`;
/// 4. actions are told, deeper regions first, in a region the one added last first (FSM-18);
/// 5. recognizers whose attempt is over and whose touches are up start anew (FSM-8). One that a landing brought
///    to its end takes that same landing as its next start (TAP-9): then 2 to 4 run once more for it.
///
/// An event that has nothing but moves, and in which gestures just go on, is told in step 2 and over (`isQuiet`).
///
/// Cost: an event visits the recognizers alone whose attempt is under way, and of these only those whose fingers it
/// concerns; a landing visits those of the hit region and of those around it, from lists made when recognizers or
/// regions come and go.
public struct GestureArena: Sendable {
  /// The recognizers that are declared; what follows is by their numbers.
  var set: RecognizerSet
  var attempts: [Attempt]
  var offered: [OfferedTouches]
  var relations: [Relations]
  var recognizers: [any Recognizer]
  /// For each region those that its touches are offered to, in the order of delivery (ARB-1, ARB-2).
  var candidates: [[Int]] = []
  /// Those that have been offered a touch since their last reset, in the order of delivery.
  var engaged: [Int] = []
  /// Those of them whose attempt was not over when the present event began, in the same order: most fail early, and wait
  /// for the last finger to lift. Whether one is asked is `Attempt.isAttentive`.
  var attentive: [Int] = []
  /// Whether an attempt has come to its end, has begun anew or has lost a touch since that was looked at: then something may
  /// have to be let go of at the end of the event.
  var isAttentiveStale = false
  /// Those of them whom moves concern, in the same order, for events that have nothing else; made anew when an event had
  /// more than that (`GestureArena+Moving.swift`).
  var movers: [Int] = []
  var areMoversStale = true
  /// Whether the present event has nothing but moves, and nothing was decided in it but that gestures go on.
  var isQuiet = false
  /// When the first attempt that is under way wants to be asked again, and whether that is to be found out anew.
  var attemptDeadline: Instant?
  var isDeadlineStale = true
  /// Whether there is anybody at all who could take or hold a touch: passive recognizers do neither (2.5).
  var hasClaims = false
  /// Those that watch pens that do not touch.
  var hoverers: [Int] = []
  /// Who is asked what declarations leave open.
  var delegate: (any GestureDelegate)? {
    didSet { hasDelegate = delegate != nil }
  }
  /// Whether there is one: kept, as looking at it copies it.
  private(set) var hasDelegate = false
  var memory = DelegateMemory()
  /// What is asked and not answered yet, and the touches that depend on it.
  var questions = OpenQuestions()
  var undecided = UndecidedTouches()
  /// The touches that recognizers in clients have got late and were not offered yet.
  var unoffered: [(recognizer: Int, touch: UInt64)] = []
  /// How recognizers stand that run in clients; the places of others are empty.
  var customs: [CustomAttempt] = []
  /// Whether any recognizer's owner is asked, and whether any runs in a client.
  var asksOwners = false
  var hasCustoms = false
  let settings: TouchSettings
  /// Why the touches go that are cancelled in the event at hand, where all do for one reason.
  var loss: Reason?
  /// Counts events, to tell what was asked in the present one.
  var eventCount: UInt64 = 0
  let screen: Size

  /// An arena for the recognizers of a set.
  ///
  /// - Parameters:
  ///   - set: the recognizers; events speak of them by their positions in it.
  ///   - regions: the regions of the screen. A recognizer whose region is not among them is attached to none.
  ///   - settings: how long owners may take for their answers.
  public init(_ set: RecognizerSet, regions: RegionTree, settings: TouchSettings = TouchSettings()) {
    self.set = set
    self.settings = settings
    screen = regions.screen
    recognizers = []
    attempts = []
    relations = []
    offered = []
    for number in set.instances.indices { append(number) }
    arrange(regions)
  }

  /// Whether no recognizer has an attempt under way: nothing can come of the touches so far.
  var isIdle: Bool { engaged.isEmpty }

  /// The earliest deadline of any recognizer, between events; nil where none waits for one.
  @inline(__always)
  public var nextDeadline: Instant? {
    questions.isEmpty ? attemptDeadline : .earlier(attemptDeadline, questions.nextDeadline)
  }

  /// The slots of the touches that a recognizer tracks, in began order (EVT-6).
  func trackedSlots(of number: Int) -> [Int] {
    offered.indices.contains(number) ? offered[number].tracked : []
  }

  /// Takes in an event of the tracker: all states are settled afterwards, no action is told yet (FSM-17).
  ///
  /// An event is this or `decideDeadlines` or `update`, then `act`, then `restart`, and where that says so `act`
  /// again, then `finish`.
  /// Where `isQuiet` says so afterwards, actions are told already, and `finish` alone is left.
  ///
  /// - Parameters:
  ///   - tracker: between its `begin` and its `finish`.
  ///   - regions: the regions of the screen.
  ///   - time: the stamp of the event.
  ///   - cause: why the event is there.
  ///   - identifiers: where gesture ids come from.
  ///   - buffer: where transitions go.
  mutating func decide(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    cause: TouchFrame.Cause, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    // Not where answers take effect in this very event.
    let isPlain = isPlain
    beginEvent(tracker, at: time, into: &buffer)
    if case .report = cause, !tracker.hasLandings, !tracker.hasLifts, isPlain {
      decideMoves(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
      return
    }
    offerLate(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    loss = cause.loss
    if let loss { failPossible(loss, at: time, into: &buffer) }
    if tracker.hasLandings { offerLandings(tracker, at: time) }
    if !undecided.isEmpty { undecided.keep(eventCount, at: time, tracker) }
    for number in attentive {
      ask(number, tracker, regions, .touches(at: time), identifiers: &identifiers, into: &buffer)
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// TAP-9: those that this event's landings brought to their end take these landings in anew, once an event.
  ///
  /// - Returns: whether there was one; then there is something to act on again.
  mutating func restart(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> Bool {
    let hasLate = restartLate(tracker, at: time, into: &buffer)
    let hasRestarted = tracker.hasLandings && restartEnded(tracker, at: time, into: &buffer)
    guard hasLate || hasRestarted else { return false }
    for number in attentive where attempts[number].restartedNow {
      ask(number, tracker, regions, .touches(at: time), identifiers: &identifiers, into: &buffer)
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
    return true
  }

  /// Runs the deadlines of one instant, as one event (TIM-6) with the deadline as its stamp (TIM-3), up to the
  /// actions. After a dropped stretch those that came in it are of the instant at which it was over.
  mutating func decideDeadlines(
    at time: Instant, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    beginEvent(tracker, at: time, isDeadline: true, into: &buffer)
    offerLate(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    for number in attentive where attempts[number].isAttentive {
      guard let due = attempts[number].deadline, due <= time else { continue }
      ask(number, tracker, regions, .deadline(at: time), identifiers: &identifiers, into: &buffer)
      if let deadline = attempts[number].deadline, deadline <= due {
        // It would be asked for ever.
        attempts[number].decision = .fail(Reason("deadlineNotMoved"))
      }
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Sets a value of a recognizer that is under way, between events.
  ///
  /// - Returns: whether the recognizer has that value.
  public mutating func adjust(_ number: Int, _ adjustment: GestureAdjustment) -> Bool {
    recognizers.indices.contains(number) && recognizers[number].adjust(adjustment)
  }

  /// Lets go of lifted touches, and resets what is over and has no touch down (FSM-8).
  mutating func finish(_ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer) {
    // Nothing came to its end, and no finger left: there is nothing to let go of.
    if tracker.hasLifts || isAttentiveStale { letGo(tracker, at: time, into: &buffer) }
    noteDeadline()
  }

  private mutating func letGo(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) {
    for number in engaged {
      attempts[number].forgetEvent()
      if tracker.hasLifts { offered[number].letGo(tracker) }
      if attempts[number].state.isTerminal, offered[number].tracked.isEmpty {
        tellReset(of: number, at: time, into: &buffer)
        reset(number)
      }
    }
    dropIdle()
  }

  /// Back to possible, with nothing remembered (FSM-9), and with the options of now (FSM-22).
  mutating func reset(_ number: Int) {
    forgetAttempt(of: number)
    offered[number].removeAll()
  }

  /// A reset that leaves the touches.
  mutating func forgetAttempt(of number: Int) {
    recognizers[number].reset()
    attempts[number].reset()
    isAttentiveStale = true
    if attempts[number].isCustom { customs[number].reset() }
    memory.forget(number)
    questions.forget(number)
    undecided.forget(number)
    if attempts[number].isOutdated { remake(number) }
  }

  /// Starts an event: what was asked in the one before may be asked again, and what was answered since counts.
  ///
  /// - Parameter isDeadline: whether what was not answered in time counts with its default.
  @inline(__always)
  mutating func beginEvent(
    _ tracker: borrowing TouchTracker, at time: Instant, isDeadline: Bool = false,
    into buffer: inout EventBuffer
  ) {
    eventCount &+= 1
    isQuiet = false
    if asksAnybody { memory.forgetEvent() }
    if !questions.isEmpty { settleQuestions(tracker, at: time, expired: isDeadline, into: &buffer) }
    if hasCustoms { settleReplies(tracker, at: time) }
  }
}
