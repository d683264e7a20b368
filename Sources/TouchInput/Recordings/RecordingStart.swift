import GestureCore

/// Begins a recording with the state that its device keeps from before. The kernel keeps the values of every slot,
/// lifted or not, and repeats no unchanged value.
///
/// ```
///   device        slot 0: 12 34, lifted    slot 1: 50 60, down     the next finger lands at 12 80
///   recording     SLOT 0 X 12 Y 34  SLOT 1 X 50 Y 60  SLOT 0  │  ID 7  Y 80  REPORT
///                 └ the state, stamped as the first event      └ what was read
/// ```
///
/// The state is plain events and belongs to the first report, so a replay and `evemu-play` both start from it. No event
/// reports that a contact is down. Contacts that were down at the start are therefore ignored until they lift, as in a
/// daemon that opens the device (TCH-34). This holds for a replay, and for a device that plays the recording.
public struct RecordingStart: Sendable {
  /// The state, until the first event is read.
  private var state: [InputEvent]
  /// The keys of pens that touched at the start. They are written with the pen's lift, since a pen that is near and
  /// does not touch would hover.
  private var heldTools: [UInt16] = []
  /// Whether contacts are left out for a device without slots, which has no other way to show that they were down
  /// before.
  private var leavesContactsOut: Bool

  /// The start of a recording.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - touchProtocol: the device's way of reporting contacts.
  ///   - state: the device's state before the first event was read.
  public init(of device: DeviceDescription, _ touchProtocol: TouchProtocol, _ state: PanelState) {
    self.state = []
    leavesContactsOut = touchProtocol.isSlotless && state.isTouched ?? false
    switch touchProtocol {
    case .slotless: break
    case .multitouch:
      for (index, slot) in state.slots.enumerated() {
        add(EventCode.slot, Int32(index))
        add(EventCode.positionX, slot.x)
        add(EventCode.positionY, slot.y)
        add(slot.attributes, of: device, pressure: EventCode.contactPressure)
      }
      add(EventCode.slot, state.currentSlot)
    case .singleTouch, .pen:
      guard let slot = state.slots.first else { break }
      add(EventCode.x, slot.x)
      add(EventCode.y, slot.y)
      add(slot.attributes, of: device, pressure: EventCode.pressure)
      if touchProtocol == .pen { add(state.pen, of: device) }
      addTools(of: state, isTouching: slot.trackingID >= 0)
    }
  }

  /// Appends an event and, before it, the state that it needs.
  public mutating func append(_ event: InputEvent, to buffer: inout [UInt8]) {
    for remembered in state { append(remembered, at: event, to: &buffer) }
    if !state.isEmpty { state = [] }
    if event.type == EventCode.synchronization, event.code == EventCode.dropped {
      // From here on, a replay assumes nothing about the device.
      heldTools = []
      leavesContactsOut = false
    }
    if event.type == EventCode.key { applyKey(event, &buffer) }
    if leavesContactsOut, event.isOfContact { return }
    EvemuWriter.append(event, to: &buffer)
  }

  private mutating func applyKey(_ event: InputEvent, _ buffer: inout [UInt8]) {
    guard event.value == 0 else { return }
    if event.code == EventCode.touch {
      leavesContactsOut = false
      for code in heldTools {
        append(
          InputEvent(time: event.time, type: EventCode.key, code: code, value: 1), at: event, to: &buffer)
      }
      heldTools = []
    } else {
      heldTools.removeAll { $0 == event.code }
    }
  }

  private func append(_ remembered: InputEvent, at event: InputEvent, to buffer: inout [UInt8]) {
    var remembered = remembered
    remembered.time = event.time
    EvemuWriter.append(remembered, to: &buffer)
  }

  private mutating func add(_ code: UInt16, _ value: Int32, type: UInt16 = EventCode.absolute) {
    state.append(InputEvent(time: Instant(microseconds: 0), type: type, code: code, value: value))
  }

  /// Adds a slot's values apart from its position. A value of 0 is left out, since every reader begins with it.
  private mutating func add(_ attributes: RawAttributes, of device: DeviceDescription, pressure: UInt16) {
    for (code, value) in [
      (EventCode.touchMajor, attributes.touchMajor), (pressure, attributes.pressure),
      (EventCode.toolType, attributes.toolType), (EventCode.distance, attributes.distance),
      (EventCode.tiltX, attributes.tiltX), (EventCode.tiltY, attributes.tiltY),
    ] where value != 0 && device.declares(type: EventCode.absolute, code: code) {
      add(code, value)
    }
  }

  private mutating func add(_ pen: PenState, of device: DeviceDescription) {
    if pen.roll != 0, device.declares(type: EventCode.absolute, code: EventCode.z) {
      add(EventCode.z, pen.roll)
    }
    for code in EventCode.penButtons where PenState.button(of: code).map(pen.buttons.contains) ?? false {
      add(code, 1, type: EventCode.key)
    }
  }

  private mutating func addTools(of state: PanelState, isTouching: Bool) {
    for (bit, code) in EventCode.penTools.enumerated()
    where state.pen.toolsInRange & 1 << UInt8(truncatingIfNeeded: bit) != 0 {
      if isTouching { heldTools.append(code) } else { add(code, 1, type: EventCode.key) }
    }
  }
}

extension InputEvent {
  /// Whether the event belongs to a contact of a device without slots.
  fileprivate var isOfContact: Bool {
    type == EventCode.absolute || type == EventCode.synchronization && code == EventCode.contactReport
  }
}
