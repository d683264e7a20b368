/// A contact's raw values besides its position: any values at all. Axes that the device lacks are 0.
public struct RawAttributes: Hashable, Sendable {
  /// ABS_MT_TOUCH_MAJOR: the contact's long axis.
  public var touchMajor: Int32 = 0
  /// ABS_MT_PRESSURE; on a device without slots ABS_PRESSURE.
  public var pressure: Int32 = 0
  /// ABS_MT_TOOL_TYPE.
  public var toolType: Int32 = 0
  /// ABS_DISTANCE: the distance of a pen from the screen.
  public var distance: Int32 = 0
  /// ABS_TILT_X: the tilt of a pen to the right.
  public var tiltX: Int32 = 0
  /// ABS_TILT_Y: the tilt of a pen towards the user.
  public var tiltY: Int32 = 0

  /// The values of a device that reports none.
  public init() {}
}
