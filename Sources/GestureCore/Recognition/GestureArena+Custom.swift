/// Recognizers that run in a client. The arena offers touches to them where it asks other recognizers. The client's
/// reply is the decision, at the next event or when the time for it is over.
extension GestureArena {
  /// Records a client's reply.
  mutating func record(_ reply: CustomReply, from owner: Int) -> CustomReplyOutcome {
    var isLate = false
    for number in roster.indices
    where roster.attempts[number].isCustom && tables.set.instances[number].owner == owner {
      switch customs.record(reply, of: number, in: roster.attempts[number].state) {
      case .unknown: break
      case .late: isLate = true
      case .taken: return .taken
      case .illegal(let state): return .illegal(from: state)
      }
    }
    return isLate ? .late : .unknown
  }

  /// Applies replies, at the beginning of an event.
  mutating func settleReplies(_ tracker: borrowing TouchTracker, at time: Instant) {
    for number in roster.engaged where roster.attempts[number].isCustom {
      guard let (effect, ignored, deadline) = customs.applyReplies(of: number, at: time) else { continue }
      roster.setDeadline(of: number, deadline)
      guard !roster.attempts[number].isTerminal else { continue }
      apply(effect, to: number)
      for touch in ignored where roster.touches[number].contains(touch) {
        roster.ignore(touch, for: number, tracker)
        // A recognizer without a touch ends as if its touches had been taken from it (ARB-26).
        if roster.touches[number].count == 0 { roster.decide(number, .fail(Reason("noTouchesLeft"))) }
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
      roster.markDiscrete(number)
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
    for slot in roster.touches[number].tracked {
      buffer.append(record(of: touches[slot], in: region, regions))
    }
    let event = identifiers.nextOffer()
    buffer.append(
      .offered(
        OfferEvent(
          event: event, recognizer: number, region: region, sequence: roster.attempts[number].sequence,
          time: time,
          records: first..<buffer.recordCount)))
    roster.setDeadline(
      of: number, customs.record(offer: event, of: number, at: time, until: time + settings.customReply))
  }

  /// Acts on a deadline: the one for a reply, or the one that the client asked for (CUS-6).
  mutating func passDeadline(
    of number: Int, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let (isChanceOver, isWished, next) = customs.passDeadlines(of: number, at: time)
    roster.setDeadline(of: number, next)
    if isChanceOver, roster.attempts[number].isActive, case .none = roster.attempts[number].decision {
      roster.decide(number, .fail(Reason("noTouchesLeft")))
    }
    guard isWished else { return }
    if roster.touches[number].downCount(tracker) > 0 {
      offerTouches(of: number, tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    } else if roster.attempts[number].isPossible, !roster.attempts[number].isWaiting,
      case .none = roster.attempts[number].decision
    {
      roster.decide(number, .fail(Reason("deadlineOver")))
    }
  }

  /// Tells a client that its recognizer is reset (CUS-4).
  mutating func sendReset(of number: Int, at time: Instant, into buffer: inout EventBuffer) {
    guard roster.attempts[number].isCustom, customs.hasOffers(number), !tables.set.instances[number].isRemoved
    else {
      return
    }
    buffer.append(.reset(ResetEvent(recognizer: number, time: time)))
  }

  /// Gives an active gesture without a touch a last chance to end, and then cancels it. A client that forgets to end a
  /// gesture does not hold the others forever.
  mutating func endUnattended(_ tracker: borrowing TouchTracker, at time: Instant) {
    for number in roster.engaged where roster.attempts[number].isCustom && roster.attempts[number].isActive {
      guard roster.attempts[number].deadline == nil, roster.touches[number].downCount(tracker) == 0,
        !undecided.contains(number)
      else { continue }
      roster.setDeadline(of: number, customs.giveLastChance(to: number, until: time + settings.customReply))
    }
  }
}
