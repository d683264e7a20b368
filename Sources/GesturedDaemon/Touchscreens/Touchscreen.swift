import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxInput
import TouchInput

/// One touchscreen, or pen on a screen, in the daemon, live or replayed: from frames to what is published.
///
/// Its owner asks the stream what is next, and answers what is asked of the device; everything else is done here (`take`).
/// There is one of it for each device, and it is not copied: a copy would count references of all its storage, frame
/// by frame.
struct Touchscreen: ~Copyable {
  /// Its number on the wire, never used again while the daemon lives.
  let number: Int
  /// Whether windows that name no device lie on it (DMN-17).
  let isFirst: Bool
  /// What is settled of it besides its panel.
  var setup: ScreenSetup
  /// From its events to its frames.
  var stream: PanelStream
  /// What the scene at hand makes of its touches: that of everyone, but while a request is done for another audience
  /// (`enter`).
  var pipeline: TouchscreenPipeline
  /// The same for audiences with scenes of their own.
  private var others: [AudiencePipeline] = []
  private var interruption: Interruption?
  /// Whether it may hover over the screen.
  private let isPen: Bool

  /// - Parameters:
  ///   - source: where its events come from.
  ///   - initialState: what was down when it was opened, which is ignored until it lifts (TCH-34).
  ///   - begin: when it comes, on the clock of its stamps: no frame is earlier, whatever its stamp says.
  init(
    number: Int, _ setup: ScreenSetup, panel: TouchPanel, from source: PanelStream.Source = .recording,
    initialState: PanelState? = nil, regions: RegionTree, recognizers: RecognizerSet, isFirst: Bool = true,
    since begin: Instant = Instant(microseconds: 0)
  ) {
    self.number = number
    self.setup = setup
    self.isFirst = isFirst
    isPen = panel.touchProtocol == .pen
    stream = PanelStream(panel, from: source, setup.touch, initialState: initialState, since: begin)
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
    var earliest = pipeline.nextDeadline
    for position in others.indices { earliest = .earlier(earliest, others[position].pipeline.nextDeadline) }
    return stream.due(earliest)
  }

  /// The stamp of the last event, or the last deadline that fired, whichever is later.
  var lastStamp: Instant { max(stream.lastStamp, pipeline.now) }

  /// Whether a touch is down.
  var hasTouches: Bool { pipeline.hasTouches }

  /// Whether the device has told of a contact that is still down.
  var hasContacts: Bool { stream.frames.hasContacts }

  /// How many contacts were given up because nothing came of them any more (D8).
  var frozenContactCount: Int { stream.frames.frozenContactCount }

  /// How many slots its panel has.
  var slotCount: Int { panel.slotCount }

  /// Its axes and slots.
  var panel: TouchPanel { stream.frames.panel }

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

  // MARK: What its stream says

  /// Begins a reading of its device.
  ///
  /// - Parameter mayBeLate: whether a deadline of it may have gone by.
  mutating func begin(_ occasion: PanelStream.Occasion, at now: Instant, mayBeLate: Bool = true) {
    stream.note(pipeline.now)
    stream.begin(occasion, at: now, due: mayBeLate ? nextDeadline : nil)
  }

  /// Does what its stream says, but for what is asked of the device.
  mutating func take(_ action: PanelStream.Action, _ publisher: Publisher, _ turn: Turn) {
    switch action {
    case .frames(let count): handle(count, publisher, turn)
    case .resynchronized(let count):
      turn.owe(.deadlines)
      interruption = .droppedEvents
      handle(count, publisher, turn)
    case .interrupt(let reason, let count): interrupt(reason, count, publisher, turn)
    case .resume: noteLift()
    case .gone(let count): lose(count, .deviceRemoved, at: stream.lastStamp, publisher, turn)
    case .advance(let time): firePipelines(to: time, publisher, turn)
    case .readEvents, .readState, .readContacts, .awaitEvents, .pause, .wait: break
    }
  }

  /// Plays events of a recording.
  mutating func play(_ events: EventList, _ publisher: Publisher, _ turn: Turn) {
    stream.play()
    takeAll(of: events, publisher, turn)
  }

  /// Goes on to a time at which nothing comes: fires the deadlines that have come, and ends a frame that was cut; nil for
  /// the end of a recording, which fires no deadline.
  mutating func advance(to time: Instant?, _ publisher: Publisher, _ turn: Turn) {
    stream.note(pipeline.now)
    stream.advance(to: time)
    takeAll(of: EventList(), publisher, turn)
  }

  private mutating func takeAll(of events: EventList, _ publisher: Publisher, _ turn: Turn) {
    var events = events
    while true {
      let action = stream.next(in: &events)
      if case .wait = action { return }
      take(action, publisher, turn)
    }
  }

  /// Takes all touches away and ends all gestures: the device is gone, or the daemon stops.
  mutating func cancelAll(at time: Instant, _ publisher: Publisher, _ turn: Turn) {
    take(stream.remove(at: time), publisher, turn)
  }

  /// Why touches were taken away since this was last asked, for the log; nil where none were.
  mutating func takeInterruption() -> Interruption? {
    defer { interruption = nil }
    return interruption
  }

  private mutating func firePipelines(to time: Instant, _ publisher: Publisher, _ turn: Turn) {
    pipeline.advance(to: time, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, turn)
    forOthers(publisher, turn) { pipeline, identifiers, buffer in
      pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Takes all touches away and ends all gestures, as of when it was last followed: what the device said since is
  /// too old (T3, T4).
  ///
  /// - Parameter reason: why, for those who are told; nothing is told where nothing was under way.
  private mutating func interrupt(
    _ reason: Interruption, _ count: Int, _ publisher: Publisher, _ turn: Turn
  ) {
    let time = lastStamp
    let isIdle = !hasTouches && nextDeadline == nil
    // A backlog in which nobody touched is nothing to speak of.
    if hasTouches || reason != .backlog { interruption = reason }
    lose(count, .interrupted, at: time, publisher, turn)
    guard !isIdle else { return }
    var message = message(.interrupted, at: time)
    message.reason = reason.word
    publisher.publish(message, turn)
  }

  private mutating func lose(
    _ count: Int, _ cause: TouchFrame.Cause, at time: Instant, _ publisher: Publisher, _ turn: Turn
  ) {
    turn.owe(.deadlines)
    handle(count, publisher, turn)
    // Without a touch there is no frame, but recognizers may wait between taps (DLY-18).
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    pipeline.handle(loss, identifiers: &publisher.identifiers, into: &publisher.buffer)
    publisher.publishEvents(of: number, turn)
    forOthers(publisher, turn) { pipeline, identifiers, buffer in
      pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
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
    stream.note(time)
    body(&pipeline, stream.lastStamp, &publisher.identifiers, &publisher.buffer)
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
      time: time, device: number, state: state, name: names.device, size: panel.size,
      sizeSource: panel.sizeSource.rawValue, maximumTouches: panel.maximumContacts,
      pixels: pixels,
      table: names.table, output: setup.output,
      seat: setup.seat == ScreenSetup.defaultSeat ? nil : setup.seat)
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
          stream.frames.assembler.frames.span[position], identifiers: &publisher.identifiers,
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

  private mutating func handle(_ count: Int, _ publisher: Publisher, _ turn: Turn) {
    if count > 0 || isPen && stream.frames.hover != nil { handleFrames(count, publisher, turn) }
    noteLift()
  }

  private mutating func handleFrames(_ count: Int, _ publisher: Publisher, _ turn: Turn) {
    // A pen that comes down leaves before its touch begins; one that lifts is near after its touch has ended.
    if isPen, let hover = stream.frames.hover, hover.kind != .over { handle(hover, publisher, turn) }
    let first = stream.frames.assembler.readyFrames.lowerBound
    for position in first..<first + count {
      pipeline.handle(
        stream.frames.assembler.frames.span[position], identifiers: &publisher.identifiers,
        into: &publisher.buffer)
      if !pipeline.isQuiet { turn.owe(.deadlines) }
    }
    if isPen, let hover = stream.frames.hover, hover.kind == .over { handle(hover, publisher, turn) }
    publisher.publishEvents(of: number, turn)
    guard !others.isEmpty else { return }
    let hover = isPen ? stream.frames.hover : nil
    handleFramesForOthers(
      first..<first + count, before: hover.flatMap { $0.kind == .over ? nil : $0 },
      after: hover.flatMap { $0.kind == .over ? $0 : nil }, publisher, turn)
  }
}
