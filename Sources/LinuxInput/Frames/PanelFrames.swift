import GestureCore
import TouchInput

/// From a panel's events to its frames, whichever protocol it speaks. Its `PanelStream` says which events count.
///
/// ```
///   events ─▶ end(before:) ─▶ SlotTranslator, without slots ─▶ TouchFrameAssembler ─▶ frames
/// ```
///
/// It is not copied while it is fed: a copy would share the translator.
public struct PanelFrames {
  /// Between the device and the assembler, where the device has no slots.
  private var translator: SlotTranslator?
  public private(set) var assembler: TouchFrameAssembler
  private var cut = CutFrame()

  /// Frames of one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device.
  ///   - initialState: what was down when it was opened, which is ignored until it lifts (TCH-34); nil for a recording.
  ///   - frozenSpan: see `TouchFrameAssembler`.
  ///   - begin: see `TouchFrameAssembler`.
  public init(
    _ panel: TouchPanel, initialState: PanelState? = nil, frozenSpan: TimeSpan = .milliseconds(30_000),
    since begin: Instant = Instant(microseconds: 0)
  ) {
    let isSlotless = panel.touchProtocol.isSlotless
    translator = isSlotless ? SlotTranslator(panel: panel, isTouched: initialState?.isTouched ?? false) : nil
    assembler = TouchFrameAssembler(
      panel: panel, initialState: isSlotless ? nil : initialState, frozenSpan: frozenSpan, since: begin)
  }

  /// The device's axes and slots.
  public var panel: TouchPanel { assembler.panel }

  /// Whether the device has told of a contact that is still down.
  @inline(__always)
  public var hasContacts: Bool { assembler.hasContacts }

  /// How many contacts were given up because nothing came of them any more (D8).
  public var frozenContactCount: Int { assembler.frozenContactCount }

  /// Whether the device can be asked for its contacts.
  public var hasState: Bool { translator == nil }

  /// What the last step says of a pen that does not touch.
  public var hover: HoverSample? { assembler.hover }

  // MARK: Events

  /// Takes in an event before it is fed.
  ///
  /// - Returns: the report that is to be fed before it: the kernel has cut a frame where it ended (D20).
  public mutating func end(before event: InputEvent) -> InputEvent? { cut.end(before: event) }

  /// The report that is to be fed because a frame was cut and nothing follows, if that is so by a time on the clock of the
  /// stamps; nil for the end of all events.
  public mutating func end(by time: Instant?) -> InputEvent? { cut.end(by: time) }

  /// When `end(by:)` is to be called, on the clock of the stamps; nil where no frame is cut.
  public var cutDeadline: Instant? { cut.deadline }

  /// Whether an absolute event may be taken without its stamp: it belongs to the frame at hand, and nobody translates it.
  @inline(__always)
  private var takesSlotsAlone: Bool { translator == nil && !cut.isOpen }

  /// Takes the events of a batch that only fill slots, from one on, which nearly all do: nothing comes of them before the
  /// report, and they are as good as its stamp.
  ///
  /// - Returns: the first event that is to be fed by itself; the number of events where there is none.
  @inline(__always)
  mutating func fillSlots<Batch: EventBatch & ~Copyable>(from batch: inout Batch, at index: Int) -> Int {
    guard takesSlotsAlone else { return index }
    let count = batch.eventCount
    var index = index
    while index < count {
      let (type, code, value) = batch.content(at: index)
      guard type == EventCode.absolute else { break }
      assembler.fillSlot(code, value)
      index += 1
    }
    return index
  }

  /// Takes an event of the device. `end(before:)` comes before.
  public mutating func feed(_ event: InputEvent) -> TouchFrameAssembler.Step {
    guard let translator else { return assembler.feed(event) }
    translator.put(event)
    // One event closes one report at most.
    var step = TouchFrameAssembler.Step.nothing
    while let translated = translator.next() {
      let next = assembler.feed(translated)
      if next != .nothing { step = next }
    }
    return step
  }

  /// A frame of the last step, 0 ..< its count. Valid until the next call that gives a step.
  public func frame(at index: Int) -> TouchFrame { assembler.frame(at: index) }

  /// The time of the last step's frames. There is at least one.
  @inline(__always)
  var firstTime: Instant { assembler.frames[assembler.readyFrames.lowerBound].time }

  /// The time that a frame of that stamp would have (T2).
  public func time(of stamp: Instant) -> Instant { assembler.time(of: stamp) }

  // MARK: States

  /// Goes on from the device's state after events were dropped; nil where nobody can be asked.
  public mutating func resynchronize(
    with state: PanelState?, at time: Instant
  ) -> TouchFrameAssembler.Step {
    cut = CutFrame()
    return state.map { assembler.resynchronize(with: $0, at: time) } ?? assembler.loseContacts(at: time)
  }

  /// The device is gone: every contact is cancelled (TCH-30).
  public mutating func deviceRemoved(at time: Instant) -> TouchFrameAssembler.Step {
    cut = CutFrame()
    return assembler.deviceRemoved(at: time)
  }

  /// The device could not be followed for a while: every contact is cancelled, and until `adopt` is called nothing that
  /// is fed counts (T3, T4).
  public mutating func interrupted(at time: Instant) -> TouchFrameAssembler.Step {
    cut = CutFrame()
    return assembler.interrupted(at: time)
  }

  /// Goes on from the device's state: what is down in it is ignored until it lifts.
  public mutating func adopt(_ state: PanelState) {
    guard let old = translator else {
      assembler.adopt(state)
      return
    }
    // A new one, and empty slots: the two must agree.
    let panel = assembler.panel
    translator = SlotTranslator(
      panel: panel, isTouched: Self.isTouched(in: state, old), tellsRelease: old.tellsRelease)
    let empty = PanelState.Slot(trackingID: -1, x: panel.x.minimum, y: panel.y.minimum)
    assembler.adopt(PanelState(slots: Array(repeating: empty, count: panel.slotCount)))
  }

  /// The panel lies otherwise from now on (DMN-12).
  public mutating func place(as panel: TouchPanel, at time: Instant) -> TouchFrameAssembler.Step {
    assembler.place(as: panel, at: time)
  }

  /// Whether the device's state, read when it had nothing to say, is as it said (D27). Without slots it says no more
  /// than whether anything touches, if that.
  public func agrees(with state: PanelState) -> Bool {
    guard let translator else { return assembler.agrees(with: state) }
    return Self.isTouched(in: state, translator) == hasContacts
  }

  /// Begins to look for what explains the contacts that the device has (D27).
  func begin(_ missed: inout MissedEvents, _ state: borrowing PanelState) {
    missed.begin(assembler, state)
  }

  /// Whether anything is down on a panel without slots: as it says, else as it said last, if it says when nothing is.
  private static func isTouched(in state: PanelState, _ translator: SlotTranslator) -> Bool {
    state.isTouched ?? (translator.tellsRelease && translator.isTouched)
  }
}
