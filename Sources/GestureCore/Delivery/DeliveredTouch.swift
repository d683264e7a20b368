/// The delivery of one touch to the regions that receive it.
///
/// This is a plain value, so moving a row of them counts no references. Data that needs storage lies beside it, at its
/// `place`.
struct DeliveredTouch: DeliveryEntry {
  var progress: TouchProgress
  /// The index of its receivers and samples.
  let place: Int
  /// The multi-touch sequence of the touch.
  let sequence: UInt64
  /// The window of the region that the touch landed in.
  let window: Int
  /// The first receiver, which counts for the limits of DLV-6 and DLV-7; -1 without one.
  var holder = -1
  /// Whether the touch has no holder, so that only observers receive it (MULTI-16).
  var isObserved = false
  /// The tap count and the contact's properties at the landing, for a began that is reported late (DLY-9).
  let beganTapCount: Int
  let beganAttributes: ContactAttributes
  /// The touch as it was at its last change.
  var latest: Touch

  /// The time and position of the last move.
  var moveTime: Instant
  var moveLocation: Point
  /// The position at the last delivery (TCH-5).
  var deliveredLocation: Point
  /// The last phase of the present event: the last one reported, or the contact's own once nothing more is reported;
  /// `stationary` if there was none (EVT-3, TFW-2).
  var phaseNow = TouchPhase.stationary
  /// The time since when a recognizer has held part of the touch back. Nil while no recognizer holds it.
  var heldSince: Instant?
  /// Whether the long hold was reported (CUS-12).
  var isHoldReported = false
  /// The movement, for predictions.
  var predictor = TouchPredictor()

  /// A touch that lands.
  init(_ touch: Touch, place: Int, sequence: UInt64, window: Int) {
    progress = TouchProgress(touch.id)
    self.place = place
    self.sequence = sequence
    self.window = window
    beganTapCount = touch.tapCount
    beganAttributes = touch.attributes
    latest = touch
    moveTime = touch.time
    moveLocation = touch.location
    deliveredLocation = touch.location
  }

  /// Whether the receivers count the touch among those they have (DLV-1, DLV-18).
  var isDelivered: Bool { progress.stage != .over && progress.isDown && holder >= 0 }

  /// Follows a change of the touch.
  mutating func follow(_ touch: borrowing Touch) {
    if touch.phase == .moved {
      moveTime = touch.time
      moveLocation = touch.location
    }
    latest = copy touch
  }

  /// Follows a move that the receivers have received. The touch's identity and landing stay.
  @inline(__always)
  mutating func followSent(_ touch: borrowing Touch) {
    latest.phase = touch.phase
    latest.time = touch.time
    latest.location = touch.location
    latest.previousLocation = touch.previousLocation
    latest.tapCount = touch.tapCount
    latest.attributes = touch.attributes
    deliveredLocation = touch.location
  }
}
