import GestureCore

/// The frames of a clone as text, a line each: what happens in each slot, with places in the panel's units. It is the
/// output of `--filter-to -`.
public struct CloneText: Sendable {
  /// The changes of a frame in one slot.
  private struct Change {
    let slot: Int32
    var isDown = false
    var isUp = false
    var isPalm = false
    var x: Int32?
    var y: Int32?
    var others = 0

    var word: String {
      isDown ? "down" : isUp ? "up" : isPalm ? "palm" : x != nil || y != nil ? "move" : "change"
    }
  }

  private var slot: Int32 = 0
  private var changes: [Change] = []
  private var places: [Int32: (x: Int32, y: Int32)] = [:]

  /// The text of a clone from its first frame on.
  public init() {}

  /// Appends an event.
  ///
  /// - Returns: the line of a frame that ends with it.
  public mutating func append(_ event: InputEvent) -> String? {
    switch (event.type, event.code) {
    case (EventCode.synchronization, EventCode.report):
      defer { changes.removeAll(keepingCapacity: true) }
      return changes.isEmpty ? nil : line(at: event.time)
    case (EventCode.absolute, EventCode.slot):
      slot = event.value
    case (EventCode.absolute, EventCode.touchMajor...):
      record(event.code, event.value)
    default:
      break
    }
    return nil
  }

  private mutating func record(_ code: UInt16, _ value: Int32) {
    if changes.last?.slot != slot { changes.append(Change(slot: slot)) }
    let last = changes.count - 1
    switch code {
    case EventCode.trackingID:
      if value < 0 { changes[last].isUp = true } else { changes[last].isDown = true }
    case EventCode.toolType: changes[last].isPalm = value == EventCode.palmTool
    case EventCode.positionX:
      changes[last].x = value
      places[slot, default: (0, 0)].x = value
    case EventCode.positionY:
      changes[last].y = value
      places[slot, default: (0, 0)].y = value
    default: changes[last].others += 1
    }
  }

  private func line(at time: Instant) -> String {
    let microseconds = String(time.microseconds % 1_000_000)
    let stamp =
      "\(time.microseconds / 1_000_000)." + String(repeating: "0", count: 6 - microseconds.count)
      + microseconds
    let texts = changes.map { change in
      guard let place = places[change.slot], !change.isUp, !change.isPalm else {
        return "\(change.slot) \(change.word)"
      }
      return "\(change.slot) \(change.word) \(place.x),\(place.y)"
    }
    return "\(stamp)  \(texts.joined(separator: "  "))"
  }
}
