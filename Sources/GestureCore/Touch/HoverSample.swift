/// What a device says of a pen that is near the screen and does not touch it.
public struct HoverSample: Hashable, Sendable {
  /// What became of the pen.
  public enum Kind: Hashable, Sendable {
    /// It is near the screen, over `position`.
    case over
    /// It went too far away to be seen, or touches the screen now (HOV-3).
    case left
    /// Its device is gone, or nobody knows what became of it (HOV-6).
    case lost
  }

  /// The stamp of the report.
  public var time: Instant
  /// What became of the pen.
  public var kind: Kind
  /// Where the pen is over the screen, or was last, in mm.
  public var position: Point
  /// How far from the screen, as a share of how far it is seen at all, 0 … 1; 0 where the device does not say
  /// (HOV-4).
  public var zOffset: Double
  /// How it stands; nil where the device does not say.
  public var attitude: ContactAttributes.Attitude?

  /// A sample.
  public init(
    time: Instant, kind: Kind, position: Point, zOffset: Double = 0,
    attitude: ContactAttributes.Attitude? = nil
  ) {
    self.time = time
    self.kind = kind
    self.position = position
    self.zOffset = zOffset
    self.attitude = attitude
  }
}
