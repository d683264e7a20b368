public import EventFamilies
public import GestureCore

/// What a sensor said, for those who asked for raw motion (MOT-18, MOT-19): the same fields in a line and in a reply.
public struct MotionReading: Hashable, Sendable {
  /// What accelerates a device.
  public struct Acceleration: Hashable, Sendable {
    /// All of it, in g.
    public var total: SpatialVector
    /// The part of it that says which way is up, in g.
    public var gravity: SpatialVector
  }

  /// The sensor's number among the devices that are no touchscreens.
  public var device: Int
  /// What the sensor calls itself.
  public var name: String
  /// When it was measured.
  public var time: Instant
  /// Nil for a gyroscope that is a device of its own.
  public var acceleration: Acceleration?
  /// How fast the device turns, in rad/s; nil where the sensor has no gyroscope.
  public var rotationRate: SpatialVector?

  /// What an accelerometer said, and its gyroscope where it has one.
  public init(_ sample: MotionSample, gravity: SpatialVector, of device: Int, name: String) {
    self.device = device
    self.name = name
    time = sample.time
    acceleration = Acceleration(total: sample.acceleration, gravity: gravity)
    rotationRate = sample.rotationRate
  }

  /// What a gyroscope said that is a device of its own.
  public init(rotationRate: SpatialVector, at time: Instant, of device: Int, name: String) {
    self.device = device
    self.name = name
    self.time = time
    self.rotationRate = rotationRate
  }

  /// What it says: which sensor, g, and rad/s where there is a gyroscope.
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
