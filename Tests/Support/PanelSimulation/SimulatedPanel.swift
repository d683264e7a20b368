import GestureCore
import TouchInput

/// A touchscreen as the kernel has it: fingers, the values of its slots, a queue for the daemon, and the grab.
package struct SimulatedPanel {
  /// A change of one slot in a report.
  package enum Change {
    case land(Int, x: Int32)
    case move(Int, by: Int32)
    case lift(Int)
  }

  package struct Finger {
    package var number: Int
    package var id: Int32
    package var x: Int32
  }

  /// The events that the queue has room for.
  static let room = 256

  package private(set) var glass: [Finger?]
  /// The values of the slots. The kernel reports only changes.
  private var kernelX: [Int32]
  private var kernelY: [Int32]
  private var kernelSlot = 0
  private var nextID: Int32
  /// The events that the daemon has not read; nil while it does not have the node open.
  package private(set) var queue: [InputEvent]?
  package var isGrabbed = false
  /// The last place of each finger.
  package private(set) var lastX: [Int32] = []

  /// A panel without fingers. Its ids begin anywhere.
  package init(slots: Int, firstID: Int32) {
    glass = Array(repeating: nil, count: slots)
    kernelX = Array(repeating: 0, count: slots)
    kernelY = kernelX
    nextID = firstID
  }

  package var slotCount: Int { glass.count }

  package var isTouched: Bool { glass.contains { $0 != nil } }

  /// The answers to the daemon's questions.
  package var state: PanelState {
    PanelState(
      slots: glass.indices.map { slot in
        PanelState.Slot(trackingID: glass[slot]?.id ?? -1, x: kernelX[slot], y: kernelY[slot])
      }, currentSlot: Int32(kernelSlot))
  }

  /// The values of an axis, one for each slot.
  package func values(of code: UInt16) -> [Int32] { code == EventCode.positionX ? kernelX : kernelY }

  /// The daemon opens the node, or closes it. A closed node is not grabbed.
  package mutating func open() { queue = [] }
  package mutating func close() {
    queue = nil
    isGrabbed = false
  }

  /// The daemon reads events: all of them, or some reports.
  package mutating func read(_ count: Int) -> [InputEvent] {
    guard let queue else { return [] }
    let read = Array(queue.prefix(count))
    self.queue = Array(queue.dropFirst(count))
    return read
  }

  /// The kernel drops what the daemon has not read.
  package mutating func overflow(at time: Instant) {
    guard queue != nil else { return }
    queue = [EventCode.dropped, EventCode.report].map {
      InputEvent(time: time, type: EventCode.synchronization, code: $0, value: 0)
    }
  }

  /// The panel goes, and its like comes with no finger on it.
  package mutating func replug(firstID: Int32) {
    let numbers = lastX
    self = SimulatedPanel(slots: glass.count, firstID: firstID)
    lastX = numbers
  }

  /// Counts fingers from 0 again. None is down.
  package mutating func forgetFingers() { lastX = [] }

  /// Reports changes. Returns the events, which other readers receive unless the panel is grabbed.
  package mutating func report(_ changes: [Change], at time: Instant) -> [InputEvent] {
    var events: [InputEvent] = []
    for change in changes { apply(change, at: time, to: &events) }
    guard !events.isEmpty else { return [] }
    events.append(
      InputEvent(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
    guard var queue else { return events }
    self.queue = nil
    for event in events {
      if queue.count == Self.room {
        // The kernel has no room: the oldest events are lost.
        queue.removeAll()
        queue.append(
          InputEvent(time: time, type: EventCode.synchronization, code: EventCode.dropped, value: 0))
      }
      queue.append(event)
    }
    self.queue = queue
    return events
  }

  private mutating func apply(_ change: Change, at time: Instant, to events: inout [InputEvent]) {
    switch change {
    case .land(let slot, let x):
      guard glass[slot] == nil else { return }
      let finger = Finger(number: lastX.count, id: nextID, x: x)
      lastX.append(x)
      nextID = nextID == 65_535 ? 0 : nextID + 1
      glass[slot] = finger
      put(slot, EventCode.trackingID, finger.id, time, &events)
      place(slot, finger, time, &events)
    case .move(let slot, let distance):
      guard var finger = glass[slot] else { return }
      finger.x = min(max(finger.x + distance, 0), 10_239)
      glass[slot] = finger
      lastX[finger.number] = finger.x
      place(slot, finger, time, &events)
    case .lift(let slot):
      guard glass[slot] != nil else { return }
      glass[slot] = nil
      put(slot, EventCode.trackingID, -1, time, &events)
    }
  }

  private mutating func place(_ slot: Int, _ finger: Finger, _ time: Instant, _ events: inout [InputEvent]) {
    let y = NodeReader.y(of: finger.number)
    if kernelX[slot] != finger.x { put(slot, EventCode.positionX, finger.x, time, &events) }
    if kernelY[slot] != y { put(slot, EventCode.positionY, y, time, &events) }
    kernelX[slot] = finger.x
    kernelY[slot] = y
  }

  private mutating func put(
    _ slot: Int, _ code: UInt16, _ value: Int32, _ time: Instant, _ events: inout [InputEvent]
  ) {
    func axis(_ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: EventCode.absolute, code: code, value: value)
    }
    if kernelSlot != slot { events.append(axis(EventCode.slot, Int32(slot))) }
    kernelSlot = slot
    events.append(axis(code, value))
  }
}
