import EventFamilies
import GestureCore
import LinuxInput

/// Converts a sensor's raw values to g and rad/s along the device's axes (MOT-20, MOT-22, MOT-23).
struct SensorConversion: Hashable {
  private let acceleration: SensorScale?
  private let rotation: SensorScale?
  private let mount: MountMatrix

  /// - Returns: nil where the sensor reports no usable scale.
  init?(_ description: SensorDescription) {
    func scale(_ scale: SensorDescription.Scale?) -> SensorScale? {
      scale.flatMap { SensorScale(offset: $0.offset, scale: $0.scale) }
    }
    acceleration = scale(description.accelerationScale)
    rotation = scale(description.rotationScale)
    guard acceleration != nil || rotation != nil else { return nil }
    mount = description.mountMatrix.flatMap(MountMatrix.init) ?? .identity
  }

  /// Whether the sensor measures acceleration, which shakes need.
  var hasAcceleration: Bool { acceleration != nil }

  /// The device's acceleration, in g; nil where the sensor is no accelerometer.
  func acceleration(of reading: IndustrialSensor.Reading) -> SpatialVector? {
    vector(reading.acceleration, acceleration.map { scale in { scale.acceleration($0) } })
  }

  /// The device's rotation rate, in rad/s; nil where the sensor is no gyroscope.
  func rotationRate(of reading: IndustrialSensor.Reading) -> SpatialVector? {
    vector(reading.rotation, rotation.map { scale in { scale.rotationRate($0) } })
  }

  private func vector(_ raw: SIMD3<Int64>?, _ value: ((Int64) -> Double)?) -> SpatialVector? {
    guard let raw, let value else { return nil }
    return mount.apply(SpatialVector(value(raw.x), value(raw.y), value(raw.z)))
  }
}
