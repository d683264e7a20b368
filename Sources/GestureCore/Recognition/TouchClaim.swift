/// The recognizers' claim on one touch, as far as one receiver of the touch is concerned.
struct TouchClaim {
  /// The recognized gesture that takes the touch (DLY-1, DLY-23); nil without one.
  var taker: Int?
  /// Whether a recognizer that held the landing was recognized. The receiver then never receives what it has not received
  /// yet (DLY-24).
  var dropsHeld = false
  /// The time at which the last of the recognizers that hold the landing and the moves lets go (DLY-8); nil where no
  /// recognizer holds them.
  var landingUntil: Instant?
  /// The recognizer that lets go then, and the setting that makes it.
  var holder: Int?
  var limit = HoldLimit.own
  /// The time at which the last of the recognizers that hold the lift lets go (DLY-11); nil where no recognizer holds it.
  var liftUntil: Instant?

  /// Whether the receiver must not receive the touch any more if it has not received it yet.
  var dropsLanding: Bool { taker != nil || dropsHeld }

  /// Adds a hold of the landing.
  @inline(__always)
  mutating func holdLanding(until: Instant, by number: Int, _ limit: HoldLimit) {
    if let landingUntil, landingUntil >= until { return }
    landingUntil = until
    holder = number
    self.limit = limit
  }
}
