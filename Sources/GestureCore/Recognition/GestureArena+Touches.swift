/// The arena's answers to delivery: which recognizer has taken a touch, and which holds it. All rules by which
/// recognizers come between regions and touches are in this file.
extension GestureArena {
  /// The recognizers' claim on a touch, between `decide` and `finish`.
  func claim(on touch: UInt64) -> TouchClaim {
    var claim = TouchClaim()
    for number in roster.engaged
    where !roster.attempts[number].isPassive && roster.touches[number].contains(touch) {
      switch roster.attempts[number].state {
      case .began, .changed, .ended:
        if roster.attempts[number].cancelsTouchesInView { claim.isTaken = true }
        if roster.attempts[number].delaysTouchesBegan { claim.dropsHeld = true }
      case .possible:
        if roster.attempts[number].delaysTouchesBegan { claim.holdsBegan = true }
        if holdsLifts(number) { claim.holdsEnded = true }
      case .failed, .cancelled:
        break
      }
    }
    if !undecided.isEmpty { addUndecided(touch, to: &claim) }
    return claim
  }

  /// Holds a touch back until an owner has answered, if the owner's recognizer might take or hold it. An active gesture
  /// may take the touch from the landing on (DLY-23), so the landing is held too.
  private func addUndecided(_ touch: UInt64, to claim: inout TouchClaim) {
    for entry in undecided.entries where entry.touch == touch && !roster.attempts[entry.recognizer].isPassive
    {
      let number = entry.recognizer
      switch roster.attempts[number].state {
      case .began, .changed, .ended:
        if roster.attempts[number].cancelsTouchesInView || roster.attempts[number].delaysTouchesBegan {
          claim.holdsBegan = true
        }
      case .possible:
        if roster.attempts[number].delaysTouchesBegan { claim.holdsBegan = true }
        if holdsLifts(number) { claim.holdsEnded = true }
      case .failed, .cancelled:
        break
      }
    }
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
      appendTransition(number, from: .possible, to: .possible, reason, at: time, into: &buffer)
    }
  }

  /// Whether a recognizer holds lifts. A continuous gesture would hold every lift beside a resting finger. It therefore
  /// holds none (DLY-22) unless it only waits for others (DLY-17).
  func holdsLifts(_ number: Int) -> Bool {
    roster.attempts[number].delaysTouchesEnded
      && (roster.attempts[number].isDiscrete || roster.attempts[number].isWaiting)
  }
}

/// The recognizers' claim on one touch, as far as regions are concerned.
struct TouchClaim {
  /// Whether a recognized gesture takes the touch away from regions (DLY-1, DLY-23).
  var isTaken = false
  /// Whether a recognizer that held the landing was recognized. Regions then never receive what they have not received
  /// yet (DLY-24).
  var dropsHeld = false
  /// Whether a recognizer that is still possible holds the landing and the moves (DLY-8).
  var holdsBegan = false
  /// Whether a recognizer that is still possible holds the lift (DLY-11).
  var holdsEnded = false
}
