/// A motion sensor's description in Industrial I/O: any text, and any numbers.
public struct SensorDescription: Hashable, Sendable {
  /// The offset and then the factor of raw numbers.
  public struct Scale: Hashable, Sendable {
    /// The number that is added first.
    public var offset: Double
    /// The factor of the sum.
    public var scale: Double
  }

  /// The sensor's own name.
  public var name: String
  /// The scale from raw numbers to m/s²; nil where the sensor is no accelerometer.
  public var accelerationScale: Scale?
  /// The scale from raw numbers to rad/s; nil where the sensor is no gyroscope.
  public var rotationScale: Scale?
  /// The mount matrix: from udev, else from the kernel; nil where neither has one.
  public var mountMatrix: String?
  /// The measurements a second, in Hz; nil where they are unknown.
  public var frequency: Double?

  /// Makes a description of its parts.
  public init(
    name: String, accelerationScale: Scale? = nil, rotationScale: Scale? = nil, mountMatrix: String? = nil,
    frequency: Double? = nil
  ) {
    self.name = name
    self.accelerationScale = accelerationScale
    self.rotationScale = rotationScale
    self.mountMatrix = mountMatrix
    self.frequency = frequency
  }
}
