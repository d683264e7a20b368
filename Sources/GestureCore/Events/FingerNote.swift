/// A finger landed, lifted or was cancelled. Recognizers track fingers that no region receives, for example in a region that
/// takes one touch at a time (DLV-1). Only dumps ask for these notes: `EventBuffer.wantsFingers`.
public struct FingerNote: Hashable, Sendable {
  /// The touch's id.
  public var id: UInt64
  /// `began`, `ended` or `cancelled`.
  public var phase: TouchPhase
  /// The region that the touch landed in.
  public var region: Int
  /// The position, in mm on the screen.
  public var location: Point
  /// Whether regions receive the touch, now or after a hold ends.
  public var isDelivered: Bool
  /// The multi-touch sequence.
  public var sequence: UInt64
  /// The stamp of the frame.
  public var time: Instant

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
