/// The position of a touch at one frame of the device, or a predicted position (COA-3, PRE-2).
public struct TouchSample: Hashable, Sendable {
  /// The stamp of the frame, or the predicted time.
  public var time: Instant
  /// The position on the screen, in mm.
  public var location: Point
  /// The position of the previous sample, on the screen, in mm.
  public var previousLocation: Point
  /// The position in the receiver's region, in mm.
  public var regionLocation: Point
  /// The pressure, as in `ContactAttributes`.
  public var force: Double
  /// Half of the contact's long axis, in mm.
  public var majorRadius: Double

  /// A sample. Its position in a region equals the screen's until the delivery to a region sets it.
  public init(
    time: Instant, location: Point, previousLocation: Point, force: Double = 0, majorRadius: Double = 0
  ) {
    self.time = time
    self.location = location
    self.previousLocation = previousLocation
    regionLocation = location
    self.force = force
    self.majorRadius = majorRadius
  }
}
