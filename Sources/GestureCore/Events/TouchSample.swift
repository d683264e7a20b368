/// Where a touch was at one frame of the device, or will be (COA-3, PRE-2).
public struct TouchSample: Hashable, Sendable {
  /// The stamp of the frame; of a prediction, when it will be there.
  public var time: Instant
  /// On the screen, in mm.
  public var location: Point
  /// Where it was at the sample before, on the screen, in mm.
  public var previousLocation: Point
  /// In the receiver's region, in mm.
  public var regionLocation: Point
  /// How hard, as in `ContactAttributes`.
  public var force: Double
  /// Half of the contact's long axis, in mm.
  public var majorRadius: Double

  /// A sample; its place in a region is that on the screen until it is told to one.
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
