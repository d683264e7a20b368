import TouchInput

/// A panel's slots as the kernel keeps them, whether or not a program reads them.
struct KernelSlots {
  /// The kernel's answer to a query of the state.
  private(set) var state: PanelState

  /// A panel without contacts.
  init(count: Int) {
    state = PanelState(slots: Array(repeating: .init(trackingID: -1, x: 0, y: 0), count: count))
  }

  /// The slots with a contact.
  var occupied: [Int] { state.slots.indices.filter { state.slots[$0].trackingID >= 0 } }

  /// Applies an event of the panel.
  mutating func apply(_ event: InputEvent) {
    guard event.type == EventCode.absolute else { return }
    let slot = Int(state.currentSlot)
    switch event.code {
    case EventCode.slot: state.currentSlot = event.value
    case EventCode.trackingID: state.slots[slot].trackingID = event.value
    case EventCode.positionX: state.slots[slot].x = event.value
    case EventCode.positionY: state.slots[slot].y = event.value
    default: break
    }
  }
}
