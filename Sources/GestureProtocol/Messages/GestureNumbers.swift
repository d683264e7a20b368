import GestureCore

/// The numbers of a gesture and its sequence for one reader. Some readers do not see the daemon's own numbers, as gaps
/// would reveal hidden gestures.
public struct GestureNumbers: Hashable, Sendable {
  /// The gesture's number.
  public var gesture: UInt64
  /// The number of the gesture's multi-touch sequence.
  public var sequence: UInt64

  /// Some numbers.
  public init(gesture: UInt64, sequence: UInt64) {
    self.gesture = gesture
    self.sequence = sequence
  }
}

extension GestureEvent {
  /// Replaces the event's numbers.
  public mutating func replaceNumbers(with numbers: GestureNumbers) {
    gestureID = numbers.gesture
    sequence = numbers.sequence
  }
}
