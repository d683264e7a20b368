/// What delivery asks of the arena: who has taken a touch, and who holds it. All rules by which recognizers come
/// between regions and their touches are in this file.
extension GestureArena {
  /// What recognizers make of a touch, between `decide` and `finish`.
  func claim(on touch: UInt64) -> TouchClaim {
    var claim = TouchClaim()
    for number in roster.engaged where !roster.attempts[number].isPassive && offered[number].contains(touch) {
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

  /// Holds a touch back until the owner of a recognizer has answered, if that recognizer might take or hold it. A gesture under
  /// way may take the touch from the landing on (DLY-23), so the landing is held too.
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

  /// CUS-12: says of those that hold a touch, and could have failed, that they have held it for long.
  mutating func tellHolders(
    of touch: UInt64, for span: TimeSpan, at time: Instant, into buffer: inout EventBuffer
  ) {
    let reason = Reason(
      "holdsTouches", .init(span.milliseconds, .reached, span.milliseconds, .milliseconds))
    for number in roster.engaged
    where !roster.attempts[number].isPassive && roster.attempts[number].isPossible {
      guard offered[number].contains(touch), roster.attempts[number].delaysTouchesBegan || holdsLifts(number)
      else {
        continue
      }
      tell(number, from: .possible, to: .possible, reason, at: time, into: &buffer)
    }
  }

  /// DLY-22: one that goes on for as long as fingers are down would hold every lift beside a finger that rests,
  /// so it holds none unless it only waits for others (DLY-17).
  private func holdsLifts(_ number: Int) -> Bool {
    roster.attempts[number].delaysTouchesEnded
      && (roster.attempts[number].isDiscrete || roster.attempts[number].isWaiting)
  }
}
