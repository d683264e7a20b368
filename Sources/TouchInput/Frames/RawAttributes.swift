/// What a device says of a contact besides where it is, as it says it: any values at all. What the device does not
/// have is 0.
public struct RawAttributes: Hashable, Sendable {
  /// ABS_MT_TOUCH_MAJOR: the contact's long axis.
  public var touchMajor: Int32 = 0
  /// ABS_MT_PRESSURE, of a device without slots ABS_PRESSURE.
  public var pressure: Int32 = 0
  /// ABS_MT_TOOL_TYPE.
  public var toolType: Int32 = 0
  /// ABS_DISTANCE: how far a pen is from the screen.
  public var distance: Int32 = 0
  /// ABS_TILT_X: how far a pen leans to the right.
  public var tiltX: Int32 = 0
  /// ABS_TILT_Y: how far a pen leans towards the user.
  public var tiltY: Int32 = 0

  /// A device that says nothing.
  public init() {}
}
