/// The numbers of linux/input-event-codes.h that this room speaks of. They are the kernel's ABI and never change.
public enum EventCode {
  // Types.
  /// EV_SYN
  public static let synchronization: UInt16 = 0x00
  /// EV_KEY
  public static let key: UInt16 = 0x01
  /// EV_ABS
  public static let absolute: UInt16 = 0x03

  // EV_SYN codes.
  /// SYN_REPORT
  public static let report: UInt16 = 0
  /// SYN_MT_REPORT
  public static let multitouchReport: UInt16 = 2
  /// SYN_DROPPED
  public static let dropped: UInt16 = 3

  // EV_KEY codes.
  /// BTN_TOUCH
  public static let touch: UInt16 = 0x14a
  /// BTN_TOOL_PEN
  public static let toolPen: UInt16 = 0x140

  // EV_ABS codes.
  /// ABS_X
  public static let x: UInt16 = 0x00
  /// ABS_Y
  public static let y: UInt16 = 0x01
  /// ABS_MT_SLOT
  public static let slot: UInt16 = 0x2f
  /// ABS_MT_POSITION_X
  public static let positionX: UInt16 = 0x35
  /// ABS_MT_POSITION_Y
  public static let positionY: UInt16 = 0x36
  /// ABS_MT_TRACKING_ID
  public static let trackingID: UInt16 = 0x39

  // Properties.
  /// INPUT_PROP_POINTER
  public static let pointerProperty: UInt16 = 0x00
  /// INPUT_PROP_DIRECT
  public static let directProperty: UInt16 = 0x01
  /// INPUT_PROP_SEMI_MT
  public static let semiMultitouchProperty: UInt16 = 0x03
}
