import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxInput
import TouchInput

/// One touchscreen, or pen on a screen, live or replayed: from frames to published events.
///
/// The owner asks the stream for the next action and reads from the device where asked to. All other actions are done
/// here (`perform`). Each device has one instance, which is never copied: a copy would retain all its storage with each
/// frame.
package struct Touchscreen: ~Copyable {
  /// The touchscreen's number on the wire, never used again while the daemon runs.
  package let number: Int
  /// Whether windows that name no device lie on the touchscreen (DMN-17).
  let isFirst: Bool
  /// The touchscreen's setup apart from its panel.
  package var setup: ScreenSetup
  /// Turns the device's events into frames.
  var stream: PanelStream
  /// The pipelines that turn frames into the events of each stage, everyone's first.
  private var pipelines: [StagePipeline]
  /// Everyone's among them.
  package let everyone: StagePipeline
  private var interruption: Interruption?
  /// The contacts that were down, and the landings, at the last report of contacts (`reportContacts`).
  private var notedContacts = (count: 0, latest: UInt64(0), waking: UInt64(0))
  /// Whether the device is a pen, which may hover over the screen.
  private let isPen: Bool
  /// Receives the events of the touchscreen's clone; nil without a clone. The flag is cached, because reading the sink
  /// retains it.
  var sink: (any CloneSink)?
  var hasClone: Bool
  /// Detects resting fingers that switch the filter off; nil while the touchscreen is not filtered.
  var releaseWatch: ReleaseWatch?
  /// Whether clients hear that the device is filtered.
  package var isFiltered = false
  /// The reports that the filter has received, and the longest time for which it has held a touch back, as of the last
  /// grab.
  private(set) var filteredReports = 0
  var longestHold = TimeSpan.zero
  /// Whether anything touches the device while it is grabbed.
  var isTouchedWhileGrabbed = false
  /// The latest tracking id that the clone has received (FLT-46).
  var latestCloneID: Int32 = -1
  /// The axes of contacts that the clone has, and storage for the values of one.
  var contactAxes: [UInt16] = []
  var axisValues: [Int32] = []

  /// - Parameters:
  ///   - source: the source of the events.
  ///   - initialState: the contacts that were down at opening, which are ignored until they lift (TCH-34).
  ///   - stage: everyone's stage.
  ///   - clone: the touchscreen's clone; nil where none is made.
  ///   - sink: receives the clone's events.
  ///   - begin: when the device comes, on the clock of its stamps; no frame is earlier, whatever its stamp.
  init(
    number: Int, _ setup: ScreenSetup, panel: TouchPanel, from source: PanelStream.Source = .recording,
    initialState: PanelState? = nil, regions: RegionTree, on stage: Stage, isFirst: Bool = true,
    since begin: Instant = Instant(microseconds: 0), clone: CloneDescription? = nil,
    sink: (any CloneSink)? = nil
  ) {
    // A live touchscreen without a clone is not grabbed: other programs receive its touches as well (FLT-3).
    let isListened = source != .recording && sink == nil
    let filter = isListened || panel.touchProtocol == .pen ? nil : setup.touchFilter
    let frames = clone.flatMap { clone in
      filter.map { filter in
        CloneFrames(
          clone, of: panel, placement: setup.placesContacts(filter) ? ClonePlacement(of: panel) : nil,
          joinsContacts: setup.touch.debounce > .zero)
      }
    }
    hasClone = frames != nil && sink != nil
    self.sink = hasClone ? sink : nil
    if frames != nil, let clone { sink?.add(clone, of: number) }
    self.number = number
    self.setup = setup
    self.isFirst = isFirst
    isPen = panel.touchProtocol == .pen
    stream = PanelStream(
      panel, from: source, setup.touch, initialState: initialState, since: begin, clone: frames)
    everyone = StagePipeline(
      stage,
      TouchscreenPipeline(
        maximumTouches: panel.slotCount, regions: regions, settings: setup.touch, filters: setup.filters,
        recognizers: stage.scene.recognizers.adjusted(to: setup.recognizers),
        lastPosition: panel.position(x: panel.x.maximum, y: panel.y.maximum), mapRegion: setup.mapRegion,
        app: filter?.app))
    pipelines = [everyone]
  }

  /// The touchscreen's names.
  package var names: ScreenNames { setup.names }

  /// The width and height in pixels of the picture over the touchscreen; nil where they are unknown.
  package var pixels: Size? { setup.pixels }

  /// The next deadline, on the clock of the stamps.
  var nextDeadline: Instant? {
    mutating get {
      var earliest: Instant?
      for own in pipelines { earliest = .earlier(earliest, own.pipeline.earliestDeadline()) }
      return stream.due(earliest)
    }
  }

  /// The stamp of the last event, or the last deadline that fired, whichever is later.
  var lastStamp: Instant { max(stream.lastStamp, everyone.pipeline.now) }

  /// `lastStamp`, and the time that a frame gives a stamp that runs back (T2). Mutating only to be read in place: a copy of the
  /// touchscreen costs a replay hundreds of instructions a frame.
  mutating func stamps(next: Instant?) -> (latest: Instant, next: Instant?) {
    guard let next else { return (lastStamp, nil) }
    return (lastStamp, stream.time(of: next))
  }

  /// Whether a touch is down.
  package var hasTouches: Bool { everyone.pipeline.hasTouches }

  /// Whether a touch is down, or the filter still has one for applications (FLT-10, FLT-92).
  package var isInUse: Bool { hasTouches || everyone.pipeline.hasAppTouches }

  /// Whether nothing touches the device, no lift is held by `debounce_ms`, and nothing waits for applications.
  var isAtRest: Bool { !hasContacts && !isInUse && everyone.pipeline.touchCount == 0 }

  /// Whether the device has a contact that is down.
  var hasContacts: Bool { stream.frames.hasContacts }

  /// How many contacts were dropped because they had been silent for too long (D8).
  var frozenContactCount: Int { stream.frames.frozenContactCount }

  /// How far its positions reach beyond its declared range.
  var growthCount: Int { stream.frames.assembler.reach.growthCount }
  var reach: PanelReach { stream.frames.assembler.reach }

  /// How many slots the panel has.
  var slotCount: Int { panel.slotCount }

  /// The panel's axes and slots.
  package var panel: TouchPanel { stream.frames.panel }

  /// Sets whether the screen is dark. Called while no contact is down and a finger may be about to land.
  mutating func setScreen(isDark: Bool) {
    let stamp = lastStamp
    for own in pipelines { own.pipeline.wake.update(isDark: isDark, at: stamp) }
  }

  /// Records that the touch that is down, or has just lifted, has lit a dark screen.
  package mutating func recordWake(at time: Instant) {
    let stamp = max(time, lastStamp)
    for own in pipelines { own.pipeline.awaken(hasContacts: hasContacts, at: stamp) }
  }

  /// Begins the wake guards' tails once no contact is down.
  private mutating func recordLift() {
    guard everyone.pipeline.wake.isSwallowing, !hasContacts else { return }
    let stamp = lastStamp
    for own in pipelines { own.pipeline.wake.recordLift(at: stamp) }
  }

  // MARK: Actions of the stream

  /// Begins a reading of the device.
  ///
  /// - Parameter mayBeLate: whether one of the touchscreen's deadlines may have passed.
  mutating func begin(_ occasion: PanelStream.Occasion, at now: Instant, mayBeLate: Bool = true) {
    stream.recordTime(everyone.pipeline.now)
    stream.begin(occasion, at: now, due: mayBeLate ? nextDeadline : nil)
  }

  /// Carries out an action of the stream, except readings of the device.
  mutating func perform(_ action: PanelStream.Action, _ publisher: Publisher) {
    switch action {
    case .frames(let count):
      pass(count, publisher)
      if hasClone {
        if count == 0 { writeClone(publisher) }
        filteredReports &+= 1
      }
    case .resynchronized(let count):
      publisher.turn.owe(.deadlines)
      interruption = .droppedEvents
      pass(count, publisher)
    case .interrupt(let reason, let count): interrupt(reason, count, publisher)
    case .resume: recordLift()
    case .gone(let count): lose(count, .deviceRemoved, at: stream.lastStamp, publisher)
    case .advance(let time): firePipelines(to: time, publisher)
    case .readEvents, .readState, .readContacts, .awaitEvents, .pause, .wait: break
    }
    if hasClone { updateTouched(publisher.turn) }
  }

  /// Reports contacts that have landed or lifted, for clients with idle spans (ADD-7). The contacts are those that
  /// everyone's pipeline knows.
  ///
  /// The finger that wakes a dark screen makes no touch, but counts. Behind a filter no other program sees that finger, so
  /// a client has to light the screen (ADD-10).
  @inline(__always)
  private mutating func reportContacts(_ publisher: Publisher) {
    let (count, latest) = (everyone.pipeline.contactCount, everyone.pipeline.latestLanding)
    guard count != notedContacts.count || latest != notedContacts.latest else { return }
    reportContacts(count, latest, at: everyone.pipeline.now, publisher)
  }

  @inline(never)
  private mutating func reportContacts(
    _ count: Int, _ latest: UInt64, at time: Instant, _ publisher: Publisher
  ) {
    let waking = everyone.pipeline.wakingLandingCount
    let hasLanding = latest != notedContacts.latest
    let hasWoken = waking != notedContacts.waking
    notedContacts = (count, latest, waking)
    publisher.reportContacts(count, on: number, hasLanding: hasLanding, hasWoken: hasWoken, at: time)
  }

  /// Reports that no contact is down where contacts without touches were. When touches are cancelled, filters forget
  /// such contacts, so that no lift of theirs follows.
  private mutating func reportSilentLifts(_ publisher: Publisher) {
    guard everyone.pipeline.hasSilentContacts, !hasContacts else { return }
    everyone.pipeline.forgetSilentContacts()
    reportContacts(everyone.pipeline.contactCount, everyone.pipeline.latestLanding, at: lastStamp, publisher)
  }

  /// Plays events of a recording.
  mutating func play(_ events: EventList, _ publisher: Publisher) {
    stream.play()
    performAll(of: events, publisher)
  }

  /// Advances to a time without events: fires the deadlines that have passed, and ends a frame that was cut off.
  ///
  /// - Parameter time: the time; nil for the end of a recording, which fires no deadline.
  mutating func advance(to time: Instant?, _ publisher: Publisher) {
    stream.recordTime(everyone.pipeline.now)
    stream.advance(to: time)
    performAll(of: EventList(), publisher)
  }

  private mutating func performAll(of events: EventList, _ publisher: Publisher) {
    var events = events
    while true {
      let action = stream.next(in: &events)
      if case .wait = action { return }
      perform(action, publisher)
    }
  }

  /// Cancels all touches and gestures, because the device is gone or the daemon stops.
  mutating func cancelAll(at time: Instant, _ publisher: Publisher) {
    perform(stream.remove(at: time), publisher)
  }

  /// Why touches were cancelled since the last call, for the log; nil where none were.
  mutating func consumeInterruption() -> Interruption? {
    defer { interruption = nil }
    return interruption
  }

  private mutating func firePipelines(to time: Instant, _ publisher: Publisher) {
    forEachStage(publisher) { own in
      own.pipeline.advance(to: time, identifiers: &own.stage.identifiers, into: &publisher.buffer)
    }
  }

  /// Cancels all touches and gestures as of the last stamp, since the device's later events are too old (T3, T4).
  ///
  /// - Parameter reason: the reason that clients receive; they receive nothing where nothing was under way.
  private mutating func interrupt(_ reason: Interruption, _ count: Int, _ publisher: Publisher) {
    let time = lastStamp
    let isIdle = !hasTouches && nextDeadline == nil
    // A backlog without touches is not worth a line in the log.
    if hasTouches || reason != .backlog { interruption = reason }
    lose(count, .interrupted, at: time, publisher)
    guard !isIdle else { return }
    var message = message(.interrupted, at: time)
    message.reason = reason.word
    publisher.publish(message)
  }

  private mutating func lose(
    _ count: Int, _ cause: TouchFrame.Cause, at time: Instant, _ publisher: Publisher
  ) {
    publisher.turn.owe(.deadlines)
    pass(count, publisher)
    // Without a touch there is no frame, but recognizers may wait between taps (DLY-18).
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    forEachStage(publisher) { own in
      own.pipeline.receive(loss, identifiers: &own.stage.identifiers, into: &publisher.buffer)
    }
  }

  /// Calls a function for each stage in turn, at its user's cost, and publishes the events.
  private mutating func forEachStage(_ publisher: Publisher, _ work: (StagePipeline) -> Void) {
    for place in pipelines.indices {
      let own = pipelines[place]
      own.charging(publisher.turn) {
        work(own)
        publish(own, publisher)
      }
    }
  }

  /// Whether a stage gets the next frames. While its user has no processor time left, it gets none, and its gestures
  /// end.
  private mutating func takesFrames(_ own: StagePipeline, _ publisher: Publisher) -> Bool {
    if own.mayWork(publisher.turn) {
      own.isSuspended = false
    } else if !own.isSuspended {
      own.isSuspended = true
      own.charging(publisher.turn) { suspend(own, publisher) }
    }
    return !own.isSuspended
  }

  private mutating func suspend(_ own: StagePipeline, _ publisher: Publisher) {
    publisher.turn.owe(.deadlines)
    let stamp = lastStamp
    own.pipeline.cancelTouches(
      at: max(stamp, own.pipeline.now), identifiers: &own.stage.identifiers, into: &publisher.buffer)
    publish(own, publisher)
    var message = message(.interrupted, at: stamp)
    message.reason = "overloaded"
    publisher.publish(message, on: own.stage)
  }

  /// Publishes the events of a stage. The app's frames go out before the lines of the events.
  ///
  /// - Parameter isOnClone: whether the clone has the notes for the app already.
  @inline(__always)
  mutating func publish(_ own: StagePipeline, _ publisher: Publisher, isOnClone: Bool = false) {
    if own === everyone {
      reportContacts(publisher)
      if hasClone, !isOnClone { writeClone(publisher) }
    }
    publisher.publishEvents(of: number, on: own.stage)
  }

  /// Writes the present notes for the app to the clone, and the other changes of contacts that the app knows.
  @inline(never)
  private mutating func writeClone(_ publisher: Publisher) {
    guard let sink else { return }
    let (events, frames) = stream.writeClone(publisher.buffer.app)
    if !events.isEmpty {
      sink.write(events, frames: frames, at: max(lastStamp, everyone.pipeline.appTime), of: number)
    }
  }

  // MARK: Stages

  /// The pipeline of a stage; nil where it has none here yet.
  package func pipeline(of stage: Stage) -> StagePipeline? {
    stage === everyone.stage ? everyone : pipelines.first { $0.stage === stage }
  }

  /// Gives a stage a copy of the pipeline of the stage that it extends, with all that is under way.
  package mutating func addPipeline(of stage: Stage) {
    guard let base = stage.base, let source = pipeline(of: base) else { return }
    removePipeline(of: stage)
    var own = TouchscreenPipeline(copying: source.pipeline)
    own.followApp()
    pipelines.append(StagePipeline(stage, own))
  }

  package mutating func removePipeline(of stage: Stage) {
    pipelines.removeAll { $0.stage === stage }
  }

  /// Ends what is under way for all stages but everyone's, and removes their pipelines.
  mutating func removeOthers(at time: Instant, _ publisher: Publisher) {
    for own in pipelines.dropFirst() {
      own.charging(publisher.turn) {
        own.pipeline.cancelTouches(
          at: time, identifiers: &own.stage.identifiers, into: &publisher.buffer)
        publisher.publishEvents(of: number, on: own.stage)
      }
      publisher.cancelGestures(on: number, of: own.stage)
    }
    pipelines.removeLast(pipelines.count - 1)
  }

  /// Makes the pipelines of other stages follow the app of everyone's pipeline.
  ///
  /// - Parameter settings: how the app receives touches from now on; nil where it receives none by the filter.
  mutating func followApp(_ settings: AppSettings?) {
    for own in pipelines.dropFirst() {
      if let settings {
        own.pipeline.beginApp(settings, isSilent: true)
      } else {
        own.pipeline.forgetApp()
      }
    }
  }

  /// Calls a function on a stage's pipeline between events, and publishes the events that it causes.
  ///
  /// - Parameters:
  ///   - time: the time on the clock of the stamps.
  ///   - body: receives that time, the source of ids and the buffer for events.
  package mutating func change(
    on stage: Stage, at time: Instant, _ publisher: Publisher,
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    guard let own = pipeline(of: stage) else { return }
    stream.recordTime(time)
    body(&own.pipeline, stream.lastStamp, &stage.identifiers, &publisher.buffer)
    publish(own, publisher)
  }

  /// Updates a stage's recognizers, with the touchscreen's own options where it has any.
  package mutating func update(
    _ recognizers: RecognizerSet, on stage: Stage, at time: Instant, _ publisher: Publisher
  ) {
    let adjusted = recognizers.adjusted(to: setup.recognizers)
    change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
      pipeline.update(recognizers: adjusted, at: time, identifiers: &identifiers, into: &buffer)
    }
  }

  /// The message about the touchscreen in a state.
  package func message(_ state: DeviceMessage.State, at time: Instant) -> DeviceMessage {
    var message = DeviceMessage(
      time: time, device: number, state: state, name: names.device, size: panel.size,
      sizeSource: panel.sizeSource.rawValue, maximumTouches: panel.maximumContacts,
      rotation: rotation.rawValue, pixels: pixels,
      table: names.table, output: setup.output,
      seat: setup.seat == ScreenSetup.defaultSeat ? nil : setup.seat)
    message.isFiltered = isFiltered
    return message
  }

  /// The touchscreen's exclusion zones, as lists and dumps show them.
  package var exclusions: [ExclusionMessage] {
    everyone.pipeline.exclusions.map { zone, frame in
      ExclusionMessage(name: zone.name, frame: frame, touchTypes: ExclusionSettings.words(of: zone))
    }
  }

  private mutating func pass(_ count: Int, _ publisher: Publisher) {
    if count > 0 || isPen && stream.frames.hover != nil { passFrames(count, publisher) }
    recordLift()
    reportSilentLifts(publisher)
  }

  /// Passes a frame to a stage.
  ///
  /// - Parameter isAhead: whether the clone is written before the recognizers decide, where they only report. It gets
  ///   one write a report, so only a report's last frame goes ahead. Frames of moves do not, since decisions about them
  ///   take little.
  /// - Returns: whether the clone has the notes for the app already.
  @inline(__always)
  private mutating func pass(
    frameAt position: Int, to own: StagePipeline, isAhead: Bool, _ publisher: Publisher
  ) -> Bool {
    guard isAhead else {
      own.pipeline.receive(
        stream.frames.assembler.frames.span[position], identifiers: &own.stage.identifiers,
        into: &publisher.buffer)
      return false
    }
    let begun = own.pipeline.begin(
      stream.frames.assembler.frames.span[position], identifiers: &own.stage.identifiers,
      into: &publisher.buffer)
    let isOnClone = begun.hasAllAppNotes
    if isOnClone { writeClone(publisher) }
    own.pipeline.decide(
      stream.frames.assembler.frames.span[position], begun, identifiers: &own.stage.identifiers,
      into: &publisher.buffer)
    return isOnClone
  }

  /// Passes frames and hover to each stage, everyone's first.
  private mutating func passFrames(_ count: Int, _ publisher: Publisher) {
    let first = stream.frames.assembler.readyFrames.lowerBound
    let hover = isPen ? stream.frames.hover : nil
    if hover != nil { publisher.turn.owe(.deadlines) }
    for place in pipelines.indices {
      let own = pipelines[place]
      guard takesFrames(own, publisher) else { continue }
      own.charging(publisher.turn) {
        // A pen that comes down stops hovering before its touch begins. A pen that lifts hovers again after its touch
        // has ended.
        if let hover, hover.kind != .over {
          own.pipeline.receive(hover, identifiers: &own.stage.identifiers, into: &publisher.buffer)
        }
        var isOnClone = false
        for position in first..<first + count {
          let isAhead =
            hasClone && own === everyone && position == first + count - 1
            && !stream.frames.assembler.frames.span[position].hasOnlyMoves
          isOnClone = pass(frameAt: position, to: own, isAhead: isAhead, publisher)
          if !own.pipeline.isQuiet { publisher.turn.owe(.deadlines) }
        }
        if let hover, hover.kind == .over {
          own.pipeline.receive(hover, identifiers: &own.stage.identifiers, into: &publisher.buffer)
        }
        publish(own, publisher, isOnClone: isOnClone)
      }
    }
    if hasClone { watchRelease(first..<first + count, publisher.turn) }
  }
}
