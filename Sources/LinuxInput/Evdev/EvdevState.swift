import CLinux
import GestureCore
import LinuxEventLoop
import TouchInput

/// Reads the state of an open node's panel. All storage for the answers is made once.
struct EvdevState {
  private let touchProtocol: TouchProtocol
  /// Whether the device has BTN_TOUCH.
  private let hasTouchKey: Bool
  private var values = [Int32](repeating: 0, count: Int(DeviceJudgement.slotCounts.upperBound) + 1)
  private var keys = [UInt](repeating: 0, count: Int(KEY_MAX) / UInt.bitWidth + 1)

  init(of touchProtocol: TouchProtocol, hasTouchKey: Bool) {
    self.touchProtocol = touchProtocol
    self.hasTouchKey = hasTouchKey
  }

  /// Reads the contacts that are on the panel now.
  ///
  /// The order of the requests does the least harm when the device reports events meanwhile. Those events are queued,
  /// and may only repeat what the state already holds.
  ///
  /// - Parameters:
  ///   - control: the node.
  ///   - slots: the panel's number of slots.
  ///   - state: the state that was read.
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
      // An axis that the device lacks reads as zeros.
      try readSlots(EventCode.touchMajor, control, &state) { $0.attributes.touchMajor = $1 }
      try readSlots(EventCode.contactPressure, control, &state) { $0.attributes.pressure = $1 }
      try readSlots(EventCode.toolType, control, &state) { $0.attributes.toolType = $1 }
      try readSlots(EventCode.contactDistance, control, &state) { $0.attributes.distance = $1 }
    }
  }

  /// Reads the current slot and the contact of each slot; only for the protocol `multitouch`.
  mutating func readContacts(
    from control: EvdevControl, slots: Int, into state: inout PanelState
  ) throws(SystemError) {
    state.setSlotCount(slots)
    state.pen = PenState()
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

  /// Reads a device without slots that reports the position of its one contact.
  private mutating func readPlain(
    from control: EvdevControl, into state: inout PanelState
  ) throws(SystemError) {
    try control.readKeys(into: &keys)
    state.setSlotCount(1)
    state.currentSlot = 0
    state.slots[0].trackingID = EventMask.contains(EventCode.touch, in: keys) ? 0 : -1
    state.slots[0].x = try control.axis(EventCode.x).value
    state.slots[0].y = try control.axis(EventCode.y).value
    state.slots[0].attributes.pressure = try control.axis(EventCode.pressure).value
    state.slots[0].attributes.distance = try control.axis(EventCode.distance).value
    state.slots[0].attributes.tiltX = try control.axis(EventCode.tiltX).value
    state.slots[0].attributes.tiltY = try control.axis(EventCode.tiltY).value
    state.pen = touchProtocol == .pen ? pen(rolled: try control.axis(EventCode.z).value) : PenState()
  }

  /// Reads a device of protocol A, which reports at most whether anything touches it.
  private mutating func readTouched(
    from control: EvdevControl, into state: inout PanelState
  ) throws(SystemError) {
    state.currentSlot = 0
    state.pen = PenState()
    guard hasTouchKey else {
      state.setSlotCount(0)
      return
    }
    try control.readKeys(into: &keys)
    state.setSlotCount(1)
    state.slots[0].trackingID = EventMask.contains(EventCode.touch, in: keys) ? 0 : -1
  }

  /// The pen of the keys that were read last.
  private func pen(rolled roll: Int32) -> PenState {
    var tools: UInt8 = 0
    for (bit, code) in EventCode.penTools.enumerated() where EventMask.contains(code, in: keys) {
      tools |= 1 << UInt8(truncatingIfNeeded: bit)
    }
    var buttons: TouchButtons = []
    for code in EventCode.penButtons where EventMask.contains(code, in: keys) {
      if let button = PenState.button(of: code) { buttons.insert(button) }
    }
    return PenState(toolsInRange: tools, buttons: buttons, roll: roll)
  }
}
