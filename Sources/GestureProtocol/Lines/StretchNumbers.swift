import GestureCore

/// The numbers that determine a stretch of a line. Within one edition of the names, equal numbers give equal bytes.
struct StretchNumbers: Sendable {
  /// The recognizer of a gesture. For touches, `~receiver` with the region that receives them: a number below zero.
  let recognizer: Int
  let device: Int
  let sequence: UInt64
  let region: Int
  /// The state of a gesture or the phase of touches.
  let state: UInt8
  /// Zero for touches, and so is `numberOfTouches`.
  let gestureID: UInt64
  let numberOfTouches: Int
  /// Whether the stretch is worth keeping. Moves repeat theirs in each frame. A beginning or an end rarely does, and
  /// moves between two of them replace it.
  let recurs: Bool

  /// The numbers of a gesture's line.
  @inline(__always)
  init(_ gesture: borrowing GestureEvent, as called: GestureNumbers, device: Int) {
    recognizer = gesture.recognizer
    self.device = device
    sequence = called.sequence
    region = gesture.region
    state = gesture.state.rawValue
    gestureID = called.gesture
    numberOfTouches = gesture.numberOfTouches
    recurs = gesture.state == .changed
  }

  /// More than any number of regions.
  private static let responders = 1 << 24

  /// The numbers of a line of touches.
  @inline(__always)
  init(_ touches: borrowing TouchesEvent, device: Int) {
    // A responder's lines differ from those of the region before it.
    recognizer = touches.isResponder ? ~touches.receiver &- Self.responders : ~touches.receiver
    self.device = device
    sequence = touches.sequence
    region = touches.receiver
    state = touches.phase.rawValue
    gestureID = 0
    numberOfTouches = 0
    recurs = touches.phase == .moved
  }

  /// Numbers that no line has.
  init() {
    (recognizer, device, sequence, region, state, gestureID, numberOfTouches) = (0, 0, 0, 0, .max, 0, 0)
    recurs = false
  }

  /// Whether all numbers are equal, which determine `recurs`. Written by hand, so that the comparison happens in place.
  @inline(__always)
  static func == (one: borrowing StretchNumbers, other: borrowing StretchNumbers) -> Bool {
    let differences =
      UInt64(bitPattern: Int64((one.recognizer ^ other.recognizer) | (one.device ^ other.device)))
      | (one.sequence ^ other.sequence) | UInt64(bitPattern: Int64(one.region ^ other.region))
      | UInt64(one.state ^ other.state) | (one.gestureID ^ other.gestureID)
      | UInt64(bitPattern: Int64(one.numberOfTouches ^ other.numberOfTouches))
    return differences == 0
  }
}
