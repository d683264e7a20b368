import GestureCore

/// Writes the frames of a clone: its slots as the app knows them, and the events that change them.
///
/// Like the kernel, it writes a value only where it differs from the slot's last. Ids and the pointer's place are made anew
/// (FLT-46, FLT-51). Each frame selects the slot of its first contact, as the keeper judges each frame by itself.
struct CloneWriter: Sendable {
  private static var noSlot: Int { -1 }

  let axes: CloneAxes
  /// The events since `begin`, and leftovers of earlier ones.
  private var events: [CloneEvent]
  private var eventCount = 0
  private var frameCount = 0
  /// The values of the slots, a row each.
  private var values: [Int32]
  /// The contact in each slot; -1 for a free one.
  private(set) var contacts: [Int]
  /// The slots with a contact, in the order in which the app received the contacts.
  private(set) var order: [Int] = []
  /// Whether a slot is in the open frame.
  private var isInFrame: [Bool]
  /// Whether a finger's lift is in the open frame.
  private var hasLift = false
  /// The slot that the open frame has selected; `noSlot` while no frame is open.
  private var selectedSlot = CloneWriter.noSlot
  /// The latest tracking id; -1 before the first one.
  private(set) var latestID: Int32
  private var isTouched = false
  private var pointer: (x: Int32, y: Int32)

  init(_ axes: CloneAxes, slotCount: Int, isNew: Bool, latestID: Int32) {
    self.axes = axes
    self.latestID = latestID
    let unknown: Int32 = isNew ? 0 : .min
    values = Array(repeating: unknown, count: slotCount * axes.count)
    pointer = (unknown, unknown)
    contacts = Array(repeating: -1, count: slotCount)
    order.reserveCapacity(slotCount)
    isInFrame = Array(repeating: false, count: slotCount)
    // A report that lets all slots go and lands them anew, twice over.
    events = Array(
      repeating: CloneEvent(type: EventCode.synchronization, code: EventCode.report, value: 0),
      count: slotCount * (axes.count + 4) * 8)
  }

  /// Whole frames, each with a SYN_REPORT at its end, and how many they are.
  var written: (events: ArraySlice<CloneEvent>, frames: Int) { (events[..<eventCount], frameCount) }

  /// The value that the app knows of a slot.
  func value(of slot: Int, at axis: Int) -> Int32 { values[slot * axes.count + axis] }

  /// Begins a row of frames.
  mutating func begin() {
    eventCount = 0
    frameCount = 0
  }

  /// Begins a step of a slot. Each further step in the slot goes into a frame of its own.
  mutating func begin(stepOf slot: Int) {
    if isInFrame[slot] { endFrame() }
  }

  /// Lands a contact in a free slot, with its values from an index on.
  mutating func land(_ contact: Int, in slot: Int, _ landed: [Int32], from first: Int) {
    // Notes come in their order. A landing after a lift is that of a finger that waited for the lift.
    if hasLift { endFrame() } else { begin(stepOf: slot) }
    contacts[slot] = contact
    order.append(slot)
    // libinput takes a contact for a palm whose tool it learns after its id (FLT-47).
    write(landed[first + axes.tool], axes.tool, slot)
    latestID = latestID >= CloneDescription.trackingIDs - 1 ? 0 : latestID + 1
    write(EventCode.trackingID, latestID, slot)
    for axis in axes.codes.indices where axis != axes.tool { write(landed[first + axis], axis, slot) }
  }

  /// Lifts the contact of a slot.
  ///
  /// - Parameter isFingers: whether the finger has lifted, rather than a gesture.
  mutating func lift(_ slot: Int, isFingers: Bool) {
    write(EventCode.trackingID, -1, slot)
    // A palm does not stay in the slot (FLT-48).
    if value(of: slot, at: axes.tool) == EventCode.palmTool { write(0, axes.tool, slot) }
    contacts[slot] = -1
    if let position = order.firstIndex(of: slot) { order.remove(at: position) }
    if isFingers { hasLift = true }
  }

  /// Writes a value of a slot, where it differs from the last.
  mutating func write(_ value: Int32, _ axis: Int, _ slot: Int) {
    let value = axes.clamped(value, axis)
    guard values[slot * axes.count + axis] != value else { return }
    values[slot * axes.count + axis] = value
    write(axes.codes[axis], value, slot)
  }

  private mutating func write(_ code: UInt16, _ value: Int32, _ slot: Int) {
    if selectedSlot != slot {
      selectedSlot = slot
      append(EventCode.absolute, EventCode.slot, Int32(slot))
    }
    isInFrame[slot] = true
    append(EventCode.absolute, code, value)
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    let event = CloneEvent(type: type, code: code, value: value)
    if eventCount < events.count { events[eventCount] = event } else { events.append(event) }
    eventCount += 1
  }

  /// Ends the open frame, where there is one.
  mutating func endFrame() {
    guard selectedSlot != Self.noSlot else { return }
    report()
    for slot in isInFrame.indices { isInFrame[slot] = false }
  }

  /// Ends a frame with the place of the oldest contact, as the kernel makes it for drivers (FLT-51).
  private mutating func report() {
    if isTouched == order.isEmpty {
      isTouched.toggle()
      append(EventCode.key, EventCode.touch, isTouched ? 1 : 0)
    }
    if let oldest = order.first {
      let place = (x: value(of: oldest, at: axes.x), y: value(of: oldest, at: axes.y))
      if place.x != pointer.x { append(EventCode.absolute, EventCode.x, place.x) }
      if place.y != pointer.y { append(EventCode.absolute, EventCode.y, place.y) }
      pointer = place
    }
    append(EventCode.synchronization, EventCode.report, 0)
    frameCount += 1
    selectedSlot = Self.noSlot
    hasLift = false
  }

  /// Writes what has changed of contacts that are all in slots of the panel, in one frame.
  mutating func writeMoves(_ panelContacts: [CloneFrames.Contact], _ panelValues: [Int32]) {
    // Taken out, so that the values and events are opened once for all contacts.
    var (known, made): ([Int32], [CloneEvent]) = ([], [])
    swap(&known, &values)
    swap(&made, &events)
    eventCount = makeMoves(panelContacts, panelValues, &known, &made)
    swap(&known, &values)
    swap(&made, &events)
    if eventCount > 0 { report() }
  }

  /// Makes the events of moves.
  ///
  /// - Returns: the number of events.
  private func makeMoves(
    _ panelContacts: [CloneFrames.Contact], _ panelValues: [Int32], _ known: inout [Int32],
    _ made: inout [CloneEvent]
  ) -> Int {
    let (width, tool, contacts) = (axes.count, axes.tool, contacts.span)
    let (codes, ranges) = (axes.codes.span, axes.ranges.span)
    let (panelContacts, panelValues) = (panelContacts.span, panelValues.span)
    var known = known.mutableSpan
    var made = made.mutableSpan
    var count = 0
    for slot in order {
      let (own, first) = (panelContacts[contacts[slot]].panelSlot &* width, slot &* width)
      var isSelected = false
      for axis in 0..<width {
        let place = first &+ axis
        var value = panelValues[own &+ axis]
        guard value != known[place] else { continue }
        value = min(max(value, ranges[axis].lowerBound), ranges[axis].upperBound)
        guard value != known[place], axis != tool || value != EventCode.palmTool else { continue }
        known[place] = value
        if !isSelected {
          isSelected = true
          made[count] = CloneEvent(
            type: EventCode.absolute, code: EventCode.slot, value: Int32(truncatingIfNeeded: slot))
          count &+= 1
        }
        made[count] = CloneEvent(type: EventCode.absolute, code: codes[axis], value: value)
        count &+= 1
      }
    }
    return count
  }
}
