import GestureCore

/// Makes the events of a touchscreen's clone: what the panel reports of its contacts, as far as the app receives them.
///
/// ```
///   events of a report ─▶ take ─▶ the values of each slot ──┐
///   frames ─▶ TouchscreenPipeline ─▶ AppNote ─▶ write ──────┴─▶ events, a frame a report
/// ```
///
/// The values are the panel's own, in its units (FLT-42, FLT-45). Ids and the pointer's place are made anew (FLT-46,
/// FLT-51). Like the kernel, it writes a value only where it differs from the slot's last. Each frame selects the slot of
/// its first contact, as the keeper judges each frame by itself.
///
/// Values may be anything. All storage is made in `init`.
public struct CloneFrames: Sendable {
  /// The most contacts that wait for a decision after their lift, as in the core.
  private static let heldLimit = 128
  @usableFromInline static var noSlot: Int { -1 }

  private var frameCount = 0
  private var eventCount = 0
  /// The events of the last `write`, and leftovers of earlier ones.
  private var storage: [CloneEvent]

  @usableFromInline let isMultitouch: Bool
  private let codes: [UInt16]
  /// The number of axes of a contact, and of the panel's slots.
  @usableFromInline let width: Int
  @usableFromInline let slotCount: Int
  private let ranges: [ClosedRange<Int32>]
  /// The place of each code from ABS_MT_TOUCH_MAJOR on among the axes; -1 for a code that the clone lacks.
  private let places: [Int]
  private let tool: Int
  @usableFromInline let x: Int
  @usableFromInline let y: Int
  /// The map from mm on the picture to the panel's units, where the app receives filtered places (FLT-43).
  private var placement: ClonePlacement?
  /// Whether a finger may leave its slot and come back (FLT-44).
  let joinsContacts: Bool

  var panelSlots: [PanelSlot]
  /// The number by which the core knows the contact of each slot of the panel: a contact may change its slot (TCH-38).
  private var numbers: [Int]
  private var hasFormer = false
  private var hasRaised = false
  @usableFromInline var currentSlot = 0
  private var landingCount = 0
  /// The landings before the present frame.
  var earlierLandings = 0
  /// Whether the kernel has dropped events, so that no event counts until the state is known again.
  @usableFromInline var isOutOfStep = false
  var contacts: [Contact]
  private var freeContacts: [Int]
  /// The contacts that the app knows, in the order in which it received them.
  private var known: [Int] = []
  /// The values of the panel's slots, of each contact at its landing and now, and of the clone's slots.
  @usableFromInline var panelValues: [Int32]
  private var landedValues: [Int32]
  private var values: [Int32]
  private var cloneValues: [Int32]
  /// The contact in each slot of the clone; -1 for a free one.
  private var cloneContacts: [Int]
  /// Whether a slot of the clone is in the open frame.
  private var isInFrame: [Bool]
  private var hasFrame = false
  /// Whether a finger's lift is in the open frame.
  private var hasLift = false
  /// The slot that the open frame has selected.
  private var writtenSlot = CloneFrames.noSlot
  /// The clone's latest tracking id; -1 before the first one.
  public private(set) var latestID: Int32
  private var isTouched = false
  private var pointer: (x: Int32, y: Int32) = (0, 0)

  /// The frames of a touchscreen's clone.
  ///
  /// - Parameters:
  ///   - placement: the map of filtered places; nil where the app receives the panel's own.
  ///   - joinsContacts: whether a filter joins a lift and a landing soon after it.
  ///   - isNew: whether all values of the clone are 0. Otherwise they are unknown, and each is written once.
  ///   - latestID: the clone's latest tracking id; -1 before the first one (FLT-46).
  public init(
    _ clone: CloneDescription, of panel: TouchPanel, placement: ClonePlacement? = nil,
    joinsContacts: Bool = false, isNew: Bool = true, latestID: Int32 = -1
  ) {
    self.latestID = latestID
    let (slots, axes) = (clone.slotCount, clone.contactAxes)
    isMultitouch = panel.touchProtocol.isMultitouch
    codes = axes
    width = axes.count
    slotCount = slots
    ranges = axes.map { code in
      let axis = clone.device.axes[code] ?? AxisRange(minimum: 0, maximum: 0)
      return min(axis.minimum, axis.maximum)...axis.maximum
    }
    places = EventCode.contactAxes.map { axes.firstIndex(of: $0) ?? -1 }
    tool = axes.firstIndex(of: EventCode.toolType) ?? 0
    x = axes.firstIndex(of: EventCode.positionX) ?? 0
    y = axes.firstIndex(of: EventCode.positionY) ?? 0
    self.placement = placement
    self.joinsContacts = joinsContacts
    let capacity = slots + Self.heldLimit
    panelSlots = Array(repeating: PanelSlot(), count: slots)
    numbers = Array(0..<slots)
    contacts = Array(repeating: Contact(), count: capacity)
    freeContacts = Array((0..<capacity).reversed())
    known.reserveCapacity(slots)
    panelValues = Array(repeating: 0, count: slots * axes.count)
    cloneValues = isNew ? panelValues : Array(repeating: .min, count: panelValues.count)
    if !isNew { pointer = (.min, .min) }
    landedValues = Array(repeating: 0, count: capacity * axes.count)
    values = landedValues
    cloneContacts = Array(repeating: -1, count: slots)
    isInFrame = Array(repeating: false, count: slots)
    // A report that lets all slots go and lands them anew, twice over.
    storage = Array(
      repeating: CloneEvent(type: EventCode.synchronization, code: EventCode.report, value: 0),
      count: slots * (axes.count + 4) * 8)
  }

  /// Whether news of moves are needed: the app receives filtered places, or fingers that have left their slots. Otherwise
  /// the panel's own values say it.
  public var needsMoves: Bool { placement != nil || joinsContacts }

  // MARK: Events of the panel

  /// Takes the next event of the panel, or of the translator where the panel has no slots.
  public mutating func take(_ event: InputEvent) {
    switch event.type {
    case EventCode.absolute:
      if !isOutOfStep { takeAxis(event.code, event.value) }
    case EventCode.key:
      if !isOutOfStep, !isMultitouch, event.code == EventCode.touch { takeID(event.value == 0 ? -1 : 0) }
    case EventCode.synchronization:
      if event.code == EventCode.dropped { isOutOfStep = true }
    default:
      break
    }
  }

  /// Takes the absolute events of a row, as `take` does with each. All events of the row are absolute.
  ///
  /// - Parameters:
  ///   - start: the index of the first event.
  ///   - end: the index after the last one.
  ///   - content: returns an event by its index.
  @inlinable
  @inline(__always)
  public mutating func fillSlots(
    from start: Int, to end: Int, _ content: (Int) -> (type: UInt16, code: UInt16, value: Int32)
  ) {
    guard !isOutOfStep else { return }
    var index = start
    while index < end {
      if isMultitouch { index = placeContacts(from: index, to: end, content) }
      guard index < end else { return }
      let (_, code, value) = content(index)
      takeAxis(code, value)
      index += 1
    }
  }

  /// Takes positions and selected slots: all events of fingers that only move. The values are opened once for the whole row.
  ///
  /// - Returns: the index of the first other event.
  @inlinable
  @inline(__always)
  mutating func placeContacts(
    from start: Int, to end: Int, _ content: (Int) -> (type: UInt16, code: UInt16, value: Int32)
  ) -> Int {
    let (x, y, width, slotCount) = (x, y, width, slotCount)
    var (index, slot) = (start, currentSlot)
    var values = panelValues.mutableSpan
    while index < end {
      let (_, code, value) = content(index)
      if code == EventCode.positionX || code == EventCode.positionY {
        if slot != Self.noSlot { values[slot * width + (code == EventCode.positionX ? x : y)] = value }
      } else if code == EventCode.slot {
        slot = value >= 0 && Int(value) < slotCount ? Int(value) : Self.noSlot
      } else {
        break
      }
      index += 1
    }
    currentSlot = slot
    return index
  }

  /// Continues from the panel's state, after events were dropped or not followed. Without a state every slot is empty.
  public mutating func adopt(_ state: PanelState?) {
    isOutOfStep = false
    currentSlot =
      panelSlots.indices.contains(Int(state?.currentSlot ?? 0)) ? Int(state?.currentSlot ?? 0) : Self.noSlot
    for slot in panelSlots.indices {
      guard let state, state.slots.indices.contains(slot) else {
        leave(slot)
        continue
      }
      let id = state.slots[slot].trackingID
      if id < 0 { leave(slot) } else if panelSlots[slot].id != id { land(slot, id) }
      // An empty slot keeps its values: the kernel does not repeat them for the next contact.
      panelValues[slot * codes.count + x] = state.slots[slot].x
      panelValues[slot * codes.count + y] = state.slots[slot].y
      guard isMultitouch else { continue }
      let attributes = state.slots[slot].attributes
      put(EventCode.touchMajor, attributes.touchMajor, slot)
      put(EventCode.contactPressure, attributes.pressure, slot)
      put(EventCode.toolType, attributes.toolType, slot)
      put(EventCode.contactDistance, attributes.distance, slot)
    }
  }

  /// Changes how the panel lies on its display from now on. The app has no contact.
  public mutating func place(as panel: TouchPanel) {
    if placement != nil { placement = ClonePlacement(of: panel) }
  }

  /// Takes over the panel's values of an axis, one for each slot. The kernel reports only values that change.
  public mutating func adopt(_ code: UInt16, _ slotValues: [Int32]) {
    guard let axis = codes.firstIndex(of: code) else { return }
    for slot in panelSlots.indices where slotValues.indices.contains(slot) {
      panelValues[slot * codes.count + axis] = slotValues[slot]
    }
  }

  @usableFromInline
  mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    if isMultitouch {
      if code == EventCode.slot {
        currentSlot = panelSlots.indices.contains(Int(value)) ? Int(value) : Self.noSlot
      } else if code == EventCode.trackingID {
        takeID(value)
      } else {
        put(code, value, currentSlot)
      }
    } else if code == EventCode.x {
      put(EventCode.positionX, value, currentSlot)
    } else if code == EventCode.y {
      put(EventCode.positionY, value, currentSlot)
    }
  }

  private mutating func put(_ code: UInt16, _ value: Int32, _ slot: Int) {
    guard slot != Self.noSlot, code >= EventCode.touchMajor else { return }
    let offset = Int(code - EventCode.touchMajor)
    guard offset < places.count, places[offset] >= 0 else { return }
    panelValues[slot * codes.count + places[offset]] = value
  }

  private mutating func takeID(_ id: Int32) {
    guard currentSlot != Self.noSlot else { return }
    guard id >= 0 else { return leave(currentSlot) }
    guard !panelSlots[currentSlot].isDown || panelSlots[currentSlot].id != id else { return }
    land(currentSlot, id)
  }

  private mutating func land(_ slot: Int, _ id: Int32) {
    leave(slot)
    landingCount &+= 1
    panelSlots[slot] = PanelSlot(
      isDown: true, id: id, landing: landingCount, former: panelSlots[slot].former)
  }

  /// The finger leaves a slot.
  private mutating func leave(_ slot: Int) {
    lose(slot)
    panelSlots[slot].isDown = false
    panelSlots[slot].id = -1
  }

  /// The finger of a slot ends its contact, which keeps the values of the last report: some drivers report values of 0
  /// with a lift. Only the tool counts, which says that the finger was a palm.
  private mutating func lose(_ slot: Int) {
    let contact = panelSlots[slot].contact
    guard contact >= 0 else { return }
    let cloneSlot = contacts[contact].cloneSlot
    for axis in codes.indices where placement == nil || axis != x && axis != y {
      let place = contact * codes.count + axis
      if axis == tool {
        values[place] = panelValues[slot * codes.count + axis]
      } else if cloneSlot >= 0 {
        values[place] = cloneValues[cloneSlot * codes.count + axis]
      }
    }
    contacts[contact].panelSlot = -1
    panelSlots[slot].contact = -1
    panelSlots[slot].former = contact
    hasFormer = true
  }

  /// Follows what the core makes of the present report: contacts that change their slots, and fingers above the glass,
  /// which are no contacts (FLT-45).
  public mutating func follow(_ assembler: borrowing TouchFrameAssembler) {
    for (from, to) in assembler.slotChanges {
      let contact = panelSlots[from].former
      panelSlots[from].former = panelSlots[to].former
      panelSlots[to].former = -1
      numbers.swapAt(from, to)
      if contact >= 0, contacts[contact].isUsed { bind(contact, to: to) }
    }
    if hasFormer {
      for slot in panelSlots.indices { panelSlots[slot].former = -1 }
      hasFormer = false
    }
    if assembler.lateLift != nil { landAgain() }
    guard hasRaised || assembler.hasRaisedContacts else { return }
    hasRaised = assembler.hasRaisedContacts
    for slot in panelSlots.indices where panelSlots[slot].id >= 0 {
      let isDown = !assembler.isRaised(slot)
      guard isDown != panelSlots[slot].isDown else { continue }
      if isDown {
        landingCount &+= 1
        panelSlots[slot].landing = landingCount
      } else {
        lose(slot)
        panelSlots[slot].former = -1
      }
      panelSlots[slot].isDown = isDown
    }
  }

  /// Every contact from before the present report has lifted. A finger that is still in its slot is another contact.
  private mutating func landAgain() {
    for slot in panelSlots.indices where panelSlots[slot].contact >= 0 {
      lose(slot)
      panelSlots[slot].former = -1
      landingCount &+= 1
      panelSlots[slot].landing = landingCount
    }
    hasFormer = false
  }

  /// Takes over the numbers by which the core knows the contacts.
  public mutating func adoptNumbers(of assembler: borrowing TouchFrameAssembler) {
    for slot in numbers.indices { numbers[slot] = assembler.number(ofSlot: slot) }
  }

  /// The slot of the contact with a number; the number itself where no contact has it.
  private func slot(ofNumber number: Int) -> Int { numbers.firstIndex(of: number) ?? number }

  private mutating func copyPanelValues(of slot: Int, to contact: Int) {
    for axis in codes.indices where placement == nil || axis != x && axis != y {
      values[contact * codes.count + axis] = panelValues[slot * codes.count + axis]
    }
  }

  // MARK: Events of the clone

  /// Makes the events of an event of the core: the news for the app, and what the panel reports besides of contacts that
  /// the app knows.
  ///
  /// - Returns: whole frames, each with a SYN_REPORT at its end, and how many they are. Valid until the next call.
  public mutating func write(_ notes: [AppNote]) -> (events: ArraySlice<CloneEvent>, frames: Int) {
    eventCount = 0
    frameCount = 0
    if areMoves(notes) { writeMoves() } else { writeAll(notes) }
    earlierLandings = landingCount
    if contacts.count - freeContacts.count > known.count { keepHeldValues() }
    return (storage[..<eventCount], frameCount)
  }

  /// Keeps the values of contacts that the app does not know yet, as a lift may come with the next report.
  private mutating func keepHeldValues() {
    for contact in contacts.indices where contacts[contact].isUsed && contacts[contact].cloneSlot < 0 {
      if contacts[contact].panelSlot >= 0 { copyPanelValues(of: contacts[contact].panelSlot, to: contact) }
    }
  }

  private mutating func writeAll(_ notes: [AppNote]) {
    var position = 0
    while position < notes.count {
      guard isEnd(notes[position].phase) else {
        take(notes[position])
        position += 1
        continue
      }
      let first = position
      while position < notes.count, isEnd(notes[position].phase) { position += 1 }
      takeAway(notes[first..<position])
    }
    for position in known.indices {
      bindReturned(known[position])
      writeChanges(of: known[position])
    }
    closeFrame()
  }

  /// Whether the app only receives moves, of fingers that are in their slots, and the panel's values are the clone's.
  private func areMoves(_ notes: borrowing [AppNote]) -> Bool {
    guard !needsMoves else { return false }
    for position in notes.indices where notes[position].phase != .moved { return false }
    for position in known.indices where contacts[known[position]].panelSlot < 0 { return false }
    return true
  }

  /// Writes what has changed of the contacts that the app knows, in one frame. Does the same as `write` for moves.
  private mutating func writeMoves() {
    // Taken out, so that the values and events are opened once for all contacts.
    var (told, made): ([Int32], [CloneEvent]) = ([], [])
    swap(&told, &cloneValues)
    swap(&made, &storage)
    eventCount = makeMoves(&told, &made)
    swap(&told, &cloneValues)
    swap(&made, &storage)
    guard eventCount > 0 else { return }
    hasFrame = true
    endFrame()
  }

  /// Makes the events of moves.
  ///
  /// - Parameters:
  ///   - told: the values of the clone's slots.
  ///   - made: receives the events, from its beginning on.
  /// - Returns: the number of events.
  private func makeMoves(_ told: inout [Int32], _ made: inout [CloneEvent]) -> Int {
    let (width, tool) = (width, tool)
    let (contacts, panelValues, codes, ranges) = (contacts.span, panelValues.span, codes.span, ranges.span)
    var told = told.mutableSpan
    var made = made.mutableSpan
    var count = 0
    for contact in known {
      let slot = contacts[contact].cloneSlot
      let (own, first) = (contacts[contact].panelSlot &* width, slot &* width)
      var isSelected = false
      for axis in 0..<width {
        let place = first &+ axis
        var value = panelValues[own &+ axis]
        guard value != told[place] else { continue }
        value = min(max(value, ranges[axis].lowerBound), ranges[axis].upperBound)
        guard value != told[place], axis != tool || value != EventCode.palmTool else { continue }
        told[place] = value
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

  private func isEnd(_ phase: AppNote.Phase) -> Bool { phase == .cancelled || phase == .lifted }

  private mutating func take(_ note: AppNote) {
    switch note.phase {
    case .held: _ = add(note)
    case .began:
      guard let contact = contact(of: note.touch) ?? add(note) else { return }
      begin(contact, note)
    case .moved:
      guard let contact = contact(of: note.touch), contacts[contact].cloneSlot >= 0 else { return }
      if joinsContacts, note.isDown, contacts[contact].panelSlot < 0 {
        contacts[contact].returnsTo = slot(ofNumber: note.slot)
      }
      place(contact, at: note.location)
      writeChanges(of: contact)
    case .ended:
      guard let contact = contact(of: note.touch) else { return }
      guard contacts[contact].cloneSlot >= 0 else { return forget(contact) }
      place(contact, at: note.location)
      begin(stepOn: contacts[contact].cloneSlot)
      writeValues(of: contact)
      lift(contact)
      hasLift = true
    case .dropped:
      guard let contact = contact(of: note.touch) else { return }
      forget(contact)
    case .cancelled, .lifted:
      break
    }
  }

  /// Ends contacts that no finger's lift ends: as palms first, then as lifts (FLT-69, FLT-70). A palm of the panel stays
  /// one in every mode.
  private mutating func takeAway(_ notes: ArraySlice<AppNote>) {
    var hasPalms = false
    for note in notes {
      guard let contact = contact(of: note.touch), contacts[contact].cloneSlot >= 0 else { continue }
      let isPanelsPalm = value(of: contact, at: tool) == EventCode.palmTool
      guard note.phase == .cancelled || isPanelsPalm else { continue }
      let slot = contacts[contact].cloneSlot
      guard cloneValues[slot * codes.count + tool] != EventCode.palmTool else { continue }
      begin(stepOn: slot)
      writeValue(EventCode.palmTool, tool, slot)
      hasPalms = true
    }
    if hasPalms { closeFrame() }
    for note in notes {
      guard let contact = contact(of: note.touch) else { continue }
      guard contacts[contact].cloneSlot >= 0 else {
        forget(contact)
        continue
      }
      begin(stepOn: contacts[contact].cloneSlot)
      lift(contact)
    }
  }

  private mutating func begin(_ contact: Int, _ note: AppNote) {
    guard contacts[contact].cloneSlot < 0, let slot = freeSlot(preferring: note.slot) else { return }
    // News come in their order: a landing after a lift is that of a finger that waited for it.
    if hasLift { closeFrame() } else { begin(stepOn: slot) }
    contacts[contact].cloneSlot = slot
    cloneContacts[slot] = contact
    known.append(contact)
    // libinput takes a contact for a palm whose tool it learns after its id (FLT-47).
    writeValue(landedValues[contact * codes.count + tool], tool, slot)
    latestID = latestID >= CloneDescription.trackingIDs - 1 ? 0 : latestID + 1
    write(EventCode.trackingID, latestID, slot)
    for axis in codes.indices where axis != tool {
      writeValue(landedValues[contact * codes.count + axis], axis, slot)
    }
  }

  /// The slot of a contact that the app learns of: the panel's, else the lowest free one. Where none is free, a lift that
  /// is held goes out first.
  private mutating func freeSlot(preferring slot: Int) -> Int? {
    if cloneContacts.indices.contains(slot), cloneContacts[slot] < 0 { return slot }
    if let free = cloneContacts.firstIndex(of: -1) { return free }
    guard let lifted = known.first(where: { contacts[$0].panelSlot < 0 }) else { return nil }
    let freed = contacts[lifted].cloneSlot
    begin(stepOn: freed)
    lift(lifted)
    return freed
  }

  /// Writes what has changed of a contact since the app was last told.
  private mutating func writeChanges(of contact: Int) {
    let slot = contacts[contact].cloneSlot
    for axis in codes.indices where changedValue(of: contact, at: axis) != nil {
      begin(stepOn: slot)
      writeValues(of: contact)
      return
    }
  }

  private mutating func writeValues(of contact: Int) {
    for axis in codes.indices {
      if let value = changedValue(of: contact, at: axis) {
        writeValue(value, axis, contacts[contact].cloneSlot)
      }
    }
  }

  /// A value that differs from what the app was told; nil for another one. Palms are told with their ends alone.
  private func changedValue(of contact: Int, at axis: Int) -> Int32? {
    let value = clamped(value(of: contact, at: axis), axis)
    guard value != cloneValues[contacts[contact].cloneSlot * codes.count + axis] else { return nil }
    return axis == tool && value == EventCode.palmTool ? nil : value
  }

  /// The present value of a contact: the panel's while the finger is in its slot, else its last.
  private func value(of contact: Int, at axis: Int) -> Int32 {
    let slot = contacts[contact].panelSlot
    let isOwn = slot < 0 || placement != nil && (axis == x || axis == y)
    return isOwn ? values[contact * codes.count + axis] : panelValues[slot * codes.count + axis]
  }

  private func clamped(_ value: Int32, _ axis: Int) -> Int32 {
    min(max(value, ranges[axis].lowerBound), ranges[axis].upperBound)
  }

  /// Lifts a contact of the clone, and forgets it.
  private mutating func lift(_ contact: Int) {
    let slot = contacts[contact].cloneSlot
    write(EventCode.trackingID, -1, slot)
    // A palm does not stay in the slot (FLT-48).
    if cloneValues[slot * codes.count + tool] == EventCode.palmTool { writeValue(0, tool, slot) }
    cloneContacts[slot] = -1
    for position in known.indices where known[position] == contact {
      known.remove(at: position)
      break
    }
    forget(contact)
  }

  // MARK: Contacts

  private func contact(of touch: UInt64) -> Int? {
    for contact in contacts.indices where contacts[contact].isUsed && contacts[contact].touch == touch {
      return contact
    }
    return nil
  }

  /// Notes a contact that has landed, with the values of its landing.
  private mutating func add(_ note: AppNote) -> Int? {
    guard panelSlots.indices.contains(note.slot), let contact = freeContacts.popLast() else { return nil }
    contacts[contact] = Contact(touch: note.touch, isUsed: true)
    let named = slot(ofNumber: note.slot)
    let slot = landedSlot(named: named)
    copyPanelValues(of: slot ?? named, to: contact)
    place(contact, at: note.location)
    for axis in codes.indices {
      let value = values[contact * codes.count + axis]
      landedValues[contact * codes.count + axis] = axis == tool && value == EventCode.palmTool ? 0 : value
    }
    if let slot { bind(contact, to: slot) }
    return contact
  }

  private mutating func forget(_ contact: Int) {
    let slot = contacts[contact].panelSlot
    if slot >= 0 { panelSlots[slot].contact = -1 }
    contacts[contact] = Contact()
    freeContacts.append(contact)
  }

  /// Notes a filtered place, where the app receives those (FLT-43).
  private mutating func place(_ contact: Int, at location: Point) {
    guard let (ownX, ownY) = placement?.units(of: location) else { return }
    values[contact * codes.count + x] = ownX
    values[contact * codes.count + y] = ownY
  }

  // MARK: Frames

  /// Begins a step of a slot. Each further step in the slot goes into a frame of its own.
  private mutating func begin(stepOn slot: Int) {
    if isInFrame[slot] { closeFrame() }
  }

  private mutating func writeValue(_ value: Int32, _ axis: Int, _ slot: Int) {
    let value = clamped(value, axis)
    guard cloneValues[slot * codes.count + axis] != value else { return }
    cloneValues[slot * codes.count + axis] = value
    write(codes[axis], value, slot)
  }

  private mutating func write(_ code: UInt16, _ value: Int32, _ slot: Int) {
    if writtenSlot != slot {
      writtenSlot = slot
      write(EventCode.absolute, EventCode.slot, Int32(slot))
    }
    isInFrame[slot] = true
    write(EventCode.absolute, code, value)
  }

  private mutating func write(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    hasFrame = true
    let event = CloneEvent(type: type, code: code, value: value)
    if eventCount < storage.count { storage[eventCount] = event } else { storage.append(event) }
    eventCount += 1
  }

  /// Ends a frame, with the place of the oldest contact, as the kernel makes it for drivers (FLT-51).
  private mutating func closeFrame() {
    guard hasFrame else { return }
    endFrame()
    for slot in isInFrame.indices { isInFrame[slot] = false }
  }

  private mutating func endFrame() {
    if isTouched == known.isEmpty {
      isTouched.toggle()
      write(EventCode.key, EventCode.touch, isTouched ? 1 : 0)
    }
    if let oldest = known.first {
      let first = contacts[oldest].cloneSlot * codes.count
      let place = (x: cloneValues[first + x], y: cloneValues[first + y])
      if place.x != pointer.x { write(EventCode.absolute, EventCode.x, place.x) }
      if place.y != pointer.y { write(EventCode.absolute, EventCode.y, place.y) }
      pointer = place
    }
    write(EventCode.synchronization, EventCode.report, 0)
    frameCount += 1
    writtenSlot = Self.noSlot
    hasFrame = false
    hasLift = false
  }
}
