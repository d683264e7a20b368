/// Chooses the recognizers that receive a touch that lands.
///
/// The recognizers of the hit region and of all regions around it are candidates (ARB-1). These checks sort out
/// candidates, in this order:
///
/// 1. The recognizer takes no part (FSM-12, MULTI-5).
/// 2. Its attempt is over, or it only waits (FSM-8, ARB-46).
/// 3. The touch type does not match (ARB-27, ARB-28).
/// 4. The delegate refuses (ARB-24, ARB-22).
/// 5. The recognizer itself refuses (PAN-18).
/// 6. Another active recognizer has the touch (ARB-47).
extension GestureArena {
  /// Offers the touches that landed in an event.
  mutating func offerLandings(_ tracker: borrowing TouchTracker, at time: Instant) {
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      let region = tracker.touches[slot].region
      guard candidates.indices.contains(region) else { continue }
      for number in candidates[region] { offer(slot, to: number, tracker, at: time) }
    }
  }

  /// Offers a touch that landed to a recognizer.
  mutating func offer(
    _ slot: Int, to number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) {
    guard attempts[number].takesLandings, attempts[number].takes(tracker.touches[slot].attributes.type)
    else { return }
    let mayReceive = asksAnybody ? mayReceive(tracker.touches[slot], number, tracker, at: time) : .yes
    guard mayReceive != .no, isAcceptable(slot, to: number, tracker, at: time) else { return }
    if !attempts[number].isEngaged { engage(number) }
    if mayReceive == .yes {
      take(slot, by: number, tracker)
    } else {
      leaveUndecided(slot, of: number, tracker, at: time)
    }
    if asksAnybody { askForRequirements(number, sharing: slot, tracker, at: time) }
  }

  /// Whether the recognizer admits a touch (PAN-18) and no other active recognizer keeps it from the touch (ARB-47).
  mutating func isAcceptable(
    _ slot: Int, to number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) -> Bool {
    recognizers[number].admits(tracker.touches[slot], tracked: offered[number].downCount(tracker))
      && (!attempts[number].state.isActive || !isTaken(slot, from: number, tracker, at: time))
  }

  private mutating func take(_ slot: Int, by number: Int, _ tracker: borrowing TouchTracker) {
    if attempts[number].touchType == nil {
      attempts[number].touchType = tracker.touches[slot].attributes.type
    }
    attempts[number].touchedRegion = tracker.touches[slot].region
    attempts[number].sequence = tracker.sequence
    offered[number].append(slot, tracker)
  }

  /// Whether another recognizer keeps a touch from an active one: the other is active too, has the touch, and the two
  /// exclude each other (ARB-47). If the other may only get the touch, the recognizer waits for the owner's answer.
  private mutating func isTaken(
    _ slot: Int, from number: Int, _ tracker: borrowing TouchTracker, at time: Instant
  ) -> Bool {
    guard !attempts[number].isPassive else { return false }
    let touch = tracker.touches[slot].id
    for other in attentive where other != number && attempts[other].state.isActive {
      let isTracking = offered[other].isTracking(slot)
      guard !attempts[other].isPassive, isTracking || undecided.contains(touch, of: other) else { continue }
      // An unanswered question counts as a no: the landing does not wait.
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

  /// Adds a recognizer to those that events visit, at its place in the order of delivery.
  private mutating func engage(_ number: Int) {
    attempts[number].isEngaged = true
    attempts[number].isPassive = attempts[number].isPassiveNext
    if !attempts[number].isPassive { hasClaims = true }
    engaged.insert(number, at: place(of: number, in: engaged))
    attentive.insert(number, at: place(of: number, in: attentive))
  }

  /// The place of a recognizer in a list in the order of delivery.
  private func place(of number: Int, in list: [Int]) -> Int {
    var place = list.count
    while place > 0, attempts[number].rank.precedes(attempts[list[place - 1]].rank) { place -= 1 }
    return place
  }

  /// Removes engaged recognizers whose attempt is over.
  mutating func dropIdle() {
    var kept = 0
    for position in engaged.indices where attempts[engaged[position]].isEngaged {
      engaged[kept] = engaged[position]
      kept += 1
    }
    engaged.removeLast(engaged.count - kept)
    gatherAttentive()
  }

  /// Collects the attempts that are not over. Attempts that ended in the present event stay until its end, since
  /// something about them remains to be told.
  mutating func gatherAttentive() {
    isAttentiveStale = false
    areMoversStale = true
    isDeadlineStale = true
    hasClaims = false
    attentive.removeAll(keepingCapacity: true)
    for number in engaged {
      if !attempts[number].isPassive { hasClaims = true }
      if attempts[number].endedNow { isAttentiveStale = true }
      if !attempts[number].state.isTerminal || attempts[number].endedNow { attentive.append(number) }
    }
  }

  /// Restarts recognizers that this event's landings ended and whose earlier touches are all up. They start anew with
  /// these landings (TAP-9).
  ///
  /// - Returns: whether a recognizer has restarted.
  mutating func restartEnded(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    var hasRestarted = false
    for number in engaged where attempts[number].endedNow {
      var landed = 0
      var rests = false
      for slot in offered[number].tracked {
        if tracker.touches[slot].phase == .began {
          landed += 1
        } else if tracker.touches[slot].isDown {
          rests = true
        }
      }
      guard offered[number].count > landed, !rests else { continue }
      tellReset(of: number, at: time, into: &buffer)
      restart(number, tracker, at: time)
      hasRestarted = true
    }
    guard hasRestarted else { return false }
    for number in engaged where !attempts[number].isEngaged { attempts[number].forgetEvent() }
    dropIdle()
    return true
  }

  /// Offers this event's landings to a recognizer that has just been reset: its own landings, and those it could not
  /// have while it waited (ARB-46). The delegate is not asked again about a touch (ARB-23).
  private mutating func restart(_ number: Int, _ tracker: borrowing TouchTracker, at time: Instant) {
    let wasAsked = hasDelegate && attempts[number].askedEvent == eventCount
    offered[number].keepLandings(tracker)
    forgetAttempt(of: number)
    attempts[number].isEngaged = attempts[number].isOffered
    guard attempts[number].isOffered else {
      offered[number].removeAll()
      return
    }
    attempts[number].isPassive = attempts[number].isPassiveNext
    attempts[number].restartedNow = true
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      if offered[number].isTracking(slot) {
        offered[number].ignore(tracker.touches[slot])
        guard recognizers[number].admits(tracker.touches[slot], tracked: offered[number].downCount(tracker))
        else { continue }
        take(slot, by: number, tracker)
        if asksAnybody { askForRequirements(number, sharing: slot, tracker, at: time) }
      } else if !wasAsked, isCandidate(number, tracker.touches[slot].region) {
        offer(slot, to: number, tracker, at: time)
      }
    }
    attempts[number].isEngaged = !offered[number].tracked.isEmpty
  }

  /// Whether touches of a region are offered to a recognizer.
  func isCandidate(_ number: Int, _ region: Int) -> Bool {
    candidates.indices.contains(region) && candidates[region].contains(number)
  }
}
