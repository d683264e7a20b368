/// How IIO's raw numbers become physical ones: (raw + offset) × scale (MOT-22).
public struct SensorScale: Hashable, Sendable {
  /// Metres per second squared in one g: CODATA's standard acceleration.
  public static let standardGravity = 9.80665

  /// What is added to a raw number first.
  public var offset: Double
  /// What it is multiplied by then.
  public var scale: Double

  /// A scale; nil where it makes no finite numbers, or only zero.
  public init?(offset: Double = 0, scale: Double) {
    guard offset.isFinite, scale.isFinite, scale != 0, abs(offset) <= 1e12, abs(scale) <= 1e6 else {
      return nil
    }
    self.offset = offset
    self.scale = scale
  }

  /// A raw number of an accelerometer, which IIO scales to m/s², in g.
  public func acceleration(_ raw: Int64) -> Double { value(raw) / Self.standardGravity }

  /// A raw number of a gyroscope, which IIO scales to rad/s.
  public func rotationRate(_ raw: Int64) -> Double { value(raw) }

  private func value(_ raw: Int64) -> Double { (Double(raw) + offset) * scale }
}
