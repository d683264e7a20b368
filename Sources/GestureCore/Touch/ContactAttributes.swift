/// What a device says of a contact besides where it is.
public struct ContactAttributes: Hashable, Sendable {
  /// How a pen stands (TCH-26).
  public struct Attitude: Hashable, Sendable {
    /// Its angle to the screen in radians: π/2 is upright.
    public var altitude: Double
    /// Where it leans to, in radians, 0 along +x, clockwise positive.
    public var azimuth: Double

    /// An attitude.
    public init(altitude: Double, azimuth: Double) {
      self.altitude = altitude
      self.azimuth = azimuth
    }

    /// The attitude of a pen that leans to the right and towards the user by these angles in radians, each less
    /// than a right angle (TCH-26).
    public init(tiltX: Double, tiltY: Double) {
      let lean = Vector(Angle.tangent(tiltX), Angle.tangent(tiltY))
      altitude = Angle.radians(of: Vector(lean.length, 1))
      azimuth = Angle.radians(of: lean)
    }
  }

  /// What touches (TCH-24).
  public var type = TouchType.direct
  /// Half of the contact's long axis, in mm: 5 pt where the device does not say (TCH-20, TCH-21).
  public var majorRadius = 0.78125
  /// How far that may be off, in mm (TCH-21).
  public var majorRadiusTolerance = 0.78125
  /// How hard, 1 being an average touch; 0 where it is not known (TCH-22, TCH-23).
  public var force = 0.0
  /// The most that `force` can be; 0 where it is not known.
  public var maximumForce = 0.0
  /// How the pen stands; nil for a finger (TCH-27).
  public var attitude: Attitude?

  /// A finger of which nothing more is known.
  public init() {}
}
