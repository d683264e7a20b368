import GestureCore

/// What a gesture and its sequence are called.
struct GestureNumbers: Hashable {
  /// The gesture's number.
  var gesture: UInt64
  /// That of its multi-touch sequence.
  var sequence: UInt64

  /// Those that the daemon itself has given.
  init(_ event: GestureEvent) {
    gesture = event.gestureID
    sequence = event.sequence
  }
}

extension GestureEvent {
  /// Takes over other numbers.
  mutating func take(_ numbers: GestureNumbers) {
    gestureID = numbers.gesture
    sequence = numbers.sequence
  }
}
