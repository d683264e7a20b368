public import EventFamilies
import GestureCore

/// A sample for those who asked for raw motion (MOT-18, MOT-19): the same fields in a line and in a reply.
public struct MotionReading: Hashable, Sendable {
  /// The sample.
  public var sample: MotionSample
  /// Which way is up, in g.
  public var gravity: SpatialVector

  /// A reading.
  public init(_ sample: MotionSample, gravity: SpatialVector) {
    self.sample = sample
    self.gravity = gravity
  }

  /// What it says: g, and rad/s where there is a gyroscope.
  public var fields: [ReplyField] {
    func vector(_ vector: SpatialVector) -> ReplyValue {
      .list([.decimal(vector.x), .decimal(vector.y), .decimal(vector.z)])
    }
    var fields = [
      ReplyField("acceleration", vector(sample.acceleration)), ReplyField("gravity", vector(gravity)),
      ReplyField("user_acceleration", vector(sample.acceleration - gravity)),
    ]
    if let rate = sample.rotationRate { fields.append(ReplyField("rotation_rate", vector(rate))) }
    return fields
  }
}
