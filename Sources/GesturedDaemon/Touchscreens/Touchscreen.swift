import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxInput
import TouchInput

/// One touchscreen, or pen on a screen, in the daemon, live or replayed: from events to what is published.
///
/// There is one of it for each device, and it is not copied: a copy would count references of all its storage, frame
/// by frame.
struct Touchscreen: ~Copyable {
  /// Its number on the wire, never used again while the daemon lives.
  let number: Int
  /// Whether windows that name no device lie on it (DMN-17).
  let isFirst: Bool
  /// What is settled of it besides its panel.
  var setup: ScreenSetup
  var frames: PanelFrames
  /// What the scene at hand makes of its touches: that of everyone, but while a request is done for another audience
  /// (`enter`).
  var pipeline: TouchscreenPipeline
  /// The same for audiences with scenes of their own.
  private var others: [AudiencePipeline] = []
  private var latest: Instant
  /// Whether it may hover over the screen.
  private let isPen: Bool

  /// - Parameters:
  ///   - initialState: what was down when it was opened, which is ignored until it lifts (TCH-34).
  ///   - begin: when it comes, on the clock of its stamps: no frame is earlier, whatever its stamp says.
  init(
    number: Int, _ setup: ScreenSetup, panel: TouchPanel, initialState: PanelState? = nil,
    regions: RegionTree, recognizers: RecognizerSet, isFirst: Bool = true,
    since begin: Instant = Instant(microseconds: 0)
  ) {
    self.number = number
    latest = begin
    self.setup = setup
    self.isFirst = isFirst
    isPen = panel.touchProtocol == .pen
    frames = PanelFrames(
      panel, initialState: initialState, frozenSpan: setup.touch.frozenContact, since: begin)
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
  var nextDeadline: Instant? {
    var earliest = Instant.earlier(pipeline.nextDeadline, frames.cutDeadline)
    for position in others.indices { earliest = .earlier(earliest, others[position].pipeline.nextDeadline) }
    return earliest
  }

  /// The stamp of the last event, or the last deadline that fired, whichever is later.
  var lastStamp: Instant { max(latest, pipeline.now) }

  /// Whether a touch is down.
  var hasTouches: Bool { pipeline.hasTouches }

  /// Whether the device has told of a contact that is still down.
  var hasContacts: Bool { frames.assembler.hasContacts }

  /// How many contacts were given up because nothing came of them any more (D8).
  var frozenContactCount: Int { frames.assembler.frozenContactCount }

  /// Whether the device's state, read when it had nothing to say, is as it said (D27).
  func agrees(with state: PanelState) -> Bool { frames.agrees(with: state) }

  /// Whether the device can be asked for its contacts.
  var hasState: Bool { frames.hasState }

  /// How many slots its panel has.
  var slotCount: Int { frames.panel.slotCount }

  /// Takes note of whether the screen is dark, as fingers may be about to land on it while none is down.
  mutating func noteScreen(isDark: Bool) {
    let stamp = lastStamp
    pipeline.wake.note(isDark: isDark, at: stamp)
    for position in others.indices { others[position].pipeline.wake.note(isDark: isDark, at: stamp) }
  }

  /// Takes note that the touch which is down, or has just lifted, has lit a dark screen.
  mutating func noteWake(at time: Instant) {
    let stamp = max(time, lastStamp)
    pipeline.wake.awaken(hasContacts: hasContacts, at: stamp)
    for position in others.indices {
      others[position].pipeline.wake.awaken(hasContacts: hasContacts, at: stamp)
    }
  }

  /// Takes note that no finger is down.
  private mutating func noteLift() {
    guard pipeline.wake.isSwallowing, !hasContacts else { return }
    let stamp = lastStamp
    pipeline.wake.noteLift(at: stamp)
    for position in others.indices { others[position].pipeline.wake.noteLift(at: stamp) }
  }

  /// Takes in the events of a device's last batch that only fill slots, from one on.
  ///
  /// - Returns: the first event that is to be fed; `count` where there is none.
  mutating func fillSlots(from device: inout EvdevDevice, at index: Int, of count: Int) -> Int {
    frames.fillSlots(from: &device, at: index, of: count)
  }

  /// Takes in an event of the device.
  ///
  /// - Returns: whether the device's state has to be read anew because the kernel dropped events.
  mutating func feed(_ event: InputEvent, _ publisher: Publisher, _ turn: Turn) -> Bool {
    let end = frames.end(before: event).map { take($0, publisher, turn) } ?? false
    return take(event, publisher, turn) || end
  }

  private mutating func take(_ event: InputEvent, _ publisher: Publisher, _ turn: Turn) -> Bool {
    let step = frames.feed(event)
    if case .framesReady(let count) = step, count > 0 {
      // All of them have the time of the event.
      latest = max(latest, frames.assembler.frames[frames.assembler.readyFrames.lowerBound].time)
    } else {
      latest = max(latest, frames.time(of: event.time))
    }
    switch step {
    case .nothing: return false
    case .framesReady(let count):
      handleFrames(count, publisher, turn)
      noteLift()
      return false
    case .needsResynchronization: return true
    }
  }

  /// Takes what is there of a frame that the kernel cut for all of it, if nothing more of it has come by a time; nil for the
  /// end of all events (D20).
  mutating func endCutFrame(by time: Instant?, _ publisher: Publisher, _ turn: Turn) {
    guard let end = frames.end(by: time) else { return }
    _ = take(end, publisher, turn)
  }

  /// Goes on from the device's state after events were dropped; nil where nobody can be asked.
  mutating func resynchronize(with state: PanelState?, at time: Instant, _ publisher: Publisher, _ turn: Turn)
  {
    turn.owe(.deadlines)
    handle(frames.resynchronize(with: state, at: time), publisher, turn)
  }

  /// Fires the deadlines that have come.
  mutating func advance(to time: Instant, _ publisher: Publisher, _ turn: Turn) {
    endCutFrame(by: time, publisher, turn)
    // What is still to come of a cut frame goes before what is due after the cut.
    let time = frames.cutDeadline.map { min(time, $0 - CutFrame.patience) } ?? time
    pipeline.advance(to: time, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, turn)
    forOthers(publisher, turn) { pipeline, identifiers, buffer in
      pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Has the same done for audiences with scenes of their own, after everyone was told.
  private mutating func forOthers(
    _ publisher: Publisher, _ turn: Turn,
    _ body: (inout TouchscreenPipeline, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    guard !others.isEmpty else { return }
    for position in others.indices {
      let user = others[position].user
      let begin = user == nil ? 0 : publisher.processorTime()
      publisher.speak(to: others[position].audience)
      body(&others[position].pipeline, &publisher.identifiers, &publisher.buffer)
      publisher.publishEvents(of: number, turn)
      publisher.charge(user, since: begin, turn)
    }
    publisher.speak(to: Audience.everyone)
  }

  /// Whether an audience takes the next frames: not while its user has no processor time left. What is under way ends then.
  private mutating func takesFrames(_ position: Int, _ publisher: Publisher, _ turn: Turn) -> Bool {
    if publisher.mayWork(for: others[position].user, turn) {
      others[position].isSuspended = false
    } else if !others[position].isSuspended {
      others[position].isSuspended = true
      suspend(position, publisher, turn)
    }
    return !others[position].isSuspended
  }

  private mutating func suspend(_ position: Int, _ publisher: Publisher, _ turn: Turn) {
    turn.owe(.deadlines)
    let stamp = lastStamp
    publisher.speak(to: others[position].audience)
    others[position].pipeline.cancelTouches(
      at: max(stamp, others[position].pipeline.now), identifiers: &publisher.identifiers,
      into: &publisher.buffer)
    publisher.publishEvents(of: number, turn)
    var message = message(.interrupted, at: stamp)
    message.reason = "overloaded"
    publisher.publish(message, turn)
  }

  /// Takes all touches away and ends all gestures: the device is gone, or the daemon stops.
  mutating func cancelAll(at time: Instant, _ publisher: Publisher, _ turn: Turn) {
    latest = max(latest, time)
    lose(frames.deviceRemoved(at: time), .deviceRemoved, at: time, publisher, turn)
  }

  /// Takes all touches away and ends all gestures, as of when it was last followed: what the device said since is
  /// too old. Until `adopt` is called nothing that is fed counts (T3, T4).
  ///
  /// - Parameter reason: why, for those who are told; nothing is told where nothing was under way.
  mutating func interrupt(_ reason: Interruption, _ publisher: Publisher, _ turn: Turn) {
    let time = lastStamp
    let isIdle = !hasTouches && nextDeadline == nil
    lose(frames.interrupted(at: time), .interrupted, at: time, publisher, turn)
    guard !isIdle else { return }
    var message = message(.interrupted, at: time)
    message.reason = reason.word
    publisher.publish(message, turn)
  }

  /// Goes on from the device's state: what is down in it is ignored until it lifts.
  mutating func adopt(_ state: PanelState) {
    frames.adopt(state)
    noteLift()
  }

  private mutating func lose(
    _ step: TouchFrameAssembler.Step, _ cause: TouchFrame.Cause, at time: Instant, _ publisher: Publisher,
    _ turn: Turn
  ) {
    turn.owe(.deadlines)
    handle(step, publisher, turn)
    // Without a touch there is no frame, but recognizers may wait between taps (DLY-18).
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    pipeline.handle(loss, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, turn)
    forOthers(publisher, turn) { pipeline, identifiers, buffer in
      pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
    }
  }

  // MARK: Audiences

  /// Has `pipeline` be that of an audience, until `leave` is called with the same number.
  ///
  /// - Returns: whether that audience has one here.
  mutating func enter(_ audience: Int) -> Bool {
    if audience == Audience.everyone { return true }
    guard let position = others.firstIndex(where: { $0.audience == audience }) else { return false }
    swap(&pipeline, &others[position].pipeline)
    return true
  }

  /// Ends that.
  mutating func leave(_ audience: Int) {
    guard let position = others.firstIndex(where: { $0.audience == audience }) else { return }
    swap(&pipeline, &others[position].pipeline)
  }

  /// Whether an audience has a pipeline here.
  func has(_ audience: Int) -> Bool {
    audience == Audience.everyone || others.contains { $0.audience == audience }
  }

  /// Has an audience begin with a pipeline as another audience has it now, whatever is under way.
  ///
  /// - Parameter user: who is charged for it.
  mutating func split(_ audience: Int, of user: UInt32?, from base: Int) {
    others.removeAll { $0.audience == audience }
    let source = others.first { $0.audience == base }?.pipeline ?? pipeline
    others.append(AudiencePipeline(audience: audience, user: user, pipeline: source))
    others.sort { $0.audience < $1.audience }
  }

  /// Forgets an audience.
  mutating func forget(audience: Int) {
    others.removeAll { $0.audience == audience }
  }

  /// Ends what is under way for audiences with scenes of their own, and forgets these.
  mutating func forgetOthers(at time: Instant, _ publisher: Publisher, _ turn: Turn) {
    forOthers(publisher, turn) { pipeline, identifiers, buffer in
      pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
    }
    for other in others {
      publisher.speak(to: other.audience)
      publisher.cancelGestures(on: number, turn)
    }
    publisher.speak(to: Audience.everyone)
    others.removeAll()
  }

  /// The regions that an audience has.
  func regions(of audience: Int) -> RegionTree {
    others.first { $0.audience == audience }?.pipeline.regions ?? pipeline.regions
  }

  /// Has something done with its pipeline between events, and tells of what comes of it.
  ///
  /// - Parameters:
  ///   - time: when, on the clock of its stamps.
  ///   - body: is given that time, and where ids come from and events go to.
  mutating func change(
    at time: Instant, _ publisher: Publisher, _ turn: Turn,
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    latest = max(latest, time)
    body(&pipeline, latest, &publisher.identifiers, &publisher.buffer)
    publisher.publishEvents(of: number, turn)
  }

  /// Has its recognizers be those of a set, with its own options where it has any.
  mutating func update(_ recognizers: RecognizerSet, at time: Instant, _ publisher: Publisher, _ turn: Turn) {
    let own = recognizers.adjusted(to: setup.recognizers)
    change(at: time, publisher, turn) { pipeline, time, identifiers, buffer in
      pipeline.update(recognizers: own, at: time, identifiers: &identifiers, into: &buffer)
    }
  }

  /// What is said of it when it comes or goes.
  func message(_ state: DeviceMessage.State, at time: Instant) -> DeviceMessage {
    DeviceMessage(
      time: time, device: number, state: state, name: names.device, size: frames.panel.size,
      sizeSource: frames.panel.sizeSource.rawValue, maximumTouches: frames.panel.maximumContacts,
      pixels: pixels,
      table: names.table, output: setup.output,
      seat: setup.seat == ScreenSetup.defaultSeat ? nil : setup.seat)
  }

  mutating func handle(_ step: TouchFrameAssembler.Step, _ publisher: Publisher, _ turn: Turn) {
    switch step {
    case .framesReady(let count): handleFrames(count, publisher, turn)
    case .nothing, .needsResynchronization: break
    }
    noteLift()
  }

  private mutating func handle(_ hover: HoverSample, _ publisher: Publisher, _ turn: Turn) {
    turn.owe(.deadlines)
    pipeline.handle(hover, identifiers: &publisher.identifiers, into: &publisher.buffer)
  }

  /// Frames and hover for audiences with scenes of their own, after everyone was told.
  private mutating func handleFramesForOthers(
    _ positions: Range<Int>, before: HoverSample?, after: HoverSample?, _ publisher: Publisher, _ turn: Turn
  ) {
    for place in others.indices where takesFrames(place, publisher, turn) {
      let user = others[place].user
      let begin = user == nil ? 0 : publisher.processorTime()
      publisher.speak(to: others[place].audience)
      if let before {
        others[place].pipeline.handle(
          before, identifiers: &publisher.identifiers, into: &publisher.buffer)
      }
      for position in positions {
        others[place].pipeline.handle(
          frames.assembler.frames.span[position], identifiers: &publisher.identifiers,
          into: &publisher.buffer)
        if !others[place].pipeline.isQuiet { turn.owe(.deadlines) }
      }
      if let after {
        others[place].pipeline.handle(after, identifiers: &publisher.identifiers, into: &publisher.buffer)
      }
      publisher.publishEvents(of: number, turn)
      publisher.charge(user, since: begin, turn)
    }
    publisher.speak(to: Audience.everyone)
  }

  private mutating func handleFrames(_ count: Int, _ publisher: Publisher, _ turn: Turn) {
    // A pen that comes down leaves before its touch begins; one that lifts is near after its touch has ended.
    if isPen, let hover = frames.hover, hover.kind != .over { handle(hover, publisher, turn) }
    let first = frames.assembler.readyFrames.lowerBound
    for position in first..<first + count {
      pipeline.handle(
        frames.assembler.frames.span[position], identifiers: &publisher.identifiers, into: &publisher.buffer)
      if !pipeline.isQuiet { turn.owe(.deadlines) }
    }
    if isPen, let hover = frames.hover, hover.kind == .over { handle(hover, publisher, turn) }
    publisher.publishEvents(of: number, turn)
    guard !others.isEmpty else { return }
    let hover = isPen ? frames.hover : nil
    handleFramesForOthers(
      first..<first + count, before: hover.flatMap { $0.kind == .over ? nil : $0 },
      after: hover.flatMap { $0.kind == .over ? $0 : nil }, publisher, turn)
  }
}
