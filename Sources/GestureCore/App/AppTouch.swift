/// The delivery of one touch to the app behind all regions.
struct AppTouch: DeliveryEntry {
  var progress: TouchProgress
  let slot: Int
  /// The time and the position of the landing.
  let landed: Instant
  let start: Point
  var location: Point
  /// When the holds of the landing were over, whatever recognizers do; nil until then.
  var released: Instant?
  /// Whether the holds of the lift are over.
  var isLiftReleased = false
  /// Whether the landing was reported as held.
  var isReported = false
  /// When the app received the landing; the time of the landing until then.
  var told: Instant
  /// The recognizer that holds the touch, held it last or takes it; nil without one.
  var holder: Int?
  /// The bound at which the touch was let go, and the setting that it comes from.
  var limit: TimeSpan?
  var limitSetting = HoldLimit.own
  /// The longest that recognizers of the touch's region may hold it; nil where nothing is promised of it, since the kernel
  /// dropped events in the meantime (D5).
  var stated: HoldBound?
  /// Whether a touch that landed after this one had lifted waits no longer: this one then lifts at once.
  var isHurried = false
  /// Whether the touch is held, and a deadline of the present instant may end its hold after this event.
  var mayEndNow = false
  /// The time at which a hold ends without an event, on the clock of recognizers.
  var due: Instant?
  /// The time of an output that only waits for its time, on the app's clock.
  var outputDue: Instant?

  /// A contact that lands.
  init(_ id: UInt64, slot: Int, landed: Instant, at start: Point, stated: HoldBound) {
    progress = TouchProgress(id)
    self.slot = slot
    self.landed = landed
    self.start = start
    location = start
    told = landed
    self.stated = stated
  }

  /// Records which recognizer held the touch to the end, and its bound. A recognizer that held longer than the claim has
  /// failed: then it stays the holder, without a bound.
  mutating func letGo(by claim: TouchClaim, at end: Instant) {
    if holder != claim.holder, end < due ?? .distantFuture { return }
    holder = claim.holder
    limit = end - landed
    limitSetting = claim.limit
  }

  /// When the touch waits for no earlier touch any more, so that neither its landing nor its lift is later than stated.
  var latestLanding: Instant {
    let latest = landed + (stated?.landing ?? .zero)
    return progress.lifted.map { min(latest, $0 + (stated?.tap ?? .zero)) } ?? latest
  }

  /// Whether the app received the landing late.
  var isLate: Bool { told > landed }

  /// Whether the holds of the landing are over.
  var isReleased: Bool { released != nil }
}
