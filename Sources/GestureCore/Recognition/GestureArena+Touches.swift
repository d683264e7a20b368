/// The arena's answers to delivery: which recognizer has taken a touch, and which holds it until when. All rules by which
/// recognizers come between touches and their receivers are in this file.
extension GestureArena {
  /// The recognizers' claim on a touch, before `decide` as of the event before. It is mutating so that reading does not
  /// copy the arena.
  ///
  /// - Parameters:
  ///   - landed: the time of the landing.
  ///   - lifted: the time of the lift. Recognizers that go on without the touch then do not count; with nil, all do.
  ///   - bounds: the ends of holds, and the recognizers that count.
  mutating func claim(on touch: UInt64, landed: Instant, lifted: Instant?, _ bounds: borrowing HoldBounds)
    -> TouchClaim
  {
    var claim = TouchClaim()
    for number in roster.engaged
    where !roster.attempts[number].isPassive && roster.touches[number].contains(touch)
      && bounds.counts(number) && counts(number, lifted: lifted)
    {
      switch roster.attempts[number].state {
      case .began, .changed, .ended:
        if roster.attempts[number].cancelsTouchesInView, claim.taker == nil { claim.taker = number }
        if roster.attempts[number].delaysTouchesBegan { claim.dropsHeld = true }
      case .possible:
        if holdsLanding(number, bounds.settings.mode) {
          let (until, limit) = landingBound(of: number, landed: landed, bounds)
          claim.holdLanding(until: until, by: number, limit)
        }
        if holdsLifts(number) {
          let until = lifted.map { $0 + bounds[number].lift } ?? .distantFuture
          claim.liftUntil = max(claim.liftUntil ?? until, until)
        }
      case .failed, .cancelled:
        break
      }
    }
    if !undecided.isEmpty { addUndecided(touch, bounds, to: &claim) }
    return claim
  }

  /// Holds a touch back until an owner has answered, if the owner's recognizer might take or hold it. The question has a
  /// deadline of its own (DMN-10). An active gesture may take the touch from the landing on (DLY-23), so the landing is
  /// held too.
  private func addUndecided(_ touch: UInt64, _ bounds: borrowing HoldBounds, to claim: inout TouchClaim) {
    for entry in undecided.entries where entry.touch == touch && !roster.attempts[entry.recognizer].isPassive
    {
      let number = entry.recognizer
      guard bounds.counts(number) else { continue }
      let holdsLanding: Bool
      switch roster.attempts[number].state {
      case .began, .changed, .ended:
        holdsLanding =
          roster.attempts[number].cancelsTouchesInView || roster.attempts[number].delaysTouchesBegan
      case .possible:
        holdsLanding = self.holdsLanding(number, bounds.settings.mode)
        if holdsLifts(number) { claim.liftUntil = .distantFuture }
      case .failed, .cancelled:
        continue
      }
      guard holdsLanding else { continue }
      claim.landingUntil = .distantFuture
      claim.holder = number
    }
  }

  /// Whether a touch that was offered to a recognizer may still be part of its gesture. A finger that lifted before the
  /// recognizer had what it needs is part of taps. It is no part of a pinch or a pan that the other fingers make.
  private func counts(_ number: Int, lifted: Instant?) -> Bool {
    guard let lifted, !roster.attempts[number].countsLiftedTouches else { return true }
    guard case .possible = roster.attempts[number].standing else {
      return lifted >= roster.attempts[number].decided
    }
    // The answer about another finger may show that the gesture was complete before the lift.
    return undecided.contains(number)
  }

  private func holdsLanding(_ number: Int, _ mode: AppSettings.Mode) -> Bool {
    roster.attempts[number].delaysTouchesBegan
      || mode == .hold && roster.attempts[number].cancelsTouchesInView
  }

  /// Whether a recognizer holds lifts. A continuous gesture would hold every lift beside a resting finger. It therefore
  /// holds none (DLY-22) unless it only waits for others (DLY-17).
  private func holdsLifts(_ number: Int) -> Bool {
    roster.attempts[number].delaysTouchesEnded
      && (roster.attempts[number].isDiscrete || roster.attempts[number].isWaiting)
  }

  /// The time at which a recognizer's hold of a landing is over. While fingers are missing, the time for them counts
  /// where it is shorter (FLT-60).
  private func landingBound(
    of number: Int, landed: Instant, _ bounds: borrowing HoldBounds
  ) -> (until: Instant, limit: HoldLimit) {
    let bound = bounds[number]
    let own = landed + bound.landing
    let limit: HoldLimit = bound.isMaximum ? .maximum : .own
    guard roster.touches[number].count < roster.attempts[number].numberOfTouches else { return (own, limit) }
    let gathered = (roster.touches[number].firstLanding ?? landed) + bounds.settings.gather
    return gathered < own ? (gathered, .gather) : (own, limit)
  }

  /// Whether a recognizer decides at a time by its own deadline, within an event. It is mutating so that reading
  /// does not copy the arena.
  mutating func hasDeadline(by time: Instant) -> Bool {
    for number in roster.engaged where roster.attempts[number].isAttentive {
      if let deadline = roster.attempts[number].deadline, deadline <= time { return true }
    }
    if let deadline = gathering.deadline, deadline <= time { return true }
    return questions.nextDeadline.map { $0 <= time } ?? false
  }

  /// Reports the possible recognizers that have held a touch for long (CUS-12).
  mutating func reportHolders(
    of touch: UInt64, for span: TimeSpan, at time: Instant, into buffer: inout EventBuffer
  ) {
    let reason = Reason(
      "holdsTouches", .init(span.milliseconds, .reached, span.milliseconds, .milliseconds))
    for number in roster.engaged
    where !roster.attempts[number].isPassive && roster.attempts[number].isPossible {
      guard roster.touches[number].contains(touch),
        roster.attempts[number].delaysTouchesBegan || holdsLifts(number)
      else {
        continue
      }
      appendTransitionForOwner(number, from: .possible, to: .possible, reason, at: time, into: &buffer)
    }
  }

  // MARK: Letting go

  /// Lets a touch go to the app for good: recognizers that held it fail (FLT-58). Their touches are ignored touches
  /// from then on (ARB-26), and a landing starts them again. `settle` follows.
  mutating func letGo(
    _ touch: UInt64, landed: Instant, lifted: Instant?, _ bounds: borrowing HoldBounds, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    for position in roster.engaged.indices {
      let number = roster.engaged[position]
      guard !roster.attempts[number].isPassive, roster.attempts[number].isPossible,
        roster.touches[number].contains(touch), bounds.counts(number), counts(number, lifted: lifted),
        holdsLanding(number, bounds.settings.mode)
      else { continue }
      fail(number, reason(of: number, landed: landed, bounds, at: time), at: time, into: &buffer)
    }
  }

  /// Makes undecided recognizers fail, and lets go of their touches. `settle` follows.
  ///
  /// - Returns: whether there were any.
  mutating func letGo(
    where isMeant: (Int) -> Bool, _ reason: Reason, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    var hasFailures = false
    for position in roster.engaged.indices {
      let number = roster.engaged[position]
      guard !roster.attempts[number].isPassive, roster.attempts[number].isPossible, isMeant(number) else {
        continue
      }
      fail(number, reason, at: time, into: &buffer)
      hasFailures = true
    }
    return hasFailures
  }

  private mutating func fail(
    _ number: Int, _ reason: Reason, at time: Instant, into buffer: inout EventBuffer
  ) {
    move(number, to: .failed, reason, at: time, into: &buffer)
    roster.removeTouches(of: number)
  }

  /// The reason why a recognizer lets go of a touch that it has held until now.
  private func reason(
    of number: Int, landed: Instant, _ bounds: borrowing HoldBounds, at time: Instant
  ) -> Reason {
    let (until, limit) = landingBound(of: number, landed: landed, bounds)
    guard limit == .gather else {
      return Reason(
        "letGo",
        .init((time - landed).milliseconds, .reached, (until - landed).milliseconds, .milliseconds))
    }
    let (count, needed) = (roster.touches[number].count, roster.attempts[number].numberOfTouches)
    return Reason("fingersTooLate", .init(Double(count), .below, Double(needed), .touches))
  }
}
