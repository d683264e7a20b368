/// Tells whether the events read so far explain the device's contacts. Where they do not, some events were never
/// delivered: another program had grabbed the device, and released it again (D27).
///
/// The next events then belong to contacts that were never reported, in a slot that was never selected. They look like
/// a leap of the known contacts.
///
/// ```
///   told      slot 0: id 7          ┐ what is read lets the table go on to what
///   read      SLOT 1, id 8, REPORT  ┘ the device said before it was read: explained
///   device    slot 0: id 7, slot 1: id 8, current slot 1
/// ```
///
/// The device's contacts are read before its events. Up to some event, the events therefore lead to those contacts.
public struct MissedEvents: Sendable {
  private var told: [Int32]
  private var actual: [Int32]
  private var slot = 0
  private var actualSlot = 0
  private var differences = 0

  /// Whether the events so far explain the device's contacts.
  public private(set) var isExplained = true

  /// Makes all storage, for a device with some number of slots.
  public init(slotCount: Int) {
    told = Array(repeating: -1, count: slotCount)
    // Not a copy of `told`: a copy would share its storage until the first of the two changes.
    actual = Array(repeating: -1, count: slotCount)
  }

  /// Begins a new search.
  ///
  /// - Parameters:
  ///   - assembler: the contacts of the events so far.
  ///   - state: the device's contacts, and its current slot.
  public mutating func begin(_ assembler: borrowing TouchFrameAssembler, _ state: borrowing PanelState) {
    for index in told.indices { told[index] = assembler.trackingID(inSlot: index) }
    slot = assembler.currentSlot
    compare(with: state)
  }

  /// Compares the contacts of the events so far with the device's present contacts.
  public mutating func compare(with state: borrowing PanelState) {
    differences = 0
    for index in told.indices {
      actual[index] = index < state.slots.count ? max(-1, state.slots[index].trackingID) : -1
      if told[index] != actual[index] { differences += 1 }
    }
    actualSlot = Int(state.currentSlot)
    isExplained = differences == 0 && slot == actualSlot
  }

  /// Applies the next event. Where the kernel reports dropped events, those are the missed ones, and the state that is
  /// read next shows what became of the contacts (D5).
  public mutating func apply(_ event: InputEvent) {
    if event.isDrop { isExplained = true }
    guard !isExplained, event.type == EventCode.absolute else { return }
    switch event.code {
    case EventCode.slot: slot = Int(event.value)
    case EventCode.trackingID where told.indices.contains(slot):
      if told[slot] != actual[slot] { differences -= 1 }
      told[slot] = max(-1, event.value)
      if told[slot] != actual[slot] { differences += 1 }
    default: return
    }
    isExplained = differences == 0 && slot == actualSlot
  }
}
