/// A sample of a motion sensor; only for who subscribes to raw motion (`motion_subscribe`).
public struct MotionReadings: Hashable, Sendable, Decodable {
  /// When it was measured, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The sensor's number, among the devices that are no touchscreens.
  public var device: Int
  /// What the sensor calls itself.
  public var name: String
  /// What accelerates the device, gravity included, in g: along x, y and z. Nil for a gyroscope that is a device of its
  /// own, as are its two parts.
  public var acceleration: [Double]?
  /// Which way is up, in g.
  public var gravity: [Double]?
  /// What somebody does to it: the rest, in g.
  public var userAcceleration: [Double]?
  /// How fast it turns, in rad/s; nil where it has no gyroscope.
  public var rotationRate: [Double]?

  private enum CodingKeys: String, CodingKey {
    case time, device, name, acceleration, gravity
    case userAcceleration = "user_acceleration"
    case rotationRate = "rotation_rate"
  }
}
