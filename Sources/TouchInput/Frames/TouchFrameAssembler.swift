import GestureCore

/// Turns one device's events into frames of contacts in millimeters, with a slot table of its own.
///
/// The last value of each slot in a report goes into one frame. Where a slot was used twice, the report makes up to
/// three frames of the same time, so that no slot is twice in a frame. The first has the contacts whose slot another
/// one got: `cancelled` where the id changed without a lift, else `ended`. It also has the contacts that count as gone
/// after a long silence (D8). Where the report shows an earlier lift by BTN_TOUCH, the first frame has the time of that
/// lift (D16). An id that appears in another slot is the same contact, and keeps its number.
///
/// A pen is a contact while it touches. While it is only near it is not a contact, and `hover` holds its position.
///
/// The events are hostile: they may come in any order with any values. No event traps, and no storage grows with their
/// number. All storage is made here once. Feeding events and reading frames allocate nothing as long as the caller
/// releases a frame before it feeds the next event.
public struct TouchFrameAssembler: Sendable {
  /// The result of an event.
  public enum Step: Hashable, Sendable {
    /// There is no change for the core.
    case nothing
    /// The caller reads that many frames, 0 ... 3, with `frame(at:)`, and handles them in that order. `hover` is set as
    /// well where a pen hovers. There is at least one frame or a hover.
    case framesReady(count: Int)
    /// The kernel dropped events, and the gap is over. Until `resynchronize` or `loseContacts` no event counts, and
    /// every report returns this again.
    case needsResynchronization
  }

  /// The device's axes and slots.
  public internal(set) var panel: TouchPanel
  @usableFromInline let isMultitouch: Bool
  @usableFromInline let xCode: UInt16
  @usableFromInline let yCode: UInt16
  /// The code that selects a slot; `noCode` for a device without slots.
  @usableFromInline let slotCode: Int32
  /// The codes of a contact's attributes that the device reports; `noCode` for the others.
  private let majorCode: Int32
  private let pressureCode: Int32
  /// Whether the pressure is an attribute of contacts. Otherwise it only says whether a finger touches (TCH-37).
  private let isPressureTrusted: Bool
  private let toolTypeCode: Int32
  private let distanceCode: Int32
  /// The largest distance of a contact that touches.
  private let touchingDistance: Int32
  /// Whether the device reports attributes of contacts, whether each slot reports its contact's own position, and whether
  /// the device is a pen. They are stored, since reading the panel copies it.
  let tellsAttributes: Bool
  let isPlacedBySlot: Bool
  let isPen: Bool
  @usableFromInline var slots: [ContactSlot]
  /// The slot of the events; `noSlot` where the device selected one that it does not have (D12).
  @usableFromInline var currentSlot = 0
  /// Slots outside this range are unchanged; the range is empty when `changedFrom` is above `changedTo`.
  @usableFromInline var changedFrom: Int
  @usableFromInline var changedTo = -1
  /// Whether events were dropped and the true state was not read yet.
  @usableFromInline var isOutOfStep = false
  var clock = FrameClock()
  /// The end of the last pause: since then reports have come without one.
  var lastPauseEnd = Instant(microseconds: 0)
  /// The earliest `lastNews` of the contacts that the core knows, or an earlier time.
  var leastRecentNews = Instant(microseconds: 0)
  /// The shortest gap between reports that is a pause: more than ten times the interval of the slowest panels.
  static var pause: TimeSpan { TimeSpan(microseconds: 1_000_000) }
  let frozenSpan: TimeSpan
  /// The number of contacts that were given up after a long silence (D8).
  public internal(set) var frozenContactCount = 0
  /// Places the two contacts of a panel that only reports the box around them.
  var box = SemiMultitouchBox()
  /// Three frames: departures, the main frame, and ends of passing contacts.
  ///
  /// The frames of the last step are at `readyFrames`; the fast path reads them in place.
  public internal(set) var frames: [TouchFrame]
  public internal(set) var readyFrames = 0..<0
  /// Whether the core knows a contact.
  public private(set) var hasContacts = false
  /// Whether anything touches the panel: contacts that are ignored count too.
  public private(set) var isPanelTouched = false
  /// Whether a finger with an id is above the glass.
  public private(set) var hasRaisedContacts = false
  /// Whether a contact has had a size, and a pressure, above 0: then 0 means that the finger does not touch (TCH-37).
  /// Many panels report 0 always.
  var hasSize = false
  var hasPressure = false
  /// Whether BTN_TOUCH says that nothing touches; false before its first event, and after events were lost.
  var isTouchKeyUp = false
  /// Whether the present report presses BTN_TOUCH: what lands in it touches, whatever its size (TCH-37).
  var isTouchKeyPressed = false
  /// Whether the present report releases BTN_TOUCH.
  var isTouchKeyReleased = false
  /// Whether the present report has a size or a pressure that may say whether a finger touches.
  private var hasWeights = false
  /// Whether the present report needs more than its slots: BTN_TOUCH has changed, fingers may have lost their size or
  /// pressure, or a report is withheld.
  var needsCare = false
  /// The slots of a withheld report of moves, as in `changedFrom` and `changedTo` (D16).
  private var withheldFrom = 0
  private var withheldTo = -1
  /// The lift that only BTN_TOUCH reports (D16). Callers read its stored time for each event: a computed property of the
  /// assembler would copy all of it.
  public internal(set) var keyLift = KeyLift()
  /// The time of a lift by BTN_TOUCH that the present report shows to be one; nil where the report shows none (D16). Each
  /// contact that was down has lifted then.
  var lateLift: Instant?
  /// How far the positions of contacts reach.
  public internal(set) var reach: PanelReach
  /// The contacts that changed their slots in the last report with a landing, in the order in which to follow them.
  public internal(set) var slotChanges: [(from: Int, to: Int)] = []

  /// A pen that does not touch, as of the last step; nil where nothing changed. `left` and `lost` come before the
  /// frames, `over` after them.
  public internal(set) var hover: HoverSample?
  /// The pen as of the events, and as the core last received it.
  var pen = PenState()
  var deliveredPen = PenState()
  /// The number of fingers that the panel counts, whether it can place them or not.
  var counted = CountedFingers()
  /// Whether the core believes that a pen hovers.
  var isHovering = false

  /// No event has this code, whatever the device sends.
  private static let noCode: Int32 = -1
  @inlinable static var noSlot: Int { -1 }
  static let departures = 0
  static let main = 1
  static let momentaryLifts = 2

  /// An assembler for one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device.
  ///   - initialState: the device's state at its opening. Contacts that are down in it are ignored until they lift
  ///     (TCH-34). Without a state, as in a replay, every slot is empty.
  ///   - frozenSpan: the silence after which a contact counts as gone while others continue (D8).
  ///   - begin: the start of the device, on the clock of the stamps: no frame is earlier.
  public init(
    panel: TouchPanel, initialState: PanelState? = nil, frozenSpan: TimeSpan = .milliseconds(30_000),
    since begin: Instant = Instant(microseconds: 0)
  ) {
    self.frozenSpan = frozenSpan
    clock.advance(to: begin)
    self.panel = panel
    reach = PanelReach(of: panel)
    isMultitouch = panel.touchProtocol.isMultitouch
    xCode = isMultitouch ? EventCode.positionX : EventCode.x
    yCode = isMultitouch ? EventCode.positionY : EventCode.y
    slotCode = isMultitouch ? Int32(EventCode.slot) : Self.noCode
    majorCode = panel.contact.radiusPerUnit == nil ? Self.noCode : Int32(EventCode.touchMajor)
    isPressureTrusted = panel.contact.pressure != nil
    pressureCode =
      panel.contact.pressure == nil && !panel.contact.pressureTellsTouch
      ? Self.noCode : Int32(isMultitouch ? EventCode.contactPressure : EventCode.pressure)
    tellsAttributes = panel.contact.tellsAttributes
    isPlacedBySlot = !panel.isSemiMultitouch
    isPen = panel.touchProtocol == .pen
    toolTypeCode = panel.contact.hasToolType ? Int32(EventCode.toolType) : Self.noCode
    distanceCode =
      panel.contact.touchingDistance == nil ? Self.noCode : Int32(EventCode.contactDistance)
    touchingDistance = panel.contact.touchingDistance ?? 0
    slots = (0..<panel.slotCount).map {
      ContactSlot(number: $0, x: panel.x.minimum, y: panel.y.minimum)
    }
    changedFrom = panel.slotCount
    lastPauseEnd = begin
    leastRecentNews = begin
    slotChanges.reserveCapacity(panel.slotCount)
    frames = []
    for _ in 0..<3 {
      var frame = TouchFrame(time: clock.latest, changes: [])
      frame.changes.reserveCapacity(panel.slotCount)
      frames.append(frame)
    }
    if let initialState { adopt(initialState) }
  }

  /// Feeds the next event: of the device, or of the translator where the device has no slots.
  ///
  /// A frame has the stamp of its SYN_REPORT. It has the time of the frame before where that is later (TIM-5), or where
  /// the stamp cannot be true (T2). Other event types and codes are ignored. On a device with slots, BTN_TOUCH counts
  /// only where the slots do not report a landing or a lift (D16, TCH-37).
  public mutating func feed(_ event: InputEvent) -> Step {
    switch event.type {
    case EventCode.absolute:
      var clone: CloneFrames?
      fillSlots(with: event, for: &clone, isCloned: false)
      return .nothing
    case EventCode.synchronization:
      return applySynchronization(event)
    case EventCode.key:
      if !isOutOfStep { applyKey(event.code, isDown: event.value != 0) }
      return .nothing
    default:
      return .nothing
    }
  }

  /// The same for a panel with a clone, which learns the slot of each value.
  public mutating func feed(_ event: InputEvent, for clone: inout CloneFrames?) -> Step {
    switch event.type {
    case EventCode.absolute:
      fillSlots(with: event, for: &clone, isCloned: true)
      return .nothing
    case EventCode.key where event.code == EventCode.touch && !isMultitouch && !isOutOfStep:
      clone?.change(currentSlot, EventCode.trackingID, to: event.value == 0 ? -1 : 0)
    default: break
    }
    return feed(event)
  }

  @inline(__always)
  private mutating func fillSlots(with event: InputEvent, for clone: inout CloneFrames?, isCloned: Bool) {
    _ = fillSlots(from: 0, to: 1, for: &clone, isCloned: isCloned) { _ in
      (event.type, event.code, event.value)
    }
  }

  /// Stores the absolute events of a row in slots, where they wait for their report. Does the same as `feed` for each,
  /// for events that need no stamp.
  ///
  /// - Parameters:
  ///   - start: the index of the first event.
  ///   - end: the number of events.
  ///   - clone: learns the slot of each value, where `isCloned`: a constant, so that panels without a clone pay nothing.
  ///   - content: returns an event by its index.
  /// - Returns: the index of the first event that is not absolute; `end` where all are.
  @inlinable
  @inline(__always)
  public mutating func fillSlots(
    from start: Int, to end: Int, for clone: inout CloneFrames?, isCloned: Bool,
    _ content: (Int) -> (type: UInt16, code: UInt16, value: Int32)
  ) -> Int {
    var index = start
    while true {
      index = placeContacts(from: index, to: end, for: &clone, isCloned: isCloned, content)
      guard index < end else { return index }
      let (type, code, value) = content(index)
      guard type == EventCode.absolute else { return index }
      if isCloned, isMultitouch, !isOutOfStep, currentSlot != Self.noSlot {
        clone?.change(currentSlot, code, to: value)
      }
      applyOther(code, value)
      index += 1
    }
  }

  /// Stores positions and selects slots: all events of fingers that only move. The table of slots is opened once for
  /// the whole row, since each opening has a cost.
  ///
  /// - Returns: the index of the first other event; `start` where no event counts.
  @inlinable
  @inline(__always)
  mutating func placeContacts(
    from start: Int, to end: Int, for clone: inout CloneFrames?, isCloned: Bool,
    _ content: (Int) -> (type: UInt16, code: UInt16, value: Int32)
  ) -> Int {
    guard !isOutOfStep else { return start }
    let (xCode, yCode, slotCode) = (xCode, yCode, slotCode)
    var index = start
    var (slot, first, last) = (currentSlot, changedFrom, changedTo)
    var slots = slots.mutableSpan
    while index < end {
      let (type, code, value) = content(index)
      guard type == EventCode.absolute else { break }
      if code == xCode || code == yCode {
        if slot != Self.noSlot {
          slots[slot].setCoordinate(value, isX: code == xCode)
          if isCloned { clone?.move(slot, to: value, isX: code == xCode) }
          if slot < first { first = slot }
          if slot > last { last = slot }
        }
      } else if Int32(code) == slotCode {
        slot = Self.slot(value, of: slots.count)
      } else {
        break
      }
      index += 1
    }
    (currentSlot, changedFrom, changedTo) = (slot, first, last)
    return index
  }

  /// A frame of the last step, 0 ..< its count. Valid until the next call that returns a step.
  public func frame(at index: Int) -> TouchFrame {
    precondition(index >= 0 && index < readyFrames.count, "there is no such frame")
    return frames[readyFrames.lowerBound + index]
  }

  // MARK: Events

  /// Applies an absolute event that is neither a position nor selects a slot.
  @usableFromInline
  mutating func applyOther(_ code: UInt16, _ value: Int32) {
    if isOutOfStep { return }
    if isMultitouch && code == EventCode.trackingID {
      applyTrackingID(value)
    } else {
      applyAttribute(code, value)
    }
  }

  @inline(__always)
  private mutating func applyAttribute(_ code: UInt16, _ value: Int32) {
    guard currentSlot != Self.noSlot else { return }
    if Int32(code) == majorCode {
      slots[currentSlot].attributes.touchMajor = value
      slots[currentSlot].tellsSize = true
      weigh(value, isNew: !hasSize)
    } else if Int32(code) == pressureCode {
      let hadPressure = slots[currentSlot].pressure > 0
      slots[currentSlot].pressure = value
      slots[currentSlot].tellsPressure = true
      weigh(value, isNew: !hasPressure)
      // A pressure that is not trusted only decides whether the finger touches.
      guard isPressureTrusted || (value > 0) != hadPressure else { return }
      if isPressureTrusted { slots[currentSlot].attributes.pressure = value }
    } else if Int32(code) == toolTypeCode {
      slots[currentSlot].attributes.toolType = value
    } else if Int32(code) == distanceCode {
      slots[currentSlot].isAbove = value > touchingDistance
      if slots[currentSlot].isAbove { slots[currentSlot].rise() }
    } else if panel.touchProtocol == .pen {
      switch code {
      case EventCode.distance: slots[currentSlot].attributes.distance = value
      case EventCode.tiltX: slots[currentSlot].attributes.tiltX = value
      case EventCode.tiltY: slots[currentSlot].attributes.tiltY = value
      case EventCode.z: pen.roll = value
      default: return
      }
    } else {
      return
    }
    markChanged()
  }

  private mutating func applyKey(_ code: UInt16, isDown: Bool) {
    if counted.applyKey(code, isDown: isDown) {
      if counted.count > slots.count { includeChange(of: 0) }
    } else if code == EventCode.touch {
      guard isMultitouch else { return applyTrackingID(isDown ? 0 : -1) }
      // Slots report contacts more exactly (D16).
      isTouchKeyUp = !isDown
      isTouchKeyPressed = isDown
      isTouchKeyReleased = !isDown
      needsCare = true
      if isDown { keyLift.recordReturn() }
    } else if isPen, pen.applyKey(code, isDown: isDown) {
      markChanged()
    }
  }

  /// Applies a tracking id; as in the kernel, any id below 0 is a lift (D10).
  private mutating func applyTrackingID(_ id: Int32) {
    guard currentSlot != Self.noSlot else { return }
    if id < 0 {
      if slots[currentSlot].contact == .known { keyLift.recordLiftByID() }
      slots[currentSlot].lift(on: panel)
    } else {
      let isLifted = keyLift.hasLifted && slots[currentSlot].contact == .above && !slots[currentSlot].isAbove
      if isLifted, slots[currentSlot].trackingID != id { keyLift.recordReplacement() }
      slots[currentSlot].land(id)
    }
    markChanged()
    updateContacts()
  }

  /// Records a size or a pressure of the current slot for the end of the report: 0, or the panel's first one above 0.
  @inline(__always)
  private mutating func weigh(_ value: Int32, isNew: Bool) {
    guard value <= 0 || isNew, isMultitouch else { return }
    slots[currentSlot].isReweighed = true
    (hasWeights, needsCare) = (true, true)
  }

  /// Raises the fingers that have lost their pressure or their size in the present report (TCH-37).
  ///
  /// A pressure of 0 is that of a finger above the glass, as drivers report another one where the finger touches. A size of
  /// 0 may be that of a light finger, unless BTN_TOUCH says otherwise or speaks of another finger.
  private mutating func raiseWeightless() {
    for slot in slots.indices where slots[slot].isReweighed || isTouchKeyReleased {
      let isNew = slots[slot].isReweighed
      slots[slot].isReweighed = false
      guard slots[slot].contact == .known || slots[slot].contact == .landed else { continue }
      if isNew, slots[slot].attributes.touchMajor > 0 { hasSize = true }
      if isNew, slots[slot].pressure > 0 { hasPressure = true }
      // The end of the report decides on a landing.
      guard slots[slot].contact == .known, isWeightless(slot) else { continue }
      guard lacksPressure(slot) || isTouchKeyUp || !isHeldByKey(slot) else { continue }
      slots[slot].rise()
      includeChange(of: slot)
    }
    hasWeights = false
  }

  /// Whether BTN_TOUCH may say that a slot's finger touches: the panel has the key, and no other finger explains it.
  private func isHeldByKey(_ slot: Int) -> Bool {
    guard panel.contact.hasTouchKey else { return false }
    for other in slots.indices where other != slot && !isWeightless(other) {
      if slots[other].contact == .known || slots[other].contact == .landed { return false }
    }
    return true
  }

  /// Whether a report of moves is withheld until it is known whether it is that of a lift.
  ///
  /// Stored, since callers read it for each report: a computed property of the assembler would copy all of it.
  public private(set) var withholdsMoves = false

  /// Prepares a report with news of BTN_TOUCH, or the report after one that is withheld.
  ///
  /// - Returns: whether the report is withheld. It releases BTN_TOUCH and only moves contacts: where that is their lift, its
  ///   values do not count, as some drivers report 0 with a lift (TCH-4).
  private mutating func prepareReport(at stamp: Instant) -> Bool {
    if isTouchKeyPressed {
      if let lift = keyLift.judgeReport(at: stamp, landing) {
        liftLate(at: lift)
        withholdsMoves = false
      }
      landByKey()
    }
    if hasWeights || isTouchKeyReleased { raiseWeightless() }
    if isTouchKeyReleased, keyLift.isTrusted, !keyLift.isDoubtful, hasOnlyMoves {
      (withheldFrom, withheldTo) = (changedFrom, changedTo)
      withholdsMoves = true
      for slot in changedFrom...changedTo { slots[slot].isChanged = false }
      (changedFrom, changedTo) = (slots.count, -1)
      return true
    }
    if withholdsMoves, isTouchKeyPressed || changesContacts { includeWithheldMoves() }
    return false
  }

  /// Whether the present report changes contacts that the core knows, and nothing but their values.
  private var hasOnlyMoves: Bool {
    guard changedFrom <= changedTo else { return false }
    var hasMove = false
    for index in changedFrom...changedTo where slots[index].isChanged {
      guard slots[index].departure == nil else { return false }
      switch slots[index].contact {
      case .known where slots[index].hasOnlyMoved: hasMove = true
      case .none, .ignored, .silent: break
      case .above where isAboveGlass(index): break
      case .known, .landed, .momentary, .above: return false
      }
    }
    return hasMove
  }

  /// Includes a withheld report in the present one.
  private mutating func includeWithheldMoves() {
    for slot in withheldFrom...withheldTo where slots[slot].contact == .known { slots[slot].isChanged = true }
    changedFrom = min(changedFrom, withheldFrom)
    changedTo = max(changedTo, withheldTo)
    withholdsMoves = false
  }

  /// Records a report after which BTN_TOUCH is up. It may be the lift of the contacts that are left. Where a later report
  /// moves them, BTN_TOUCH means something else on this panel.
  private mutating func recordTouchKeyUp(at stamp: Instant, hasNews: Bool) {
    guard hasContacts else { return keyLift.cancel() }
    if hasNews, keyLift.time != nil { keyLift.distrust() } else { keyLift.begin(at: stamp) }
  }

  /// A report presses BTN_TOUCH after contacts have lifted by it. The fingers that the report changes are back; where it
  /// changes none, one has landed at its former place: that of the latest news.
  private mutating func landByKey() {
    defer { keyLift.end() }
    guard keyLift.hasLifted else { return }
    var latest: Int?
    var (hasNews, isAtPlace) = (false, true)
    for slot in slots.indices where slots[slot].contact == .landed || slots[slot].contact == .above {
      if slots[slot].isChanged {
        hasNews = true
        if slots[slot].contact == .landed || isFarFromPlace(slot) { isAtPlace = false }
        continue
      }
      guard !slots[slot].isAbove, !isWeightless(slot) else { continue }
      if latest.map({ slots[$0].lastNews < slots[slot].lastNews }) ?? true { latest = slot }
    }
    keyLift.recordLanding(isAtPlace: isAtPlace)
    guard !hasNews, let latest else { return }
    slots[latest].isChanged = true
    includeChange(of: latest)
  }

  /// Lifts the contacts that only BTN_TOUCH lifts, if they count as lifted at a time.
  ///
  /// - Parameter time: a time on the clock of the stamps; nil for the end of all events.
  /// - Returns: the report to feed.
  public mutating func endByKey(by time: Instant?) -> InputEvent? {
    guard let lift = keyLift.decide(by: time) else { return nil }
    if withholdsMoves { includeWithheldMoves() }
    for slot in slots.indices where slots[slot].contact == .known {
      slots[slot].rise()
      includeChange(of: slot)
    }
    updateContacts()
    return InputEvent(time: lift, type: EventCode.synchronization, code: EventCode.report, value: 0)
  }

  /// Whether a slot has no pressure, or no size where it reports no pressure, on a panel whose touching contacts have one
  /// (TCH-37).
  func isWeightless(_ slot: Int) -> Bool {
    guard isMultitouch else { return false }
    if hasPressure, slots[slot].tellsPressure { return slots[slot].pressure <= 0 }
    return hasSize && slots[slot].tellsSize && slots[slot].attributes.touchMajor <= 0
  }

  /// Whether events of the pressure count.
  var readsPressure: Bool { pressureCode != Self.noCode }

  /// Whether a slot has no pressure, on a panel whose touching contacts have one.
  func lacksPressure(_ slot: Int) -> Bool {
    isMultitouch && hasPressure && slots[slot].tellsPressure && slots[slot].pressure <= 0
  }

  /// Forgets what BTN_TOUCH said, since its events may be lost.
  mutating func forgetTouchKey() {
    isTouchKeyUp = false
    isTouchKeyPressed = false
    isTouchKeyReleased = false
    hasWeights = false
    needsCare = false
    withholdsMoves = false
    lateLift = nil
    keyLift.cancel()
  }

  /// Updates `hasContacts` and its neighbors. Called whenever a contact came or went: a frame of moves cannot change them.
  mutating func updateContacts() {
    hasContacts = false
    isPanelTouched = false
    hasRaisedContacts = false
    for index in slots.indices {
      switch slots[index].contact {
      case .known: (hasContacts, isPanelTouched) = (true, true)
      case .ignored, .landed: isPanelTouched = true
      case .above: hasRaisedContacts = true
      case .none, .momentary, .silent: break
      }
    }
  }

  /// Whether the finger of a slot is above the glass.
  public func isRaised(_ slot: Int) -> Bool { slots[slot].contact == .above }

  /// Forgets the contacts that changed their slots, once they were followed.
  public mutating func forgetSlotChanges() { slotChanges.removeAll(keepingCapacity: true) }

  /// The number by which the core knows the contact of a slot.
  public func number(ofSlot slot: Int) -> Int { slots[slot].number }

  @inline(__always)
  mutating func markChanged() {
    slots[currentSlot].isChanged = true
    includeChange(of: currentSlot)
  }

  /// Includes a slot in the next report.
  @inline(__always)
  mutating func includeChange(of slot: Int) {
    if slot < changedFrom { changedFrom = slot }
    if slot > changedTo { changedTo = slot }
  }

  mutating func selectSlot(_ value: Int32) {
    guard isMultitouch else { return }
    currentSlot = Self.slot(value, of: slots.count)
  }

  /// The slot that the device selects with a value; `noSlot` where it has no such slot (D12).
  @inlinable
  @inline(__always)
  static func slot(_ value: Int32, of count: Int) -> Int {
    value >= 0 && Int(value) < count ? Int(value) : noSlot
  }

  /// Applies a report of value 1 as the kernel's own lift of all contacts, on a device that is inhibited or put to
  /// sleep. No finger did that, so the contacts are cancelled (D11, T3).
  ///
  /// - Returns: whether the report is that lift: it leaves no contact in any slot that it changes.
  private mutating func applyRelease() -> Bool {
    guard changedFrom <= changedTo else { return false }
    for index in changedFrom...changedTo where slots[index].isChanged {
      guard slots[index].contact == .none else { return false }
    }
    for index in changedFrom...changedTo where slots[index].departure == .ended {
      slots[index].departure = .cancelled
    }
    return true
  }

  private mutating func applySynchronization(_ event: InputEvent) -> Step {
    switch event.code {
    case EventCode.report:
      if isOutOfStep { return .needsResynchronization }
      lateLift = nil
      // The kernel cuts an over-long frame with a report of value 1: the rest of the frame is still to come (D20).
      if event.value == 1 {
        guard applyRelease() else { return .nothing }
        let step = report(stamped: event.time)
        // The kernel released the pen; the pen itself did not leave.
        if hover?.kind == .left { hover = hoverSample(.lost) }
        return step
      }
      let isCareful = needsCare
      let hasNews = isTouchKeyUp && keyLift.time != nil && movesContacts
      if isCareful, prepareReport(at: event.time) {
        isTouchKeyReleased = false
        recordTouchKeyUp(at: event.time, hasNews: false)
        return .nothing
      }
      // A frame without changes matters to no client (TCH-7).
      let step = changedFrom > changedTo ? .nothing : report(stamped: event.time)
      if isCareful {
        isTouchKeyPressed = false
        isTouchKeyReleased = false
        needsCare = withholdsMoves
      }
      if isTouchKeyUp { recordTouchKeyUp(at: event.time, hasNews: hasNews && step != .nothing) }
      return step
    case EventCode.dropped:
      isOutOfStep = true
      return .nothing
    default:
      return .nothing
    }
  }
}

/// The number of fingers that a panel counts with its BTN_TOOL_ keys. The panel may count more fingers than it can
/// place (D14).
struct CountedFingers {
  /// One bit for each number of fingers whose key is down, from 0 on.
  private var keys: UInt8 = 0

  /// The largest number whose key is down; 0 where no key is down.
  var count: Int { keys == 0 ? 0 : UInt8.bitWidth - 1 - keys.leadingZeroBitCount }

  /// Applies a key.
  ///
  /// - Returns: whether the key counts fingers.
  mutating func applyKey(_ code: UInt16, isDown: Bool) -> Bool {
    let fingers: UInt16
    if code == EventCode.toolQuintupleTap {
      fingers = 5
    } else if EventCode.toolTaps.contains(code) {
      fingers = 2 + code - EventCode.toolTaps.lowerBound
    } else {
      return false
    }
    let bit: UInt8 = 1 << fingers
    keys = isDown ? keys | bit : keys & ~bit
    return true
  }
}
