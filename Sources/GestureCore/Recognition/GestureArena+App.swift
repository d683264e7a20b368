/// The recognizers' claim on one touch, as far as the app behind all regions is concerned.
struct AppClaim {
  /// The recognized gesture that takes the touch; nil without one.
  var taker: Int?
  /// Whether a recognizer that held the landing was recognized. The app then never receives the touch if it has not
  /// received it yet (DLY-24).
  var dropsHeld = false
  /// The time at which the last of the recognizers that hold the landing lets go; nil where no recognizer holds it.
  var landingUntil: Instant?
  /// The recognizer that lets go then, and the setting that makes it.
  var holder: Int?
  var limit = HoldLimit.own
  /// The time at which the last of the recognizers that hold the lift lets go; nil where no recognizer holds it.
  var liftUntil: Instant?

  /// Whether the app must not receive the touch any more if it has not received it yet.
  var dropsLanding: Bool { taker != nil || dropsHeld }
}

/// The arena's answers to the app's delivery: the same as for regions, with a time at which each hold is over.
extension GestureArena {
  /// The recognizers' claim on a touch, between `decide` and `finish`.
  ///
  /// - Parameter delivery: knows the bounds of the recognizers.
  func appClaim(on touch: borrowing AppTouch, _ delivery: borrowing AppDelivery) -> AppClaim {
    var claim = AppClaim()
    let (id, lifted) = (touch.id, touch.lifted)
    for number in roster.engaged
    where !roster.attempts[number].isPassive && roster.touches[number].contains(id)
      && delivery.isInvolved(number) && counts(number, lifted: lifted)
    {
      switch roster.attempts[number].state {
      case .began, .changed, .ended:
        if roster.attempts[number].cancelsTouchesInView, claim.taker == nil { claim.taker = number }
        if roster.attempts[number].delaysTouchesBegan { claim.dropsHeld = true }
      case .possible:
        if holdsLanding(number, delivery.settings.mode) {
          let (until, limit) = landingBound(of: number, touch, delivery)
          if claim.landingUntil.map({ $0 < until }) ?? true {
            claim.landingUntil = until
            claim.holder = number
            claim.limit = limit
          }
        }
        if let lifted, holdsLifts(number) {
          let until = lifted + delivery.bounds[number].lift
          claim.liftUntil = max(claim.liftUntil ?? until, until)
        }
      case .failed, .cancelled:
        break
      }
    }
    if !undecided.isEmpty { addUndecided(touch, delivery, to: &claim) }
    return claim
  }

  /// Whether a recognizer decides at a time by its own deadline, within an event.
  func hasDeadline(by time: Instant) -> Bool {
    for number in roster.engaged where roster.attempts[number].isAttentive {
      if let deadline = roster.attempts[number].deadline, deadline <= time { return true }
    }
    return questions.nextDeadline.map { $0 <= time } ?? false
  }

  /// Holds a touch until an owner has answered. The question has a deadline of its own (DMN-10).
  private func addUndecided(
    _ touch: borrowing AppTouch, _ delivery: borrowing AppDelivery, to claim: inout AppClaim
  ) {
    let (id, mode) = (touch.id, delivery.settings.mode)
    for entry in undecided.entries where entry.touch == id && !roster.attempts[entry.recognizer].isPassive {
      let number = entry.recognizer
      guard delivery.isInvolved(number) else { continue }
      guard !roster.attempts[number].isTerminal || roster.attempts[number].state == .ended else { continue }
      if roster.attempts[number].isPossible {
        if holdsLanding(number, mode) { claim.hold(by: number) }
        if holdsLifts(number) { claim.liftUntil = .distantFuture }
      } else if roster.attempts[number].cancelsTouchesInView || roster.attempts[number].delaysTouchesBegan {
        claim.hold(by: number)
      }
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

  /// The time at which a recognizer's hold of a landing is over. While fingers are missing, the time for them counts
  /// where it is shorter (FLT-60).
  private func landingBound(
    of number: Int, _ touch: borrowing AppTouch, _ delivery: borrowing AppDelivery
  ) -> (until: Instant, limit: HoldLimit) {
    let (bound, landed) = (delivery.bounds[number], touch.landed)
    let own = landed + bound.landing
    let limit: HoldLimit = bound.isMaximum ? .maximum : .own
    guard roster.touches[number].count < roster.attempts[number].numberOfTouches else { return (own, limit) }
    let gathered = (roster.touches[number].firstLanding ?? landed) + delivery.settings.gather
    return gathered < own ? (gathered, .gather) : (own, limit)
  }

  /// The reason why a recognizer lets go of a touch that it has held until now.
  private func reason(
    of number: Int, lettingGoOf touch: borrowing AppTouch, _ delivery: borrowing AppDelivery, at time: Instant
  ) -> Reason {
    let (until, limit) = landingBound(of: number, touch, delivery)
    guard limit == .gather else {
      return Reason(
        "letGo",
        .init(
          (time - touch.landed).milliseconds, .reached, (until - touch.landed).milliseconds, .milliseconds))
    }
    let (landed, needed) = (roster.touches[number].count, roster.attempts[number].numberOfTouches)
    return Reason("fingersTooLate", .init(Double(landed), .below, Double(needed), .touches))
  }

  /// Lets a touch go to the app for good: recognizers that held it fail (FLT-58). Their touches are ignored touches
  /// from then on (ARB-26), and a landing starts them again. `settle` follows.
  mutating func letGo(
    _ touch: borrowing AppTouch, _ delivery: borrowing AppDelivery, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let (id, lifted) = (touch.id, touch.lifted)
    for position in roster.engaged.indices {
      let number = roster.engaged[position]
      guard !roster.attempts[number].isPassive, roster.attempts[number].isPossible,
        roster.touches[number].contains(id), delivery.isInvolved(number), counts(number, lifted: lifted),
        holdsLanding(number, delivery.settings.mode)
      else { continue }
      move(
        number, to: .failed, reason(of: number, lettingGoOf: touch, delivery, at: time), at: time,
        into: &buffer)
      roster.removeTouches(of: number)
    }
  }

  /// Has recognizers that are still undecided fail, and lets go of their touches. `settle` follows.
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
      move(number, to: .failed, reason, at: time, into: &buffer)
      roster.removeTouches(of: number)
      hasFailures = true
    }
    return hasFailures
  }
}

extension AppClaim {
  /// Adds a hold whose end is another event.
  fileprivate mutating func hold(by number: Int) {
    landingUntil = .distantFuture
    holder = number
  }
}
