public import EventFamilies
public import GestureCore

/// A reading of a sensor, for clients that asked for raw motion (MOT-18, MOT-19). A line and a reply have the same
/// fields.
public struct MotionReading: Hashable, Sendable {
  /// The acceleration of a device.
  public struct Acceleration: Hashable, Sendable {
    /// The whole acceleration, in g.
    public var total: SpatialVector
    /// The part that is due to gravity, in g. Its direction shows how the device is held.
    public var gravity: SpatialVector
  }

  /// The sensor's number among the devices that are not touchscreens.
  public var device: Int
  /// The sensor's own name.
  public var name: String
  /// The time of the measurement.
  public var time: Instant
  /// The acceleration; nil for a gyroscope that is a device of its own.
  public var acceleration: Acceleration?
  /// The rate of rotation in rad/s; nil where the sensor has no gyroscope.
  public var rotationRate: SpatialVector?

  /// A reading of an accelerometer, and of its gyroscope where it has one.
  public init(_ sample: MotionSample, gravity: SpatialVector, of device: Int, name: String) {
    self.device = device
    self.name = name
    time = sample.time
    acceleration = Acceleration(total: sample.acceleration, gravity: gravity)
    rotationRate = sample.rotationRate
  }

  /// A reading of a gyroscope that is a device of its own.
  public init(rotationRate: SpatialVector, at time: Instant, of device: Int, name: String) {
    self.device = device
    self.name = name
    self.time = time
    self.rotationRate = rotationRate
  }

  /// The fields of a line: the sensor, the accelerations in g, and the rate of rotation in rad/s.
  public var fields: [ReplyField] {
    func vector(_ vector: SpatialVector) -> ReplyValue {
      .list([.decimal(vector.x), .decimal(vector.y), .decimal(vector.z)])
    }
    var fields = [ReplyField("device", .integer(device)), ReplyField("name", .text(name))]
    if let acceleration {
      fields += [
        ReplyField("acceleration", vector(acceleration.total)),
        ReplyField("gravity", vector(acceleration.gravity)),
        ReplyField("user_acceleration", vector(acceleration.total - acceleration.gravity)),
      ]
    }
    if let rotationRate { fields.append(ReplyField("rotation_rate", vector(rotationRate))) }
    return fields
  }
}
