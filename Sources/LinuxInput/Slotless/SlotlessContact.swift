import TouchInput

/// One contact of a report of protocol A: the values before its SYN_MT_REPORT, whatever they are.
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
  /// ABS_MT_DISTANCE
  var distance: Int32?

  /// Applies the value of an axis.
  ///
  /// - Returns: whether the axis belongs to contacts.
  mutating func apply(_ code: UInt16, _ value: Int32) -> Bool {
    switch code {
    case EventCode.positionX: x = value
    case EventCode.positionY: y = value
    case EventCode.trackingID: trackingID = value
    case EventCode.touchMajor: touchMajor = value
    case EventCode.contactPressure: pressure = value
    case EventCode.toolType: toolType = value
    case EventCode.contactDistance: distance = value
    default: return false
    }
    return true
  }

  /// Whether the contact touches and can be followed. It needs a position, and an id where the device gives ids. An
  /// extent of 0 is how protocol A reports a contact that is only near, and so is a distance (TCH-36).
  ///
  /// - Parameter touchingDistance: the largest distance of a contact that touches.
  func isTouch(onPanelWithIDs givesIDs: Bool, touchingDistance: Int32) -> Bool {
    x != nil && y != nil && touchMajor != 0 && (distance ?? 0) <= touchingDistance
      && (!givesIDs || (trackingID ?? -1) >= 0)
  }
}
