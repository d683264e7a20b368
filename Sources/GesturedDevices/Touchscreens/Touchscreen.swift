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
/// here (`take`). Each device has one instance, which is never copied: a copy would retain all its storage with each
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
  /// Turns frames into the events of the present scene: everyone's, except while a request is done for another audience
  /// (`enter`).
  package var pipeline: TouchscreenPipeline
  /// The pipelines of audiences with scenes of their own.
  private var others: [AudiencePipeline] = []
  private var interruption: Interruption?
  /// The contacts that were down, and the landings, when contacts were noted last (`noteContacts`).
  private var notedContacts = (count: 0, latest: UInt64(0), waking: UInt64(0))
  /// Whether the device is a pen, which may hover over the screen.
  private let isPen: Bool
  /// Receives the events of the touchscreen's clone; nil without a clone. The flag is cached, because looking at the sink
  /// counts a reference.
  var sink: (any CloneSink)?
  var hasClone: Bool
  /// Notices resting fingers that ask the filter to let go; nil while the touchscreen is not filtered.
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
  ///   - clone: the touchscreen's clone; nil where none is made.
  ///   - sink: receives the clone's events.
  ///   - begin: when the device comes, on the clock of its stamps; no frame is earlier, whatever its stamp.
  init(
    number: Int, _ setup: ScreenSetup, panel: TouchPanel, from source: PanelStream.Source = .recording,
    initialState: PanelState? = nil, regions: RegionTree, recognizers: RecognizerSet, isFirst: Bool = true,
    since begin: Instant = Instant(microseconds: 0), clone: CloneDescription? = nil,
    sink: (any CloneSink)? = nil
  ) {
    // Without a clone a live touchscreen is listened to: nothing comes between others and its touches (FLT-3).
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
    pipeline = TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: regions, settings: setup.touch, filters: setup.filters,
      recognizers: recognizers.adjusted(to: setup.recognizers),
      lastPosition: panel.position(x: panel.x.maximum, y: panel.y.maximum), mapRegion: setup.mapRegion,
      app: filter?.app)
  }

  /// The touchscreen's names.
  package var names: ScreenNames { setup.names }

  /// The width and height in pixels of the picture over the touchscreen; nil where they are unknown.
  package var pixels: Size? { setup.pixels }

  /// The next deadline, on the clock of the stamps.
  var nextDeadline: Instant? {
    mutating get {
      var earliest = pipeline.earliestDeadline()
      for position in others.indices {
        earliest = .earlier(earliest, others[position].pipeline.earliestDeadline())
      }
      return stream.due(earliest)
    }
  }

  /// The stamp of the last event, or the last deadline that fired, whichever is later.
  var lastStamp: Instant { max(stream.lastStamp, pipeline.now) }

  /// `lastStamp`, and the time that a frame gives a stamp that runs back (T2). Mutating only to be read in place: a copy of the
  /// touchscreen costs a replay hundreds of instructions a frame.
  mutating func stamps(next: Instant?) -> (latest: Instant, next: Instant?) {
    guard let next else { return (lastStamp, nil) }
    return (lastStamp, stream.time(of: next))
  }

  /// Whether a touch is down.
  package var hasTouches: Bool { pipeline.hasTouches }

  /// Whether a touch is down, or the filter still has one for applications (FLT-10, FLT-92).
  package var isInUse: Bool { hasTouches || pipeline.hasAppTouches }

  /// Whether nothing touches the device, no lift is held by `debounce_ms`, and nothing waits for applications.
  var isAtRest: Bool { !hasContacts && !isInUse && pipeline.touchCount == 0 }

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

  /// Notes whether the screen is dark. Called while no contact is down and a finger may be about to land.
  mutating func noteScreen(isDark: Bool) {
    let stamp = lastStamp
    pipeline.wake.note(isDark: isDark, at: stamp)
    for position in others.indices { others[position].pipeline.wake.note(isDark: isDark, at: stamp) }
  }

  /// Notes that the touch that is down, or has just lifted, has lit a dark screen.
  package mutating func noteWake(at time: Instant) {
    let stamp = max(time, lastStamp)
    pipeline.awaken(hasContacts: hasContacts, at: stamp)
    for position in others.indices {
      others[position].pipeline.awaken(hasContacts: hasContacts, at: stamp)
    }
  }

  /// Notes that no contact is down.
  private mutating func noteLift() {
    guard pipeline.wake.isSwallowing, !hasContacts else { return }
    let stamp = lastStamp
    pipeline.wake.noteLift(at: stamp)
    for position in others.indices { others[position].pipeline.wake.noteLift(at: stamp) }
  }

  // MARK: Actions of the stream

  /// Begins a reading of the device.
  ///
  /// - Parameter mayBeLate: whether one of the touchscreen's deadlines may have passed.
  mutating func begin(_ occasion: PanelStream.Occasion, at now: Instant, mayBeLate: Bool = true) {
    stream.note(pipeline.now)
    stream.begin(occasion, at: now, due: mayBeLate ? nextDeadline : nil)
  }

  /// Carries out an action of the stream, except readings of the device.
  mutating func take(_ action: PanelStream.Action, _ publisher: Publisher) {
    switch action {
    case .frames(let count):
      handle(count, publisher)
      if hasClone {
        if count == 0 { writeClone(publisher) }
        filteredReports &+= 1
      }
    case .resynchronized(let count):
      publisher.turn.owe(.deadlines)
      interruption = .droppedEvents
      handle(count, publisher)
    case .interrupt(let reason, let count): interrupt(reason, count, publisher)
    case .resume: noteLift()
    case .gone(let count): lose(count, .deviceRemoved, at: stream.lastStamp, publisher)
    case .advance(let time): firePipelines(to: time, publisher)
    case .readEvents, .readState, .readContacts, .awaitEvents, .pause, .wait: break
    }
    if hasClone { noteTouched(publisher.turn) }
  }

  /// Notes contacts that have landed or lifted, for clients with idle spans (ADD-7). Everyone's contacts count, in no
  /// audience's scene.
  ///
  /// The finger that wakes a dark screen makes no touch, but counts. Behind a filter no other program sees that finger, so
  /// a client has to light the screen (ADD-10).
  @inline(__always)
  private mutating func noteContacts(_ publisher: Publisher) {
    let (count, latest) = (pipeline.contactCount, pipeline.latestLanding)
    guard count != notedContacts.count || latest != notedContacts.latest, publisher.isForEveryone else {
      return
    }
    noteContacts(count, latest, at: pipeline.now, publisher)
  }

  @inline(never)
  private mutating func noteContacts(_ count: Int, _ latest: UInt64, at time: Instant, _ publisher: Publisher)
  {
    let waking = pipeline.wakingLandingCount
    let hasLanding = latest != notedContacts.latest
    let hasWoken = waking != notedContacts.waking
    notedContacts = (count, latest, waking)
    publisher.noteContacts(count, on: number, hasLanding: hasLanding, hasWoken: hasWoken, at: time)
  }

  /// Notes that no contact is down where contacts without touches were. Filters forget such contacts when touches are taken
  /// away, and then no lift of theirs comes.
  private mutating func noteSilentLifts(_ publisher: Publisher) {
    guard pipeline.hasSilentContacts, !hasContacts, publisher.isForEveryone else { return }
    pipeline.forgetSilentContacts()
    noteContacts(pipeline.contactCount, pipeline.latestLanding, at: lastStamp, publisher)
  }

  /// Plays events of a recording.
  mutating func play(_ events: EventList, _ publisher: Publisher) {
    stream.play()
    takeAll(of: events, publisher)
  }

  /// Advances to a time without events: fires the deadlines that have passed, and ends a frame that was cut off.
  ///
  /// - Parameter time: the time; nil for the end of a recording, which fires no deadline.
  mutating func advance(to time: Instant?, _ publisher: Publisher) {
    stream.note(pipeline.now)
    stream.advance(to: time)
    takeAll(of: EventList(), publisher)
  }

  private mutating func takeAll(of events: EventList, _ publisher: Publisher) {
    var events = events
    while true {
      let action = stream.next(in: &events)
      if case .wait = action { return }
      take(action, publisher)
    }
  }

  /// Cancels all touches and gestures, because the device is gone or the daemon stops.
  mutating func cancelAll(at time: Instant, _ publisher: Publisher) {
    take(stream.remove(at: time), publisher)
  }

  /// Why touches were cancelled since the last call, for the log; nil where none were.
  mutating func takeInterruption() -> Interruption? {
    defer { interruption = nil }
    return interruption
  }

  private mutating func firePipelines(to time: Instant, _ publisher: Publisher) {
    pipeline.advance(to: time, identifiers: &publisher.channel.identifiers, into: &publisher.buffer)
    noteContacts(publisher)
    publish(publisher)
    forOthers(publisher) { pipeline, identifiers, buffer in
      pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
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
    handle(count, publisher)
    // Without a touch there is no frame, but recognizers may wait between taps (DLY-18).
    let loss = TouchFrame(time: time, cause: cause, changes: [])
    pipeline.handle(loss, identifiers: &publisher.channel.identifiers, into: &publisher.buffer)
    noteContacts(publisher)
    publish(publisher)
    forOthers(publisher) { pipeline, identifiers, buffer in
      pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Does the same for audiences with scenes of their own, after the common audience.
  private mutating func forOthers(
    _ publisher: Publisher,
    _ body: (inout TouchscreenPipeline, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    guard !others.isEmpty else { return }
    for position in others.indices {
      let user = others[position].user
      let begin = user == nil ? 0 : publisher.turn.processorTime()
      publisher.speak(to: others[position].audience)
      body(&others[position].pipeline, &publisher.channel.identifiers, &publisher.buffer)
      publisher.publishEvents(of: number)
      publisher.charge(user, since: begin)
    }
    publisher.speak(to: Audience.everyone)
  }

  /// Whether an audience takes the next frames. It does not while its user has no processor time left, and then its
  /// gestures end.
  private mutating func takesFrames(_ position: Int, _ publisher: Publisher) -> Bool {
    let questions = others[position].pipeline.pairQuestionCount
    if publisher.mayWork(for: others[position].user, onQuestions: questions) {
      others[position].isSuspended = false
    } else if !others[position].isSuspended {
      others[position].isSuspended = true
      let begin = publisher.turn.processorTime()
      suspend(position, publisher)
      publisher.charge(others[position].user, since: begin)
    }
    return !others[position].isSuspended
  }

  private mutating func suspend(_ position: Int, _ publisher: Publisher) {
    publisher.turn.owe(.deadlines)
    let stamp = lastStamp
    publisher.speak(to: others[position].audience)
    others[position].pipeline.cancelTouches(
      at: max(stamp, others[position].pipeline.now), identifiers: &publisher.channel.identifiers,
      into: &publisher.buffer)
    publish(publisher)
    var message = message(.interrupted, at: stamp)
    message.reason = "overloaded"
    publisher.publish(message)
  }

  /// Publishes the events of everyone's pipeline. The app's frames go out before any line (FLT-28).
  @inline(__always)
  mutating func publish(_ publisher: Publisher) {
    if hasClone { writeClone(publisher) }
    publisher.publishEvents(of: number)
  }

  /// Writes what the app receives of the present events, and what else has changed of the contacts that it knows.
  @inline(never)
  private mutating func writeClone(_ publisher: Publisher) {
    guard let sink else { return }
    let (events, frames) = stream.writeClone(publisher.buffer.app)
    if !events.isEmpty {
      sink.write(events, frames: frames, at: max(lastStamp, pipeline.appTime), of: number)
    }
  }

  // MARK: Audiences

  /// Makes `pipeline` that of an audience until the matching call of `leave`.
  ///
  /// - Returns: whether the audience has a pipeline here.
  package mutating func enter(_ audience: Int) -> Bool {
    if audience == Audience.everyone { return true }
    guard let position = others.firstIndex(where: { $0.audience == audience }) else { return false }
    swap(&pipeline, &others[position].pipeline)
    return true
  }

  /// Makes `pipeline` everyone's again after `enter`.
  package mutating func leave(_ audience: Int) {
    guard let position = others.firstIndex(where: { $0.audience == audience }) else { return }
    swap(&pipeline, &others[position].pipeline)
  }

  /// Whether an audience has a pipeline here.
  package func has(_ audience: Int) -> Bool {
    audience == Audience.everyone || others.contains { $0.audience == audience }
  }

  /// Gives an audience a copy of another audience's pipeline, with all that is under way.
  ///
  /// - Parameter user: the user that is charged for the pipeline's work.
  package mutating func split(_ audience: Int, of user: UInt32?, from base: Int) {
    others.removeAll { $0.audience == audience }
    var own =
      if let source = others.first(where: { $0.audience == base }) {
        TouchscreenPipeline(copying: source.pipeline)
      } else {
        TouchscreenPipeline(copying: pipeline)
      }
    own.followApp()
    others.append(AudiencePipeline(audience: audience, user: user, pipeline: own))
    others.sort { $0.audience < $1.audience }
  }

  package mutating func forget(audience: Int) {
    others.removeAll { $0.audience == audience }
  }

  /// Ends what is under way for audiences with scenes of their own, and forgets these audiences.
  mutating func forgetOthers(at time: Instant, _ publisher: Publisher) {
    forOthers(publisher) { pipeline, identifiers, buffer in
      pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
    }
    for other in others {
      publisher.speak(to: other.audience)
      publisher.cancelGestures(on: number)
    }
    publisher.speak(to: Audience.everyone)
    others.removeAll()
  }

  /// Has the pipelines of other audiences follow what the app receives by everyone's.
  ///
  /// - Parameter settings: how the app receives touches from now on; nil where it receives none by the filter.
  mutating func followApp(_ settings: AppSettings?) {
    for position in others.indices {
      if let settings {
        others[position].pipeline.beginApp(settings, isSilent: true)
      } else {
        others[position].pipeline.forgetApp()
      }
    }
  }

  /// An audience's regions.
  package func regions(of audience: Int) -> RegionTree {
    others.first { $0.audience == audience }?.pipeline.regions ?? pipeline.regions
  }

  /// Calls a function on the pipeline between events, and publishes the events that it causes.
  ///
  /// - Parameters:
  ///   - time: the time on the clock of the stamps.
  ///   - body: receives that time, the source of ids and the buffer for events.
  package mutating func change(
    at time: Instant, _ publisher: Publisher,
    _ body: (inout TouchscreenPipeline, Instant, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    stream.note(time)
    body(&pipeline, stream.lastStamp, &publisher.channel.identifiers, &publisher.buffer)
    noteContacts(publisher)
    publish(publisher)
  }

  /// Takes over recognizers, with the touchscreen's own options where it has any.
  package mutating func update(_ recognizers: RecognizerSet, at time: Instant, _ publisher: Publisher) {
    let own = recognizers.adjusted(to: setup.recognizers)
    change(at: time, publisher) { pipeline, time, identifiers, buffer in
      pipeline.update(recognizers: own, at: time, identifiers: &identifiers, into: &buffer)
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
    pipeline.exclusions.map { zone, frame in
      ExclusionMessage(name: zone.name, frame: frame, touchTypes: ExclusionSettings.words(of: zone))
    }
  }

  private mutating func handle(_ hover: HoverSample, _ publisher: Publisher) {
    publisher.turn.owe(.deadlines)
    pipeline.handle(hover, identifiers: &publisher.channel.identifiers, into: &publisher.buffer)
  }

  /// Passes frames and hover to audiences with scenes of their own, after the common audience.
  private mutating func handleFramesForOthers(
    _ positions: Range<Int>, before: HoverSample?, after: HoverSample?, _ publisher: Publisher
  ) {
    let turn = publisher.turn
    for place in others.indices where takesFrames(place, publisher) {
      let user = others[place].user
      let begin = user == nil ? 0 : publisher.turn.processorTime()
      publisher.speak(to: others[place].audience)
      if let before {
        others[place].pipeline.handle(
          before, identifiers: &publisher.channel.identifiers, into: &publisher.buffer)
      }
      for position in positions {
        others[place].pipeline.handle(
          stream.frames.assembler.frames.span[position], identifiers: &publisher.channel.identifiers,
          into: &publisher.buffer)
        if !others[place].pipeline.isQuiet { turn.owe(.deadlines) }
      }
      if let after {
        others[place].pipeline.handle(
          after, identifiers: &publisher.channel.identifiers, into: &publisher.buffer)
      }
      publisher.publishEvents(of: number)
      publisher.charge(user, since: begin)
    }
    publisher.speak(to: Audience.everyone)
  }

  private mutating func handle(_ count: Int, _ publisher: Publisher) {
    if count > 0 || isPen && stream.frames.hover != nil { handleFrames(count, publisher) }
    noteLift()
    noteSilentLifts(publisher)
  }

  private mutating func handleFrames(_ count: Int, _ publisher: Publisher) {
    // A pen that comes down stops hovering before its touch begins. A pen that lifts hovers again after its touch has
    // ended.
    if isPen, let hover = stream.frames.hover, hover.kind != .over { handle(hover, publisher) }
    let first = stream.frames.assembler.readyFrames.lowerBound
    for position in first..<first + count {
      pipeline.handle(
        stream.frames.assembler.frames.span[position], identifiers: &publisher.channel.identifiers,
        into: &publisher.buffer)
      if !pipeline.isQuiet { publisher.turn.owe(.deadlines) }
    }
    if hasClone { watchRelease(first..<first + count, publisher.turn) }
    if isPen, let hover = stream.frames.hover, hover.kind == .over { handle(hover, publisher) }
    noteContacts(publisher)
    publish(publisher)
    guard !others.isEmpty else { return }
    let hover = isPen ? stream.frames.hover : nil
    handleFramesForOthers(
      first..<first + count, before: hover.flatMap { $0.kind == .over ? nil : $0 },
      after: hover.flatMap { $0.kind == .over ? $0 : nil }, publisher)
  }
}

/// The pipeline of one touchscreen for an audience with a scene of its own. It is a class, so that a list can hold pipelines,
/// which are not copied.
private final class AudiencePipeline {
  /// The number of the audience.
  let audience: Int
  /// The user charged for the processor time; nil where no user is charged.
  let user: UInt32?
  /// The pipeline that turns touches into the events of this audience.
  var pipeline: TouchscreenPipeline
  /// Whether the pipeline receives no frames, because the user has used up its processor time. Nothing is under way
  /// then. The pipeline resumes with the next landing.
  var isSuspended = false

  init(audience: Int, user: UInt32?, pipeline: consuming TouchscreenPipeline) {
    self.audience = audience
    self.user = user
    self.pipeline = pipeline
  }
}

/// The processor time of users with scenes of their own.
extension Publisher {
  /// Whether a user has processor time left for a frame of its own scene (H1).
  ///
  /// - Parameter questions: the most questions about pairs that the frame can raise. Each takes some 200 instructions.
  fileprivate func mayWork(for user: UInt32?, onQuestions questions: Int) -> Bool {
    user.map { turn.mayWork(for: $0, on: .frame(cost: Int64(questions / 5))) } ?? true
  }

  /// Charges a user for the processor time since an earlier reading.
  ///
  /// - Parameter begin: the earlier reading of `processorTime`, in microseconds.
  fileprivate func charge(_ user: UInt32?, since begin: Int64) {
    guard let user else { return }
    turn.chargeFrame(turn.processorTime() - begin, to: user)
  }
}
