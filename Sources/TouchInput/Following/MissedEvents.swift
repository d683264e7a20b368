/// Tells whether events explain which contacts a device has. Where they do not, some were never heard: another program
/// had grabbed the device, and let go of it again (D27).
///
/// What comes next is then of contacts that nobody was told of, in a slot that nobody was told of, and looks like a leap
/// of those that are known.
///
/// ```
///   told      slot 0: id 7          ┐ what is read lets the table go on to what
///   read      SLOT 1, id 8, REPORT  ┘ the device said before it was read: explained
///   device    slot 0: id 7, slot 1: id 8, current slot 1
/// ```
///
/// The device is asked before it is read, so that what it says is what the events say, up to one of them.
public struct MissedEvents: Sendable {
  private var told: [Int32]
  private var actual: [Int32]
  private var slot = 0
  private var actualSlot = 0
  private var differences = 0

  /// Whether the events so far explain what the device says.
  public private(set) var isExplained = true

  /// For a device of so many slots. All storage is made here.
  public init(slotCount: Int) {
    told = Array(repeating: -1, count: slotCount)
    // Not a copy of it: that would share its storage until the first of them changes.
    actual = Array(repeating: -1, count: slotCount)
  }

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - assembler: what was told so far.
  ///   - state: which contacts the device has, and its current slot.
  public mutating func begin(_ assembler: borrowing TouchFrameAssembler, _ state: borrowing PanelState) {
    for index in told.indices { told[index] = assembler.trackingID(inSlot: index) }
    slot = assembler.currentSlot
    compare(with: state)
  }

  /// Compares what was told and read so far with what the device says now.
  public mutating func compare(with state: borrowing PanelState) {
    differences = 0
    for index in told.indices {
      actual[index] = index < state.slots.count ? max(-1, state.slots[index].trackingID) : -1
      if told[index] != actual[index] { differences += 1 }
    }
    actualSlot = Int(state.currentSlot)
    isExplained = differences == 0 && slot == actualSlot
  }

  /// Takes in the next event that was read. Where the kernel says that it dropped some, these are the missed ones, and the
  /// state that is asked for next says what became of the contacts (D5).
  public mutating func take(_ event: InputEvent) {
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
