import CLinux
import LinuxEventLoop
import TouchInput

/// Asks an open node what is on its panel. All storage for the answers is made once.
struct EvdevState {
  private let touchProtocol: TouchProtocol
  /// Whether the device says that it is touched.
  private let hasTouchKey: Bool
  private var values = [Int32](repeating: 0, count: Int(DeviceJudgement.slotCounts.upperBound) + 1)
  private var keys = [UInt](repeating: 0, count: Int(KEY_MAX) / UInt.bitWidth + 1)

  init(of touchProtocol: TouchProtocol, hasTouchKey: Bool) {
    self.touchProtocol = touchProtocol
    self.hasTouchKey = hasTouchKey
  }

  /// What is on the panel now.
  ///
  /// Read in the order that does least harm where the device goes on meanwhile: the events that come after
  /// are queued, and say again what the state may have said already.
  ///
  /// - Parameters:
  ///   - control: the node.
  ///   - slots: how many the panel has.
  ///   - state: what comes of it.
  /// - Throws: `SystemError`: the device is gone or was revoked (D7).
  mutating func read(
    from control: EvdevControl, slots: Int, into state: inout PanelState
  ) throws(SystemError) {
    switch touchProtocol {
    case .singleTouch, .pen: try readPlain(from: control, into: &state)
    case .slotless: try readTouched(from: control, into: &state)
    case .multitouch:
      try readContacts(from: control, slots: slots, into: &state)
      try readSlots(EventCode.positionX, control, &state) { $0.x = $1 }
      try readSlots(EventCode.positionY, control, &state) { $0.y = $1 }
      // Zeros for an axis that the device does not have.
      try readSlots(EventCode.touchMajor, control, &state) { $0.attributes.touchMajor = $1 }
      try readSlots(EventCode.contactPressure, control, &state) { $0.attributes.pressure = $1 }
      try readSlots(EventCode.toolType, control, &state) { $0.attributes.toolType = $1 }
    }
  }

  /// The current slot, and which contact is in each slot; of no other protocol than `multitouch`.
  mutating func readContacts(
    from control: EvdevControl, slots: Int, into state: inout PanelState
  ) throws(SystemError) {
    state.setSlotCount(slots)
    state.toolsInRange = 0
    state.currentSlot = try control.axis(EventCode.slot).value
    try readSlots(EventCode.trackingID, control, &state) { $0.trackingID = $1 }
  }

  private mutating func readSlots(
    _ code: UInt16, _ control: EvdevControl, _ state: inout PanelState,
    _ take: (inout PanelState.Slot, Int32) -> Void
  ) throws(SystemError) {
    try control.readSlots(of: code, count: state.slots.count, into: &values)
    for index in state.slots.indices { take(&state.slots[index], values[index + 1]) }
  }

  /// A device without slots that says where its one contact is.
  private mutating func readPlain(
    from control: EvdevControl, into state: inout PanelState
  ) throws(SystemError) {
    try control.readKeys(into: &keys)
    state.setSlotCount(1)
    state.currentSlot = 0
    state.toolsInRange = touchProtocol == .pen ? penTools : 0
    state.slots[0].trackingID = EventMask.contains(EventCode.touch, in: keys) ? 0 : -1
    state.slots[0].x = try control.axis(EventCode.x).value
    state.slots[0].y = try control.axis(EventCode.y).value
    state.slots[0].attributes.pressure = try control.axis(EventCode.pressure).value
    state.slots[0].attributes.distance = try control.axis(EventCode.distance).value
    state.slots[0].attributes.tiltX = try control.axis(EventCode.tiltX).value
    state.slots[0].attributes.tiltY = try control.axis(EventCode.tiltY).value
  }

  /// A device of protocol A says no more than whether anything touches, if that.
  private mutating func readTouched(
    from control: EvdevControl, into state: inout PanelState
  ) throws(SystemError) {
    state.currentSlot = 0
    state.toolsInRange = 0
    guard hasTouchKey else {
      state.setSlotCount(0)
      return
    }
    try control.readKeys(into: &keys)
    state.setSlotCount(1)
    state.slots[0].trackingID = EventMask.contains(EventCode.touch, in: keys) ? 0 : -1
  }

  private var penTools: UInt8 {
    var tools: UInt8 = 0
    for (bit, code) in EventCode.penTools.enumerated() where EventMask.contains(code, in: keys) {
      tools |= 1 << UInt8(truncatingIfNeeded: bit)
    }
    return tools
  }
}
