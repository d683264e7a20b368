/// The state of one touch for the app behind all regions.
///
/// ```
///            ┌─ taken by a gesture, lost, shielded ─▶ over, never received
///   held ────┤
///            └─ no recognizer holds it ─▶ forwarded ─▶ over: ended, cancelled or lifted
/// ```
struct AppTouch {
  /// The app's knowledge of the touch.
  enum Stage {
    /// The app does not know the touch: it is held, or new in this event.
    case held
    /// The app knows that the touch is down.
    case forwarded
    /// The app receives nothing more.
    case over
  }

  /// The phases that one event sends.
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let began = Marks(rawValue: 1)
    static let moved = Marks(rawValue: 2)
    static let ended = Marks(rawValue: 4)
    static let taken = Marks(rawValue: 8)

    /// The marks in the order of delivery (TCH-9), with their phases; nil for the phase of the mode.
    static let phases: [(Marks, AppNote.Phase?)] = [
      (.began, .began), (.moved, .moved), (.ended, .ended), (.taken, nil),
    ]
  }

  let id: UInt64
  let slot: Int
  /// Whether the contact makes no touch for regions and recognizers.
  let isStray: Bool
  /// The time and the position of the landing.
  let landed: Instant
  let start: Point
  var location: Point
  var stage = Stage.held
  /// The time of the lift; nil while the finger is down.
  var lifted: Instant?
  /// Whether the contact was taken away.
  var isLost = false
  /// Whether the touch has moved since the app last received it.
  var hasMoved = false
  /// When the holds of the landing were over, whatever recognizers do; nil until then.
  var released: Instant?
  /// Whether the holds of the lift are over.
  var isLiftReleased = false
  /// Whether the landing was reported as held.
  var isReported = false
  /// Whether the app received the landing late, and when.
  var isLate = false
  var told: Instant
  /// Whether the lift only waits for its time after a late landing (FLT-53).
  var isInGap = false
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
  var marks: Marks = []

  /// A touch that lands.
  init(_ touch: borrowing Touch, stated: HoldBound) {
    self.stated = stated
    id = touch.id
    slot = touch.slot
    isStray = false
    landed = touch.beganTime
    start = touch.start
    location = touch.location
    told = touch.beganTime
  }

  /// A contact that lands and makes no touch for regions and recognizers.
  ///
  /// - Parameter stated: the bound of a touch that no recognizer holds.
  init(stray id: UInt64, _ change: borrowing ContactChange, at time: Instant, stated: HoldBound) {
    self.stated = stated
    self.id = id
    slot = change.slot
    isStray = true
    landed = time
    start = change.position
    location = change.position
    told = time
  }

  /// Notes which recognizer held the touch to the end, and its bound. A recognizer that held longer than the claim has failed:
  /// then it stays the holder, without a bound.
  mutating func noteEnd(of claim: AppClaim, at end: Instant) {
    if holder != claim.holder, end < due ?? .distantFuture { return }
    holder = claim.holder
    limit = end - landed
    limitSetting = claim.limit
  }

  /// When the touch waits for no earlier touch any more, so that neither its landing nor its lift is later than stated.
  var latestLanding: Instant {
    let latest = landed + (stated?.landing ?? .zero)
    return lifted.map { min(latest, $0 + (stated?.tap ?? .zero)) } ?? latest
  }

  /// Whether the holds of the landing are over.
  var isReleased: Bool { released != nil }

  /// Whether the finger is on the glass.
  var isDown: Bool { lifted == nil && !isLost }
}
