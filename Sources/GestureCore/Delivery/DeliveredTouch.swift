/// The delivery state of one touch: what its receivers know, and what is kept back.
///
/// ```
///   landed ──▶ nothing ──▶ began ──▶ finished         told; a recognizer that holds the began or the lift
///                 └───────────────────▲               keeps the touch where it is, one that takes it ends it
/// ```
///
/// This is a plain value, so moving a row of them counts no references. Data that needs storage lies beside it, at its
/// `place`.
struct DeliveredTouch {
  /// How much the receivers know.
  enum Stage {
    /// The receivers do not know the touch: it is held, or new in this event.
    case nothing
    /// The receivers know that the touch is down.
    case began
    /// The receivers hear nothing more: the touch ended, was taken, or never had receivers.
    case finished
  }

  /// The ways in which a contact ends.
  enum End {
    /// The contact is down.
    case none
    /// The contact lifted.
    case ended
    /// The contact was taken away.
    case cancelled
  }

  /// The phases that one delivery sends.
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let began = Marks(rawValue: 1)
    static let moved = Marks(rawValue: 2)
    static let ended = Marks(rawValue: 4)
    static let cancelled = Marks(rawValue: 8)

    /// The phases in the order of delivery (TCH-9), with their marks.
    static let phases: [(TouchPhase, Marks)] = [
      (.began, .began), (.moved, .moved), (.ended, .ended), (.cancelled, .cancelled),
    ]

    /// The last phase that is marked; nil without marks.
    var last: TouchPhase? {
      if contains(.cancelled) { return .cancelled }
      if contains(.ended) { return .ended }
      if contains(.moved) { return .moved }
      return contains(.began) ? .began : nil
    }
  }

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

  var stage = Stage.nothing
  var end = End.none
  /// Whether the touch moved since the last delivery, with the time and position of the move.
  var hasMoved = false
  var moveTime: Instant
  var moveLocation: Point
  /// The position at the last delivery (TCH-5).
  var deliveredLocation: Point
  /// The phases to send now.
  var marks: Marks = []
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

  /// Whether the contact is on the glass.
  var isDown: Bool { end == .none }

  /// Whether the receivers count the touch among those they have (DLV-1, DLV-18).
  var isDelivered: Bool { stage != .finished && isDown && holder >= 0 }

  /// Takes in a change of the touch.
  mutating func note(_ touch: borrowing Touch) {
    switch touch.phase {
    case .moved:
      hasMoved = true
      moveTime = touch.time
      moveLocation = touch.location
    case .ended: end = .ended
    case .cancelled: end = .cancelled
    case .began, .stationary: break
    }
    latest = copy touch
  }

  /// Takes in a move that the receivers have received. The touch's identity and landing stay.
  @inline(__always)
  mutating func follow(_ touch: borrowing Touch) {
    latest.phase = touch.phase
    latest.time = touch.time
    latest.location = touch.location
    latest.previousLocation = touch.previousLocation
    latest.tapCount = touch.tapCount
    latest.attributes = touch.attributes
    deliveredLocation = touch.location
  }
}
