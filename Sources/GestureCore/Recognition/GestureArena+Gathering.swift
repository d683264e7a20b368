/// The attempts that begin with their last finger, and what is known of them until then. Where more fingers land with
/// the last one, an attempt begins later or not at all.
///
/// Such attempts only report, and no client reads their changes of state. Only the numbers of lines show that they have
/// not begun, since they count those changes. An attempt that begins late must have the same touches, state and deadline
/// as one that began with its first finger.
extension GestureArena {
  /// Prepares the gathering for an event. Attempts that could differ by beginning later begin now.
  mutating func prepareGathering(
    _ tracker: borrowing TouchTracker, hasLoss: Bool, into buffer: borrowing EventBuffer
  ) {
    if gathering.isEmpty {
      guard mayGather(tracker, hasLoss: hasLoss, into: buffer) else { return }
      gathering.appendLandings(tracker)
      for number in tables.candidates(for: gathering.region)
      where roster.attempts[number].gatheringRule != nil && !roster.attempts[number].isEngaged {
        roster.beginGathering(number)
      }
    } else if !mayGatherOn(tracker, hasLoss: hasLoss) {
      beginGathered(tracker)
    } else if tracker.hasLandings {
      gathering.appendLandings(tracker)
    }
  }

  /// Whether touches that have just landed on an empty screen may gather.
  private func mayGather(
    _ tracker: borrowing TouchTracker, hasLoss: Bool, into buffer: borrowing EventBuffer
  ) -> Bool {
    guard gathering.hasRules, tracker.hasLandings, !tracker.hasTouchesBefore, !tracker.hasLifts, !hasLoss,
      !buffer.listsTransitions, !tables.asksOwners
    else { return false }
    return landsAlike(tracker, in: tracker.touches[tracker.order[0]].region)
  }

  /// Whether the event is one that attempts may still gather in: touches landed in the same region, or all have lifted.
  private func mayGatherOn(_ tracker: borrowing TouchTracker, hasLoss: Bool) -> Bool {
    guard !hasLoss else { return false }
    if tracker.hasLifts { return !tracker.hasTouches && !tracker.hasLandings }
    return landsAlike(tracker, in: gathering.region)
  }

  private func landsAlike(_ tracker: borrowing TouchTracker, in region: Int) -> Bool {
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      guard tracker.touches[slot].region == region, tracker.touches[slot].attributes.type == .direct,
        tracker.touches[slot].attributes.presses(.primary)
      else { return false }
    }
    return true
  }

  /// Begins the attempts that have all their fingers with the landings of an event, and counts the others.
  mutating func offerGathered(_ tracker: borrowing TouchTracker, into buffer: inout EventBuffer) {
    var failed = 0
    let (engagedCount, attentiveCount) = (roster.engaged.count, roster.attentive.count)
    gathering.beginCount()
    for number in tables.candidates(for: gathering.region) where roster.attempts[number].isGathering {
      guard let rule = roster.attempts[number].gatheringRule else { continue }
      switch gathering.applyLandings(toAttemptOf: rule, for: roster.attempts[number].numberOfTouches) {
      case .gathersOn, .none: break
      case .fails: failed += 1
      case .begins:
        beginLate(number, tracker)
        // The checks of `offer` hold for all landings alike: no owner is asked, and the attempt does not act yet.
        roster.giveLandings(
          gathering.landedIDs, in: gathering.landedSlots, to: number,
          atMost: gathering.rule(rule).mostTouches, tracker)
      }
    }
    buffer.appendUntold(failed)
    gathering.endCount()
    roster.sortEngaged(after: engagedCount, and: attentiveCount)
  }

  /// Follows the gathering in an event whose landings have been offered.
  ///
  /// - Returns: whether attempts have failed.
  mutating func followGathering(_ tracker: borrowing TouchTracker, into buffer: inout EventBuffer) -> Bool {
    var failed = 0
    if !tracker.hasTouches {
      for number in tables.candidates(for: gathering.region) { roster.endGathering(number) }
      failed = gathering.end()
    } else if gathering.followsMoves {
      failed = gathering.follow(tracker)
    }
    buffer.appendUntold(failed)
    return failed > 0
  }

  /// Begins all attempts that gather, as they would be if they had begun with their first finger. Nothing is reported.
  mutating func beginGathered(_ tracker: borrowing TouchTracker) {
    let (engagedCount, attentiveCount) = (roster.engaged.count, roster.attentive.count)
    for number in tables.candidates(for: gathering.region) where roster.attempts[number].isGathering {
      guard let rule = roster.attempts[number].gatheringRule else { continue }
      let wanted = roster.attempts[number].numberOfTouches
      if let count = gathering.countAtFailure(ofAttemptOf: rule, for: wanted) {
        roster.engageGathered(number, hasFailed: true)
        for position in 0..<count { roster.give(gathering.fingers[position].slot, to: number, tracker) }
      } else {
        beginLate(number, tracker)
      }
    }
    roster.sortEngaged(after: engagedCount, and: attentiveCount)
    gathering.removeAll()
  }

  /// Begins an attempt whose earlier touches have gathered, and asks its recognizer about their landings, event by
  /// event.
  /// Touches that land in the present event are not among them.
  private mutating func beginLate(_ number: Int, _ tracker: borrowing TouchTracker) {
    roster.engageGathered(number)
    gathering.beginLandings()
    for position in gathering.fingers.indices {
      let slot = gathering.fingers[position].slot
      guard tracker.touches[slot].phase != .began else { break }
      roster.give(slot, to: number, tracker)
      guard gathering.appendLanding(of: position, tracker.touches[slot]) else { continue }
      let (landings, positions) = (gathering.landings, gathering.landingPositions)
      roster.ask(
        number, .touches(at: tracker.touches[slot].beganTime),
        TrackedTouches(touches: landings.span, positions: positions.span, screen: screen))
    }
  }
}
