/// Settles touches whose owner answers late whether a recognizer gets them (ARB-22, ARB-24, DMN-10).
extension GestureArena {
  /// Leaves undecided whether a recognizer gets a touch that has just landed.
  mutating func leaveUndecided(
    _ slot: Int, of number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) {
    if roster.attempts[number].isPossible, !roster.attempts[number].isCustom {
      undecided.keep(
        number, before: eventCount, RecognizerCourse(roster.recognizers[number], roster.attempts[number]))
      undecided.keep(eventCount, at: time, tracker)
    }
    let touch = tracker.touches[slot]
    roster.expectTouch(of: number, tracker)
    undecided.append(
      .init(
        recognizer: number, touch: touch.id, slot: slot, type: touch.attributes.type,
        sequence: tracker.sequence, event: eventCount))
  }

  /// Settles an answer about the landings of an event. After a yes, the owner is asked about each touch that is still
  /// there (ARB-24).
  mutating func settle(
    _ question: OpenQuestion, event: UInt64, _ answer: Bool, _ tracker: borrowing TouchTracker,
    at time: Instant, into buffer: inout EventBuffer
  ) {
    let number = question.recognizer
    for entry in undecided.touches(of: number, event: event) {
      var isGranted = answer
      if answer, isPresent(entry.touch, entry.slot, tracker) {
        switch answerOfOwner(
          number, .receive(entry.touch), .shouldReceive, blocking: number, slot: entry.slot, at: time)
        {
        case .later: continue
        case .no: isGranted = false
        case .yes, nil: break
        }
      }
      settle(entry.touch, of: number, isGranted, tracker, at: time, into: &buffer)
    }
  }

  /// Settles the answer about one touch.
  mutating func settle(
    _ touch: UInt64, of number: Int, _ answer: Bool, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    guard let entry = undecided.remove(touch, of: number) else { return }
    if answer {
      accept(entry, tracker, at: time, into: &buffer)
    } else {
      refuse(entry, tracker, at: time, into: &buffer)
    }
  }

  /// Whether a touch is down, or lifts in the present event.
  private func isPresent(_ touch: UInt64, _ slot: Int, _ tracker: borrowing TouchTracker) -> Bool {
    tracker.order.contains(slot) && tracker.touches[slot].id == touch
  }

  // MARK: Yes

  private mutating func accept(
    _ entry: UndecidedTouches.Entry, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let number = entry.recognizer
    if roster.attempts[number].isActive {
      join(entry.touch, entry.slot, number, tracker, at: time, into: &buffer)
      if !undecided.contains(number) { undecided.dropBase(of: number) }
      return
    }
    roster.give(entry, at: isPresent(entry.touch, entry.slot, tracker) ? entry.slot : nil, tracker)
    // A recognizer whose attempt is over also has the touch: it starts again once the touch is up (FSM-8).
    guard roster.attempts[number].isPossible else {
      if !undecided.contains(number) { undecided.dropBase(of: number) }
      return
    }
    if roster.attempts[number].isCustom {
      customs.receive(entry.touch, by: number)
    } else {
      playAgain(number, tracker, at: time, into: &buffer)
    }
    if let failure = entry.failure, roster.attempts[number].isPossible {
      move(number, to: .failed, failure, at: time, into: &buffer)
    }
  }

  /// Brings a recognizer to the state it would have with the touches that are its own now.
  private mutating func playAgain(
    _ number: Int, _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard
      let course = undecided.replay(
        number, with: roster.touches[number].allIDs, until: time, on: screen)
    else { return }
    undecided.record(failure: course.ending, of: number)
    guard let ending = course.ending else {
      roster.resume(course, for: number, tracker)
      if !undecided.contains(number) { undecided.dropBase(of: number) }
      return
    }
    // The recognizer may fail once all its touches are decided.
    guard !undecided.contains(number) else { return }
    undecided.dropBase(of: number)
    move(number, to: .failed, ending, at: time, into: &buffer)
    if course.hasRestarted { undecided.restart(number, course) }
  }

  /// Restarts recognizers that a landing ended before the answer came. They continue with the attempt that began then
  /// (TAP-9).
  ///
  /// - Returns: whether a recognizer has restarted.
  mutating func restartLate(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    guard !undecided.restarts.isEmpty else { return false }
    for (number, course) in undecided.removeRestarts() where roster.attempts[number].hasEnded {
      forgetAttempt(of: number)
      roster.resume(course, for: number, tracker)
      guard roster.attempts[number].isOffered, roster.touches[number].count > 0 else {
        reset(number)
        continue
      }
      roster.restart(number)
      if let failure = course.failure { move(number, to: .failed, failure, at: time, into: &buffer) }
      for slot in tracker.order where tracker.touches[slot].phase == .began {
        if tables.isCandidate(number, for: tracker.touches[slot].region) {
          offer(slot, to: number, tracker, at: time)
        }
      }
    }
    roster.dropIdle()
    return true
  }

  /// Gives an active gesture a touch that landed earlier. The touch enters the gesture at its present position.
  private mutating func join(
    _ touch: UInt64, _ slot: Int, _ number: Int, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    guard isPresent(touch, slot, tracker) else {
      // The touch has lifted already. It was the gesture's, so regions do not receive it (DLY-23).
      roster.join(touch, at: nil, to: number, tracker)
      return
    }
    guard roster.attempts[number].accepts(tracker.touches[slot].attributes.type),
      isAcceptable(slot, to: number, tracker, at: time)
    else { return }
    roster.join(touch, at: slot, to: number, tracker)
    if roster.attempts[number].isCustom {
      customs.receive(touch, by: number)
      return
    }
    let touches = landing([touch], of: number, tracker)
    roster.ask(number, .touches(at: time), touches.span, screen)
    measure(number, tracker)
    switch roster.attempts[number].decision {
    case .end(let reason): move(number, to: .ended, reason, at: time, into: &buffer)
    case .fail(let reason): move(number, to: .cancelled, reason, at: time, into: &buffer)
    case .ignore(let touch):
      roster.ignore(touch, for: number, tracker)
      roster.decide(number, .none)
    case .none, .change, .recognize: break
    }
  }

  /// All touches as they were before the present event. Some of a recognizer's own touches are shown as landing.
  private func landing(
    _ landed: [UInt64], of number: Int, _ tracker: borrowing TouchTracker
  ) -> [Touch] {
    var touches = tracker.touches
    for slot in roster.touches[number].tracked {
      touches[slot].location = touches[slot].previousLocation
      touches[slot].phase = landed.contains(touches[slot].id) ? .began : .stationary
    }
    return touches
  }

  /// Offers late touches to recognizers that run in clients.
  mutating func offerLate(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard let late = customs.removeLate() else { return }
    for number in roster.engaged where late.contains(where: { $0.recognizer == number }) {
      let touches = late.filter { $0.recognizer == number }.map(\.touch)
      guard roster.attempts[number].isAttentive,
        roster.touches[number].tracked.contains(where: { touches.contains(tracker.touches[$0].id) })
      else { continue }
      offer(
        landing(touches, of: number, tracker), of: number, regions, at: time, identifiers: &identifiers,
        into: &buffer)
      measure(number, tracker)
    }
  }

  // MARK: No

  /// Settles a no. The touch was never the recognizer's, and the recognizer knows nothing of it.
  private mutating func refuse(
    _ entry: UndecidedTouches.Entry, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let number = entry.recognizer
    roster.loseTouch(of: number)
    for contender in undecided.removeContenders(for: entry.touch, of: number) {
      offerLate(contender, tracker, at: time, into: &buffer)
    }
    if undecided.contains(number) {
      _ = undecided.replay(number, with: roster.touches[number].allIDs, until: time, on: screen)
    } else if roster.attempts[number].isPossible, undecided.hasFailure(number) {
      playAgain(number, tracker, at: time, into: &buffer)
    } else {
      undecided.dropBase(of: number)
      if roster.attempts[number].isPossible, roster.touches[number].count == 0 { reset(number) }
    }
  }

  /// Offers an active gesture a touch that another recognizer might have had.
  private mutating func offerLate(
    _ contender: UndecidedTouches.Contender, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let number = contender.recognizer
    guard roster.attempts[number].isActive, isPresent(contender.touch, contender.slot, tracker) else {
      return
    }
    let touch = tracker.touches[contender.slot]
    switch tables.asksOwners ? mayReceive(touch, number, tracker, at: time) : .yes {
    case .no: break
    case .yes: join(contender.touch, contender.slot, number, tracker, at: time, into: &buffer)
    case .later: leaveUndecided(contender.slot, of: number, tracker, at: time)
    }
  }
}
