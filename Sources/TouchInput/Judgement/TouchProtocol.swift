/// How a device tells of its contacts.
public enum TouchProtocol: Hashable, Sendable {
  /// Protocol B: ABS_MT_SLOT and ABS_MT_TRACKING_ID.
  case multitouch
  /// ABS_X, ABS_Y and BTN_TOUCH: one contact (TCH-31).
  case singleTouch
  /// ABS_X, ABS_Y, BTN_TOUCH and BTN_TOOL_PEN: a pen on a screen, which is also seen while it is only near.
  case pen
}
