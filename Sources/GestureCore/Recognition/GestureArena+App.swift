/// The recognizers' claim on one touch, as far as the app behind all regions is concerned.
struct AppClaim {
  /// The recognized gesture that takes the touch; nil without one.
  var taker: Int?
  /// Whether a recognizer that held the landing was recognized. The app then never receives the touch if it has not
  /// received it yet (DLY-24).
  var dropsHeld = false
  /// The time at which the last of the recognizers that hold the landing lets go; nil where no recognizer holds it.
  var landingUntil: Instant?
  /// The recognizer that lets go then.
  var holder: Int?
  /// The time at which the last of the recognizers that hold the lift lets go; nil where no recognizer holds it.
  var liftUntil: Instant?

  /// Whether the app must not receive the touch any more if it has not received it yet.
  var dropsLanding: Bool { taker != nil || dropsHeld }
}

/// The arena's answers to the app's delivery: the same as for regions, with a time at which each hold is over.
extension GestureArena {
  /// The recognizers' claim on a touch, between `decide` and `finish`.
  ///
  /// - Parameter delivery: knows the touch's landing and lift, and the landings of other touches.
  func appClaim(on touch: borrowing AppTouch, _ delivery: borrowing AppDelivery) -> AppClaim {
    var claim = AppClaim()
    let id = touch.id
    for number in roster.engaged
    where !roster.attempts[number].isPassive && roster.touches[number].contains(id)
      && delivery.isInvolved(number)
    {
      switch roster.attempts[number].state {
      case .began, .changed, .ended:
        if roster.attempts[number].cancelsTouchesInView, claim.taker == nil { claim.taker = number }
        if roster.attempts[number].delaysTouchesBegan { claim.dropsHeld = true }
      case .possible:
        if holdsLanding(number, delivery.settings.mode) {
          let until = landingBound(of: number, touch, delivery)
          if claim.landingUntil.map({ $0 < until }) ?? true {
            claim.landingUntil = until
            claim.holder = number
          }
        }
        if let lifted = touch.lifted, holdsLifts(number) {
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

  private func holdsLanding(_ number: Int, _ mode: AppSettings.Mode) -> Bool {
    roster.attempts[number].delaysTouchesBegan
      || mode == .hold && roster.attempts[number].cancelsTouchesInView
  }

  /// The time at which a recognizer's hold of a landing is over. While fingers are missing, the time for them counts
  /// where it is shorter (FLT-60).
  private func landingBound(
    of number: Int, _ touch: borrowing AppTouch, _ delivery: borrowing AppDelivery
  ) -> Instant {
    let landed = touch.landed
    let own = landed + delivery.bounds[number].landing
    guard roster.touches[number].count < roster.attempts[number].numberOfTouches else { return own }
    var first = landed
    if let id = roster.touches[number].firstID, let landing = delivery.landing(of: id) { first = landing }
    return min(own, first + delivery.settings.gather)
  }

  /// Lets a touch go to the app for good: recognizers that held it fail (FLT-58). Their touches are ignored touches
  /// from then on (ARB-26), and a landing starts them again. `settle` follows.
  mutating func letGo(
    _ touch: borrowing AppTouch, _ delivery: borrowing AppDelivery, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    let id = touch.id
    let held = (time - touch.landed).milliseconds
    for position in roster.engaged.indices {
      let number = roster.engaged[position]
      guard !roster.attempts[number].isPassive, roster.attempts[number].isPossible,
        roster.touches[number].contains(id), delivery.isInvolved(number),
        holdsLanding(number, delivery.settings.mode)
      else { continue }
      let limit = (landingBound(of: number, touch, delivery) - touch.landed).milliseconds
      move(
        number, to: .failed, Reason("letGo", .init(held, .reached, limit, .milliseconds)), at: time,
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
