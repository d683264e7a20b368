import GestureCore

/// What a gesture and its sequence are called: not everybody is told the daemon's own numbers, whose gaps would say what else
/// happens.
public struct GestureNumbers: Hashable, Sendable {
  /// The gesture's number.
  public var gesture: UInt64
  /// That of its multi-touch sequence.
  public var sequence: UInt64

  /// Some numbers.
  public init(gesture: UInt64, sequence: UInt64) {
    self.gesture = gesture
    self.sequence = sequence
  }
}

extension GestureEvent {
  /// Takes over other numbers.
  public mutating func take(_ numbers: GestureNumbers) {
    gestureID = numbers.gesture
    sequence = numbers.sequence
  }
}
