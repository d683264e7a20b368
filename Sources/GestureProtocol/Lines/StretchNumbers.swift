import GestureCore

/// What a stretch of a line was made of, besides the names of an edition: equal numbers give equal bytes.
struct StretchNumbers: Sendable {
  /// The recognizer whose gesture it tells of. Touches have none: they go by the region that is told of them, with
  /// numbers below zero.
  let recognizer: Int
  let device: Int
  let sequence: UInt64
  let region: Int
  /// The state of a gesture or the phase of touches.
  let state: UInt8
  /// Zero, as is the number of touches, where the line is not of a gesture.
  let gestureID: UInt64
  let numberOfTouches: Int

  /// Those of a gesture.
  @inline(__always)
  init(_ gesture: borrowing GestureEvent, as called: GestureNumbers, device: Int) {
    recognizer = gesture.recognizer
    self.device = device
    sequence = called.sequence
    region = gesture.region
    state = gesture.state.rawValue
    gestureID = called.gesture
    numberOfTouches = gesture.numberOfTouches
  }

  /// Those of touches.
  @inline(__always)
  init(_ touches: borrowing TouchesEvent, device: Int) {
    recognizer = ~touches.receiver
    self.device = device
    sequence = touches.sequence
    region = touches.receiver
    state = touches.phase.rawValue
    gestureID = 0
    numberOfTouches = 0
  }

  /// Those of nothing that there is.
  init() {
    (recognizer, device, sequence, region, state, gestureID, numberOfTouches) = (0, 0, 0, 0, .max, 0, 0)
  }

  /// Whether all are the same; by hand, so that it is done in place.
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
