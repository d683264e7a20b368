import GestureCore
import TouchInput

/// An event without its time, in the words of the tests' rows.
enum RawEvent {
  case slot(Int32)
  case id(Int32)
  case x(Int32)
  case y(Int32)
  case touch(Int32)
  /// SYN_REPORT at a time in milliseconds.
  case report(Int64)
  /// SYN_REPORT with value 1: the kernel cut the frame here.
  case cut(Int64)
  case dropped
  /// BTN_TOOL_PEN
  case pen(Int32)
  /// An ABS_ axis by its code.
  case axis(UInt16, Int32)
  case other(type: UInt16, code: UInt16, value: Int32)
}

/// An assembler together with all its frames.
struct AssemblerRun {
  /// The assembler.
  var assembler: TouchFrameAssembler
  /// All frames, oldest first.
  private(set) var frames: [TouchFrame] = []
  /// All samples of a hovering pen, oldest first.
  private(set) var hovers: [HoverSample] = []
  /// The number of requests for the true state.
  private(set) var resynchronizationsNeeded = 0
  private let isMultitouch: Bool

  /// A run on T1 or another device.
  init(
    _ device: DeviceDescription = .testScreen, initialState: PanelState? = nil, trustsPressure: Bool = false,
    placement: PanelPlacement = .upright
  ) throws {
    let panel = try judge(device, trustsPressure: trustsPressure, placement: placement)
    isMultitouch = panel.touchProtocol == .multitouch
    assembler = TouchFrameAssembler(panel: panel, initialState: initialState)
  }

  /// Feeds events. Only reports have a stamp, because no other stamp counts.
  mutating func feed(_ events: RawEvent...) {
    for event in events { take(assembler.feed(input(event))) }
  }

  /// Feeds an event with its stamp.
  mutating func feed(_ event: InputEvent) { take(assembler.feed(event)) }

  /// Lifts the contacts that only BTN_TOUCH lifts, at a time in milliseconds; nil for the end of all events.
  mutating func endByKey(by time: Int64?) {
    if let end = assembler.endByKey(by: time.map { .milliseconds($0) }) { feed(end) }
  }

  /// Feeds the state of the slots after a dropped stretch.
  mutating func resynchronize(_ slots: [PanelState.Slot], currentSlot: Int32 = 0, at time: Int64) {
    take(PanelState(slots: slots, currentSlot: currentSlot), at: time)
  }

  /// Feeds the whole state after a dropped stretch.
  mutating func take(_ state: PanelState, at time: Int64) {
    take(assembler.resynchronize(with: state, at: .milliseconds(time)))
  }

  /// Continues without a state after a dropped stretch.
  mutating func loseContacts(at time: Int64) {
    take(assembler.loseContacts(at: .milliseconds(time)))
  }

  /// Interrupts the following of the device from a time on.
  mutating func interrupt(at time: Int64) {
    take(assembler.interrupted(at: .milliseconds(time)))
  }

  /// Removes the device.
  mutating func remove(at time: Int64) {
    take(assembler.deviceRemoved(at: .milliseconds(time)))
  }

  /// The attributes of the contact in the last frame's first change.
  var attributes: ContactAttributes? { frames.last?.changes.first?.attributes }

  /// The frames so far, as one line of text each: time, changes with positions in points (10 units of T1), cause.
  var timeline: [String] {
    frames.map { frame in
      let changes = frame.changes.map { change in
        let (x, y) = (points(change.position.x), points(change.position.y))
        return "\(change.slot):\(change.kind) \(x),\(y)"
      }
      let cause =
        switch frame.cause {
        case .report: ""
        case .resynchronized(lostContact: true): " (lost)"
        case .resynchronized(lostContact: false): " (resynchronized)"
        case .deviceRemoved: " (removed)"
        case .interrupted: " (interrupted)"
        case .cancelled: " (cancelled)"
        }
      return "@\(frame.time.microseconds / 1000) " + changes.joined(separator: " ") + cause
    }
  }

  private func input(_ event: RawEvent) -> InputEvent {
    switch event {
    case .slot(let value): absolute(EventCode.slot, value)
    case .id(let value): absolute(EventCode.trackingID, value)
    case .x(let value): absolute(isMultitouch ? EventCode.positionX : EventCode.x, value)
    case .y(let value): absolute(isMultitouch ? EventCode.positionY : EventCode.y, value)
    case .touch(let value): input(EventCode.key, EventCode.touch, value)
    case .report(let time): input(EventCode.synchronization, EventCode.report, 0, at: time)
    case .cut(let time): input(EventCode.synchronization, EventCode.report, 1, at: time)
    case .dropped: input(EventCode.synchronization, EventCode.dropped, 0)
    case .pen(let value): input(EventCode.key, EventCode.toolPen, value)
    case .axis(let code, let value): absolute(code, value)
    case .other(let type, let code, let value): input(type, code, value)
    }
  }

  private func absolute(_ code: UInt16, _ value: Int32) -> InputEvent {
    input(EventCode.absolute, code, value)
  }

  private func input(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64 = 0) -> InputEvent {
    InputEvent(time: .milliseconds(time), type: type, code: code, value: value)
  }

  private func points(_ millimetres: Double) -> String {
    let tenths = Int((millimetres * 64).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private mutating func take(_ step: TouchFrameAssembler.Step) {
    switch step {
    case .nothing: break
    case .framesReady(let count):
      for index in 0..<count { frames.append(assembler.frame(at: index)) }
      if let hover = assembler.hover { hovers.append(hover) }
    case .needsResynchronization: resynchronizationsNeeded += 1
    }
  }
}
