/// Which multi-touch sequences of a screen may still have a gesture in them.
struct SequenceLedger: Sendable {
  private var firstOpen: UInt64?
  private var lastSettled: UInt64 = 0

  /// Takes in how an event left the screen.
  ///
  /// - Parameters:
  ///   - sequence: the present sequence of the screen, or the last one.
  ///   - isOver: whether nothing can come any more.
  /// - Returns: the first of the sequences that are settled by this event, up to `sequence`; nil for none.
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
