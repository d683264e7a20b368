/// Touches for a recognizer that runs in a client. The client replies with its decision (CUS-1).
public struct OfferEvent: Sendable {
  /// The number that the reply names, unique in the daemon's life.
  public var event: UInt64
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The recognizer's region, by its number in the region tree.
  public var region: Int
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the frame, or of the deadline that the client asked for.
  public var time: Instant
  /// The event buffer's records of the recognizer's touches, in began order. Touches at rest are included with the
  /// phase `stationary`.
  public var records: Range<Int>

  public init(
    event: UInt64, recognizer: Int, region: Int, sequence: UInt64, time: Instant, records: Range<Int>
  ) {
    self.event = event
    self.recognizer = recognizer
    self.region = region
    self.sequence = sequence
    self.time = time
    self.records = records
  }
}

/// A recognizer that runs in a client is reset: its attempt is over and all its touches are up (CUS-4).
public struct ResetEvent: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The stamp of the event after which it was reset.
  public var time: Instant

  public init(recognizer: Int, time: Instant) {
    self.recognizer = recognizer
    self.time = time
  }
}
