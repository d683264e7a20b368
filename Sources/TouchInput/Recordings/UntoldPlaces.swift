import GestureCore

/// The positions of touches that a recording does not contain.
///
/// The kernel repeats no unchanged coordinate of a slot. In a recording of a panel that was touched before, the first
/// touch of a slot therefore lacks any coordinate that equals the slot's earlier one. `RecordingStart` prevents that.
public struct UntoldPlaces: Hashable, Sendable {
  /// The missing coordinates, x before y.
  public private(set) var axes: [PositionAxis] = []
  /// The number of touches that land before their slot has both coordinates.
  public private(set) var touchCount = 0

  /// The coordinates that a slot has so far.
  private struct Slot: Hashable {
    var hasX = false
    var hasY = false
  }

  private var slots: [Slot]
  private var currentSlot: Int? = 0
  /// The slots in which contacts landed with the report that is being read.
  private var landed: [Int] = []
  private var isOutOfStep = false

  /// Searches a recording.
  ///
  /// - Returns: nil where every touch has a position. A device without slots reports the whole position of each
  ///   contact.
  public init?(in events: [InputEvent], on panel: TouchPanel) {
    guard !panel.touchProtocol.isSlotless else { return nil }
    slots = Array(repeating: Slot(), count: panel.slotCount)
    for event in events { apply(event, isMultitouch: panel.touchProtocol.isMultitouch) }
    guard touchCount > 0 else { return nil }
  }

  private mutating func apply(_ event: InputEvent, isMultitouch: Bool) {
    switch event.type {
    case EventCode.synchronization: applySynchronization(event)
    case EventCode.absolute where !isOutOfStep: applyAxis(event, isMultitouch: isMultitouch)
    case EventCode.key where event.code == EventCode.touch && !isMultitouch && !isOutOfStep:
      if event.value != 0 { landed.append(0) }
    default: break
    }
  }

  private mutating func applyAxis(_ event: InputEvent, isMultitouch: Bool) {
    if isMultitouch, event.code == EventCode.slot {
      currentSlot = slots.indices.contains(Int(event.value)) ? Int(event.value) : nil
      return
    }
    guard let slot = currentSlot else { return }
    switch event.code {
    case isMultitouch ? EventCode.positionX : EventCode.x: slots[slot].hasX = true
    case isMultitouch ? EventCode.positionY : EventCode.y: slots[slot].hasY = true
    case EventCode.trackingID where isMultitouch && event.value >= 0: landed.append(slot)
    default: break
    }
  }

  private mutating func applySynchronization(_ event: InputEvent) {
    switch event.code {
    case EventCode.dropped: isOutOfStep = true
    // A frame that the kernel has cut continues.
    case EventCode.report where event.value != 1:
      if !isOutOfStep { countLandings() }
      isOutOfStep = false
      landed.removeAll(keepingCapacity: true)
    default: break
    }
  }

  private mutating func countLandings() {
    for index in landed {
      let slot = slots[index]
      guard !slot.hasX || !slot.hasY else { continue }
      touchCount += 1
      if !slot.hasX, !axes.contains(.x) { axes.insert(.x, at: 0) }
      if !slot.hasY, !axes.contains(.y) { axes.append(.y) }
    }
  }
}
