/// One touchscreen from frames to events: tracker, regions, arena. The pipeline is a function of its input.
///
/// The caller passes each frame as it comes and, while no frame comes, the time; `nextDeadline` says when to call. The
/// same frames always give the same events, at whatever speed they come (TIM-2).
///
/// Only `init(copying:)` copies a pipeline. No property has a default value, so the compiler asks for each property there. It
/// does not ask for optional variables, which begin as nil.
public struct TouchscreenPipeline: ~Copyable, Sendable {
  var arena: GestureArena
  private var ledger: SequenceLedger
  private(set) var tracker: TouchTracker
  /// The regions of its screen.
  public internal(set) var regions: RegionTree
  var filters: FilterChain?
  var delivery: TouchDelivery
  /// The requests to ignore landings (DLV-11, MULTI-13).
  public internal(set) var ignored: IgnoredInteraction
  /// The guard that swallows the touch that wakes the screen.
  public var wake: WakeGuard
  /// The first responders, which receive events without a finger.
  public internal(set) var responders: FirstResponders
  /// Whether a tap in a region that takes text makes the region first responder (RSP-12). If not, the first responder
  /// gives away nothing about taps.
  public var tapsMakeFirstResponders: Bool
  /// Whether the owners of regions are asked about recognizers (ARB-21).
  public var asksRegions: Bool {
    get { arena.askingRegions.isEnabled }
    set { arena.askingRegions.isEnabled = newValue }
  }
  private var latest: Instant
  /// Where a touchpad's fingers are on the screen; nil where the device is the screen.
  private var padMap: PadMap?
  let maximumTouches: Int
  let settings: TouchSettings
  let filterSettings: FilterSettings

  /// A pipeline for a touchscreen.
  ///
  /// - Parameters:
  ///   - maximumTouches: the number of slots of the device.
  ///   - regions: the regions of the screen.
  ///   - settings: the settings of touches.
  ///   - filters: the filters that frames of the device pass first.
  ///   - recognizers: the recognizers; events refer to them by their positions in the set.
  ///   - lastPosition: the last position that the panel can report; nil for the corner of the screen.
  ///   - mapRegion: the region that the whole of a touchpad stands for; nil for the whole screen (PAD-1).
  ///   - app: how the app behind all regions receives touches; nil where the touchscreen is not filtered.
  public init(
    maximumTouches: Int, regions: RegionTree, settings: TouchSettings = TouchSettings(),
    filters: FilterSettings = FilterSettings(), recognizers: RecognizerSet, lastPosition: Point? = nil,
    mapRegion: String? = nil, app: AppSettings? = nil
  ) {
    padMap = mapRegion.map { PadMap(region: $0, maximumTouches: maximumTouches) }
    self.maximumTouches = maximumTouches
    self.settings = settings
    filterSettings = filters
    tracker = TouchTracker(maximumTouches: maximumTouches, settings: settings)
    self.regions = regions
    wake = WakeGuard(tail: settings.wakeTail)
    arena = GestureArena(recognizers, regions: regions, settings: settings)
    delivery = TouchDelivery(
      RegionReceivers(
        maximumTouches: maximumTouches, settings: settings,
        bound: lastPosition ?? Point(regions.screen.width, regions.screen.height)),
      app: app.map {
        AppReceiver(
          $0, recognizers, behind: filters, debounce: settings.debounce, maximumTouches: maximumTouches)
      })
    self.filters = FilterChain(
      filters, touch: settings, screen: regions.screen, maximumTouches: maximumTouches)
    ledger = SequenceLedger()
    ignored = IgnoredInteraction()
    responders = FirstResponders()
    tapsMakeFirstResponders = true
    latest = Instant(microseconds: 0)
    isQuiet = false
  }

  /// A pipeline for another stage of the same touchscreen. The copy has the same settings, regions and recognizers, and
  /// all that is under way: touches, gestures, and what filters and the app's delivery hold.
  package init(copying other: borrowing TouchscreenPipeline) {
    arena = other.arena
    ledger = other.ledger
    tracker = other.tracker
    regions = other.regions
    filters =
      switch other.filters {
      case .some(let chain): FilterChain(copying: chain)
      case nil: nil
      }
    delivery = TouchDelivery(copying: other.delivery)
    ignored = other.ignored
    wake = other.wake
    responders = other.responders
    tapsMakeFirstResponders = other.tapsMakeFirstResponders
    latest = other.latest
    padMap =
      switch other.padMap {
      case .some(let map): PadMap(copying: map)
      case nil: nil
      }
    maximumTouches = other.maximumTouches
    settings = other.settings
    filterSettings = other.filterSettings
    isQuiet = other.isQuiet
  }

  /// The zones where landings are ignored, each with its rectangle on the present screen, in mm.
  public var exclusions: [(zone: ExclusionZone, frame: Rect)] {
    filterSettings.zones.map { ($0, $0.frame(on: regions.screen)) }
  }

  /// Makes the filters again for the present size of the screen.
  mutating func makeFilters() {
    filters = FilterChain(
      filterSettings, touch: settings, screen: regions.screen, maximumTouches: maximumTouches)
  }

  /// The time of the next `advance` if no frame comes before; nil where nothing is pending.
  @inline(__always)
  public var nextDeadline: Instant? {
    switch filters {
    // Where filters hold frames, no deadline of recognizers and delivery counts yet, and no hold of the app's touches ends.
    case .some(let chain): .earlier(chain.nextDeadline, chain.horizon != nil ? firstOutput : firstTimer)
    case nil: firstTimer
    }
  }

  /// `nextDeadline` for each frame. It is mutating, because the compiler copies the bytes of a large value that it only
  /// reads, even where the value is noncopyable.
  @inline(__always)
  public mutating func earliestDeadline() -> Instant? {
    guard filters != nil else { return timerDeadline() }
    let deadline = filters?.nextDeadline
    return .earlier(deadline, filters?.horizon != nil ? delivery.app?.nextOutput : timerDeadline())
  }

  /// The most questions about pairs of recognizers that one event can raise. The cost of an event grows with them.
  @inline(__always)
  public var pairQuestionCount: Int { arena.tables.pairQuestionCount }

  /// Whether a contact is down. Held landings count, held lifts do not.
  public var hasTouches: Bool {
    switch filters {
    case .some(let chain): tracker.order.count + chain.withheldContacts > 0
    case nil: !tracker.order.isEmpty
    }
  }

  /// Whether the app has touches, or may still receive one: also a lifted one that a recognizer holds, and one for the app
  /// alone.
  public var hasAppTouches: Bool {
    switch delivery.app {
    case .some(let app): app.hasTouches
    case nil: false
    }
  }

  /// How many contacts that are down make touches. Held landings do not count yet.
  public var touchCount: Int { tracker.order.count }

  /// How many contacts are down for clients that wait for a span without contacts (ADD-7). Contacts that have woken the
  /// screen count, and those whose touch was cancelled (ADD-10).
  public var contactCount: Int { tracker.order.count + tracker.silentCount }

  /// A number that changes with each landing that `contactCount` counts.
  public var latestLanding: UInt64 { tracker.latestTouch &+ tracker.wakingLandingCount }

  /// How many contacts have woken the screen so far.
  public var wakingLandingCount: UInt64 { tracker.wakingLandingCount }

  /// Whether contacts without touches are down.
  public var hasSilentContacts: Bool { tracker.silentCount > 0 }

  /// Forgets contacts without touches, since no contact is down any more. Filters may have forgotten them earlier.
  public mutating func forgetSilentContacts() { tracker.forgetSilentContacts() }

  /// Records that the contacts that are down, or have just lifted, have lit a dark screen.
  public mutating func awaken(hasContacts: Bool, at time: Instant) {
    wake.awaken(hasContacts: hasContacts, at: time)
    tracker.awaken()
  }

  /// The time at which the app receives the present changes: later than `now` where filters have held frames.
  public var appTime: Instant {
    switch delivery.app {
    case .some(let app): max(latest, app.present)
    case nil: latest
    }
  }

  /// Whether the last frame, with the deadlines before it, had only moves, and recognizers decided nothing but to
  /// continue gestures.
  public private(set) var isQuiet: Bool

  /// The time of the last event, a frame or a deadline.
  public var now: Instant { latest }

  /// Processes a frame. Deadlines before its stamp fire first, in order, each with its own stamp. A deadline at exactly
  /// the frame's stamp fires after the frame (TIM-1).
  ///
  /// The state at deadlines inside a dropped stretch is unknown. These deadlines fire after the frame, with the frame's
  /// stamp (D5).
  public mutating func receive(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    fireDeadlines(before: frame, identifiers: &identifiers, into: &buffer)
    processWhole(frame, identifiers: &identifiers, into: &buffer)
  }

  /// The first part of `receive`, up to the decisions of recognizers. `decide` must follow with the same frame.
  ///
  /// Where all recognizers only report, the buffer then has all notes of the frame for the app
  /// (`BegunFrame.hasAllAppNotes`). The caller may send them before it goes on.
  public mutating func begin(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> BegunFrame {
    fireDeadlines(before: frame, identifiers: &identifiers, into: &buffer)
    guard filters == nil, padMap == nil else { return .whole }
    return .placed(beginPlaced(frame, identifiers: &identifiers, into: &buffer))
  }

  /// The second part of `receive`.
  public mutating func decide(
    _ frame: borrowing TouchFrame, _ begun: consuming BegunFrame, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    switch begun {
    case .placed(let placed): decidePlaced(frame, placed, identifiers: &identifiers, into: &buffer)
    case .whole: processWhole(frame, identifiers: &identifiers, into: &buffer)
    }
  }

  @inline(__always)
  private mutating func fireDeadlines(
    before frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    isQuiet = true
    if !frame.cause.endsGap {
      while let deadline = earliestDeadline(), deadline < frame.time {
        fire(deadline, identifiers: &identifiers, into: &buffer)
      }
    }
  }

  /// Processes a frame by the filters, where there are some.
  @inline(__always)
  private mutating func processWhole(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard filters != nil else {
      process(frame, identifiers: &identifiers, into: &buffer)
      return
    }
    delivery.app?.advance(to: frame.time)
    filters?.filter(frame)
    processFiltered(identifiers: &identifiers, into: &buffer)
  }

  /// Processes a report about a pen that is near and does not touch. Deadlines before its stamp fire first.
  public mutating func receive(
    _ sample: HoverSample, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = earliestDeadline(), deadline < sample.time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
    latest = max(latest, sample.time)
    arena.hover(sample, regions, at: latest, identifiers: &identifiers, into: &buffer)
  }

  /// Fires the deadlines up to and including a time.
  public mutating func advance(
    to time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = earliestDeadline(), deadline <= time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Sets a value of a recognizer whose gesture is under way.
  ///
  /// - Returns: whether the recognizer has such a value.
  public mutating func adjust(_ recognizer: Int, _ adjustment: GestureAdjustment) -> Bool {
    arena.adjust(recognizer, adjustment)
  }

  /// The recognizers that may still make a hold of the touch in a slot. Passive recognizers are left out (PRS-8).
  public func undecidedHolds(of slot: Int) -> [Int] { arena.undecidedHolds(of: slot) }

  /// Whether a recognizer has an attempt under way that has neither begun nor failed.
  public func isUndecided(_ recognizer: Int) -> Bool { arena.isUndecided(recognizer) }

  /// The touches that a recognizer tracks, in began order, without refused and ignored touches (EVT-6). The list is
  /// empty for an unknown number.
  public func touches(of recognizer: Int) -> [Touch] {
    arena.trackedSlots(of: recognizer).map { tracker.touches[$0] }
  }

  /// Records the answer to a question of `Event.asked`. The answer takes effect at the next event of this touchscreen
  /// or when its time is over, never in between (DMN-10).
  ///
  /// - Parameter owner: the sender of the answer; only the recognizer's owner may answer.
  /// - Returns: whether the question waits for an answer here.
  public mutating func answer(
    _ question: UInt64, with answer: GestureAnswer, from owner: Int = RegionTree.configuration
  ) -> Bool {
    switch answer {
    case .yes: arena.answer(question, true, from: owner)
    case .no: arena.answer(question, false, from: owner)
    case .later: false
    }
  }

  /// Records a client's reply to an offer. The reply takes effect at the next event of this touchscreen or when the
  /// time for it is over (CUS-2).
  ///
  /// - Parameter owner: the sender of the reply; only the recognizer's owner may reply.
  public mutating func reply(_ reply: CustomReply, from owner: Int) -> CustomReplyOutcome {
    arena.record(reply, from: owner)
  }

  /// Replaces the recognizer set by an edited copy, between events (QUE-5). Deadlines before it fire first.
  ///
  /// Gestures that the edit ends are reported as cancelled if they were active (FSM-12, FSM-20, FSM-21).
  public mutating func update(
    recognizers: RecognizerSet, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    beginUpdate(at: time, identifiers: &identifiers, into: &buffer)
    arena.update(recognizers, regions, tracker, at: latest, identifiers: &identifiers, into: &buffer)
    delivery.app?.setRecognizers(recognizers)
    complete(DeliveryEvent(time: latest), identifiers: &identifiers, into: &buffer)
  }

  /// Advances to the time of a change between events. Deadlines before that time fire first.
  mutating func beginUpdate(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = earliestDeadline(), deadline < time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
    latest = max(latest, time)
  }

  /// Does the work that is due at one instant. Held landings and lifts are input, so they come before timers (TIM-1).
  private mutating func fire(
    _ deadline: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    isQuiet = false
    guard filters != nil else {
      fireTimers(at: deadline, identifiers: &identifiers, into: &buffer)
      return
    }
    delivery.app?.advance(to: deadline)
    filters?.release(by: deadline)
    processFiltered(identifiers: &identifiers, into: &buffer)
    if filters?.horizon != nil {
      // The app's lifts that only wait for their time do not depend on the held frames.
      if let due = delivery.app?.nextOutput, due <= deadline { deliverToApp(into: &buffer) }
    } else if timerDeadline() == deadline {
      fireTimers(at: deadline, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Does the work of recognizers, delivery and app that is due at one instant.
  private mutating func fireTimers(
    at deadline: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let isDecisionDue = arena.nextDeadline == deadline
    let isDeliveryDue = isDecisionDue || delivery.regions.nextDeadline == deadline
    let isAppDue = delivery.app?.nextTimer == deadline
    guard isDeliveryDue || isAppDue else { return }
    latest = max(latest, deadline)
    if isDecisionDue {
      arena.decideDeadlines(at: latest, tracker, regions, identifiers: &identifiers, into: &buffer)
    }
    // Recognizers decide first at an instant, and then holds are over (FLT-59).
    let hasLetGo = isAppDue && letGo(isDeadline: true, identifiers: &identifiers, into: &buffer)
    if isDeliveryDue || hasLetGo {
      complete(DeliveryEvent(time: latest, isDeadline: true), identifiers: &identifiers, into: &buffer)
    } else {
      // Only the app has work to do.
      deliverToApp(isDeadline: true, into: &buffer)
    }
  }

  /// The first deadline of recognizers, delivery and app.
  private var firstTimer: Instant? {
    let deadline = Instant.earlier(arena.nextDeadline, delivery.regions.nextDeadline)
    return switch delivery.app {
    case .some(let app): .earlier(deadline, app.nextTimer)
    case nil: deadline
    }
  }

  /// The first time at which the app receives something that only waits for its time.
  private var firstOutput: Instant? {
    switch delivery.app {
    case .some(let app): app.nextOutput
    case nil: nil
    }
  }

  /// `firstTimer`, mutating for the same reason as `earliestDeadline`.
  @inline(__always)
  private mutating func timerDeadline() -> Instant? {
    let deadline = Instant.earlier(arena.nextDeadline, delivery.regions.nextDeadline)
    return delivery.app == nil ? deadline : .earlier(deadline, delivery.app?.nextTimer)
  }

  private mutating func processFiltered(
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    for position in 0..<(filters?.output.count ?? 0) {
      guard let frame = filters?.output[position] else { return }
      // Frames that were held keep their times, and deadlines between them theirs.
      while !frame.cause.endsGap, let deadline = timerDeadline(), deadline < frame.time {
        fireTimers(at: deadline, identifiers: &identifiers, into: &buffer)
      }
      process(frame, identifiers: &identifiers, into: &buffer)
    }
    // Deadlines before the first held frame depend on none of those frames.
    while let horizon = filters?.horizon, let deadline = timerDeadline(), deadline < horizon {
      fireTimers(at: deadline, identifiers: &identifiers, into: &buffer)
    }
  }

  mutating func process(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    if padMap != nil {
      processMapped(frame, identifiers: &identifiers, into: &buffer)
    } else {
      processPlaced(frame, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Maps a touchpad's frame to the screen, and processes it.
  private mutating func processMapped(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard var map = padMap.take() else { return }
    if !tracker.hasTouches { map.place(in: regions) }
    map.map(frame)
    processPlaced(map.frame, identifiers: &identifiers, into: &buffer)
    padMap = consume map
  }

  /// Processes a frame whose places are on the screen.
  private mutating func processPlaced(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let placed = beginPlaced(frame, identifiers: &identifiers, into: &buffer)
    decidePlaced(frame, placed, identifiers: &identifiers, into: &buffer)
  }

  /// Makes touches of a frame's contacts, and sends them to the app where all recognizers only report.
  @inline(__always)
  private mutating func beginPlaced(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> BegunFrame.Placed {
    // A stamp before the last fired deadline is late: time does not run backwards (TIM-5, EVT-14).
    let time = max(frame.time, latest)
    latest = time
    tracker.begin(
      frame, at: time, regions: regions, ignored: ignored, swallowsLandings: wake.swallows(at: frame.time),
      identifiers: &identifiers)
    if frame.cause.endsGap { delivery.app?.forgetStated() }
    let hasStrays = delivery.app?.followStrays(frame, tracker, regions, at: time, into: &buffer) ?? false
    let firstAppNote = delivery.deliverAhead(frame, tracker, &arena, in: regions, at: time, into: &buffer)
    return BegunFrame.Placed(time: time, hasStrays: hasStrays, firstAppNote: firstAppNote)
  }

  /// Lets the recognizers decide about the touches of a frame, and finishes it.
  @inline(__always)
  private mutating func decidePlaced(
    _ frame: borrowing TouchFrame, _ placed: BegunFrame.Placed, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    let time = placed.time
    arena.decide(
      tracker, regions, at: time, cause: frame.cause, identifiers: &identifiers, into: &buffer)
    if arena.isQuiet {
      // No recognizer takes a touch, starts again, asks or ends. Gestures that continue are reported.
      let event = DeliveryEvent(time: time, firstAppNote: placed.firstAppNote)
      delivery.deliver(tracker, &arena, in: regions, event, into: &buffer)
      if placed.hasStrays { isQuiet = false }
      arena.finish(tracker, at: time, into: &buffer)
    } else {
      isQuiet = false
      if delivery.app != nil { _ = letGo(isDeadline: false, identifiers: &identifiers, into: &buffer) }
      let isLoss = frame.cause.loss != nil
      complete(
        DeliveryEvent(time: time, isLoss: isLoss, firstAppNote: placed.firstAppNote),
        identifiers: &identifiers,
        into: &buffer)
    }
    if buffer.wantsFingers { recordFingers(at: time, into: &buffer) }
    tracker.finish()
  }

  /// Finishes an event after the recognizers' decisions: withdraws the touches that recognizers took, reports actions,
  /// and then delivers the remaining touches. The app may have the event already (`TouchDelivery.deliverAhead`).
  mutating func complete(
    _ event: DeliveryEvent, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let time = event.time
    withdrawAndAct(at: time, into: &buffer)
    if arena.restart(tracker, regions, at: time, identifiers: &identifiers, into: &buffer) {
      withdrawAndAct(at: time, into: &buffer)
    }
    // Owners receive questions before regions receive touches (ARB-23).
    arena.sendQuestions(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    delivery.deliver(tracker, &arena, in: regions, event, into: &buffer)
    arena.finish(tracker, at: time, into: &buffer)
    if tapsMakeFirstResponders { recordTaps(into: &buffer) }
    appendSettled(at: time, to: &buffer)
  }

  private mutating func withdrawAndAct(at time: Instant, into buffer: inout EventBuffer) {
    if arena.hasClaims { delivery.withdraw(&arena, in: regions, at: time, into: &buffer) }
    arena.act(regions, at: time, into: &buffer)
  }

  // MARK: The app

  /// Begins to deliver to an app behind all regions. Touches that are down stay unknown to the app.
  ///
  /// - Parameters:
  ///   - tellsMoves: whether each move has a note, also where no dump shows it.
  ///   - isSilent: whether the app receives nothing by this pipeline, as after `followApp`.
  public mutating func beginApp(_ settings: AppSettings, tellsMoves: Bool = true, isSilent: Bool = false) {
    delivery.app = AppReceiver(
      settings, arena.tables.set, behind: filterSettings, debounce: self.settings.debounce,
      maximumTouches: maximumTouches, isSilent ? .none : tellsMoves ? .all : .withoutMoves)
  }

  /// The longest time for which the app has waited for a landing, and the longest for which it may wait now.
  public func longestHolds(_ settings: AppSettings) -> (past: TimeSpan, possible: TimeSpan) {
    let possible = arena.tables.set.longestHold(settings)
    return switch delivery.app {
    case .some(let app): (app.longestHold, possible)
    case nil: (.zero, possible)
    }
  }

  /// Follows what the app receives by the pipeline that this one is a copy of, and sends the app nothing. A touch that is
  /// let go there is let go here too, so no stage hears a gesture of it (FLT-58).
  public mutating func followApp() {
    delivery.app?.silence()
  }

  /// Makes undecided recognizers fail, so that the app receives what they alone have held.
  ///
  /// - Parameter isMeant: returns whether the recognizer with a number is to fail.
  public mutating func letGo(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer,
    where isMeant: (Int) -> Bool
  ) {
    guard delivery.app != nil else { return }
    beginUpdate(at: time, identifiers: &identifiers, into: &buffer)
    guard arena.letGo(where: isMeant, Reason("unheard"), at: latest, into: &buffer) else { return }
    arena.settle(tracker, at: latest, identifiers: &identifiers, into: &buffer)
    complete(DeliveryEvent(time: latest), identifiers: &identifiers, into: &buffer)
  }

  /// Forgets the app behind all regions.
  public mutating func forgetApp() {
    delivery.app = nil
  }

  /// Ends the app's touches, and forgets the app. Touches that it has received end in the mode's way, held ones are
  /// dropped (FLT-8). Gestures go on.
  public mutating func endApp(at time: Instant, into buffer: inout EventBuffer) {
    delivery.app?.endAll(at: max(latest, time), into: &buffer)
    forgetApp()
  }

  /// Lets go of the app's touches whose holds are over.
  ///
  /// - Returns: whether recognizers have failed.
  private mutating func letGo(
    isDeadline: Bool, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> Bool {
    guard delivery.app?.release(&arena, isDeadline: isDeadline, at: latest, into: &buffer) ?? false else {
      return false
    }
    arena.settle(tracker, at: latest, identifiers: &identifiers, into: &buffer)
    return true
  }

  /// Sends what is due to the app alone. Lines are the same as without a filter (FLT-102).
  private mutating func deliverToApp(isDeadline: Bool = false, into buffer: inout EventBuffer) {
    delivery.app?.deliver(
      tracker, &arena, regions: regions, DeliveryEvent(time: latest, isDeadline: isDeadline), into: &buffer)
  }

  /// Reports sequences that have settled, after everything else.
  private mutating func appendSettled(at time: Instant, to buffer: inout EventBuffer) {
    let isOver = arena.isIdle && !tracker.hasTouches
    guard let first = ledger.follow(tracker.sequence, isOver: isOver) else { return }
    buffer.append(.settled(SettledEvent(firstSequence: first, sequence: tracker.sequence, time: time)))
  }
}

/// Knows the multi-touch sequences of a screen that may still lead to a gesture.
private struct SequenceLedger: Sendable {
  private var firstOpen: UInt64?
  private var lastSettled: UInt64 = 0

  /// Follows the state of the screen after an event.
  ///
  /// - Parameters:
  ///   - sequence: the screen's present sequence, or its last one.
  ///   - isOver: whether no further gesture is possible.
  /// - Returns: the first of the sequences that this event settles, up to `sequence`; nil if it settles none.
  mutating func follow(_ sequence: UInt64, isOver: Bool) -> UInt64? {
    guard sequence != lastSettled else { return nil }
    let first = firstOpen ?? sequence
    firstOpen = first
    guard isOver else { return nil }
    firstOpen = nil
    lastSettled = sequence
    return first
  }
}

extension TouchscreenPipeline {
  /// Appends a note of each finger that landed, lifted or was cancelled in the present frame.
  func recordFingers(at time: Instant, into buffer: inout EventBuffer) {
    for slot in tracker.order {
      let touch = tracker.touches[slot]
      switch touch.phase {
      case .moved, .stationary: continue
      case .began, .ended, .cancelled:
        buffer.append(
          FingerNote(
            id: touch.id, phase: touch.phase, region: touch.region, location: touch.location,
            isDelivered: delivery.regions.receive(touch.id), sequence: tracker.sequence, time: time))
      }
    }
  }
}
