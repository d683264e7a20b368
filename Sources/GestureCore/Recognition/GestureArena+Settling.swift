/// Settles the decisions of one event: each recognizer's own first, then those that concern others.
extension GestureArena {
  mutating func settle(
    _ tracker: borrowing TouchTracker, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    areMoversStale = true
    isDeadlineStale = true
    var isContested = false
    if !undecided.isEmpty { withholdFailures() }
    let hasLifts = tracker.hasLifts
    for number in attentive where !attempts[number].state.isTerminal {
      if !hasLifts, attempts[number].hasNothingToSettle, !offered[number].tracked.isEmpty { continue }
      applyOwnDecision(of: number, tracker, hasLifts: hasLifts, at: time, into: &buffer)
      if attempts[number].isCandidate { isContested = true }
    }
    if isContested {
      decideRecognition(tracker, at: time, identifiers: &identifiers, into: &buffer)
    }
    if hasCustoms { endUnattended(tracker, at: time) }
  }

  /// Withholds failures of recognizers that may still get a touch.
  private mutating func withholdFailures() {
    for number in attentive where undecided.hasBase(number) && attempts[number].state == .possible {
      guard case .fail(let reason) = attempts[number].decision else { continue }
      undecided.note(failure: reason, of: number)
      attempts[number].decision = .none
      // The recognizer is not asked again before the answer, so a remaining deadline would be due forever.
      attempts[number].deadline = nil
    }
  }

  /// Applies failures, changes and ends, which concern only the recognizer itself.
  private mutating func applyOwnDecision(
    of number: Int, _ tracker: borrowing TouchTracker, hasLifts: Bool, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let state = attempts[number].state
    switch attempts[number].decision {
    case .recognize:
      if state != .possible { refuse(number, at: time, into: &buffer) }
    case .fail(let reason):
      // A waiting recognizer gives up without an action (ARB-34), and an active one is cancelled (FSM-15).
      move(number, to: state.isActive ? .cancelled : .failed, reason, at: time, into: &buffer)
    case .change:
      if state.isActive {
        attempts[number].state = .changed
        attempts[number].action = .one(.changed)
      } else if attempts[number].waiting != .toAct {
        refuse(number, at: time, into: &buffer)
      }
    case .end(let reason):
      if state.isActive {
        move(number, to: .ended, reason, at: time, into: &buffer)
      } else if attempts[number].waiting == .toAct, !attempts[number].isDiscrete {
        attempts[number].waiting = .toActAndEnd
      } else {
        refuse(number, at: time, into: &buffer)
      }
    case .ignore:
      // The decision names a touch that the recognizer does not have.
      refuse(number, at: time, into: &buffer)
    case .none:
      if hasLifts || offered[number].tracked.isEmpty, isAbandoned(number, tracker) {
        move(number, to: .failed, Reason("noTouchesLeft"), at: time, into: &buffer)
      }
    }
  }

  /// Whether a recognizer is possible, with no touch left, nothing to wait for and no deadline (FSM-11).
  private func isAbandoned(_ number: Int, _ tracker: borrowing TouchTracker) -> Bool {
    guard attempts[number].state == .possible, attempts[number].waiting == .no,
      attempts[number].deadline == nil, undecided.isEmpty || !undecided.contains(number)
    else { return false }
    for slot in offered[number].tracked where tracker.touches[slot].isDown { return false }
    return true
  }

  /// Refuses and reports what the state machine does not allow; the state stays (FSM-1).
  private mutating func refuse(_ number: Int, at time: Instant, into buffer: inout EventBuffer) {
    attempts[number].decision = .none
    tell(
      number, from: attempts[number].state, to: attempts[number].state, Reason("illegalTransition"), at: time,
      into: &buffer)
  }

  /// Makes all possible recognizers fail after a loss: the contacts they saw may differ from the real ones (DLY-18).
  mutating func failPossible(_ loss: Reason, at time: Instant, into buffer: inout EventBuffer) {
    for number in attentive where attempts[number].state == .possible {
      move(number, to: .failed, loss, at: time, into: &buffer)
    }
  }

  /// Changes a state, notes the action for it (FSM-2) and tells the reason.
  mutating func move(
    _ number: Int, to state: GestureState, _ reason: Reason, at time: Instant, into buffer: inout EventBuffer
  ) {
    let old = attempts[number].state
    precondition(old.allows(state, discrete: attempts[number].isDiscrete), "\(old) to \(state)")
    attempts[number].state = state
    attempts[number].decision = .none
    if state.isTerminal {
      attempts[number].waiting = .no
      attempts[number].endedNow = true
      attempts[number].wasActive = old.isActive
      isAttentiveStale = true
    }
    if state != .failed { attempts[number].action = .one(state) }
    tell(number, from: old, to: state, reason, at: time, into: &buffer)
  }

  func tell(
    _ number: Int, from: GestureState, to: GestureState, _ reason: Reason, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    buffer.append(
      .transition(
        TransitionEvent(
          recognizer: number, from: from, to: to, sequence: attempts[number].sequence, time: time,
          reason: reason)))
  }
}
