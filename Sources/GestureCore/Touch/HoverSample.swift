/// A device's report about a pen that is near the screen and does not touch it.
public struct HoverSample: Hashable, Sendable {
  /// The kinds of report.
  public enum Kind: Hashable, Sendable {
    /// The pen is near the screen, over `position`.
    case over
    /// The pen went out of range, or touches the screen now (HOV-3).
    case left
    /// The pen's device was removed, or the pen's state is unknown (HOV-6).
    case lost
  }

  /// The stamp of the report.
  public var time: Instant
  /// The kind of the report.
  public var kind: Kind
  /// The pen's position over the screen, or its last known position, in mm.
  public var position: Point
  /// The pen's distance from the screen as a share of the largest distance at which the device detects the pen, 0 … 1.
  /// It is 0 where the device does not report a distance (HOV-4).
  public var zOffset: Double
  /// The pen's attitude; nil where the device does not report one.
  public var attitude: ContactAttributes.Attitude?
  /// The end of the pen that is near: `pencil` or `eraser` (PEN-2).
  public var type = TouchType.pencil
  /// The turn of the pen about its own axis, as in `ContactAttributes`; nil where the device does not report one (PEN-3).
  public var roll: Double?
  /// The pen's pressed buttons; nil where the device has no such buttons (PEN-4).
  public var buttons: TouchButtons?

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
