/// A finger landed, lifted or was cancelled. Recognizers track fingers that no region receives, for example in a region that
/// takes one touch at a time (DLV-1). Only dumps ask for these notes: `EventBuffer.wantsFingers`.
public struct FingerNote: Hashable, Sendable {
  /// Its id.
  public var id: UInt64
  /// Began, ended or cancelled.
  public var phase: TouchPhase
  /// The region that it landed in.
  public var region: Int
  /// Where it is, in mm on the screen.
  public var location: Point
  /// Whether regions are told of it, now or once nothing holds it back.
  public var isDelivered: Bool
  /// The multi-touch sequence.
  public var sequence: UInt64
  /// The stamp of the frame.
  public var time: Instant

  /// A note.
  public init(
    id: UInt64, phase: TouchPhase, region: Int, location: Point, isDelivered: Bool, sequence: UInt64,
    time: Instant
  ) {
    self.id = id
    self.phase = phase
    self.region = region
    self.location = location
    self.isDelivered = isDelivered
    self.sequence = sequence
    self.time = time
  }
}
