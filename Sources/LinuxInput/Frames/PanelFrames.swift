import GestureCore
import TouchInput

/// Turns a panel's events into frames, for every protocol. Its `PanelStream` decides which events count.
///
/// ```
///   events ─▶ end(before:) ─▶ SlotTranslator, without slots ─▶ TouchFrameAssembler ─▶ frames
/// ```
///
/// It is not copied while events are fed: a copy would share the translator.
public struct PanelFrames {
  /// Translates for the assembler where the device has no slots.
  private var translator: SlotTranslator?
  public private(set) var assembler: TouchFrameAssembler
  private var cut = CutFrame()
  /// The frames of the panel's clone, where the panel is filtered. The flag is cached, because reading them copies
  /// them.
  public private(set) var clone: CloneFrames?
  private var hasClone: Bool
  /// Whether events go to the assembler alone. Checking the translator and the clone for each event would cost more.
  private var isPlain: Bool
  /// Whether the device has slots, so that no translator changes events.
  private let hasSlots: Bool

  /// Frames of one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device.
  ///   - initialState: the contacts that were down at the opening, which are ignored until they lift (TCH-34); nil for
  ///     a recording.
  ///   - frozenSpan: see `TouchFrameAssembler`.
  ///   - begin: see `TouchFrameAssembler`.
  ///   - clone: the frames of the panel's clone; nil where the panel is not filtered.
  public init(
    _ panel: TouchPanel, initialState: PanelState? = nil, frozenSpan: TimeSpan = .milliseconds(30_000),
    since begin: Instant = Instant(microseconds: 0), clone: CloneFrames? = nil
  ) {
    self.clone = clone
    hasClone = clone != nil
    self.clone?.adopt(initialState)
    let isSlotless = panel.touchProtocol.isSlotless
    translator = isSlotless ? SlotTranslator(panel: panel, isTouched: initialState?.isTouched ?? false) : nil
    isPlain = !isSlotless && clone == nil
    hasSlots = !isSlotless
    assembler = TouchFrameAssembler(
      panel: panel, initialState: isSlotless ? nil : initialState, frozenSpan: frozenSpan, since: begin)
  }

  /// The device's axes and slots.
  public var panel: TouchPanel { assembler.panel }

  /// Whether the device has reported a contact that is still down.
  @inline(__always)
  public var hasContacts: Bool { assembler.hasContacts }

  /// Whether anything touches the panel: contacts that are ignored count too.
  var isTouched: Bool { assembler.isPanelTouched || translator?.isTouched ?? false }

  /// The number of contacts that were given up after a long silence (D8).
  public var frozenContactCount: Int { assembler.frozenContactCount }

  /// Whether the device's contacts can be read.
  public var hasState: Bool { translator == nil }

  /// A pen that does not touch, as of the last step.
  public var hover: HoverSample? { assembler.hover }

  // MARK: Events

  /// Checks an event before it is fed.
  ///
  /// - Returns: the report to feed before the event: the kernel has cut a frame where it ended (D20).
  public mutating func end(before event: InputEvent) -> InputEvent? {
    if let end = cut.end(before: event) { return end }
    return assembler.keyLift.time == nil ? nil : assembler.endByKey(by: event.time)
  }

  /// The report to feed because a frame was cut and nothing has followed by a time. The time is on the clock of the
  /// stamps; nil means the end of all events.
  public mutating func end(by time: Instant?) -> InputEvent? {
    cut.end(by: time) ?? assembler.endByKey(by: time)
  }

  /// The time at which to call `end(by:)`, on the clock of the stamps; nil where no frame is cut and no lift waits.
  public var cutDeadline: Instant? { .earlier(cut.deadline, assembler.keyLift.deadline) }

  /// The time from which on the owner's deadlines wait for `cutDeadline`; nil where they do not wait.
  var waitsSince: Instant? {
    .earlier(cut.deadline.map { $0 - CutFrame.patience }, assembler.keyLift.barrier)
  }

  /// Whether an absolute event may be fed without its stamp: it belongs to the present frame, and no translator needs
  /// it.
  @inline(__always)
  private var readsSlotsOnly: Bool { hasSlots && !cut.isOpen && assembler.keyLift.time == nil }

  /// Feeds the events of a batch that only fill slots, from an index on. Nearly all events do: they change no frame
  /// before the report, so the report's stamp serves them all.
  ///
  /// - Returns: the first event to feed by itself; the number of events where no such event is left.
  @inline(__always)
  mutating func fillSlots<Batch: EventBatch & ~Copyable>(from batch: inout Batch, at index: Int) -> Int {
    guard readsSlotsOnly else { return index }
    let end = batch.eventCount
    return hasClone
      ? assembler.fillSlots(from: index, to: end, for: &clone, isCloned: true) { batch.content(at: $0) }
      : assembler.fillSlots(from: index, to: end, for: &clone, isCloned: false) { batch.content(at: $0) }
  }

  /// Feeds an event of the device. The caller has called `end(before:)`.
  @inline(__always)
  public mutating func feed(_ event: InputEvent) -> TouchFrameAssembler.Step {
    isPlain ? assembler.feed(event) : feedThrough(event)
  }

  @inline(never)
  private mutating func feedThrough(_ event: InputEvent) -> TouchFrameAssembler.Step {
    guard let translator else { return feedWithClone(event) }
    translator.translate(event)
    // One event closes at most one report.
    var step = TouchFrameAssembler.Step.nothing
    while let translated = translator.next() {
      let next = hasClone ? feedWithClone(translated) : assembler.feed(translated)
      if next != .nothing { step = next }
    }
    return step
  }

  /// A report without a frame may still change what the clone has of its contacts, so it is a step of no frames.
  private mutating func feedWithClone(_ event: InputEvent) -> TouchFrameAssembler.Step {
    let step = assembler.feed(event, for: &clone)
    let isReport = event.type == EventCode.synchronization && event.code == EventCode.report
    // The clone gets the values of a withheld report with the next one, unless it is a lift's.
    if isReport, assembler.withholdsMoves { return step }
    // A report of value 1 cuts a frame, whose rest is still to come.
    if isReport, event.value != 1 || step != .nothing { followContacts() }
    return step == .nothing && isReport ? .framesReady(count: 0) : step
  }

  /// The clone follows the contacts as the core has them.
  private mutating func followContacts() {
    clone?.follow(assembler)
    if !assembler.slotChanges.isEmpty { assembler.forgetSlotChanges() }
  }

  /// Begins to make a clone's frames, or ends it. Nothing touches the panel where it begins.
  public mutating func setClone(_ clone: CloneFrames?) {
    self.clone = clone
    assembler.forgetSlotChanges()
    self.clone?.adoptNumbers(of: assembler)
    hasClone = clone != nil
    isPlain = translator == nil && !hasClone
  }

  /// Sets the clone's values of an axis to those of the panel.
  mutating func adopt(_ code: UInt16, _ values: [Int32]) {
    clone?.adopt(code, values)
  }

  /// Makes the clone's events after an event of the core; none where the panel is not filtered.
  public mutating func writeClone(_ notes: [AppNote]) -> (events: ArraySlice<CloneEvent>, frames: Int) {
    clone?.write(notes) ?? ([], 0)
  }

  /// A frame of the last step, 0 ..< its count. Valid until the next call that returns a step.
  public func frame(at index: Int) -> TouchFrame { assembler.frame(at: index) }

  /// The time of the last step's report. The step has at least one frame.
  @inline(__always)
  var lastTime: Instant { assembler.frames[assembler.readyFrames.upperBound - 1].time }

  /// The time of a frame with that stamp (T2).
  public func time(of stamp: Instant) -> Instant { assembler.time(of: stamp) }

  // MARK: States

  /// Continues from the device's state after events were dropped; nil where the device has no state to read.
  public mutating func resynchronize(
    with state: PanelState?, at time: Instant
  ) -> TouchFrameAssembler.Step {
    cut = CutFrame()
    if hasClone { clone?.adopt(state) }
    let step = state.map { assembler.resynchronize(with: $0, at: time) } ?? assembler.loseContacts(at: time)
    if hasClone { followContacts() }
    return step
  }

  /// Removes the device: every contact is cancelled (TCH-30).
  public mutating func deviceRemoved(at time: Instant) -> TouchFrameAssembler.Step {
    cut = CutFrame()
    return assembler.deviceRemoved(at: time)
  }

  /// Interrupts the panel, because the device could not be followed for a while. Every contact is cancelled, and events
  /// count again only after `adopt` (T3, T4).
  public mutating func interrupted(at time: Instant) -> TouchFrameAssembler.Step {
    cut = CutFrame()
    return assembler.interrupted(at: time)
  }

  /// Continues from the device's state: contacts that are down in it are ignored until they lift.
  public mutating func adopt(_ state: PanelState) {
    if hasClone { clone?.adopt(state) }
    defer { if hasClone { followContacts() } }
    guard let old = translator else {
      assembler.adopt(state)
      return
    }
    // Both start anew, since the translator and the slots must agree.
    let panel = assembler.panel
    translator = SlotTranslator(
      panel: panel, isTouched: Self.isTouched(in: state, old), tellsRelease: old.tellsRelease)
    let empty = PanelState.Slot(trackingID: -1, x: panel.x.minimum, y: panel.y.minimum)
    assembler.adopt(PanelState(slots: Array(repeating: empty, count: panel.slotCount)))
  }

  /// Changes how the panel lies on its display from now on (DMN-12).
  public mutating func place(as panel: TouchPanel, at time: Instant) -> TouchFrameAssembler.Step {
    if hasClone { clone?.place(as: panel) }
    return assembler.place(as: panel, at: time)
  }

  /// Whether the device's state, read from an empty queue, agrees with its events (D27). Without slots the state holds
  /// at most whether anything touches.
  public func agrees(with state: PanelState) -> Bool {
    guard let translator else { return assembler.agrees(with: state) }
    return Self.isTouched(in: state, translator) == hasContacts
  }

  /// Begins the search for events that explain the device's contacts (D27).
  func begin(_ missed: inout MissedEvents, _ state: borrowing PanelState) {
    missed.begin(assembler, state)
  }

  /// Whether anything is down on a panel without slots: by its state, else by its last report, if the panel reports
  /// releases.
  private static func isTouched(in state: PanelState, _ translator: SlotTranslator) -> Bool {
    state.isTouched ?? (translator.tellsRelease && translator.isTouched)
  }
}
