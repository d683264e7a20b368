/// The delivery of one touch to one receiver: what the receiver knows, and what is left to send.
///
/// ```
///           ┌─ taken by a recognizer, or lost ─▶ over: the receiver never receives it
///   held ───┤
///           └─ no recognizer holds it ─────────▶ told ──▶ over: ended, or taken
/// ```
struct TouchProgress {
  /// How much the receiver knows.
  enum Stage {
    /// The receiver does not know the touch: it is held, or new in this event.
    case held
    /// The receiver knows that the touch is down.
    case told
    /// The receiver hears nothing more.
    case over
  }

  /// The phases that one event sends.
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let began = Marks(rawValue: 1)
    static let moved = Marks(rawValue: 2)
    static let ended = Marks(rawValue: 4)
    /// The touch was lost, or a recognizer took it.
    static let taken = Marks(rawValue: 8)

    /// The phases in the order of delivery (TCH-9), with their marks.
    static let phases: [(TouchPhase, Marks)] = [
      (.began, .began), (.moved, .moved), (.ended, .ended), (.cancelled, .taken),
    ]

    /// The last phase that is marked; nil without marks.
    var last: TouchPhase? {
      if contains(.taken) { return .cancelled }
      if contains(.ended) { return .ended }
      if contains(.moved) { return .moved }
      return contains(.began) ? .began : nil
    }
  }

  /// The ids of contacts that make no touch for regions and recognizers begin here. Touches then have the same ids as without a
  /// filter (FLT-102).
  static let strays: UInt64 = 1 << 52

  /// The touch's id.
  let id: UInt64
  var stage = Stage.held
  /// The time of the lift; nil while the finger is down.
  var lifted: Instant?
  /// Whether the contact was lost.
  var isLost = false
  /// Whether the touch has moved since the receiver's last event of it.
  var hasMoved = false
  /// Whether the lift only waits for its time after a late landing (FLT-53).
  var isInGap = false
  /// The phases to send now.
  var marks: Marks = []

  /// The progress of a touch that lands.
  init(_ id: UInt64) {
    self.id = id
  }

  /// Whether the contact is on the glass.
  var isDown: Bool { lifted == nil && !isLost }

  var isStray: Bool { id >= Self.strays }

  /// Records a change of the touch.
  mutating func follow(_ phase: TouchPhase, at time: Instant) {
    switch phase {
    case .moved: hasMoved = true
    case .ended: lifted = time
    case .cancelled: isLost = true
    case .began, .stationary: break
    }
  }

  /// Ends a touch that was lost or taken. A receiver that knows the touch first receives its last move.
  mutating func withdraw() {
    if stage == .told { marks = hasMoved ? [.moved, .taken] : .taken }
    stage = .over
  }
}
