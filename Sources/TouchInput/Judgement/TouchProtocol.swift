/// A device's way of reporting contacts.
public enum TouchProtocol: Hashable, Sendable {
  /// Protocol B: ABS_MT_SLOT and ABS_MT_TRACKING_ID.
  case multitouch
  /// Protocol A: each report lists all contacts, and SYN_MT_REPORT closes each (TCH-35, D15). A translator turns the
  /// events into slots before they are fed to `TouchFrameAssembler`.
  ///
  /// - givesIDs: whether ABS_MT_TRACKING_ID identifies a contact.
  case slotless(givesIDs: Bool)
  /// ABS_X, ABS_Y and BTN_TOUCH: one contact (TCH-31).
  case singleTouch
  /// ABS_X, ABS_Y, BTN_TOUCH and BTN_TOOL_PEN: a pen on a screen, which is also reported while it is only near.
  case pen

  /// Whether ABS_MT_ codes report the contacts.
  public var isMultitouch: Bool {
    switch self {
    case .multitouch, .slotless: true
    case .singleTouch, .pen: false
    }
  }

  /// Whether the device keeps no state of its contacts, so that none can be read.
  public var isSlotless: Bool {
    if case .slotless = self { true } else { false }
  }
}
