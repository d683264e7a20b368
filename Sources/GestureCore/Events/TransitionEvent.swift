/// A recognizer went from one state to another. Only `--dump` and debugging need it.
public struct TransitionEvent: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The old state.
  public var from: GestureState
  /// The new state. It is `possible` after a reset, or while the recognizer waits for others to fail.
  public var to: GestureState
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the frame, or the deadline.
  public var time: Instant
  /// The reason.
  public var reason: Reason

  public init(
    recognizer: Int, from: GestureState, to: GestureState, sequence: UInt64, time: Instant, reason: Reason
  ) {
    self.recognizer = recognizer
    self.from = from
    self.to = to
    self.sequence = sequence
    self.time = time
    self.reason = reason
  }
}
