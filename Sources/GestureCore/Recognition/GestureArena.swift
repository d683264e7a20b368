/// All recognizers of one touchscreen, and their course event by event.
///
/// The arena is a function of its input: it owns no timer and reads no clock. Every event, a frame or a deadline, has
/// the same steps (FSM-17):
///
/// 1. Landings are offered to the recognizers of the hit region and of all regions around it (`offer`).
/// 2. Each recognizer with a changed touch receives the event and decides (`ask`).
/// 3. Failures and ends are settled, then the candidates are judged. All rules for that are in
///    `GestureArena+Conflicts.swift`.
/// 4. Actions are reported: deeper regions first, and within a region the latest addition first (FSM-18).
/// 5. Recognizers whose attempt is over and whose touches are up start again (FSM-8). A recognizer that a landing ended
///    starts again with that landing (TAP-9); steps 2 to 4 then run once more for it.
///
/// An event of moves in which gestures only continue is reported in step 2, and ends there (`isQuiet`).
///
/// An event visits only recognizers with an attempt under way, and among these only those whose fingers it concerns. A
/// landing visits the recognizers of the hit region and of the regions around it, from lists made when recognizers or
/// regions change. Attempts that only report begin with their last finger (`Gathering`).
public struct GestureArena: Sendable {
  // Each of these types keeps its state private, and marks by itself what is stale.
  /// The declared recognizers, and the tables made from them.
  var tables: ArenaTables
  /// The attempts: the state and the touches of each recognizer.
  var roster = AttemptRoster()
  /// The failure requirements that owners added with their answers.
  var dynamicRequirements = DynamicRequirements()
  /// The open questions, and the touches that depend on them.
  var questions = OpenQuestions()
  var undecided = UndecidedTouches()
  /// The offers to recognizers that run in clients, and the replies.
  var customs = CustomAttempts()
  /// The edges that regions defer.
  var deferrals = EdgeDeferrals()
  /// The regions whose owners are asked about recognizers.
  var askingRegions = AskingRegions()
  /// The touches of attempts that begin once all their fingers are down.
  var gathering = Gathering()
  /// Whether the present event has only moves, and recognizers only continued gestures under way.
  private(set) var isQuiet = false
  /// Whether a reader of the present event wants the touches of gestures.
  private var notesFingers = false
  let settings: TouchSettings
  /// The reason why the present event cancels touches; nil where it cancels none, or not all for one reason.
  private var loss: Reason?
  /// The number of events so far. It identifies the questions of the present event.
  private(set) var eventCount: UInt64 = 0
  let screen: Size

  /// An arena for the recognizers of a set.
  ///
  /// - Parameters:
  ///   - set: the recognizers; events refer to them by their positions in the set.
  ///   - regions: the regions of the screen. A recognizer with an unknown region is attached to none.
  ///   - settings: the time limits of owners for answers.
  public init(_ set: RecognizerSet, regions: RegionTree, settings: TouchSettings = TouchSettings()) {
    tables = ArenaTables(set)
    self.settings = settings
    screen = regions.screen
    for number in tables.set.instances.indices { append(number) }
    arrange(regions)
  }

  /// Whether no recognizer has an attempt under way: the touches so far lead to no further gesture.
  var isIdle: Bool { roster.engaged.isEmpty && gathering.isEmpty }

  /// Whether a recognizer might take or hold a touch.
  var hasClaims: Bool {
    @inline(__always) get { roster.hasClaims }
  }
  /// Whether a recognizer might take or hold a touch, in this event or a later one.
  var mayClaim: Bool {
    @inline(__always) get { roster.mayClaim }
  }

  /// The earliest deadline of any recognizer, between events; nil without a deadline.
  @inline(__always)
  public var nextDeadline: Instant? {
    let deadline = gathering.isEmpty ? roster.deadline : .earlier(roster.deadline, gathering.deadline)
    return questions.isEmpty ? deadline : .earlier(deadline, questions.nextDeadline)
  }

  /// The slots of the touches that a recognizer tracks, in began order (EVT-6).
  func trackedSlots(of number: Int) -> [Int] {
    roster.indices.contains(number) ? roster.touches[number].tracked : []
  }

  /// The undecided recognizers that may still make a hold of the touch in a slot. Passive recognizers are left out,
  /// since no command waits for them.
  func undecidedHolds(of slot: Int) -> [Int] {
    roster.engaged.filter {
      tables.set.instances[$0].type.isHold && !roster.attempts[$0].isPassive && isUndecided($0)
        && roster.touches[$0].isTracking(slot)
    }
  }

  /// Whether a recognizer has an attempt under way that has neither begun nor failed.
  func isUndecided(_ number: Int) -> Bool {
    roster.indices.contains(number) && roster.attempts[number].isEngaged && roster.attempts[number].isPossible
  }

  /// Decides about an event of the tracker. Afterwards all states are settled, and no action is reported yet (FSM-17).
  ///
  /// The calls of an event are `decide`, `decideDeadlines` or `update`, then `act`, then `restart`, then `act` again if
  /// `restart` returns true, then `finish`. If `decide` sets `isQuiet`, the actions are reported already and only
  /// `finish` is left.
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
    // Read first: `beginEvent` settles questions and replies, which changes it.
    let isPlain = isPlain
    beginEvent(tracker, at: time, into: &buffer)
    if case .report = cause, !tracker.hasLandings, !tracker.hasLifts, isPlain {
      let hasFailures = gathering.followsMoves && followGathering(tracker, into: &buffer)
      decideMoves(
        tracker, regions, at: time, isEventful: hasFailures, identifiers: &identifiers, into: &buffer)
      return
    }
    offerLate(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    loss = cause.loss
    prepareGathering(tracker, hasLoss: loss != nil, into: buffer)
    if let loss { failPossible(loss, at: time, into: &buffer) }
    if tracker.hasLandings { offerLandings(tracker, at: time, into: &buffer) }
    if !undecided.isEmpty { undecided.keep(eventCount, at: time, tracker) }
    for number in roster.attentive {
      ask(number, tracker, regions, .touches(at: time), identifiers: &identifiers, into: &buffer)
    }
    if !gathering.isEmpty { _ = followGathering(tracker, into: &buffer) }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Restarts the recognizers that this event's landings ended, once an event. They receive these landings again
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
    for number in roster.attentive where roster.attempts[number].hasRestarted {
      ask(number, tracker, regions, .touches(at: time), identifiers: &identifiers, into: &buffer)
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
    return true
  }

  /// Decides about the deadlines of one instant, as one event (TIM-6) whose stamp is the deadline (TIM-3). Deadlines
  /// inside a dropped stretch count at the instant at which the stretch ended.
  mutating func decideDeadlines(
    at time: Instant, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    beginEvent(tracker, at: time, isDeadline: true, into: &buffer)
    if !gathering.isEmpty { buffer.appendUntold(gathering.passDeadline(time)) }
    offerLate(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    for number in roster.attentive where roster.attempts[number].isAttentive {
      guard let due = roster.attempts[number].deadline, due <= time else { continue }
      ask(number, tracker, regions, .deadline(at: time), identifiers: &identifiers, into: &buffer)
      if let deadline = roster.attempts[number].deadline, deadline <= due {
        // A deadline that stays would be due again and again.
        roster.decide(number, .fail(Reason("deadlineNotMoved")))
      }
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Starts an event, and settles the answers and replies since the last one. Questions of the last event may be asked
  /// again.
  ///
  /// - Parameter isDeadline: whether expired questions get their default answers.
  @inline(__always)
  mutating func beginEvent(
    _ tracker: borrowing TouchTracker, at time: Instant, isDeadline: Bool = false,
    into buffer: inout EventBuffer
  ) {
    eventCount &+= 1
    isQuiet = false
    notesFingers = buffer.listsFingers
    if !gathering.isEmpty, buffer.listsTransitions { beginGathered(tracker) }
    if !questions.isEmpty { settleQuestions(tracker, at: time, expired: isDeadline, into: &buffer) }
    if !customs.isEmpty { settleReplies(tracker, at: time) }
  }

  // MARK: Moves alone

  /// Whether no owner is asked, and no recognizer waits for an answer. Recognizers then take moves by themselves.
  @inline(__always)
  private var isPlain: Bool {
    !tables.asksOwners && customs.isEmpty && undecided.isEmpty && questions.isEmpty
  }

  /// Decides about an event in which touches only moved. If gestures only continue, their actions are reported at once,
  /// and `isQuiet` becomes true.
  ///
  /// - Parameter isEventful: whether attempts have failed by the event.
  private mutating func decideMoves(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant, isEventful: Bool,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    var isEventful = roster.gatherMovers() || isEventful
    for position in roster.movers.indices {
      let number = roster.movers[position]
      askOfMoves(number, tracker, at: time)
      if roster.attempts[number].isUneventful { continue }
      isEventful = true
    }
    guard !isEventful else {
      settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
      return
    }
    isQuiet = true
    for position in roster.movers.indices {
      let number = roster.movers[position]
      guard case .change = roster.attempts[number].decision else { continue }
      roster.goOn(number)
      sendAction(
        number, .changed, at: roster.attempts[number].said.location, roster.attempts[number].said.values,
        regions, at: time,
        into: &buffer)
    }
  }

  // MARK: Asking

  /// Asks a recognizer for its decision about an event that changed one of its touches.
  private mutating func ask(
    _ number: Int, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree,
    _ input: RecognizerInput,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard roster.attempts[number].isAttentive else { return }
    if !undecided.isEmpty, undecided.hasFailure(number) { return }
    if case .touches = input {
      switch change(of: number, tracker) {
      case .none: return
      case .moves: if isIndifferentToMoves(number) { return }
      case .landingOrLift: break
      case .loss:
        // One cancelled touch is enough, and the recognizer is not asked (FSM-15, FSM-16).
        if roster.attempts[number].isCustom {
          offerTouches(of: number, tracker, regions, at: input.time, identifiers: &identifiers, into: &buffer)
        } else {
          measure(number, tracker)
        }
        roster.decide(number, .fail(loss ?? Reason("touchCancelled")))
        return
      }
    }
    if roster.attempts[number].isCustom {
      switch input {
      case .touches(let time):
        offerTouches(of: number, tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
      case .deadline(let time):
        passDeadline(of: number, tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
      }
      return
    }
    deliver(input, to: number, tracker)
  }

  /// Asks a recognizer of the daemon, whose attempt is not over, for its decision about moves.
  @inline(__always)
  private mutating func askOfMoves(_ number: Int, _ tracker: borrowing TouchTracker, at time: Instant) {
    guard roster.attempts[number].isAttentive, move(of: number, tracker) == .moves,
      !isIndifferentToMoves(number)
    else { return }
    deliver(.touches(at: time), to: number, tracker)
  }

  private mutating func deliver(_ input: RecognizerInput, to number: Int, _ tracker: borrowing TouchTracker) {
    roster.ask(number, input, tracker.touches.span, screen)
    if case .ignore(let touch) = roster.attempts[number].decision { ignore(touch, for: number, tracker) }
    if roster.attempts[number].mayAct {
      measure(number, tracker)
    } else if notesFingers, tracker.hasLandings || tracker.hasLifts {
      updateFingers(of: number, tracker)
    }
  }

  /// Whether moves do not matter to a recognizer: it waits for more fingers, or ignores moves at present.
  @inline(__always)
  private func isIndifferentToMoves(_ number: Int) -> Bool {
    roster.attempts[number].isIndifferentToMoves(of: roster.touches[number].tracked.count)
  }

  /// Makes a recognizer ignore a touch from now on (ARB-26). A recognizer without another touch fails or is cancelled, as
  /// after the loss of the touch.
  private mutating func ignore(_ touch: UInt64, for number: Int, _ tracker: borrowing TouchTracker) {
    for slot in roster.touches[number].tracked where tracker.touches[slot].id == touch {
      roster.ignore(tracker.touches[slot], for: number)
      let isLeftAlone = roster.touches[number].downCount(tracker) == 0
      roster.decide(number, isLeftAlone ? .fail(Reason("noTouchesLeft")) : .none)
      return
    }
  }

  /// The effect of an event on the touches of one recognizer, the gravest first.
  private enum Change {
    case loss
    case landingOrLift
    case moves
    case none
  }

  /// The effect of an event in which no touch lands, lifts or is lost.
  private func move(of number: Int, _ tracker: borrowing TouchTracker) -> Change {
    // A loop over the list itself would retain it.
    for position in roster.touches[number].tracked.indices {
      let slot = roster.touches[number].tracked[position]
      if tracker.touches[slot].phase == .moved,
        tracker.touches[slot].location != tracker.touches[slot].previousLocation
      {
        return .moves
      }
    }
    return .none
  }

  /// The effect of an event. It is mutating so that reading does not copy the arena.
  private mutating func change(of number: Int, _ tracker: borrowing TouchTracker) -> Change {
    var change = Change.none
    for position in roster.touches[number].tracked.indices {
      let slot = roster.touches[number].tracked[position]
      switch tracker.touches[slot].phase {
      case .cancelled: return .loss
      case .began, .ended:
        guard tracker.hasLosses else { return .landingOrLift }
        change = .landingOrLift
      case .moved:
        // Regions receive changes of force or size alone (TCH-8). Recognizers do not, since panels report one with
        // every frame.
        if case .none = change, tracker.touches[slot].location != tracker.touches[slot].previousLocation {
          change = .moves
        }
      case .stationary: break
      }
    }
    return change
  }

  /// Measures the touches of a recognizer, and updates the listed ones where lines list them.
  mutating func measure(_ number: Int, _ tracker: borrowing TouchTracker) {
    roster.measure(number, tracker)
    if notesFingers { updateFingers(of: number, tracker) }
  }

  // MARK: Settling

  /// Settles the decisions of recognizers: first failures, changes and ends, then the candidates.
  mutating func settle(
    _ tracker: borrowing TouchTracker, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    var isContested = false
    if !undecided.isEmpty { withholdFailures() }
    let hasLifts = tracker.hasLifts
    for number in roster.attentive where !roster.attempts[number].isTerminal {
      if !hasLifts, roster.attempts[number].hasNothingToSettle, !roster.touches[number].tracked.isEmpty {
        continue
      }
      applyOwnDecision(of: number, tracker, hasLifts: hasLifts, at: time, into: &buffer)
      if roster.attempts[number].isCandidate { isContested = true }
    }
    if isContested {
      decideRecognition(tracker, at: time, identifiers: &identifiers, into: &buffer)
    }
    if !customs.isEmpty { endUnattended(tracker, at: time) }
  }

  /// Keeps recognizers with an undecided touch from failing before the owner's answer.
  private mutating func withholdFailures() {
    for number in roster.attentive where undecided.hasBase(number) && roster.attempts[number].isPossible {
      guard case .fail(let reason) = roster.attempts[number].decision else { continue }
      undecided.record(failure: reason, of: number)
      roster.decide(number, .none)
      // It is asked again after the answer. A deadline that stays would be due again and again.
      roster.setDeadline(of: number, nil)
    }
  }

  /// Applies a failure, a change or an end, which depend on no other recognizer.
  private mutating func applyOwnDecision(
    of number: Int, _ tracker: borrowing TouchTracker, hasLifts: Bool, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let state = roster.attempts[number].state
    switch roster.attempts[number].decision {
    case .recognize:
      if state != .possible { refuse(number, at: time, into: &buffer) }
    case .fail(let reason):
      // A waiting recognizer fails without an action (ARB-34). An active one is cancelled (FSM-15).
      move(number, to: state.isActive ? .cancelled : .failed, reason, at: time, into: &buffer)
    case .change:
      switch roster.attempts[number].standing {
      case .began, .changed:
        roster.goOnAndAct(number)
      case .waiting: break
      case .possible, .waitingToEnd, .ended, .cancelled, .failed:
        refuse(number, at: time, into: &buffer)
      }
    case .end(let reason):
      switch roster.attempts[number].standing {
      case .began, .changed: move(number, to: .ended, reason, at: time, into: &buffer)
      case .waiting where !roster.attempts[number].isDiscrete: roster.endWhileWaiting(number)
      case .possible, .waiting, .waitingToEnd, .ended, .cancelled, .failed:
        refuse(number, at: time, into: &buffer)
      }
    case .ignore:
      // The recognizer names a touch that it does not track.
      refuse(number, at: time, into: &buffer)
    case .none:
      if hasLifts || roster.touches[number].tracked.isEmpty, isAbandoned(number, tracker) {
        move(number, to: .failed, Reason("noTouchesLeft"), at: time, into: &buffer)
      }
    }
  }

  /// Whether a recognizer is possible without a touch, without a deadline and without waiting for others (FSM-11). It
  /// is mutating so that reading does not copy the arena.
  private mutating func isAbandoned(_ number: Int, _ tracker: borrowing TouchTracker) -> Bool {
    guard roster.attempts[number].isPossible, !roster.attempts[number].isWaiting,
      roster.attempts[number].deadline == nil, undecided.isEmpty || !undecided.contains(number)
    else { return false }
    for slot in roster.touches[number].tracked where tracker.touches[slot].isDown { return false }
    return true
  }

  /// Refuses a decision that the state machine does not allow, and reports it. The state stays (FSM-1).
  private mutating func refuse(_ number: Int, at time: Instant, into buffer: inout EventBuffer) {
    roster.decide(number, .none)
    appendTransition(
      number, from: roster.attempts[number].state, to: roster.attempts[number].state,
      Reason("illegalTransition"), at: time,
      into: &buffer)
  }

  /// Makes possible recognizers fail: events were lost, and the remaining ones may be misleading (DLY-18).
  private mutating func failPossible(_ loss: Reason, at time: Instant, into buffer: inout EventBuffer) {
    for number in roster.attentive where roster.attempts[number].isPossible {
      move(number, to: .failed, loss, at: time, into: &buffer)
    }
  }

  /// Changes a state, and reports the transition with its reason.
  mutating func move(
    _ number: Int, to state: GestureState, _ reason: Reason, at time: Instant, into buffer: inout EventBuffer
  ) {
    let old = roster.move(number, to: state, at: time)
    appendTransition(number, from: old, to: state, reason, at: time, into: &buffer)
  }

  /// Appends a change of state where it has a reader, and counts it otherwise.
  mutating func appendTransition(
    _ number: Int, from: GestureState, to: GestureState, _ reason: Reason, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    if buffer.listsTransitions {
      appendTransitionForOwner(number, from: from, to: to, reason, at: time, into: &buffer)
    } else {
      buffer.appendUntold()
    }
  }

  /// Appends a change of state, which the recognizer's owner may receive even where no other client reads it.
  mutating func appendTransitionForOwner(
    _ number: Int, from: GestureState, to: GestureState, _ reason: Reason, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    buffer.append(
      .transition(
        TransitionEvent(
          recognizer: number, from: from, to: to, sequence: roster.attempts[number].sequence, time: time,
          reason: reason)))
  }

  // MARK: Acting

  /// Reports the actions of the decisions (FSM-18).
  mutating func act(_ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer) {
    for number in roster.attentive { act(number, regions, at: time, into: &buffer) }
  }

  /// The values that a recognizer is about to act with.
  func proposal(of number: Int, at time: Instant) -> GestureProposal {
    GestureProposal(
      recognizer: number, region: roster.attempts[number].region, time: time,
      numberOfTouches: roster.attempts[number].reportedTouchCount,
      location: roster.recognizers[number].location ?? roster.attempts[number].centre,
      values: roster.recognizers[number].values(at: time))
  }

  /// Reports the action of one recognizer.
  mutating func act(
    _ number: Int, _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    switch roster.attempts[number].action {
    case .none:
      if case .none = roster.attempts[number].decision { return }
    case .one(let state):
      append(number, state, regions, at: time, into: &buffer)
    case .beganAndEnded:
      append(number, .began, regions, at: time, into: &buffer)
      append(number, .ended, regions, at: time, into: &buffer)
    }
    roster.markActed(number)
  }

  private mutating func append(
    _ number: Int, _ state: GestureState, _ regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    sendAction(
      number, state, at: roster.recognizers[number].location, roster.recognizers[number].values(at: time),
      regions,
      at: time,
      into: &buffer)
  }

  /// Sends the action of a recognizer. It is mutating so that reading does not copy the arena's arrays.
  ///
  /// - Parameter location: where the gesture is; nil for the center of its touches (LOC-1).
  @inline(__always)
  mutating func sendAction(
    _ number: Int, _ state: GestureState, at location: Point?, _ values: GestureValues,
    _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    let location = location ?? roster.attempts[number].centre
    let region = roster.attempts[number].region
    let isOnScreen = regions.regions[region].hasScreenCoordinates
    var event = GestureEvent(
      recognizer: number, state: state, gestureID: roster.attempts[number].gestureID,
      sequence: roster.attempts[number].sequence, time: time,
      numberOfTouches: roster.attempts[number].reportedTouchCount,
      region: region, location: location,
      regionLocation: isOnScreen ? location : regions.location(of: location, in: region),
      toRegion: isOnScreen ? nil : regions.linearPart(of: region), values: values)
    if roster.attempts[number].isCustom {
      let first = buffer.payload.count
      buffer.append(payload: customs.values(of: number))
      event.payload = first..<buffer.payload.count
    }
    if buffer.listsFingers, event.numberOfTouches > 0 { appendFingers(of: number, regions, to: &buffer) }
    buffer.append(event)
  }

  // MARK: Finishing

  /// Releases lifted touches. Resets recognizers whose attempt is over and whose touches are all up (FSM-8), also those
  /// that they missed while they waited (ARB-46).
  mutating func finish(_ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer) {
    // Without a lift and without an ended attempt, no recognizer has a touch to release.
    if tracker.hasLifts || roster.hasEnded { letGo(tracker, at: time, into: &buffer) }
    roster.updateDeadline()
  }

  private mutating func letGo(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) {
    roster.forgetEvent()
    for number in roster.engaged {
      let isOver = roster.attempts[number].isTerminal
      // A reset forgets all touches by itself.
      if tracker.hasLifts, tracker.hasTouches || !isOver { roster.letGo(of: number, tracker) }
      if isOver, !tracker.hasTouches || roster.touches[number].areAllUp {
        sendReset(of: number, at: time, into: &buffer)
        reset(number)
      }
    }
    roster.dropIdle()
  }

  /// Resets a recognizer to possible, without memory (FSM-9), and with the present options (FSM-22).
  mutating func reset(_ number: Int) {
    forgetAttempt(of: number)
    roster.removeTouches(of: number)
  }

  /// Resets an attempt and keeps its touches.
  mutating func forgetAttempt(of number: Int) {
    roster.reset(number)
    if roster.attempts[number].isCustom { customs.reset(number) }
    dynamicRequirements.forget(number)
    questions.forget(number)
    undecided.forget(number)
    if roster.attempts[number].isOutdated { roster.remake(number, tables.set.instances[number]) }
  }

  /// Sets a value of a recognizer that is under way, between events.
  ///
  /// - Returns: whether the recognizer has that value.
  public mutating func adjust(_ number: Int, _ adjustment: GestureAdjustment) -> Bool {
    roster.adjust(number, adjustment)
  }
}
