/// A device's contacts at one moment: read when the device is opened, and after dropped events.
public struct PanelState: Hashable, Sendable {
  /// One slot. A single-touch device has one slot, with tracking id 0 while BTN_TOUCH is down.
  public struct Slot: Hashable, Sendable {
    /// The tracking id; any negative number in an empty slot.
    public var trackingID: Int32
    /// The raw x that the slot keeps.
    public var x: Int32
    /// The raw y that the slot keeps.
    public var y: Int32
    /// The other values that the slot keeps.
    public var attributes: RawAttributes

    /// A slot's state.
    public init(trackingID: Int32, x: Int32, y: Int32, attributes: RawAttributes = RawAttributes()) {
      self.trackingID = trackingID
      self.x = x
      self.y = y
      self.attributes = attributes
    }
  }

  /// The slots from 0 on. A device without slots has one for all contacts, which tells whether any is down. It has none
  /// where it does not know. Slots beyond the panel's number are ignored; missing slots count as empty.
  public var slots: [Slot]
  /// The slot of the next event: the value of ABS_MT_SLOT.
  public var currentSlot: Int32
  /// The pen; out of range for fingers.
  public var pen: PenState

  /// Whether a contact is down; nil where the device does not know.
  public var isTouched: Bool? { slots.isEmpty ? nil : slots.contains { $0.trackingID >= 0 } }

  public init(slots: [Slot], currentSlot: Int32 = 0, pen: PenState = PenState()) {
    self.slots = slots
    self.currentSlot = currentSlot
    self.pen = pen
  }

  /// The storage of a state: that many empty slots.
  public init(slotCount: Int) {
    self.init(slots: Array(repeating: Slot(trackingID: -1, x: 0, y: 0), count: slotCount))
  }

  /// Changes the number of slots. Allocates nothing up to the largest number so far.
  public mutating func setSlotCount(_ count: Int) {
    if slots.count > count { slots.removeLast(slots.count - count) }
    while slots.count < count { slots.append(Slot(trackingID: -1, x: 0, y: 0)) }
  }
}
