/// Touches that a recognizer has before it is said whether it may (ARB-22, ARB-24, DMN-10).
extension GestureArena {
  /// A recognizer has been given a touch that it may have to give back.
  mutating func takeProvisionally(_ slot: Int, by number: Int, _ tracker: borrowing TouchTracker) {
    let attempt = attempts[number]
    let recognizer = recognizers[number]
    let touch = tracker.touches[slot].id
    provisional.append(
      .init(recognizer: number, touch: touch, event: eventCount, slot: slot),
      before: .init(
        number: number, recognizer: recognizer, waiting: attempt.waiting, deadline: attempt.deadline,
        touchType: attempt.touchType, known: offered[number].allIDs))
  }

  /// What was said of the landings of an event: after a yes each of its touches is asked about (ARB-24).
  mutating func settle(
    _ question: OpenQuestion, event: UInt64, _ answer: Bool, _ tracker: borrowing TouchTracker,
    at time: Instant, into buffer: inout EventBuffer
  ) {
    let number = question.recognizer
    for entry in provisional.touches(of: number, event: event) {
      guard answer else {
        giveBack(entry.touch, number, tracker, at: time, into: &buffer)
        continue
      }
      let isThere = offered[number].isTracking(entry.slot) && tracker.touches[entry.slot].id == entry.touch
      if isThere {
        let asked = answerOfOwner(
          number, .receive(entry.touch), .shouldReceive, blocking: number, slot: entry.slot, at: time)
        if case .later = asked { continue }
      }
      keep(entry.touch, number, at: time, into: &buffer)
    }
  }

  /// What was said of one touch.
  mutating func settle(
    _ touch: UInt64, of number: Int, _ answer: Bool, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    if answer {
      keep(touch, number, at: time, into: &buffer)
    } else {
      giveBack(touch, number, tracker, at: time, into: &buffer)
    }
  }

  /// The touch is the recognizer's.
  private mutating func keep(_ touch: UInt64, _ number: Int, at time: Instant, into buffer: inout EventBuffer)
  {
    provisional.remove(touch, of: number)
    releaseFailure(of: number, at: time, into: &buffer)
  }

  /// Once it is known of all its touches whether they are its own, a recognizer may fail.
  private mutating func releaseFailure(of number: Int, at time: Instant, into buffer: inout EventBuffer) {
    guard !provisional.contains(number), let failure = provisional.dropSnapshot(of: number),
      attempts[number].state == .possible
    else { return }
    move(number, to: .failed, failure, at: time, into: &buffer)
  }

  /// The touch was never the recognizer's: it goes back to what it was before, and is told anew of what else has
  /// landed since.
  private mutating func giveBack(
    _ touch: UInt64, _ number: Int, _ tracker: borrowing TouchTracker, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    provisional.remove(touch, of: number)
    offered[number].remove(touch, tracker)
    // One whose attempt is over may have had no other.
    isAttentiveStale = true
    guard attempts[number].state == .possible, let snapshot = provisional.snapshot(of: number) else {
      releaseFailure(of: number, at: time, into: &buffer)
      return
    }
    guard offered[number].count > 0 else {
      forgetAttempt(of: number)
      offered[number].removeAll()
      return
    }
    recognizers[number] = snapshot.recognizer
    attempts[number].waiting = snapshot.waiting
    attempts[number].deadline = snapshot.deadline
    attempts[number].ignoresMoves = false
    attempts[number].decision = .none
    provisional.forgetFailure(of: number)
    landAnew(number, snapshot, tracker, at: time)
    releaseFailure(of: number, at: time, into: &buffer)
  }

  /// Tells a recognizer that has gone back of the touches that have landed since and are down.
  private mutating func landAnew(
    _ number: Int, _ snapshot: ProvisionalTouches.Snapshot, _ tracker: borrowing TouchTracker,
    at time: Instant
  ) {
    var touches = tracker.touches
    var isNew = false
    for slot in offered[number].tracked {
      if snapshot.known.contains(touches[slot].id) {
        touches[slot].phase = .stationary
      } else {
        touches[slot].phase = .began
        isNew = true
      }
    }
    guard isNew, !attempts[number].isCustom else { return }
    let decision = recognizers[number].handle(
      .touches(at: time), TrackedTouches(touches: touches, positions: offered[number].tracked, screen: screen)
    )
    attempts[number].deadline = recognizers[number].deadline
    switch decision {
    case .fail(let reason):
      provisional.note(failure: reason, of: number)
      attempts[number].deadline = nil
    case .recognize: attempts[number].waiting = .toAct
    case .none, .change, .end, .ignore: break
    }
  }
}
