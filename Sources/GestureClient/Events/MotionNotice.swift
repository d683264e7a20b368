/// A shake of the device, for subscribers to motion only.
public struct MotionNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The kind of motion: `shake`.
  public var motion: String
  /// The state: `began`, `ended` or `cancelled`.
  public var state: Gesture.State
  /// The sensor's number among the devices that are not touchscreens.
  public var device: Int
  /// The sensor's own name.
  public var name: String
  /// The responder that takes the shake: a region, `controller:` and a tag, or `application`; nil where none does.
  public var receiver: String?
}

/// A sample of a motion sensor, for subscribers to raw motion only (`motion_subscribe`).
public struct MotionReadings: Hashable, Sendable, Decodable {
  /// The time of the measurement in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The sensor's number among the devices that are not touchscreens.
  public var device: Int
  /// The sensor's own name.
  public var name: String
  /// The acceleration of the device, gravity included, in g along x, y and z. This and the next two values are nil for
  /// a gyroscope that is a device of its own.
  public var acceleration: [Double]?
  /// The part of `acceleration` that is due to gravity, in g.
  public var gravity: [Double]?
  /// The rest of `acceleration`, which the user causes, in g.
  public var userAcceleration: [Double]?
  /// The rate of rotation in rad/s; nil where the device has no gyroscope.
  public var rotationRate: [Double]?

  private enum CodingKeys: String, CodingKey {
    case time, device, name, acceleration, gravity
    case userAcceleration = "user_acceleration"
    case rotationRate = "rotation_rate"
  }
}
