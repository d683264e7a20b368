public import GestureCore

/// The readings of a device's sensors at one moment.
public struct MotionSample: Hashable, Sendable {
  /// The time of the measurement.
  public var time: Instant
  /// The acceleration of the device, gravity included, in g. A device that lies on its back has (0, 0, 1).
  public var acceleration: SpatialVector
  /// The rate of rotation about the axes, in rad/s; nil where the device has no gyroscope.
  public var rotationRate: SpatialVector?

  public init(time: Instant, acceleration: SpatialVector, rotationRate: SpatialVector? = nil) {
    self.time = time
    self.acceleration = acceleration
    self.rotationRate = rotationRate
  }
}
