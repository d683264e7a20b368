/// Chooses the recognizers that receive a touch that lands.
///
/// The recognizers of the hit region and of all regions around it are candidates (ARB-1). These checks sort out
/// candidates, in this order:
///
/// 1. The recognizer takes no part (FSM-12, MULTI-5).
/// 2. Its attempt is over, or it only waits (FSM-8, ARB-46).
/// 3. The touch type does not match (ARB-27, ARB-28).
/// 4. The recognizer's owner refuses (ARB-24, ARB-22).
/// 5. The recognizer itself refuses (PAN-18).
/// 6. Another active recognizer has the touch (ARB-47).
extension GestureArena {
  /// Offers the touches that landed in an event.
  mutating func offerLandings(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) {
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      for number in tables.candidates(for: tracker.touches[slot].region) {
        if roster.attempts[number].isGathering { continue }
        offer(slot, to: number, tracker, at: time)
      }
    }
    if !gathering.isEmpty { offerGathered(tracker, into: &buffer) }
  }

  /// Offers a touch that landed to a recognizer.
  mutating func offer(
    _ slot: Int, to number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) {
    guard roster.attempts[number].accepts(tracker.touches[slot].attributes.type) else { return }
    guard roster.attempts[number].takesLandings else {
      roster.miss(slot, for: number)
      return
    }
    let mayReceive = tables.asksOwners ? mayReceive(tracker.touches[slot], number, tracker, at: time) : .yes
    if roster.touches[number].count == 0, !askingRegions.isEmpty {
      askingRegions.record(tracker.touches[slot].region, touchedBy: number)
    }
    guard mayReceive != .no, isAcceptable(slot, to: number, tracker, at: time) else { return }
    if !roster.attempts[number].isEngaged { roster.engage(number) }
    if mayReceive == .yes {
      roster.give(slot, to: number, tracker)
    } else {
      leaveUndecided(slot, of: number, tracker, at: time)
    }
    if tables.asksOwners { askForRequirements(number, sharing: slot, tracker, at: time) }
  }

  /// Whether the recognizer admits a touch (PAN-18) and no other active recognizer keeps it from the touch (ARB-47).
  mutating func isAcceptable(
    _ slot: Int, to number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) -> Bool {
    roster.admits(slot, number, tracker)
      && (!roster.attempts[number].isActive || !isTaken(slot, from: number, tracker, at: time))
  }

  /// Whether another recognizer keeps a touch from an active one: the other is active too, has the touch, and the two
  /// exclude each other (ARB-47). If the other may only get the touch, the recognizer waits for the owner's answer.
  private mutating func isTaken(
    _ slot: Int, from number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) -> Bool {
    guard !roster.attempts[number].isPassive else { return false }
    let touch = tracker.touches[slot].id
    for other in roster.attentive where other != number && roster.attempts[other].isActive {
      let isTracking = roster.touches[other].isTracking(slot)
      guard !roster.attempts[other].isPassive, isTracking || undecided.contains(touch, of: other) else {
        continue
      }
      // An open question counts as a no: the landing does not wait.
      guard
        prevents(number, other, blocking: nil, at: time) != .no
          || prevents(other, number, blocking: nil, at: time) != .no
      else { continue }
      if !isTracking {
        undecided.append(.init(recognizer: number, holder: other, touch: touch, slot: slot))
      }
      return true
    }
    return false
  }

  /// Restarts recognizers that this event's landings ended and whose earlier touches are all up, missed ones included. They
  /// start again with these landings (TAP-9).
  ///
  /// - Returns: whether a recognizer has restarted.
  mutating func restartEnded(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    var hasRestarted = false
    for number in roster.engaged
    where roster.attempts[number].hasEnded && !roster.touches[number].areOnlyLandings(tracker) {
      var landed = 0
      var rests = roster.touches[number].isMissing(tracker)
      for slot in roster.touches[number].tracked {
        if tracker.touches[slot].phase == .began {
          landed += 1
        } else if tracker.touches[slot].isDown {
          rests = true
        }
      }
      guard roster.touches[number].count > landed, !rests else { continue }
      sendReset(of: number, at: time, into: &buffer)
      restart(number, tracker, at: time)
      hasRestarted = true
    }
    guard hasRestarted else { return false }
    roster.dropIdle()
    return true
  }

  /// Offers this event's landings to a recognizer that has just been reset: its own landings, and those it could not
  /// have while it waited (ARB-46). The owner is not asked again about its own landings (ARB-23).
  private mutating func restart(_ number: Int, _ tracker: borrowing TouchTracker, at time: Instant) {
    roster.keepLandings(of: number, tracker)
    forgetAttempt(of: number)
    guard roster.attempts[number].isOffered else {
      roster.removeTouches(of: number)
      return
    }
    roster.restart(number)
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      if roster.touches[number].isTracking(slot) {
        roster.ignore(tracker.touches[slot], for: number)
        guard roster.admits(slot, number, tracker) else { continue }
        roster.give(slot, to: number, tracker)
        if tables.asksOwners { askForRequirements(number, sharing: slot, tracker, at: time) }
      } else if tables.isCandidate(number, for: tracker.touches[slot].region) {
        offer(slot, to: number, tracker, at: time)
      }
    }
    if roster.touches[number].tracked.isEmpty { roster.disengage(number) }
  }
}
