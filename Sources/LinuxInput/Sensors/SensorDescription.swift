/// What a motion sensor of Industrial I/O says of itself: any text, and any numbers.
public struct SensorDescription: Hashable, Sendable {
  /// What raw numbers are offset by, and multiplied by then.
  public struct Scale: Hashable, Sendable {
    /// What is added first.
    public var offset: Double
    /// What it is multiplied by then.
    public var scale: Double
  }

  /// What the sensor calls itself.
  public var name: String
  /// To m/s²; nil where it is no accelerometer.
  public var accelerationScale: Scale?
  /// To rad/s; nil where it is no gyroscope.
  public var rotationScale: Scale?
  /// How it lies in the device: what udev says, else what the kernel does; nil where nobody says.
  public var mountMatrix: String?
  /// How often a second it measures; nil where nobody says.
  public var frequency: Double?

  /// What a sensor says that says this much.
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
