import GestureClient
import GestureCore
import TouchInput

/// Makes an evemu recording from a client's lines of touches: the events of a panel of protocol B with these touches.
struct TouchRecording: Sendable {
  /// The panel's units per millimeter, a finer grid than any recognizer needs after the wire's rounding.
  private static let unitsPerMillimetre = 64.0
  /// The most slots of a panel, which is uinput's limit.
  private static let maximumSlots = 100

  private let size: ScreenPoint
  private let description: DeviceDescription
  /// The slots with the ids of their touches; nil for an empty slot.
  private var slots: [UInt64?]
  private var nextTrackingID: Int32 = 1
  private var frame: [InputEvent] = []
  private var frameTime: Instant?
  /// The phase of each touch in the present frame, and the last rank of each region.
  private var phases: [UInt64: TouchUpdate.Phase] = [:]
  private var ranks: [String: Int] = [:]

  init(of screen: Touchscreen) {
    size = screen.size
    let slotCount = min(max(1, screen.maximumTouches), Self.maximumSlots)
    slots = Array(repeating: nil, count: slotCount)
    func axis(_ length: Double) -> AxisRange {
      AxisRange(
        minimum: 0, maximum: max(1, Self.units(length) - 1), resolution: Int32(Self.unitsPerMillimetre))
    }
    description = DeviceDescription(
      name: screen.name, bus: 6, version: 1, properties: CodeSet([EventCode.directProperty]),
      codes: [
        EventCode.key: CodeSet([EventCode.touch]),
        EventCode.absolute: CodeSet([
          EventCode.slot, EventCode.positionX, EventCode.positionY, EventCode.trackingID,
        ]),
      ],
      axes: [
        EventCode.slot: AxisRange(minimum: 0, maximum: Int32(slotCount - 1)),
        EventCode.positionX: axis(size.x),
        EventCode.positionY: axis(size.y), EventCode.trackingID: AxisRange(minimum: 0, maximum: 65535),
      ])
  }

  /// The head of the recording.
  var head: [UInt8] {
    var text: [UInt8] = []
    EvemuWriter.append(description, to: &text)
    return text
  }

  /// Appends an update to the present frame.
  ///
  /// - Returns: the bytes of the frame before, once a new frame begins.
  mutating func append(_ update: TouchUpdate) -> [UInt8] {
    let time = Instant(microseconds: Int64(min(max(0, update.time), 1e12) * 1_000_000))
    var text: [UInt8] = []
    if time != frameTime || isOfAnotherFrame(update) { text = finish() }
    frameTime = time
    ranks[update.region] = Self.rank(of: update.phase)
    for touch in update.touches {
      phases[touch.id] = update.phase
      append(touch, update.phase, at: time)
    }
    return text
  }

  /// Whether an update with the time of the present frame belongs to a later frame.
  ///
  /// In one frame, each region gets one update for each phase, in the order began, moved, ended, cancelled. Several
  /// regions may get the same touch. A touch in two phases belongs to two frames.
  private func isOfAnotherFrame(_ update: TouchUpdate) -> Bool {
    let isRegionPast = ranks[update.region].map { $0 >= Self.rank(of: update.phase) } ?? false
    return isRegionPast || update.touches.contains { (phases[$0.id] ?? update.phase) != update.phase }
  }

  private static func rank(of phase: TouchUpdate.Phase) -> Int {
    switch phase {
    case .began: 0
    case .moved, .stationary: 1
    case .ended: 2
    case .cancelled: 3
    }
  }

  /// The bytes of the last frame.
  mutating func finish() -> [UInt8] {
    guard let time = frameTime, !frame.isEmpty else { return [] }
    frame.append(InputEvent(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
    var text: [UInt8] = []
    for event in frame { EvemuWriter.append(event, to: &text) }
    frame = []
    phases = [:]
    ranks = [:]
    return text
  }

  private mutating func append(_ touch: TouchUpdate.Touch, _ phase: TouchUpdate.Phase, at time: Instant) {
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      frame.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    let wasEmpty = slots.allSatisfy { $0 == nil }
    var slot = slots.firstIndex(of: touch.id)
    switch phase {
    case .began, .moved:
      guard let location = touch.location else { return }
      let isNew = slot == nil
      // A touch may arrive once for each of several regions. A touch without a free slot is left out.
      guard let own = slot ?? slots.firstIndex(of: nil) else { return }
      slot = own
      slots[own] = touch.id
      add(EventCode.absolute, EventCode.slot, Int32(own))
      if isNew {
        add(EventCode.absolute, EventCode.trackingID, nextTrackingID)
        nextTrackingID = nextTrackingID % 65535 + 1
      }
      add(EventCode.absolute, EventCode.positionX, Self.units(min(max(0, location.x), size.x)))
      add(EventCode.absolute, EventCode.positionY, Self.units(min(max(0, location.y), size.y)))
      if wasEmpty { add(EventCode.key, EventCode.touch, 1) }
    case .ended, .cancelled:
      guard let slot else { return }
      slots[slot] = nil
      add(EventCode.absolute, EventCode.slot, Int32(slot))
      add(EventCode.absolute, EventCode.trackingID, -1)
      if slots.allSatisfy({ $0 == nil }) { add(EventCode.key, EventCode.touch, 0) }
    case .stationary: return
    }
  }

  private static func units(_ millimetres: Double) -> Int32 {
    Int32(clamping: Int64((min(max(0, millimetres), 1e6) * unitsPerMillimetre).rounded()))
  }
}
