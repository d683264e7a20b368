import GestureCore

/// Turns one device's events into frames of contacts in millimetres, by a slot table of its own.
///
/// Of what a report holds, each slot's last word goes into one frame. Where a slot was used twice, the report makes
/// up to three frames of one time, so that no slot is twice in a frame:
///
/// 1. the contacts whose slot was taken over: `cancelled` where the id changed without a lift, else `ended`; and those
///    that are taken to be gone because nothing came of them for long (D8);
/// 2. everything else;
/// 3. `ended` for contacts that also began in this report.
///
/// A pen is a contact while it touches. While it is only near it is no contact, and `hover` says where it is.
///
/// The events are hostile: any order and any values are taken, none traps, and nothing grows with their number.
/// All storage is made here once; feeding and reading frames allocates nothing as long as the caller lets go of a
/// frame before it feeds the next event.
public struct TouchFrameAssembler: Sendable {
  /// What came of an event.
  public enum Step: Hashable, Sendable {
    /// Nothing that the core has to know.
    case nothing
    /// That many frames, 0 ... 3, are to be read by `frame(at:)`, and handled in that order; and `hover`, where it is
    /// not nil. One of them there is.
    case framesReady(count: Int)
    /// The kernel dropped events and a stretch of them is over. Until `resynchronize` or `loseContacts` is called
    /// nothing that is fed is used, and every report says so again.
    case needsResynchronization
  }

  /// The device's axes and slots.
  public internal(set) var panel: TouchPanel
  private let isMultitouch: Bool
  private let xCode: UInt16
  private let yCode: UInt16
  /// Of what a contact is like only what the device tells is listened to; `noCode` for the rest.
  private let majorCode: Int32
  private let pressureCode: Int32
  private let toolTypeCode: Int32
  /// Whether the device tells anything of contacts but where they are, whether each slot says by itself where its contact
  /// is, and whether it is a pen: kept, since looking at the panel copies it.
  let tellsAttributes: Bool
  let isPlacedBySlot: Bool
  let isPen: Bool
  var slots: [ContactSlot]
  /// The slot that events are for, `noSlot` where the device named one that it does not have (D12).
  var currentSlot = 0
  /// No slot outside this range is changed; empty when `changedFrom` is above `changedTo`.
  var changedFrom: Int
  var changedTo = -1
  /// Whether events were dropped and the true state was not read yet.
  var isOutOfStep = false
  var clock = FrameClock()
  /// For how long reports came, in all: pauses between them do not count.
  var activity = TimeSpan.zero
  /// Nothing has come of no contact that the core knows of for as long as since then.
  var leastRecentActivity = TimeSpan.zero
  /// Reports that lie so far apart have a pause between them: more than ten times what the slowest panels take.
  static var pause: TimeSpan { TimeSpan(microseconds: 1_000_000) }
  let frozenSpan: TimeSpan
  /// How many contacts were given up because nothing came of them any more (D8).
  public internal(set) var frozenContactCount = 0
  /// Where two contacts are of a panel that only tells the box around them.
  var box = SemiMultitouchBox()
  /// Departures, the rest, ends of passing contacts.
  ///
  /// Those of the last step are at `readyFrames`: who is in a hurry reads them where they lie.
  public internal(set) var frames: [TouchFrame]
  public internal(set) var readyFrames = 0..<0
  /// Whether the core knows of a contact.
  public private(set) var hasContacts = false

  /// What the last step says of a pen that does not touch; nil where it says nothing. `left` and `lost` come before
  /// the frames, `over` after them.
  public internal(set) var hover: HoverSample?
  /// Which of `EventCode.penTools` are near, a bit each.
  var toolsInRange: UInt8 = 0
  /// How many fingers the panel counts, whether it can place them or not.
  var counted = CountedFingers()
  /// Whether the core believes that a pen hovers.
  var isHovering = false

  /// No event has it, whatever the device sends.
  private static let noCode: Int32 = -1
  private static let noSlot = -1
  static let departures = 0
  static let main = 1
  static let passings = 2

  /// An assembler for one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device.
  ///   - initialState: its state when it was opened. Contacts that are down in it are ignored until they lift
  ///     (TCH-34). Without it, as in a replay, every slot is empty.
  ///   - frozenSpan: for how long nothing comes of a contact, while others go on, before it is taken to be gone (D8).
  ///   - begin: when the device comes, on the clock of the stamps: no frame is earlier.
  public init(
    panel: TouchPanel, initialState: PanelState? = nil, frozenSpan: TimeSpan = .milliseconds(30_000),
    since begin: Instant = Instant(microseconds: 0)
  ) {
    self.frozenSpan = frozenSpan
    clock.advance(to: begin)
    self.panel = panel
    isMultitouch = panel.touchProtocol.isMultitouch
    xCode = isMultitouch ? EventCode.positionX : EventCode.x
    yCode = isMultitouch ? EventCode.positionY : EventCode.y
    majorCode = panel.contact.radiusPerUnit == nil ? Self.noCode : Int32(EventCode.touchMajor)
    pressureCode =
      panel.contact.pressure == nil
      ? Self.noCode : Int32(isMultitouch ? EventCode.contactPressure : EventCode.pressure)
    tellsAttributes = panel.contact.tellsAttributes
    isPlacedBySlot = !panel.isSemiMultitouch
    isPen = panel.touchProtocol == .pen
    toolTypeCode = panel.contact.hasToolType ? Int32(EventCode.toolType) : Self.noCode
    slots = Array(
      repeating: ContactSlot(x: panel.x.minimum, y: panel.y.minimum), count: panel.slotCount)
    changedFrom = panel.slotCount
    frames = []
    for _ in 0..<3 {
      var frame = TouchFrame(time: clock.latest, changes: [])
      frame.changes.reserveCapacity(panel.slotCount)
      frames.append(frame)
    }
    if let initialState { adopt(initialState) }
  }

  /// Takes the device's next event; of a device without slots the translator's.
  ///
  /// A frame has the stamp of its SYN_REPORT, or of the frame before where that is later (TIM-5), unless it cannot be
  /// true (T2). Event types and codes that have no meaning here are passed over, BTN_TOUCH of a device with slots among them (D16).
  public mutating func feed(_ event: InputEvent) -> Step {
    switch event.type {
    case EventCode.absolute:
      fillSlot(event.code, event.value)
      return .nothing
    case EventCode.synchronization:
      return takeSynchronization(event)
    case EventCode.key:
      if !isOutOfStep { takeKey(event.code, isDown: event.value != 0) }
      return .nothing
    default:
      return .nothing
    }
  }

  /// Takes what an absolute event says, which waits for its report: the same as `feed`, for events that need no stamp.
  public mutating func fillSlot(_ code: UInt16, _ value: Int32) {
    if !isOutOfStep { takeAxis(code, value) }
  }

  /// A frame of the last step, 0 ..< its count. Valid until the next call that gives a step.
  public func frame(at index: Int) -> TouchFrame {
    precondition(index >= 0 && index < readyFrames.count, "there is no such frame")
    return frames[readyFrames.lowerBound + index]
  }

  // MARK: Events

  @inline(__always)
  private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    if code == xCode {
      guard currentSlot != Self.noSlot else { return }
      slots[currentSlot].x = value
      markChanged()
    } else if code == yCode {
      guard currentSlot != Self.noSlot else { return }
      slots[currentSlot].y = value
      markChanged()
    } else if isMultitouch && code == EventCode.slot {
      selectSlot(value)
    } else if isMultitouch && code == EventCode.trackingID {
      takeTrackingID(value)
    } else {
      takeAttribute(code, value)
    }
  }

  @inline(__always)
  private mutating func takeAttribute(_ code: UInt16, _ value: Int32) {
    guard currentSlot != Self.noSlot else { return }
    if Int32(code) == majorCode {
      slots[currentSlot].attributes.touchMajor = value
    } else if Int32(code) == pressureCode {
      slots[currentSlot].attributes.pressure = value
    } else if Int32(code) == toolTypeCode {
      slots[currentSlot].attributes.toolType = value
    } else if panel.touchProtocol == .pen {
      switch code {
      case EventCode.distance: slots[currentSlot].attributes.distance = value
      case EventCode.tiltX: slots[currentSlot].attributes.tiltX = value
      case EventCode.tiltY: slots[currentSlot].attributes.tiltY = value
      default: return
      }
    } else {
      return
    }
    markChanged()
  }

  private mutating func takeKey(_ code: UInt16, isDown: Bool) {
    if counted.take(code, isDown: isDown) {
      if counted.count > slots.count { noteChange(of: 0) }
    } else if code == EventCode.touch {
      // Slots tell it better (D16).
      guard !isMultitouch else { return }
      takeTrackingID(isDown ? 0 : -1)
    } else if panel.touchProtocol == .pen, EventCode.penTools.contains(code) {
      let tool: UInt8 = 1 << UInt8(truncatingIfNeeded: code - EventCode.penTools.lowerBound)
      toolsInRange = isDown ? toolsInRange | tool : toolsInRange & ~tool
      markChanged()
    }
  }

  /// Any id below 0 is a lift, as it is in the kernel (D10).
  private mutating func takeTrackingID(_ id: Int32) {
    guard currentSlot != Self.noSlot else { return }
    if id < 0 {
      slots[currentSlot].lift(on: panel)
    } else {
      slots[currentSlot].land(id)
    }
    markChanged()
    noteContacts()
  }

  /// Finds out whether the core knows of a contact. Called whenever one came or went: a frame of moves has nothing to find
  /// out.
  mutating func noteContacts() {
    hasContacts = false
    for index in slots.indices where slots[index].contact == .known { hasContacts = true }
  }

  @inline(__always)
  mutating func markChanged() {
    slots[currentSlot].isChanged = true
    noteChange(of: currentSlot)
  }

  /// Has the next report look at a slot.
  @inline(__always)
  mutating func noteChange(of slot: Int) {
    if slot < changedFrom { changedFrom = slot }
    if slot > changedTo { changedTo = slot }
  }

  mutating func selectSlot(_ value: Int32) {
    guard isMultitouch else { return }
    currentSlot = value >= 0 && Int(value) < slots.count ? Int(value) : Self.noSlot
  }

  /// A report of value 1 also closes the kernel's own lifting of all contacts, of a device that is inhibited or put to
  /// sleep: no finger did that, so they are cancelled (D11, T3).
  ///
  /// - Returns: whether it is that, because nothing is left in any slot of the report.
  private mutating func takeRelease() -> Bool {
    guard changedFrom <= changedTo else { return false }
    for index in changedFrom...changedTo where slots[index].isChanged {
      guard slots[index].contact == .none else { return false }
    }
    for index in changedFrom...changedTo where slots[index].departure == .ended {
      slots[index].departure = .cancelled
    }
    return true
  }

  private mutating func takeSynchronization(_ event: InputEvent) -> Step {
    switch event.code {
    case EventCode.report:
      if isOutOfStep { return .needsResynchronization }
      // The kernel cuts an over-long frame by a report of value 1: the rest of the frame is still to come (D20).
      if event.value == 1 {
        guard takeRelease() else { return .nothing }
        let step = report(stamped: event.time)
        // The kernel let go of the pen, which did not leave.
        if hover?.kind == .left { hover = hoverSample(.lost) }
        return step
      }
      // A frame without changes is nothing to anyone (TCH-7).
      return changedFrom > changedTo ? .nothing : report(stamped: event.time)
    case EventCode.dropped:
      isOutOfStep = true
      return .nothing
    default:
      return .nothing
    }
  }
}
