import TouchInput

/// The slots of a panel as its kernel keeps them, whoever reads of them or not.
struct KernelSlots {
  /// What is to be had by asking.
  private(set) var state: PanelState

  /// A panel that nobody touches.
  init(count: Int) {
    state = PanelState(slots: Array(repeating: .init(trackingID: -1, x: 0, y: 0), count: count))
  }

  /// The slots in which a contact is.
  var occupied: [Int] { state.slots.indices.filter { state.slots[$0].trackingID >= 0 } }

  /// Takes in what the panel says.
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
