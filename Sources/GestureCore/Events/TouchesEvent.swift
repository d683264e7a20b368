/// The touches of one receiver that are in one phase in one event (TCH-9, EVT-7).
public struct TouchesEvent: Sendable {
  /// The region that is told of them, by its number in the region tree: the one that they landed in, or one
  /// around it that they were passed on to (RSP-5).
  public var receiver: Int
  /// What happened to them: never `stationary`.
  public var phase: TouchPhase
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the event: never earlier than that of the one before (EVT-14).
  public var time: Instant
  /// Which records of the event buffer are theirs, in began order (EVT-9).
  public var records: Range<Int>
  /// Which records of the event buffer are all touches of the sequence that are down or have come to their end in
  /// this event, in began order (EVT-3); empty where they are not asked for.
  public var all: Range<Int>
  /// Whether no region is told of them: only who watches all touches is, of the region that they landed in (MULTI-16).
  public var isObserved: Bool

  /// The touches of one phase.
  public init(
    receiver: Int, phase: TouchPhase, sequence: UInt64, time: Instant, records: Range<Int>,
    all: Range<Int> = 0..<0, isObserved: Bool = false
  ) {
    self.receiver = receiver
    self.phase = phase
    self.sequence = sequence
    self.time = time
    self.records = records
    self.all = all
    self.isObserved = isObserved
  }
}
