/// Nothing more can come of the touches so far: no finger is down, and no recognizer waits for anything.
public struct SettledEvent: Sendable {
  /// The first multi-touch sequence of the screen that this is said of (EVT-2): a double tap is made of two.
  public var firstSequence: UInt64
  /// The last one.
  public var sequence: UInt64
  /// The stamp of the frame, or the deadline, that settled it.
  public var time: Instant

  /// The end of some sequences.
  public init(firstSequence: UInt64, sequence: UInt64, time: Instant) {
    self.firstSequence = firstSequence
    self.sequence = sequence
    self.time = time
  }
}
