/// Recognizers that run in a client. The arena offers touches to them where it asks other recognizers. The client's
/// reply is the decision, at the next event or when the time for it is over.
extension GestureArena {
  /// Takes in a reply.
  mutating func note(_ reply: CustomReply, from owner: Int) -> CustomReplyOutcome {
    var isLate = false
    for number in customs.indices
    where roster.attempts[number].isCustom && set.instances[number].owner == owner {
      guard customs[number].offers.contains(reply.event) else {
        if reply.event <= customs[number].lastOffer { isLate = true }
        continue
      }
      let state = roster.attempts[number].state
      if state.isTerminal {
        // The arena ended the attempt first. A client that gives up too has done nothing wrong.
        return reply.state.isActive || reply.state == .ended ? .illegal(from: state) : .taken
      }
      let claimed = customs[number].claimed
      return customs[number].note(reply) ? .taken : .illegal(from: claimed)
    }
    return isLate ? .late : .unknown
  }

  /// Makes replies count, at the beginning of an event.
  mutating func settleReplies(_ tracker: borrowing TouchTracker, at time: Instant) {
    for number in roster.engaged where roster.attempts[number].isCustom {
      guard let (effect, ignored) = customs[number].takeEffect(at: time) else { continue }
      roster.setDeadline(of: number, customs[number].deadline)
      guard !roster.attempts[number].isTerminal else { continue }
      apply(effect, to: number)
      for touch in ignored where offered[number].contains(touch) {
        offered[number].remove(touch, tracker)
        // One that has no touch left goes as if the touch had been taken from it (ARB-26).
        if offered[number].count == 0 { roster.decide(number, .fail(Reason("noTouchesLeft"))) }
      }
      if roster.attempts[number].mayAct { measure(number, tracker) }
    }
  }

  private mutating func apply(_ effect: CustomAttempt.Effect, to number: Int) {
    switch effect {
    case .none: break
    case .begin: roster.decide(number, .recognize(Reason("recognizedByClient")))
    case .beginAndEnd: roster.endWhileWaiting(number)
    case .recognize:
      roster[number].isDiscrete = true
      roster.decide(number, .recognize(Reason("recognizedByClient")))
    case .change: roster.decide(number, .change)
    case .end: roster.decide(number, .end(Reason("endedByClient")))
    case .fail: roster.decide(number, .fail(Reason("givenUpByClient")))
    }
  }

  /// Offers a recognizer its touches in their present state (CUS-1).
  mutating func offerTouches(
    of number: Int, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    offer(
      tracker.touches, of: number, regions, at: time, identifiers: &identifiers, into: &buffer)
    measure(number, tracker)
  }

  /// Offers a recognizer its own touches among some touches.
  mutating func offer(
    _ touches: [Touch], of number: Int, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let first = buffer.recordCount
    let region = roster.attempts[number].region
    for slot in offered[number].tracked {
      buffer.append(record(of: touches[slot], in: region, regions))
    }
    let event = identifiers.nextOffer()
    buffer.append(
      .offered(
        OfferEvent(
          event: event, recognizer: number, region: region, sequence: roster.attempts[number].sequence,
          time: time,
          records: first..<buffer.recordCount)))
    customs[number].note(offer: event, at: time, until: time + settings.customReply)
    roster.setDeadline(of: number, customs[number].deadline)
  }

  /// Handles a deadline: the one for a reply, or the one that the client asked for (CUS-6).
  mutating func passDeadline(
    of number: Int, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    if let deadline = customs[number].replyDeadline, deadline <= time {
      customs[number].replyDeadline = nil
      if customs[number].isLastChance, roster.attempts[number].isActive,
        case .none = roster.attempts[number].decision
      {
        roster.decide(number, .fail(Reason("noTouchesLeft")))
      }
    }
    guard let wish = customs[number].requestedDeadline, wish <= time else {
      roster.setDeadline(of: number, customs[number].deadline)
      return
    }
    customs[number].requestedDeadline = nil
    roster.setDeadline(of: number, customs[number].deadline)
    if offered[number].downCount(tracker) > 0 {
      offerTouches(of: number, tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    } else if roster.attempts[number].isPossible, !roster.attempts[number].isWaiting,
      case .none = roster.attempts[number].decision
    {
      roster.decide(number, .fail(Reason("deadlineOver")))
    }
  }

  /// Tells a client that its recognizer starts anew (CUS-4).
  mutating func sendReset(of number: Int, at time: Instant, into buffer: inout EventBuffer) {
    guard roster.attempts[number].isCustom, customs[number].hasOffers, !set.instances[number].isRemoved else {
      return
    }
    buffer.append(.reset(ResetEvent(recognizer: number, time: time)))
  }

  /// Gives an active gesture without a touch a last chance to end, and then cancels it. A client that forgets to end a
  /// gesture does not hold the others forever.
  mutating func endUnattended(_ tracker: borrowing TouchTracker, at time: Instant) {
    for number in roster.engaged where roster.attempts[number].isCustom && roster.attempts[number].isActive {
      guard roster.attempts[number].deadline == nil, offered[number].downCount(tracker) == 0,
        !undecided.contains(number)
      else { continue }
      customs[number].isLastChance = true
      customs[number].replyDeadline = time + settings.customReply
      roster.setDeadline(of: number, customs[number].deadline)
    }
  }
}
