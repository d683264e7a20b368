import TouchInput

/// A reader of the clone's node. It knows the kernel's rules for slots, and notes the first event that breaks one.
struct CloneReader {
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

  private var slots: [Slot]
  private var current = 0
  private var isTouched = false
  private var frameCount = 0
  /// How often each finger has landed, and how often it has ended.
  private(set) var landings: [Int: Int] = [:]
  private(set) var ends: [Int: Int] = [:]
  private(set) var mistake: String?

  /// A device that has just been made.
  init(slots count: Int) {
    slots = Array(repeating: Slot(), count: count)
  }

  /// The number of contacts that are down.
  var down: Int { slots.count { $0.id >= 0 } }

  /// Takes whole frames.
  mutating func take(_ events: [InputEvent]) {
    for event in events { take(event) }
    if frameCount > 0 { blame("a write ends inside of a frame") }
  }

  /// The keeper ends all contacts.
  mutating func endContacts() {
    for slot in slots.indices where slots[slot].id >= 0 { lift(slot) }
    for slot in slots.indices { slots[slot].tool = 0 }
    isTouched = false
  }

  /// The device goes, and another one comes in its place.
  mutating func replace() {
    endContacts()
    slots = Array(repeating: Slot(), count: slots.count)
    current = 0
  }

  private mutating func blame(_ text: String) {
    if mistake == nil { mistake = text }
  }

  private mutating func take(_ event: InputEvent) {
    if event.type == EventCode.synchronization { return close() }
    frameCount += 1
    if event.type == EventCode.key {
      if event.code != EventCode.touch || (event.value == 1) == isTouched { blame("BTN_TOUCH repeats") }
      isTouched = event.value == 1
      return
    }
    switch event.code {
    case EventCode.slot:
      guard slots.indices.contains(Int(event.value)) else { return blame("slot \(event.value)") }
      current = Int(event.value)
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
    if slots[current].hasID { blame("two ids of one slot in a frame") }
    slots[current].hasID = true
    if id < 0 {
      guard slots[current].id >= 0 else { return blame("a lift without a landing") }
      lift(current)
    } else {
      if slots[current].id >= 0 { blame("an id is replaced") }
      if slots.contains(where: { $0.id == id }) { blame("two contacts have one id") }
      if slots[current].tool == EventCode.palmTool { blame("a contact lands as a palm") }
      slots[current].id = id
      slots[current].landed = true
    }
  }

  private mutating func lift(_ slot: Int) {
    slots[slot].id = -1
    if let finger = slots[slot].finger { ends[finger, default: 0] += 1 }
    slots[slot].finger = nil
  }

  private mutating func close() {
    if frameCount == 0 { blame("an empty frame") }
    frameCount = 0
    if isTouched != (down > 0) { blame("BTN_TOUCH is \(isTouched) with \(down) contacts") }
    for slot in slots.indices {
      if slots[slot].hasLateTool { blame("a landing says its tool after its id") }
      let finger = FilterWorld.finger(atY: slots[slot].y)
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
  }
}
