import EventFamilies
import GestureCore
import LinuxInput

/// A sensor's raw numbers to g and rad/s along the axes of the device (MOT-20, MOT-22, MOT-23).
struct SensorConversion: Hashable {
  private let acceleration: SensorScale?
  private let rotation: SensorScale?
  private let mount: MountMatrix

  /// - Returns: nil where what the sensor claims of its numbers makes none.
  init?(_ description: SensorDescription) {
    func scale(_ scale: SensorDescription.Scale?) -> SensorScale? {
      scale.flatMap { SensorScale(offset: $0.offset, scale: $0.scale) }
    }
    acceleration = scale(description.accelerationScale)
    rotation = scale(description.rotationScale)
    guard acceleration != nil || rotation != nil else { return nil }
    mount = description.mountMatrix.flatMap(MountMatrix.init) ?? .identity
  }

  /// Whether shakes can be told from it.
  var hasAcceleration: Bool { acceleration != nil }

  /// What accelerates the device, in g; nil where it is no accelerometer.
  func acceleration(of reading: IndustrialSensor.Reading) -> SpatialVector? {
    vector(reading.acceleration, acceleration.map { scale in { scale.acceleration($0) } })
  }

  /// How fast it turns, in rad/s; nil where it is no gyroscope.
  func rotationRate(of reading: IndustrialSensor.Reading) -> SpatialVector? {
    vector(reading.rotation, rotation.map { scale in { scale.rotationRate($0) } })
  }

  private func vector(_ raw: SIMD3<Int64>?, _ value: ((Int64) -> Double)?) -> SpatialVector? {
    guard let raw, let value else { return nil }
    return mount.apply(SpatialVector(value(raw.x), value(raw.y), value(raw.z)))
  }
}
