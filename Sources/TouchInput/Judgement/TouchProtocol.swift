/// How a device tells of its contacts.
public enum TouchProtocol: Hashable, Sendable {
  /// Protocol B: ABS_MT_SLOT and ABS_MT_TRACKING_ID.
  case multitouch
  /// Protocol A: each report lists all contacts, each closed by SYN_MT_REPORT (TCH-35, D15). Its events go through
  /// a translator into slots before they are fed to `TouchFrameAssembler`.
  ///
  /// - givesIDs: whether a contact says by ABS_MT_TRACKING_ID which one it is.
  case slotless(givesIDs: Bool)
  /// ABS_X, ABS_Y and BTN_TOUCH: one contact (TCH-31).
  case singleTouch
  /// ABS_X, ABS_Y, BTN_TOUCH and BTN_TOOL_PEN: a pen on a screen, which is also seen while it is only near.
  case pen

  /// Whether contacts are told by ABS_MT_ codes.
  public var isMultitouch: Bool {
    switch self {
    case .multitouch, .slotless: true
    case .singleTouch, .pen: false
    }
  }

  /// Whether the device remembers nothing of its contacts, so that nobody can ask it what is down.
  public var isSlotless: Bool {
    if case .slotless = self { true } else { false }
  }
}
