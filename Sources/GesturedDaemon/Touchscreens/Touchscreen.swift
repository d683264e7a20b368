import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxInput
import TouchInput

/// One touchscreen, or pen on a screen, in the daemon, live or replayed: from events to what is published.
struct Touchscreen {
  /// Its number on the wire, never used again while the daemon lives.
  let number: Int
  /// Whether windows that name no device lie on it (DMN-17).
  let isFirst: Bool
  /// What is settled of it besides its panel.
  var setup: ScreenSetup
  /// Between the device and the assembler, where the device has no slots.
  private var translator: SlotTranslator?
  var assembler: TouchFrameAssembler
  var pipeline: TouchscreenPipeline
  private var latest = Instant(microseconds: 0)

  /// - Parameters:
  ///   - initialState: what was down when it was opened, which is ignored until it lifts (TCH-34).
  init(
    number: Int, _ setup: ScreenSetup, panel: TouchPanel, initialState: PanelState? = nil,
    regions: RegionTree, recognizers: RecognizerSet, isFirst: Bool = true
  ) {
    self.number = number
    self.setup = setup
    self.isFirst = isFirst
    let isSlotless = panel.touchProtocol.isSlotless
    translator = isSlotless ? SlotTranslator(panel: panel, isTouched: initialState?.isTouched ?? false) : nil
    assembler = TouchFrameAssembler(
      panel: panel, initialState: isSlotless ? nil : initialState, frozenSpan: setup.touch.frozenContact)
    pipeline = TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: regions, settings: setup.touch, filters: setup.filters,
      recognizers: recognizers.adjusted(to: setup.recognizers),
      lastPosition: panel.position(x: panel.x.maximum, y: panel.y.maximum))
  }

  /// What it is called.
  var names: ScreenNames { setup.names }

  /// How many pixels the picture over it has across and down; nil where nobody knows.
  var pixels: Size? { setup.pixels }

  /// When it wants to be told the time, on the clock of its stamps.
  var nextDeadline: Instant? { pipeline.nextDeadline }

  /// The stamp of the last event, or the last deadline that fired, whichever is later.
  var lastStamp: Instant { max(latest, pipeline.now) }

  /// Whether a touch is down.
  var hasTouches: Bool { pipeline.hasTouches }

  /// Whether the device has told of a contact that is still down.
  var hasContacts: Bool { assembler.hasContacts }

  /// How many contacts were given up because nothing came of them any more (D8).
  var frozenContactCount: Int { assembler.frozenContactCount }

  /// Whether the device's state, read when it had nothing to say, is as it said (D27). Without slots it says no more
  /// than whether anything touches, if that.
  func agrees(with state: PanelState) -> Bool {
    guard let translator else { return assembler.agrees(with: state) }
    return Self.isTouched(in: state, translator) == hasContacts
  }

  /// Whether anything is down on a panel without slots: as it says, else as it said last, if it says when nothing is.
  private static func isTouched(in state: PanelState, _ translator: SlotTranslator) -> Bool {
    state.isTouched ?? (translator.tellsRelease && translator.isTouched)
  }

  /// Whether the device can be asked for its contacts.
  var hasState: Bool { translator == nil }

  /// How many slots its panel has.
  var slotCount: Int { assembler.panel.slotCount }

  /// Takes note of whether the screen is dark, as fingers may be about to land on it while none is down.
  mutating func noteScreen(isDark: Bool) {
    pipeline.wake.note(isDark: isDark, at: lastStamp)
  }

  /// Takes note that no finger is down.
  mutating func noteNothingTouches() {
    pipeline.wake.noteLift(at: lastStamp)
  }

  /// Takes in an event of the device.
  ///
  /// - Returns: whether the device's state has to be read anew because the kernel dropped events.
  mutating func feed(_ event: InputEvent, _ publisher: Publisher, now: Instant) -> Bool {
    latest = max(latest, event.time)
    guard let translator else { return take(event, publisher, now: now) }
    var needsResynchronization = false
    translator.put(event)
    while let translated = translator.next() {
      needsResynchronization = take(translated, publisher, now: now) || needsResynchronization
    }
    return needsResynchronization
  }

  private mutating func take(_ event: InputEvent, _ publisher: Publisher, now: Instant) -> Bool {
    switch assembler.feed(event) {
    case .nothing: return false
    case .framesReady(let count):
      handleFrames(count, publisher, now: now)
      return false
    case .needsResynchronization: return true
    }
  }

  /// Goes on from the device's state after events were dropped; nil where nobody can be asked.
  mutating func resynchronize(with state: PanelState?, at time: Instant, _ publisher: Publisher, now: Instant)
  {
    let step = state.map { assembler.resynchronize(with: $0, at: time) } ?? assembler.loseContacts(at: time)
    handle(step, publisher, now: now)
  }

  /// Fires the deadlines that have come.
  mutating func advance(to time: Instant, _ publisher: Publisher, now: Instant) {
    pipeline.advance(to: time, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, now: now)
  }

  /// Takes all touches away and ends all gestures: the device is gone, or the daemon stops.
  mutating func cancelAll(at time: Instant, _ publisher: Publisher, now: Instant) {
    latest = max(latest, time)
    lose(assembler.deviceRemoved(at: time), at: time, publisher, now: now)
  }

  /// Takes all touches away and ends all gestures, as of when it was last followed: what the device said since is
  /// too old. Until `adopt` is called nothing that is fed counts (T3, T4).
  mutating func interrupt(_ publisher: Publisher, now: Instant) {
    let time = lastStamp
    lose(assembler.interrupted(at: time), at: time, publisher, now: now)
  }

  /// Goes on from the device's state: what is down in it is ignored until it lifts.
  mutating func adopt(_ state: PanelState) {
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

  private mutating func lose(
    _ step: TouchFrameAssembler.Step, at time: Instant, _ publisher: Publisher, now: Instant
  ) {
    handle(step, publisher, now: now)
    // Without a touch there is no frame, but recognizers may wait between taps (DLY-18).
    let loss = TouchFrame(time: time, cause: .deviceRemoved, changes: [])
    pipeline.handle(loss, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, now: now)
  }

  /// Has something done with its pipeline between events, and tells of what comes of it.
  ///
  /// - Parameters:
  ///   - time: when, on the clock of its stamps.
  ///   - body: is given that time, and where ids come from and events go to.
  mutating func change(
    at time: Instant, _ publisher: Publisher, now: Instant,
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    latest = max(latest, time)
    body(&pipeline, latest, &publisher.identifiers, &publisher.buffer)
    publisher.publishEvents(of: number, now: now)
  }

  /// Has its recognizers be those of a set, with its own options where it has any.
  mutating func update(_ recognizers: RecognizerSet, at time: Instant, _ publisher: Publisher, now: Instant) {
    let own = recognizers.adjusted(to: setup.recognizers)
    change(at: time, publisher, now: now) { pipeline, time, identifiers, buffer in
      pipeline.update(recognizers: own, at: time, identifiers: &identifiers, into: &buffer)
    }
  }

  /// What is said of it when it comes or goes.
  func message(_ state: DeviceMessage.State, at time: Instant) -> DeviceMessage {
    DeviceMessage(
      time: time, device: number, state: state, name: names.device, size: assembler.panel.size,
      sizeSource: assembler.panel.sizeSource.rawValue, maximumTouches: assembler.panel.maximumContacts,
      pixels: pixels,
      table: names.table, output: setup.output,
      seat: setup.seat == ScreenSetup.defaultSeat ? nil : setup.seat)
  }

  mutating func handle(_ step: TouchFrameAssembler.Step, _ publisher: Publisher, now: Instant) {
    switch step {
    case .framesReady(let count): handleFrames(count, publisher, now: now)
    case .nothing, .needsResynchronization: break
    }
  }

  private mutating func handle(_ hover: HoverSample, _ publisher: Publisher) {
    pipeline.handle(hover, identifiers: &publisher.identifiers, into: &publisher.buffer)
  }

  private mutating func handleFrames(_ count: Int, _ publisher: Publisher, now: Instant) {
    // A pen that comes down leaves before its touch begins; one that lifts is near after its touch has ended.
    if let hover = assembler.hover, hover.kind != .over { handle(hover, publisher) }
    for index in 0..<count {
      pipeline.handle(
        assembler.frame(at: index), identifiers: &publisher.identifiers, into: &publisher.buffer)
    }
    if let hover = assembler.hover, hover.kind == .over { handle(hover, publisher) }
    publisher.publishEvents(of: number, now: now)
  }
}
