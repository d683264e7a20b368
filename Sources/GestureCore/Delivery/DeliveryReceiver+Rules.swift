/// The rules of delivery. It has two steps, with the recognizers' actions between them (DLY-4):
///
/// ```
///   withdraw   taken by a recognizer ─────▶ taken, where the receiver knows it; else dropped
///   (actions)
///   deliver    held lifts that are free ──▶ ended, before all else                     (TCH-9)
///              held landings, free now ───▶ began, one moved, ended if it lifted       (DLY-9)
///              what the event brought ────▶ began, moved, ended, taken, or held
/// ```
///
/// Where all recognizers only report, the app has the second step alone, before they decide.
///
/// Touches whose lift is held outlive the tracker's touches. There is room for `TouchDelivery.heldLimit` of them; beyond
/// that, the oldest is discarded.
extension DeliveryReceiver where Self: ~Copyable {
  /// Withdraws touches from the receiver once a recognizer has claimed them. Waiting moves are sent first. The move
  /// that led to the recognition is never sent (COA-4, DLY-3). The caller asks first whether the arena has claims.
  mutating func withdraw(
    _ arena: inout GestureArena, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty, !isUnconditional else { return }
    var hasMarks = false
    for position in touches.indices where touches[position].progress.stage != .over {
      let isKnown = touches[position].progress.stage == .told
      guard !isKnown || losesKnownTouches else { continue }
      let claim = claim(on: position, &arena)
      guard isKnown ? claim.taker != nil : claim.dropsLanding else { continue }
      end(position, by: claim.taker, at: time, into: &buffer)
      if !touches[position].progress.marks.isEmpty { hasMarks = true }
    }
    if hasMarks { send(regions: regions, at: time, into: &buffer) }
  }

  /// Sends the changes of the present event, and those that are no longer held.
  ///
  /// - Parameter tracker: between its `begin` and its `finish`, or without changes where the event is a deadline.
  mutating func deliver(
    _ tracker: borrowing TouchTracker, _ arena: inout GestureArena, regions: borrowing RegionTree,
    _ event: DeliveryEvent, into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty || tracker.hasLandings else { return }
    if deliverMoves(tracker, regions: regions, at: event.time, into: &buffer) { return }
    sendWaiting(tracker, &arena, regions: regions, event, into: &buffer)
    followChanges(tracker, &arena, regions: regions, at: event.time, into: &buffer)
    let hasClaims = !isUnconditional && arena.hasClaims
    // A touch that waited for the end of another one may follow in the same event.
    repeat {
      var hasMarks = false
      let sendsMoves = event.time - lastDelivery >= interval
      for position in touches.indices where touches[position].progress.stage != .over {
        let claim = hasClaims ? claim(on: position, &arena) : TouchClaim()
        let isHeld = decide(
          position, claim, &arena, event, sendsMoves: sendsMoves, into: &buffer)
        follow(position, isHeld: isHeld, &arena, at: event.time, into: &buffer)
        if !touches[position].progress.marks.isEmpty { hasMarks = true }
      }
      if hasMarks { send(regions: regions, at: event.time, into: &buffer) }
    } while hasFollowers(at: event.time)
    settle()
  }

  /// Sends waiting changes before new ones: held lifts that are free now (TCH-9), and merged moves where the event
  /// brings more than moves (COA-4).
  private mutating func sendWaiting(
    _ tracker: borrowing TouchTracker, _ arena: inout GestureArena, regions: borrowing RegionTree,
    _ event: DeliveryEvent, into buffer: inout EventBuffer
  ) {
    var hasMarks = false
    for position in touches.indices where touches[position].progress.stage == .told && !event.isLoss {
      guard touches[position].progress.lifted != nil, !holdsLift(position, claim(on: position, &arena), event)
      else { continue }
      touches[position].progress.marks = .ended
      touches[position].progress.stage = .over
      hasMarks = true
    }
    if interval > .zero, hasMarks || tracker.hasLandings || tracker.hasLifts {
      for position in touches.indices
      where touches[position].progress.stage == .told && touches[position].progress.hasMoved {
        touches[position].progress.marks = .moved
        hasMarks = true
      }
    }
    if hasMarks { send(regions: regions, at: event.time, into: &buffer) }
  }

  /// Follows the changes of the present event, landings included.
  private mutating func followChanges(
    _ tracker: borrowing TouchTracker, _ arena: inout GestureArena, regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  ) {
    // Both lists are in began order, and so are the ids of touches.
    var position = 0
    for slot in tracker.order where tracker.touches[slot].phase != .stationary {
      let (id, phase) = (tracker.touches[slot].id, tracker.touches[slot].phase)
      if phase == .began {
        guard makeRoom(regions: regions, at: time, into: &buffer) else { continue }
        land(
          tracker.touches[slot], sequence: tracker.sequence, &arena, regions: regions, at: time, into: &buffer
        )
        continue
      }
      while position < touches.count, touches[position].progress.isStray || touches[position].progress.id < id
      {
        position += 1
      }
      guard position < touches.count, touches[position].progress.id == id else { continue }
      touches[position].progress.follow(phase, at: time)
      update(position, to: tracker.touches[slot])
    }
    didFollowChanges(tracker, at: time)
  }

  /// Makes room for a touch that lands.
  ///
  /// - Returns: whether there is room.
  mutating func makeRoom(
    regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    guard touches.count == capacity else { return true }
    guard let position = touches.firstIndex(where: { !$0.progress.isDown }) else { return false }
    if touches[position].progress.stage == .held { end(position, by: nil, at: time, into: &buffer) }
    if touches[position].progress.stage == .told {
      touches[position].progress.marks = discardMarks
      touches[position].progress.stage = .over
      send(regions: regions, at: time, into: &buffer)
    }
    _ = keep(position)
    touches.remove(at: position)
    return true
  }

  /// Decides which phases of one touch are sent now.
  ///
  /// - Parameter sendsMoves: whether moves need not wait for the next report.
  /// - Returns: whether the landing or the lift is held.
  private mutating func decide(
    _ position: Int, _ claim: TouchClaim, _ arena: inout GestureArena, _ event: DeliveryEvent,
    sendsMoves: Bool, into buffer: inout EventBuffer
  ) -> Bool {
    let isLifted = touches[position].progress.lifted != nil
    let isLost = touches[position].progress.isLost || event.isLoss && isLifted
    var marks: TouchProgress.Marks = []
    if touches[position].progress.stage == .held {
      guard !isLost, !claim.dropsLanding else {
        end(position, by: claim.taker, at: event.time, into: &buffer)
        return false
      }
      guard !holdsLanding(position, claim, &arena, event, into: &buffer) else { return true }
      touches[position].progress.stage = .told
      marks = .began
    } else if isLost {
      // A lift that only waited for its gap is sent as a lift.
      if touches[position].progress.isInGap {
        touches[position].progress.marks = .ended
        touches[position].progress.stage = .over
      } else {
        touches[position].progress.withdraw()
      }
      return false
    }
    if touches[position].progress.hasMoved, sendsMoves || isLifted || !marks.isEmpty { marks.insert(.moved) }
    let isHeld = isLifted && holdsLift(position, claim, event)
    if isLifted, !isHeld {
      marks.insert(.ended)
      touches[position].progress.stage = .over
    }
    touches[position].progress.marks = marks
    return isHeld
  }

  /// Removes the touches that `keep` gives up.
  mutating func removeSettled() {
    var kept = 0
    for position in touches.indices where keep(position) {
      if kept != position { touches[kept] = touches[position] }
      kept += 1
    }
    touches.removeLast(touches.count - kept)
  }
}
