/// The touches of one receiver that are in one phase in one event (TCH-9, EVT-7).
public struct TouchesEvent: Sendable {
  /// The region that receives the touches, by its number in the region tree. The touches landed in it, or a region
  /// inside it passed them on (RSP-5).
  public var receiver: Int
  /// The phase of the touches; never `stationary`.
  public var phase: TouchPhase
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the event. It is never earlier than the previous event's (EVT-14).
  public var time: Instant
  /// The event buffer's records of the touches, in began order (EVT-9).
  public var records: Range<Int>
  /// The event buffer's records of all touches of the sequence that are down or end in this event, in began order
  /// (EVT-3). Empty where no receiver asks for them.
  public var all: Range<Int>
  /// Whether no region receives the touches. Then only observers receive them, with the region that the touches landed
  /// in (MULTI-16).
  public var isObserved: Bool
  /// Whether not `receiver` itself gets the touches, but the controller or the application right after it in the
  /// responder chain (RES-1).
  public var isResponder: Bool

  /// The touches of one phase.
  public init(
    receiver: Int, phase: TouchPhase, sequence: UInt64, time: Instant, records: Range<Int>,
    all: Range<Int> = 0..<0, isObserved: Bool = false, isResponder: Bool = false
  ) {
    self.receiver = receiver
    self.phase = phase
    self.sequence = sequence
    self.time = time
    self.records = records
    self.all = all
    self.isObserved = isObserved
    self.isResponder = isResponder
  }
}
