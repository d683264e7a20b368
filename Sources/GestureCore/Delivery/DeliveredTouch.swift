/// What receivers have been told of one touch, and what is kept back from them.
///
/// ```
///   landed ──▶ nothing ──▶ began ──▶ finished         told; a recognizer that holds the began or the lift
///                 └───────────────────▲               keeps the touch where it is, one that takes it ends it
/// ```
///
/// A plain value, so that a row of them is moved without a reference being counted; what needs storage is kept
/// beside it, at its `place`.
struct DeliveredTouch {
  /// How far receivers are.
  enum Told {
    /// They do not know of it: it is held, or in this event new.
    case nothing
    /// They know that it is down.
    case began
    /// They will hear nothing more of it: it ended, was taken, or was never for them.
    case finished
  }

  /// How the contact came to its end.
  enum End {
    /// It is down.
    case none
    /// It lifted.
    case ended
    /// It was taken away.
    case cancelled
  }

  /// The phases that are told in one go.
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let began = Marks(rawValue: 1)
    static let moved = Marks(rawValue: 2)
    static let ended = Marks(rawValue: 4)
    static let cancelled = Marks(rawValue: 8)

    /// The phases in the order in which they are told (TCH-9), with the marks for them.
    static let phases: [(TouchPhase, Marks)] = [
      (.began, .began), (.moved, .moved), (.ended, .ended), (.cancelled, .cancelled),
    ]

    /// The last phase of them; nil where there is none.
    var last: TouchPhase? {
      if contains(.cancelled) { return .cancelled }
      if contains(.ended) { return .ended }
      if contains(.moved) { return .moved }
      return contains(.began) ? .began : nil
    }
  }

  /// Where its receivers and samples are kept.
  let place: Int
  /// The multi-touch sequence that it is part of.
  let sequence: UInt64
  /// The window of the region that it landed in.
  let window: Int
  /// The first of its receivers, which it is delivered to for the limits of DLV-6 and DLV-7; -1 where it has none.
  var holder = -1
  /// Whether nobody holds it, and only who watches all touches is told of it (MULTI-16).
  var isObserved = false
  /// Its tap count and what the device said of it when it landed, for a began that is told late (DLY-9).
  let beganTapCount: Int
  let beganAttributes: ContactAttributes
  /// The touch as it was at its last change.
  var latest: Touch

  var told = Told.nothing
  var end = End.none
  /// Whether it has moved since receivers were told last, and where to and when.
  var hasMoved = false
  var moveTime: Instant
  var moveLocation: Point
  /// Where it was as receivers were told last (TCH-5).
  var toldLocation: Point
  /// What is to be told of it now.
  var marks: Marks = []
  /// What was told of it last in the present event; `stationary` where nothing was (EVT-3).
  var phaseNow = TouchPhase.stationary
  /// Since when a recognizer has held something of it back; nil while nobody does, or once that was said.
  var heldSince: Instant?
  /// Whether it was said that it is held for long (CUS-12).
  var isHoldTold = false
  /// How it moves, for predictions.
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
    toldLocation = touch.location
  }

  /// Whether the contact is on the glass.
  var isDown: Bool { end == .none }

  /// Whether its receivers count it among the touches they have (DLV-1, DLV-18).
  var isDelivered: Bool { told != .finished && isDown && holder >= 0 }

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
}
