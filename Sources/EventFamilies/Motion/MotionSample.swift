public import GestureCore

/// What the sensors of a device say at one moment.
public struct MotionSample: Hashable, Sendable {
  /// When it was measured.
  public var time: Instant
  /// What accelerates the device, gravity included, in g: a device that lies on its back has (0, 0, 1).
  public var acceleration: SpatialVector
  /// How fast it turns about its axes, in rad/s; nil where it has no gyroscope.
  public var rotationRate: SpatialVector?

  /// A sample.
  public init(time: Instant, acceleration: SpatialVector, rotationRate: SpatialVector? = nil) {
    self.time = time
    self.acceleration = acceleration
    self.rotationRate = rotationRate
  }
}
