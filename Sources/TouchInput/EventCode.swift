/// The numbers of linux/input-event-codes.h that this module uses. They are the kernel's ABI and never change.
public enum EventCode {
  // Types.
  /// EV_SYN
  public static let synchronization: UInt16 = 0x00
  /// EV_KEY
  public static let key: UInt16 = 0x01
  /// EV_ABS
  public static let absolute: UInt16 = 0x03
  /// EV_SW
  public static let switches: UInt16 = 0x05

  // EV_SYN codes.
  /// SYN_REPORT
  public static let report: UInt16 = 0
  /// SYN_MT_REPORT: the end of one contact in protocol A
  public static let contactReport: UInt16 = 2
  /// SYN_DROPPED
  public static let dropped: UInt16 = 3

  // EV_KEY codes.
  /// BTN_TOUCH
  public static let touch: UInt16 = 0x14a
  /// BTN_TOOL_PEN
  public static let toolPen: UInt16 = 0x140
  /// BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_BRUSH, BTN_TOOL_PENCIL and BTN_TOOL_AIRBRUSH: the end or kind of pen that
  /// is near
  public static let penTools: Range<UInt16> = 0x140..<0x145
  /// BTN_TOOL_RUBBER
  public static let toolRubber: UInt16 = 0x141
  /// BTN_TOOL_FINGER
  public static let toolFinger: UInt16 = 0x145
  /// BTN_STYLUS
  public static let stylus: UInt16 = 0x14b
  /// BTN_STYLUS, BTN_STYLUS2 and BTN_STYLUS3: the buttons of a pen, from its first on
  public static let penButtons: [UInt16] = [stylus, 0x14c, 0x149]
  /// BTN_MOUSE … BTN_TASK: the buttons of a mouse
  public static let mouseButtons: Range<UInt16> = 0x110..<0x120
  /// KEY_1 … KEY_0: the digit row
  public static let digitKeys: ClosedRange<UInt16> = 2...11
  /// KEY_Q … KEY_P, KEY_A … KEY_L and KEY_Z … KEY_M: the letters, row by row
  public static let letterKeys: [ClosedRange<UInt16>] = [16...25, 30...38, 44...50]

  // EV_ABS codes.
  /// ABS_X
  public static let x: UInt16 = 0x00
  /// ABS_Y
  public static let y: UInt16 = 0x01
  /// ABS_Z
  public static let z: UInt16 = 0x02
  /// ABS_PRESSURE
  public static let pressure: UInt16 = 0x18
  /// ABS_DISTANCE
  public static let distance: UInt16 = 0x19
  /// ABS_TILT_X
  public static let tiltX: UInt16 = 0x1a
  /// ABS_TILT_Y
  public static let tiltY: UInt16 = 0x1b
  /// ABS_MT_SLOT − 1, a code that is not in use: a device that declares it just declares every axis
  public static let reservedBeforeSlot: UInt16 = 0x2e
  /// ABS_MT_SLOT
  public static let slot: UInt16 = 0x2f
  /// ABS_MT_TOUCH_MAJOR … ABS_MT_TOOL_Y: all that a slot may hold
  public static let contactAxes: ClosedRange<UInt16> = 0x30...0x3d
  /// ABS_MT_TOUCH_MAJOR
  public static let touchMajor: UInt16 = 0x30
  /// ABS_MT_POSITION_X
  public static let positionX: UInt16 = 0x35
  /// ABS_MT_POSITION_Y
  public static let positionY: UInt16 = 0x36
  /// ABS_MT_TOOL_TYPE
  public static let toolType: UInt16 = 0x37
  /// ABS_MT_TRACKING_ID
  public static let trackingID: UInt16 = 0x39
  /// ABS_MT_PRESSURE
  public static let contactPressure: UInt16 = 0x3a
  /// ABS_MT_DISTANCE
  public static let contactDistance: UInt16 = 0x3b

  // Values of ABS_MT_TOOL_TYPE.
  /// MT_TOOL_PEN
  public static let penTool: Int32 = 0x01
  /// MT_TOOL_PALM
  public static let palmTool: Int32 = 0x02

  // Properties.
  /// BTN_TOOL_QUINTTAP
  public static let toolQuintupleTap: UInt16 = 0x148
  /// BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP
  public static let toolTaps: Range<UInt16> = 0x14d..<0x150
  /// INPUT_PROP_POINTER
  public static let pointerProperty: UInt16 = 0x00
  /// INPUT_PROP_DIRECT
  public static let directProperty: UInt16 = 0x01
  /// INPUT_PROP_SEMI_MT
  public static let semiMultitouchProperty: UInt16 = 0x03
  /// INPUT_PROP_ACCELEROMETER
  public static let accelerometerProperty: UInt16 = 0x06
}
