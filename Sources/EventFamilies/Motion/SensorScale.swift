/// Converts IIO's raw numbers to physical ones: (raw + offset) × scale (MOT-22).
public struct SensorScale: Hashable, Sendable {
  /// Meters per second squared in one g: CODATA's standard acceleration.
  public static let standardGravity = 9.80665

  /// The number that is added to a raw number first.
  public var offset: Double
  /// The factor of the sum.
  public var scale: Double

  /// A scale; nil where the results would not be finite, or always zero.
  public init?(offset: Double = 0, scale: Double) {
    guard offset.isFinite, scale.isFinite, scale != 0, abs(offset) <= 1e12, abs(scale) <= 1e6 else {
      return nil
    }
    self.offset = offset
    self.scale = scale
  }

  /// Converts a raw number of an accelerometer, which IIO scales to m/s², to g.
  public func acceleration(_ raw: Int64) -> Double { value(raw) / Self.standardGravity }

  /// Converts a raw number of a gyroscope, which IIO scales to rad/s.
  public func rotationRate(_ raw: Int64) -> Double { value(raw) }

  private func value(_ raw: Int64) -> Double { (Double(raw) + offset) * scale }
}
