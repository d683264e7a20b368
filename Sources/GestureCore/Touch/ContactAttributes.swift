/// The properties of a contact that the device reports apart from its position.
public struct ContactAttributes: Hashable, Sendable {
  /// The orientation of a pen (TCH-26).
  public struct Attitude: Hashable, Sendable {
    /// The pen's angle to the screen in radians: π/2 is upright.
    public var altitude: Double
    /// The direction the pen leans to, in radians: 0 along +x, clockwise positive.
    public var azimuth: Double

    public init(altitude: Double, azimuth: Double) {
      self.altitude = altitude
      self.azimuth = azimuth
    }

    /// The attitude of a pen that leans to the right and towards the user by these angles in radians. Each angle is
    /// less than a right angle (TCH-26).
    public init(tiltX: Double, tiltY: Double) {
      let lean = Vector(Angle.tangent(tiltX), Angle.tangent(tiltY))
      altitude = Angle.radians(of: Vector(lean.length, 1))
      azimuth = Angle.radians(of: lean)
    }
  }

  /// The kind of the contact (TCH-24).
  public var type = TouchType.direct
  /// The buttons of the pen; none where the device has no such buttons (PEN-1).
  public var buttons: TouchButtons = []
  /// The pen's roll, stored in what alignment leaves free; infinite where the device does not report it.
  private var storedRoll = Float.infinity
  /// Half of the contact's long axis, in mm. It is 5 pt where the device does not report one (TCH-20, TCH-21).
  public var majorRadius = 0.78125
  /// The error of `majorRadius`, at most, in mm (TCH-21).
  public var majorRadiusTolerance = 0.78125
  /// The pressure: 1 is an average touch, and 0 means unknown (TCH-22, TCH-23).
  public var force = 0.0
  /// The highest possible `force`; 0 means unknown.
  public var maximumForce = 0.0
  /// The pen's attitude; nil for a finger (TCH-27).
  public var attitude: Attitude?

  /// The turn of the pen about its own axis, in radians, clockwise positive, −π … π; nil where the device does not report
  /// it (PEN-3).
  public var roll: Double? {
    get { storedRoll.isFinite ? Double(storedRoll) : nil }
    set {
      let roll = newValue.map(Float.init) ?? .infinity
      storedRoll = roll.isFinite ? roll : .infinity
    }
  }

  /// A finger without further properties.
  public init() {}
}
