/// The touches so far cannot lead to any further gesture: no finger is down, and no recognizer waits.
public struct SettledEvent: Sendable {
  /// The first multi-touch sequence of the screen that has settled (EVT-2). A double tap spans two sequences.
  public var firstSequence: UInt64
  /// The last sequence that has settled.
  public var sequence: UInt64
  /// The stamp of the frame or deadline that settled the sequences.
  public var time: Instant

  /// The end of some sequences.
  public init(firstSequence: UInt64, sequence: UInt64, time: Instant) {
    self.firstSequence = firstSequence
    self.sequence = sequence
    self.time = time
  }
}
