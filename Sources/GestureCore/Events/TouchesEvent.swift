/// The touches of one region that are in one phase in one event (TCH-9, EVT-7).
public struct TouchesEvent: Sendable {
  /// The region that the touches are bound to, by its number in the region tree.
  public var region: Int
  /// What happened to them: never `stationary`.
  public var phase: TouchPhase
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the event.
  public var time: Instant
  /// Which records of the event buffer are theirs, in began order.
  public var records: Range<Int>

  /// The touches of one phase.
  public init(
    region: Int, phase: TouchPhase, sequence: UInt64, time: Instant, records: Range<Int>
  ) {
    self.region = region
    self.phase = phase
    self.sequence = sequence
    self.time = time
    self.records = records
  }
}
