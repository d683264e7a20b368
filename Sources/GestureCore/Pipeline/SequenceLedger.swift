/// Knows the multi-touch sequences of a screen that may still lead to a gesture.
struct SequenceLedger: Sendable {
  private var firstOpen: UInt64?
  private var lastSettled: UInt64 = 0

  /// Takes in the state of the screen after an event.
  ///
  /// - Parameters:
  ///   - sequence: the screen's present sequence, or its last one.
  ///   - isOver: whether no further gesture is possible.
  /// - Returns: the first of the sequences that this event settles, up to `sequence`; nil if it settles none.
  mutating func take(_ sequence: UInt64, isOver: Bool) -> UInt64? {
    guard sequence != lastSettled else { return nil }
    let first = firstOpen ?? sequence
    firstOpen = first
    guard isOver else { return nil }
    firstOpen = nil
    lastSettled = sequence
    return first
  }
}
