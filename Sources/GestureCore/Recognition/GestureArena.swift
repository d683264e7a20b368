/// All recognizers of one touchscreen, and their course event by event.
///
/// The arena is a function of its input: it owns no timer and reads no clock. Every event, a frame or a deadline, has
/// the same steps (FSM-17):
///
/// 1. Landings are offered to the recognizers of the hit region and of all regions around it (`offer`).
/// 2. Each recognizer with a changed touch takes in the event and decides (`ask`).
/// 3. Failures and ends are settled, then the candidates are judged. All rules for that are in
///    `GestureArena+Conflicts.swift`.
/// 4. Actions are told: deeper regions first, and within a region the latest addition first (FSM-18).
/// 5. Recognizers whose attempt is over and whose touches are up start anew (FSM-8). A recognizer that a landing ended
///    starts anew with that landing (TAP-9); steps 2 to 4 then run once more for it.
///
/// An event with nothing but moves, in which gestures only continue, is told in step 2 and is over (`isQuiet`).
///
/// An event visits only recognizers with an attempt under way, and among these only those whose fingers it concerns. A
/// landing visits the recognizers of the hit region and of the regions around it, from lists made when recognizers or
/// regions change.
public struct GestureArena: Sendable {
  /// The declared recognizers. The lists below use their numbers.
  var set: RecognizerSet
  var attempts: [Attempt]
  var offered: [OfferedTouches]
  var relations: [Relations]
  var recognizers: [any Recognizer]
  /// The recognizers that each region's touches are offered to, in the order of delivery (ARB-1, ARB-2).
  var candidates: [[Int]] = []
  /// The recognizers that were offered a touch since their last reset, in the order of delivery.
  var engaged: [Int] = []
  /// The engaged recognizers still undecided or active when this event began, in the same order. Most recognizers fail
  /// early and then wait for the last lift. `Attempt.isAttentive` tells whether one is asked.
  var attentive: [Int] = []
  /// Whether an attempt has ended, begun anew or lost a touch since the last check. Then the end of the event may have
  /// to remove something.
  var isAttentiveStale = false
  /// The attentive recognizers that track moves, in the same order, for events with nothing but moves. Any other event
  /// makes the list anew (`GestureArena+Moving.swift`).
  var movers: [Int] = []
  var areMoversStale = true
  /// Whether the present event has nothing but moves and recognizers only continued their gestures.
  var isQuiet = false
  /// The earliest deadline of all attempts, and whether it must be computed anew.
  var attemptDeadline: Instant?
  var isDeadlineStale = true
  /// Whether any recognizer could take or hold a touch. Passive recognizers do neither.
  var hasClaims = false
  /// The recognizers of pens that do not touch.
  var hoverers: [Int] = []
  /// The delegate that answers what declarations leave open.
  var delegate: (any GestureDelegate)? {
    didSet { hasDelegate = delegate != nil }
  }
  /// Caches `delegate != nil`; reading the existential copies it.
  private(set) var hasDelegate = false
  var memory = DelegateMemory()
  /// The open questions, and the touches that depend on them.
  var questions = OpenQuestions()
  var undecided = UndecidedTouches()
  /// The touches that recognizers in clients received late and that were not offered yet.
  var unoffered: [(recognizer: Int, touch: UInt64)] = []
  /// The attempts of recognizers that run in clients; the places of others are empty.
  var customs: [CustomAttempt] = []
  /// Whether any owner is asked, and whether any recognizer runs in a client.
  var asksOwners = false
  var hasCustoms = false
  let settings: TouchSettings
  /// The common reason of all cancellations in the present event, if there is one.
  var loss: Reason?
  /// Counts events, to know which questions belong to the present one.
  var eventCount: UInt64 = 0
  let screen: Size

  /// An arena for the recognizers of a set.
  ///
  /// - Parameters:
  ///   - set: the recognizers; events refer to them by their positions in the set.
  ///   - regions: the regions of the screen. A recognizer with an unknown region is attached to none.
  ///   - settings: the time limits of owners for answers.
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

  /// Whether no recognizer has an attempt under way, so that the touches so far cannot lead to any further gesture.
  var isIdle: Bool { engaged.isEmpty }

  /// The earliest deadline of any recognizer, between events; nil without a deadline.
  @inline(__always)
  public var nextDeadline: Instant? {
    questions.isEmpty ? attemptDeadline : .earlier(attemptDeadline, questions.nextDeadline)
  }

  /// The slots of the touches that a recognizer tracks, in began order (EVT-6).
  func trackedSlots(of number: Int) -> [Int] {
    offered.indices.contains(number) ? offered[number].tracked : []
  }

  /// Takes in an event of the tracker. Afterwards all states are settled and no action is told yet (FSM-17).
  ///
  /// The calls of an event are `decide`, `decideDeadlines` or `update`, then `act`, then `restart`, then `act` again if
  /// `restart` returns true, then `finish`. If `decide` sets `isQuiet`, the actions are told already and only `finish`
  /// is left.
  ///
  /// - Parameters:
  ///   - tracker: between its `begin` and its `finish`.
  ///   - regions: the regions of the screen.
  ///   - time: the stamp of the event.
  ///   - cause: the reason for the event.
  ///   - identifiers: the source of gesture ids.
  ///   - buffer: receives the transitions.
  mutating func decide(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    cause: TouchFrame.Cause, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    // Read before answers take effect in this very event.
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

  /// Restarts the recognizers that this event's landings ended, once an event. They take in these landings anew
  /// (TAP-9).
  ///
  /// - Returns: whether a recognizer has restarted, so that `act` is needed again.
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

  /// Runs the deadlines of one instant as one event (TIM-6), with the deadline as its stamp (TIM-3), up to the actions.
  /// Deadlines inside a dropped stretch count at the instant at which the stretch ended.
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
        // The recognizer would be asked forever.
        attempts[number].decision = .fail(Reason("deadlineNotMoved"))
      }
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Sets a value of an active recognizer, between events.
  ///
  /// - Returns: whether the recognizer has such a value.
  public mutating func adjust(_ number: Int, _ adjustment: GestureAdjustment) -> Bool {
    recognizers.indices.contains(number) && recognizers[number].adjust(adjustment)
  }

  /// Removes lifted touches, and resets attempts that are over and have no touch down (FSM-8).
  mutating func finish(_ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer) {
    // Without an end and without a lift there is nothing to remove.
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

  /// Returns to possible, with nothing remembered (FSM-9) and with the present options (FSM-22).
  mutating func reset(_ number: Int) {
    forgetAttempt(of: number)
    offered[number].removeAll()
  }

  /// Resets the attempt but keeps the touches.
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

  /// Starts an event. Questions of the previous event may be asked again, and answers since then count.
  ///
  /// - Parameter isDeadline: whether expired questions count with their defaults.
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
