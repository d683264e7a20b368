/// One touchscreen from frames to events: tracker, regions, arena. A function of its input.
///
/// Whoever feeds it gives each frame as it comes and, while none comes, the time; `nextDeadline` says when it
/// wants to be told. Given the same frames it appends the same events, at whatever speed they come (TIM-2).
public struct TouchscreenPipeline: Sendable {
  var arena: GestureArena
  private var ledger = SequenceLedger()
  private(set) var tracker: TouchTracker
  /// The regions of its screen.
  public internal(set) var regions: RegionTree
  var filters: FilterChain?
  /// Whether there are filters, and when the first of them wants to be called: kept, as looking at them copies them.
  private var hasFilters = false
  private var filterDeadline: Instant?
  var delivery: TouchDelivery
  /// Whose landings are none for now (DLV-11, MULTI-13).
  public internal(set) var ignored = IgnoredInteraction()
  /// What becomes of the touch that wakes the screen.
  public var wake: WakeGuard
  /// Where events start that no finger made.
  public internal(set) var responders = FirstResponders()
  /// Whether a tap in a region that takes text makes it first responder (RSP-12). Where it does not, who is first responder
  /// tells nothing of taps.
  public var tapsMakeFirstResponders = true
  private var latest = Instant(microseconds: 0)
  let maximumTouches: Int
  let settings: TouchSettings
  let filterSettings: FilterSettings

  /// A pipeline for a touchscreen.
  ///
  /// - Parameters:
  ///   - maximumTouches: how many slots the device has.
  ///   - regions: the regions of its screen.
  ///   - settings: how contacts become touches.
  ///   - filters: what the frames of the device go through before.
  ///   - recognizers: what to look for; events speak of them by their positions in the set.
  ///   - lastPosition: the last place that the panel can tell of; nil for the corner of the screen.
  public init(
    maximumTouches: Int, regions: RegionTree, settings: TouchSettings = TouchSettings(),
    filters: FilterSettings = FilterSettings(), recognizers: RecognizerSet, lastPosition: Point? = nil
  ) {
    self.maximumTouches = maximumTouches
    self.settings = settings
    filterSettings = filters
    tracker = TouchTracker(maximumTouches: maximumTouches, settings: settings)
    self.regions = regions
    wake = WakeGuard(tail: settings.wakeTail)
    arena = GestureArena(recognizers, regions: regions, settings: settings)
    delivery = TouchDelivery(
      maximumTouches: maximumTouches, settings: settings,
      bound: lastPosition ?? Point(regions.screen.width, regions.screen.height))
    makeFilters()
  }

  /// Makes the filters anew, for the extent of the screen.
  mutating func makeFilters() {
    filters = FilterChain(
      filterSettings, touch: settings, screen: regions.screen, maximumTouches: maximumTouches)
    hasFilters = filters != nil
    noteFilterDeadline()
  }

  /// Called whenever the filters were called.
  mutating func noteFilterDeadline() {
    filterDeadline = filters?.nextDeadline
  }

  /// When `advance` should be called if no frame comes before; nil where nothing is pending.
  @inline(__always)
  public var nextDeadline: Instant? {
    .earlier(.earlier(arena.nextDeadline, delivery.nextDeadline), filterDeadline)
  }

  /// The same within an event: what is changed in place is not copied to be looked at.
  @inline(__always)
  private mutating func earliestDeadline() -> Instant? {
    .earlier(.earlier(arena.nextDeadline, delivery.nextDeadline), filterDeadline)
  }

  /// Whether a contact is down: lifts that filters hold back are not counted, landings that they hold back are.
  public var hasTouches: Bool {
    tracker.order.count + (hasFilters ? filters?.untoldContacts ?? 0 : 0) > 0
  }

  /// Whether all that came of the frame that was handled last, deadlines before it included, had nothing but moves, and nothing
  /// was decided but that gestures go on.
  public private(set) var isQuiet = false

  /// The time of the last event, be it a frame or a deadline.
  public var now: Instant { latest }

  /// Takes in a frame. Deadlines before its stamp fire first, in order, each with its own stamp; one at exactly
  /// its stamp comes after it (TIM-1).
  ///
  /// After a dropped stretch nobody knows what was so at the deadlines in it: they come after what is known now, with
  /// its stamp (D5).
  public mutating func handle(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    isQuiet = true
    if !frame.cause.endsGap {
      while let deadline = earliestDeadline(), deadline < frame.time {
        fire(deadline, identifiers: &identifiers, into: &buffer)
      }
    }
    guard hasFilters else {
      process(frame, identifiers: &identifiers, into: &buffer)
      return
    }
    filters?.filter(frame)
    noteFilterDeadline()
    processFiltered(identifiers: &identifiers, into: &buffer)
  }

  /// Takes in where a pen is that is near and does not touch. Deadlines before its stamp fire first.
  public mutating func handle(
    _ sample: HoverSample, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = earliestDeadline(), deadline < sample.time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
    latest = max(latest, sample.time)
    arena.hover(sample, regions, at: latest, identifiers: &identifiers, into: &buffer)
  }

  /// Fires the deadlines that have come by a time, that time included.
  public mutating func advance(
    to time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = earliestDeadline(), deadline <= time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Sets a value of a recognizer that is under way.
  ///
  /// - Returns: whether the recognizer has that value.
  public mutating func adjust(_ recognizer: Int, _ adjustment: GestureAdjustment) -> Bool {
    arena.adjust(recognizer, adjustment)
  }

  /// The touches that a recognizer tracks, in began order: neither refused nor ignored ones (EVT-6). It is none where
  /// nothing has that number.
  public func touches(of recognizer: Int) -> [Touch] {
    arena.trackedSlots(of: recognizer).map { tracker.touches[$0] }
  }

  /// Who is asked what the recognizers' declarations leave open; nil for nobody.
  public var delegate: (any GestureDelegate)? {
    get { arena.delegate }
    set { arena.delegate = newValue }
  }

  /// Takes in the answer to a question that was answered with `later`, or asked with `Event.asked`. It takes effect at
  /// the next event of this touchscreen or when its time is over, never in between (DMN-10).
  ///
  /// - Parameter owner: who answers; only the recognizer's owner may.
  /// - Returns: whether the question waits for an answer here.
  public mutating func answer(
    _ question: UInt64, with answer: GestureAnswer, from owner: Int = RegionTree.configuration
  ) -> Bool {
    switch answer {
    case .yes: arena.note(question, true, from: owner)
    case .no: arena.note(question, false, from: owner)
    case .later: false
    }
  }

  /// Takes in what a client makes of an offer to its recognizer. It takes effect at the next event of this
  /// touchscreen or when the time for it is over (CUS-2).
  ///
  /// - Parameter owner: who replies; only the recognizer's owner may.
  public mutating func reply(_ reply: CustomReply, from owner: Int) -> CustomReplyOutcome {
    arena.note(reply, from: owner)
  }

  /// Takes over an edited copy of the recognizer set, between events (QUE-5). Deadlines before it fire first.
  ///
  /// What the edit ends is told: cancelled for what was active (FSM-12, FSM-20, FSM-21).
  public mutating func update(
    recognizers: RecognizerSet, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    beginUpdate(at: time, identifiers: &identifiers, into: &buffer)
    arena.update(recognizers, regions, tracker, at: latest, identifiers: &identifiers, into: &buffer)
    complete(at: latest, identifiers: &identifiers, into: &buffer)
  }

  /// Goes to the time of a change between events: deadlines before it fire first.
  mutating func beginUpdate(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    while let deadline = earliestDeadline(), deadline < time {
      fire(deadline, identifiers: &identifiers, into: &buffer)
    }
    latest = max(latest, time)
  }

  /// Does what is due at one instant: landings and lifts that were held back are input, so they go before timers (TIM-1).
  private mutating func fire(
    _ deadline: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    isQuiet = false
    if hasFilters {
      filters?.release(by: deadline)
      noteFilterDeadline()
      processFiltered(identifiers: &identifiers, into: &buffer)
    }
    let isDecisionDue = arena.nextDeadline == deadline
    guard isDecisionDue || delivery.nextDeadline == deadline else { return }
    latest = max(latest, deadline)
    if isDecisionDue {
      arena.decideDeadlines(at: latest, tracker, regions, identifiers: &identifiers, into: &buffer)
    }
    complete(at: latest, identifiers: &identifiers, into: &buffer)
  }

  private mutating func processFiltered(
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    for position in 0..<(filters?.output.count ?? 0) {
      guard let frame = filters?.output[position] else { return }
      process(frame, identifiers: &identifiers, into: &buffer)
    }
  }

  mutating func process(
    _ frame: borrowing TouchFrame, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    // A stamp before the last deadline that fired is late: time does not run backwards (TIM-5, EVT-14).
    let time = max(frame.time, latest)
    latest = time
    tracker.begin(
      frame, at: time, regions: regions, ignored: ignored, swallowsLandings: wake.swallows(at: frame.time),
      identifiers: &identifiers)
    arena.decide(
      tracker, regions, at: time, cause: frame.cause, identifiers: &identifiers, into: &buffer)
    if arena.isQuiet {
      // Nobody takes a touch, starts anew, asks or comes to an end; that gestures go on is told.
      delivery.deliver(tracker, &arena, regions: regions, isLoss: false, at: time, into: &buffer)
      arena.finish(tracker, at: time, into: &buffer)
    } else {
      isQuiet = false
      complete(
        at: time, isLoss: frame.cause.loss != nil, identifiers: &identifiers, into: &buffer)
    }
    if buffer.wantsFingers { noteFingers(at: time, into: &buffer) }
    tracker.finish()
  }

  /// What follows once recognizers have decided: regions lose the touches that a recognizer took, actions are told, then
  /// regions are told of what remains.
  mutating func complete(
    at time: Instant, isLoss: Bool = false, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    delivery.withdraw(arena, regions: regions, at: time, into: &buffer)
    arena.act(regions, at: time, into: &buffer)
    if arena.restart(tracker, regions, at: time, identifiers: &identifiers, into: &buffer) {
      delivery.withdraw(arena, regions: regions, at: time, into: &buffer)
      arena.act(regions, at: time, into: &buffer)
    }
    // Owners are asked before regions are told (ARB-23).
    arena.tellQuestions(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    delivery.deliver(tracker, &arena, regions: regions, isLoss: isLoss, at: time, into: &buffer)
    arena.finish(tracker, at: time, into: &buffer)
    if tapsMakeFirstResponders { noteTaps(into: &buffer) }
    appendSettled(at: time, to: &buffer)
  }

  /// The end of a story, after everything else.
  private mutating func appendSettled(at time: Instant, to buffer: inout EventBuffer) {
    let isOver = arena.isIdle && !tracker.hasTouches
    guard let first = ledger.take(tracker.sequence, isOver: isOver) else { return }
    buffer.append(.settled(SettledEvent(firstSequence: first, sequence: tracker.sequence, time: time)))
  }
}
