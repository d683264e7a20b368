import TouchInput

/// One contact of a report of protocol A: what was said of it before its SYN_MT_REPORT. Any values at all.
struct SlotlessContact {
  /// ABS_MT_POSITION_X
  var x: Int32?
  /// ABS_MT_POSITION_Y
  var y: Int32?
  /// ABS_MT_TRACKING_ID
  var trackingID: Int32?
  /// ABS_MT_TOUCH_MAJOR
  var touchMajor: Int32?
  /// ABS_MT_PRESSURE
  var pressure: Int32?
  /// ABS_MT_TOOL_TYPE
  var toolType: Int32?

  /// Takes an axis.
  ///
  /// - Returns: whether it is one that says something of a contact.
  mutating func take(_ code: UInt16, _ value: Int32) -> Bool {
    switch code {
    case EventCode.positionX: x = value
    case EventCode.positionY: y = value
    case EventCode.trackingID: trackingID = value
    case EventCode.touchMajor: touchMajor = value
    case EventCode.contactPressure: pressure = value
    case EventCode.toolType: toolType = value
    default: return false
    }
    return true
  }

  /// Whether it touches, and can be followed: it says where it is, it has an extent where it speaks of one (0 is how
  /// protocol A tells of what is only near), and an id where the device gives ids.
  func isTouch(onPanelWithIDs givesIDs: Bool) -> Bool {
    x != nil && y != nil && touchMajor != 0 && (!givesIDs || (trackingID ?? -1) >= 0)
  }
}
