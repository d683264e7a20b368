import TouchInput

/// A reader of a node. It knows the kernel's rules for slots, and notes the first event that breaks one.
///
/// Each finger has a height of its own, so that a reader can tell whose contact it sees.
package struct NodeReader {
  /// A slot as the kernel has it.
  private struct Slot {
    var id: Int32 = -1
    var tool: Int32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    /// Whether the present frame set the id, and the tool after the id.
    var hasID = false
    var landed = false
    var hasLateTool = false
    /// The finger in the slot.
    var finger: Int?
  }

  private static let firstY: Int32 = 640
  private static let stepY: Int32 = 8

  private let isClone: Bool
  private var slots: [Slot]
  private var current = 0
  private var isTouched = false
  private var isFrameOpen = false
  /// The slots that the present frame names.
  private var touched: [Int] = []
  /// How often each finger has landed, and how often it has ended.
  package private(set) var landings: [Int: Int] = [:]
  package private(set) var ends: [Int: Int] = [:]
  /// The place of each finger at its end.
  package private(set) var lastX: [Int: Int32] = [:]
  package private(set) var mistake: String?
  /// The number of contacts that are down.
  package private(set) var down = 0

  /// A reader of a device that has just been made.
  ///
  /// - Parameter isClone: whether the device is a clone, whose frames are whole. A reader of the panel misses what happens
  ///   while the panel is grabbed.
  package init(slots count: Int, isClone: Bool = true) {
    self.isClone = isClone
    slots = Array(repeating: Slot(), count: count)
  }

  /// The height of a finger.
  package static func y(of finger: Int) -> Int32 { firstY + Int32(finger) * stepY }

  /// The finger that has that height.
  package static func finger(atY y: Int32) -> Int { Int((y - firstY) / stepY) }

  /// The fingers that are down, with their places.
  package var contacts: [(finger: Int, x: Int32)] {
    slots.compactMap { slot in slot.finger.map { ($0, slot.x) } }
  }

  /// Takes whole frames.
  package mutating func take(_ events: [InputEvent]) {
    for event in events { take(event) }
    if isFrameOpen { blame("a write ends inside of a frame") }
  }

  /// Counts fingers from 0 again. None is down.
  package mutating func forgetFingers() {
    landings = [:]
    ends = [:]
    lastX = [:]
  }

  /// The keeper ends all contacts.
  package mutating func endContacts() {
    for slot in slots.indices where slots[slot].id >= 0 { lift(slot) }
    for slot in slots.indices { slots[slot].tool = 0 }
    isTouched = false
  }

  /// The device goes, and another one comes in its place.
  package mutating func replace() {
    endContacts()
    slots = Array(repeating: Slot(), count: slots.count)
    current = 0
    isFrameOpen = false
  }

  private mutating func blame(_ text: String) {
    if mistake == nil { mistake = text }
  }

  package mutating func take(_ event: InputEvent) {
    if event.type == EventCode.synchronization { return close() }
    isFrameOpen = true
    if event.type == EventCode.key {
      if event.code != EventCode.touch || (event.value == 1) == isTouched { blame("BTN_TOUCH repeats") }
      isTouched = event.value == 1
      return
    }
    if event.code == EventCode.slot {
      guard slots.indices.contains(Int(event.value)) else { return blame("slot \(event.value)") }
      current = Int(event.value)
      return
    }
    guard event.code >= EventCode.touchMajor else { return }
    touched.append(current)
    switch event.code {
    case EventCode.trackingID: takeID(event.value)
    case EventCode.toolType:
      slots[current].tool = event.value
      if slots[current].landed { slots[current].hasLateTool = true }
    case EventCode.positionX: slots[current].x = event.value
    case EventCode.positionY: slots[current].y = event.value
    default: break
    }
  }

  private mutating func takeID(_ id: Int32) {
    if slots[current].hasID, isClone { blame("two ids of one slot in a frame") }
    slots[current].hasID = true
    if id < 0 {
      guard slots[current].id >= 0 else { return isClone ? blame("a lift without a landing") : () }
      lift(current)
    } else {
      if slots[current].id >= 0 { blame("an id is replaced") }
      if slots.contains(where: { $0.id == id }) { blame("two contacts have one id") }
      if slots[current].tool == EventCode.palmTool { blame("a contact lands as a palm") }
      slots[current].id = id
      slots[current].landed = true
      down += 1
    }
  }

  private mutating func lift(_ slot: Int) {
    slots[slot].id = -1
    down -= 1
    if let finger = slots[slot].finger {
      ends[finger, default: 0] += 1
      lastX[finger] = slots[slot].x
    } else if slots[slot].landed {
      // It has landed in the same frame.
      let finger = Self.finger(atY: slots[slot].y)
      landings[finger, default: 0] += 1
      ends[finger, default: 0] += 1
      slots[slot].landed = false
    }
    slots[slot].finger = nil
  }

  private mutating func close() {
    if isClone {
      if !isFrameOpen { blame("an empty frame") }
      if isTouched != (down > 0) { blame("BTN_TOUCH is \(isTouched) with \(down) contacts") }
    }
    isFrameOpen = false
    for slot in touched {
      if slots[slot].hasLateTool { blame("a landing says its tool after its id") }
      let finger = Self.finger(atY: slots[slot].y)
      if slots[slot].landed {
        slots[slot].finger = finger
        landings[finger, default: 0] += 1
      } else if let own = slots[slot].finger, own != finger {
        blame("the contact of finger \(own) is at the place of finger \(finger)")
      }
      slots[slot].hasID = false
      slots[slot].landed = false
      slots[slot].hasLateTool = false
    }
    touched.removeAll(keepingCapacity: true)
  }
}
