import GestureCore

/// Makes the events of a touchscreen's clone: what the panel reports of its contacts, as far as the app receives them.
///
/// ```
///   events of a report ─▶ TouchFrameAssembler ─▶ the values of each slot ─┐
///                              │ frames                                   │
///                              ▼                                          ▼
///                         TouchscreenPipeline ─▶ AppNote ─▶ write ─▶ CloneWriter ─▶ events, a frame a report
/// ```
///
/// The values are the panel's own, in its units (FLT-42, FLT-45). The assembler reads the events, and says which slot each
/// value belongs to.
///
/// Values may be anything. All storage is made in `init`.
public struct CloneFrames: Sendable {
  /// The most contacts that wait for a decision after their lift, as in the core.
  private static let heldLimit = 128

  private let axes: CloneAxes
  private var writer: CloneWriter
  /// The map from mm on the picture to the panel's units, where the app receives filtered places (FLT-43).
  private var placement: ClonePlacement?
  /// Whether a finger may leave its slot and come back (FLT-44).
  let joinsContacts: Bool

  var panelSlots: [PanelSlot]
  /// The number by which the core knows the contact of each slot of the panel: a contact may change its slot (TCH-38).
  private var numbers: [Int]
  private var hasFormer = false
  private var hasRaised = false
  private var landingCount = 0
  /// The landings before the present frame.
  private(set) var earlierLandings = 0
  /// The contacts, and the numbers of those that are free. The list grows to the most contacts in use at once, up to
  /// `capacity`, so that a search is short.
  var contacts: [Contact]
  private var freeContacts: [Int]
  private let capacity: Int
  /// The values of the panel's slots, and of each contact at its landing and now; a row each.
  private var panelValues: [Int32]
  private var landedValues: [Int32]
  private var values: [Int32]

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
    let (slots, axes) = (clone.slotCount, CloneAxes(of: clone))
    self.axes = axes
    writer = CloneWriter(axes, slotCount: slots, isNew: isNew, latestID: latestID)
    self.placement = placement
    self.joinsContacts = joinsContacts
    capacity = slots + Self.heldLimit
    panelSlots = Array(repeating: PanelSlot(), count: slots)
    numbers = Array(0..<slots)
    contacts = []
    contacts.reserveCapacity(capacity)
    freeContacts = []
    freeContacts.reserveCapacity(capacity)
    panelValues = Array(repeating: 0, count: slots * axes.count)
    landedValues = Array(repeating: 0, count: capacity * axes.count)
    values = landedValues
  }

  /// The clone's latest tracking id; -1 before the first one.
  public var latestID: Int32 { writer.latestID }

  /// Whether notes of moves are needed: the app receives filtered places, or fingers that have left their slots. Otherwise
  /// the panel's own values say it.
  public var needsMoves: Bool { placement != nil || joinsContacts }

  // MARK: Slots of the panel

  @usableFromInline
  mutating func move(_ slot: Int, to value: Int32, isX: Bool) {
    panelValues[slot * axes.count + (isX ? axes.x : axes.y)] = value
  }

  @usableFromInline
  mutating func change(_ slot: Int, _ code: UInt16, to value: Int32) {
    if code == EventCode.trackingID {
      identify(slot, value)
    } else if let axis = axes.index(of: code) {
      panelValues[slot * axes.count + axis] = value
    }
  }

  private mutating func identify(_ slot: Int, _ id: Int32) {
    guard id >= 0 else { return leave(slot) }
    guard !panelSlots[slot].isDown || panelSlots[slot].id != id else { return }
    land(slot, id)
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
    for axis in axes.codes.indices where !isPlaced(axis) {
      let place = contact * axes.count + axis
      if axis == axes.tool {
        values[place] = panelValues[slot * axes.count + axis]
      } else if cloneSlot >= 0 {
        values[place] = writer.value(of: cloneSlot, at: axis)
      }
    }
    contacts[contact].panelSlot = -1
    panelSlots[slot].contact = -1
    panelSlots[slot].former = contact
    hasFormer = true
  }

  /// Continues from the panel's state, after events were dropped or not followed. Without a state every slot is empty.
  public mutating func adopt(_ state: PanelState?) {
    for slot in panelSlots.indices {
      guard let state, state.slots.indices.contains(slot) else {
        leave(slot)
        continue
      }
      let id = state.slots[slot].trackingID
      if id < 0 { leave(slot) } else if panelSlots[slot].id != id { land(slot, id) }
      // An empty slot keeps its values: the kernel does not repeat them for the next contact.
      move(slot, to: state.slots[slot].x, isX: true)
      move(slot, to: state.slots[slot].y, isX: false)
      let attributes = state.slots[slot].attributes
      change(slot, EventCode.touchMajor, to: attributes.touchMajor)
      change(slot, EventCode.contactPressure, to: attributes.pressure)
      change(slot, EventCode.toolType, to: attributes.toolType)
      change(slot, EventCode.contactDistance, to: attributes.distance)
    }
  }

  /// Changes how the panel lies on its display from now on. The app has no contact.
  public mutating func place(as panel: TouchPanel) {
    if placement != nil { placement = ClonePlacement(of: panel) }
  }

  /// Adopts the panel's values of an axis, one for each slot. The kernel reports only values that change.
  public mutating func adopt(_ code: UInt16, _ slotValues: [Int32]) {
    guard let axis = axes.index(of: code) else { return }
    for slot in panelSlots.indices where slotValues.indices.contains(slot) {
      panelValues[slot * axes.count + axis] = slotValues[slot]
    }
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

  /// Adopts the numbers by which the core knows the contacts.
  public mutating func adoptNumbers(of assembler: borrowing TouchFrameAssembler) {
    for slot in numbers.indices { numbers[slot] = assembler.number(ofSlot: slot) }
  }

  /// The slot of the contact with a number; the number itself where no contact has it.
  private func slot(ofNumber number: Int) -> Int { numbers.firstIndex(of: number) ?? number }

  // MARK: Events of the clone

  /// Makes the clone's events after an event of the core, from the notes for the app and from the panel's other reports
  /// about contacts that the app knows.
  ///
  /// - Returns: whole frames, each with a SYN_REPORT at its end, and how many they are. Valid until the next call.
  public mutating func write(_ notes: [AppNote]) -> (events: ArraySlice<CloneEvent>, frames: Int) {
    writer.begin()
    if areMoves(notes) { writer.writeMoves(contacts, panelValues) } else { writeAll(notes) }
    earlierLandings = landingCount
    if contacts.count - freeContacts.count > writer.order.count { keepHeldValues() }
    return writer.written
  }

  /// Keeps the values of contacts that the app does not know yet, as a lift may come with the next report.
  private mutating func keepHeldValues() {
    for contact in contacts.indices where contacts[contact].isUsed && contacts[contact].cloneSlot < 0 {
      if contacts[contact].panelSlot >= 0 { copyPanelValues(of: contacts[contact].panelSlot, to: contact) }
    }
  }

  /// Whether the app only receives moves, of fingers that are in their slots, and the panel's values are the clone's.
  private func areMoves(_ notes: borrowing [AppNote]) -> Bool {
    guard !needsMoves else { return false }
    for position in notes.indices where notes[position].phase != .moved { return false }
    for position in writer.order.indices where contacts[knownContact(position)].panelSlot < 0 { return false }
    return true
  }

  /// A contact that the app knows, in the order in which the app received them.
  private func knownContact(_ position: Int) -> Int { writer.contacts[writer.order[position]] }

  private mutating func writeAll(_ notes: [AppNote]) {
    var position = 0
    while position < notes.count {
      guard isTaken(notes[position]) else {
        write(notes[position])
        position += 1
        continue
      }
      let first = position
      while position < notes.count, isTaken(notes[position]) { position += 1 }
      end(notes[first..<position])
    }
    for position in writer.order.indices {
      bindReturned(knownContact(position))
      writeChanges(of: knownContact(position))
    }
    writer.endFrame()
  }

  /// Whether a touch ends without the lift of its finger.
  private func isTaken(_ note: AppNote) -> Bool {
    note.phase == .cancelled || note.phase == .lifted
  }

  private mutating func write(_ note: AppNote) {
    switch note.phase {
    case .held: _ = add(note)
    case .began:
      guard let contact = contact(of: note.touch) ?? add(note), contacts[contact].cloneSlot < 0,
        let slot = freeSlot(preferring: note.slot)
      else { return }
      contacts[contact].cloneSlot = slot
      writer.land(contact, in: slot, landedValues, from: contact * axes.count)
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
      writer.begin(stepOf: contacts[contact].cloneSlot)
      writeValues(of: contact)
      lift(contact, isFingers: true)
    case .dropped:
      guard let contact = contact(of: note.touch) else { return }
      forget(contact)
    case .cancelled, .lifted:
      break
    }
  }

  /// Ends contacts that no finger's lift ends: as palms first, then as lifts (FLT-69, FLT-70). A palm of the panel stays
  /// one in every mode.
  private mutating func end(_ notes: ArraySlice<AppNote>) {
    var hasPalms = false
    for note in notes {
      guard let contact = contact(of: note.touch), contacts[contact].cloneSlot >= 0 else { continue }
      let isPanelsPalm = value(of: contact, at: axes.tool) == EventCode.palmTool
      guard note.phase == .cancelled || isPanelsPalm else { continue }
      let slot = contacts[contact].cloneSlot
      guard writer.value(of: slot, at: axes.tool) != EventCode.palmTool else { continue }
      writer.begin(stepOf: slot)
      writer.write(EventCode.palmTool, axes.tool, slot)
      hasPalms = true
    }
    if hasPalms { writer.endFrame() }
    for note in notes {
      guard let contact = contact(of: note.touch) else { continue }
      guard contacts[contact].cloneSlot >= 0 else {
        forget(contact)
        continue
      }
      writer.begin(stepOf: contacts[contact].cloneSlot)
      lift(contact)
    }
  }

  /// The clone's slot for a contact that lands: the panel's, else the lowest free one. Where none is free, a contact whose
  /// finger has lifted leaves its slot first.
  private mutating func freeSlot(preferring slot: Int) -> Int? {
    if writer.contacts.indices.contains(slot), writer.contacts[slot] < 0 { return slot }
    if let free = writer.contacts.firstIndex(of: -1) { return free }
    guard let freed = writer.order.first(where: { contacts[writer.contacts[$0]].panelSlot < 0 }) else {
      return nil
    }
    writer.begin(stepOf: freed)
    lift(writer.contacts[freed])
    return freed
  }

  /// Writes the values of a contact that have changed since the app last received them.
  private mutating func writeChanges(of contact: Int) {
    for axis in axes.codes.indices where changedValue(of: contact, at: axis) != nil {
      writer.begin(stepOf: contacts[contact].cloneSlot)
      writeValues(of: contact)
      return
    }
  }

  private mutating func writeValues(of contact: Int) {
    for axis in axes.codes.indices {
      if let value = changedValue(of: contact, at: axis) {
        writer.write(value, axis, contacts[contact].cloneSlot)
      }
    }
  }

  /// A value that differs from the one that the app has; nil for another. The app receives palms only as they end.
  private func changedValue(of contact: Int, at axis: Int) -> Int32? {
    let value = axes.clamped(value(of: contact, at: axis), axis)
    guard value != writer.value(of: contacts[contact].cloneSlot, at: axis) else { return nil }
    return axis == axes.tool && value == EventCode.palmTool ? nil : value
  }

  /// The present value of a contact: the panel's while the finger is in its slot, else its last.
  private func value(of contact: Int, at axis: Int) -> Int32 {
    let slot = contacts[contact].panelSlot
    return slot < 0 || isPlaced(axis)
      ? values[contact * axes.count + axis] : panelValues[slot * axes.count + axis]
  }

  /// Whether the app receives filtered values of an axis.
  private func isPlaced(_ axis: Int) -> Bool { placement != nil && (axis == axes.x || axis == axes.y) }

  /// Lifts a contact that the app knows, and forgets it.
  ///
  /// - Parameter isFingers: whether the finger has lifted, rather than a gesture.
  private mutating func lift(_ contact: Int, isFingers: Bool = false) {
    writer.lift(contacts[contact].cloneSlot, isFingers: isFingers)
    forget(contact)
  }

  // MARK: Contacts

  private func contact(of touch: UInt64) -> Int? {
    for contact in contacts.indices where contacts[contact].touch == touch { return contact }
    return nil
  }

  /// Adds a contact that has landed, with the values of its landing.
  private mutating func add(_ note: AppNote) -> Int? {
    guard panelSlots.indices.contains(note.slot), let contact = freeContact() else { return nil }
    contacts[contact] = Contact(touch: note.touch)
    let named = slot(ofNumber: note.slot)
    let slot = landedSlot(named: named)
    copyPanelValues(of: slot ?? named, to: contact)
    place(contact, at: note.location)
    for axis in axes.codes.indices {
      let value = values[contact * axes.count + axis]
      landedValues[contact * axes.count + axis] =
        axis == axes.tool && value == EventCode.palmTool ? 0 : value
    }
    if let slot { bind(contact, to: slot) }
    return contact
  }

  private mutating func freeContact() -> Int? {
    if let free = freeContacts.popLast() { return free }
    guard contacts.count < capacity else { return nil }
    contacts.append(Contact())
    return contacts.count - 1
  }

  private mutating func forget(_ contact: Int) {
    let slot = contacts[contact].panelSlot
    if slot >= 0 { panelSlots[slot].contact = -1 }
    contacts[contact] = Contact()
    freeContacts.append(contact)
  }

  private mutating func copyPanelValues(of slot: Int, to contact: Int) {
    for axis in axes.codes.indices where !isPlaced(axis) {
      values[contact * axes.count + axis] = panelValues[slot * axes.count + axis]
    }
  }

  /// Places a contact where filters have placed its touch, where the app receives such places (FLT-43).
  private mutating func place(_ contact: Int, at location: Point) {
    guard let (ownX, ownY) = placement?.units(of: location) else { return }
    values[contact * axes.count + axes.x] = ownX
    values[contact * axes.count + axes.y] = ownY
  }
}
