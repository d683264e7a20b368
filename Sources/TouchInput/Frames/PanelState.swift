/// What a device says its contacts are at one moment: read when it is opened, and after a dropped stretch.
public struct PanelState: Hashable, Sendable {
  /// One slot. On a single-touch device there is one, with tracking id 0 while BTN_TOUCH is down.
  public struct Slot: Hashable, Sendable {
    /// The tracking id; any negative number where there is no contact.
    public var trackingID: Int32
    /// The raw x that the slot remembers.
    public var x: Int32
    /// The raw y that the slot remembers.
    public var y: Int32
    /// What else the slot remembers.
    public var attributes: RawAttributes

    /// A slot's state.
    public init(trackingID: Int32, x: Int32, y: Int32, attributes: RawAttributes = RawAttributes()) {
      self.trackingID = trackingID
      self.x = x
      self.y = y
      self.attributes = attributes
    }
  }

  /// The slots from 0 on. A device without slots has one for all contacts, which says whether any is down, or none where
  /// it does not know. Slots beyond the panel's are passed over; missing ones are taken to be empty.
  public var slots: [Slot]
  /// The slot that the next event is for: the value of ABS_MT_SLOT.
  public var currentSlot: Int32
  /// Which of `EventCode.penTools` are near the screen, a bit each from the lowest on; 0 for fingers.
  public var toolsInRange: UInt8

  /// Whether a contact is down; nil where the device does not say.
  public var isTouched: Bool? { slots.isEmpty ? nil : slots.contains { $0.trackingID >= 0 } }

  /// A state.
  public init(slots: [Slot], currentSlot: Int32 = 0, toolsInRange: UInt8 = 0) {
    self.slots = slots
    self.currentSlot = currentSlot
    self.toolsInRange = toolsInRange
  }

  /// The storage of a state: so many slots, empty.
  public init(slotCount: Int) {
    self.init(slots: Array(repeating: Slot(trackingID: -1, x: 0, y: 0), count: slotCount))
  }

  /// Makes it a state of so many slots. Allocates nothing where it has had as many before.
  public mutating func setSlotCount(_ count: Int) {
    if slots.count > count { slots.removeLast(slots.count - count) }
    while slots.count < count { slots.append(Slot(trackingID: -1, x: 0, y: 0)) }
  }
}
