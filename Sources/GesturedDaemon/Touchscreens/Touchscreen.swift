import GestureCore
import GestureProtocol
import TouchInput

/// One touchscreen, or pen on a screen, in the daemon, live or replayed: from events to what is published.
struct Touchscreen {
  /// Its number on the wire, never used again while the daemon lives.
  let number: Int
  /// What it calls itself: any text at all.
  let name: String
  private var assembler: TouchFrameAssembler
  private var pipeline: TouchscreenPipeline
  private var latest = Instant(microseconds: 0)

  /// - Parameters:
  ///   - initialState: what was down when it was opened, which is ignored until it lifts (TCH-34).
  init(
    number: Int, name: String, panel: TouchPanel, initialState: PanelState? = nil,
    settings: TouchSettings, filters: FilterSettings = FilterSettings(), regions: RegionTree,
    recognizers: RecognizerSet
  ) {
    self.number = number
    self.name = name
    assembler = TouchFrameAssembler(panel: panel, initialState: initialState)
    pipeline = TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: regions, settings: settings, filters: filters,
      recognizers: recognizers, lastPosition: panel.position(x: panel.x.maximum, y: panel.y.maximum))
  }

  /// When it wants to be told the time, on the clock of its stamps.
  var nextDeadline: Instant? { pipeline.nextDeadline }

  /// The stamp of the last event, or the last deadline that fired, whichever is later.
  var lastStamp: Instant { max(latest, pipeline.now) }

  /// Whether a touch is down.
  var hasTouches: Bool { pipeline.hasTouches }

  /// How many slots its panel has.
  var slotCount: Int { assembler.panel.slotCount }

  /// Takes in an event of the device.
  ///
  /// - Returns: whether the device's state has to be read anew because the kernel dropped events.
  mutating func feed(_ event: InputEvent, _ publisher: Publisher, now: Instant) -> Bool {
    latest = max(latest, event.time)
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
    handle(assembler.deviceRemoved(at: time), publisher, now: now)
    // Without a touch there is no frame, but recognizers may wait between taps (DLY-18).
    let loss = TouchFrame(time: time, cause: .deviceRemoved, changes: [])
    pipeline.handle(loss, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, now: now)
  }

  /// What is said of it when it comes or goes.
  func message(_ state: DeviceMessage.State, at time: Instant) -> DeviceMessage {
    DeviceMessage(
      time: time, device: number, state: state, name: name, size: assembler.panel.size,
      sizeSource: assembler.panel.sizeSource.rawValue, maximumTouches: slotCount)
  }

  private mutating func handle(_ step: TouchFrameAssembler.Step, _ publisher: Publisher, now: Instant) {
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
