/// The app behind all regions, which receives touches as far as recognizers leave them to it. It differs from regions in
/// three ways:
///
/// - In the mode `hold`, each recognizer that would cancel a touch holds its landing (FLT-57), and what the app has once
///   received is never taken back (FLT-58).
/// - A hold has a bound (`HoldBounds`). Beyond it, `release` lets the touch go (FLT-59).
/// - A touch that the app receives late lifts no sooner than `replayGap` after its landing (FLT-53).
///
/// A touch that is let go waits for the lifts of earlier touches that are let go, where they did not overlap on the glass.
/// `AppReceiver+Waiting.swift` has these rules.
///
/// A touchscreen without a filter has no such receiver. All storage is made with the device.
///
/// Each pipeline has its own receiver, which only `init(copying:)` copies. No property has a default value, so the compiler
/// asks for each property there. It does not ask for `nextDeadline` and `nextOutput`, which begin as nil.
struct AppReceiver: DeliveryReceiver, ~Copyable, Sendable {
  /// The notes that the app receives: none by a pipeline that only follows another one's app, and no moves where the clone reads
  /// them from the panel. Dumps get moves in any case.
  enum Notes { case none, withoutMoves, all }

  /// The most notes of one event: a landing, a move and an end for each touch.
  static func mostNotes(slots: Int) -> Int { 3 * (slots + TouchDelivery.heldLimit) }

  private var notes: Notes
  /// The bounds of the present recognizers.
  private(set) var bounds: HoldBounds
  /// The touches that are down, or that the app has not received to their ends.
  var touches: [AppTouch]
  /// The time of the next end of a hold, on the clock of recognizers.
  private(set) var nextDeadline: Instant?
  /// The time of the next output that only waits for its time, on the app's clock. It is the lift of a late touch, or the
  /// landing of one that has waited long enough for such a lift.
  private(set) var nextOutput: Instant?
  /// The app's clock. It is ahead of the clock of recognizers where the device's filters have held frames, which keep
  /// their own times.
  private(set) var present: Instant
  /// The longest time for which the app has waited for a landing (FLT-106).
  private(set) var longestHold: TimeSpan
  let capacity: Int
  /// Whether each touch is down and no stray, and its landing is sent or never will be: then moves are sent, whatever
  /// recognizers claim.
  private var isSteady: Bool
  /// The id of the stray that landed last. Strays are contacts that land outside all regions, or where a region's owner
  /// ignores landings. They are touches for the app alone (FLT-16, FLT-22).
  private var latestStray: UInt64

  /// The app of a device with that many slots.
  init(
    _ settings: AppSettings, _ recognizers: RecognizerSet, behind filters: FilterSettings, debounce: TimeSpan,
    maximumTouches: Int, _ notes: Notes = .all
  ) {
    self.notes = notes
    bounds = HoldBounds(
      recognizers, settings,
      filters: HoldBound(landing: filters.landingDelay > .zero ? debounce : .zero, lift: debounce))
    capacity = maximumTouches + TouchDelivery.heldLimit
    touches = []
    touches.reserveCapacity(capacity)
    nextDeadline = nil
    nextOutput = nil
    present = Instant(microseconds: 0)
    longestHold = .zero
    isSteady = false
    latestStray = TouchProgress.strays
  }

  /// The app of another pipeline, with the same touches and room for as many more.
  init(copying other: borrowing AppReceiver) {
    notes = other.notes
    bounds = other.bounds
    touches = other.touches
    // A copied list has room for its own elements only.
    touches.reserveCapacity(other.capacity)
    nextDeadline = other.nextDeadline
    nextOutput = other.nextOutput
    present = other.present
    longestHold = other.longestHold
    capacity = other.capacity
    isSteady = other.isSteady
    latestStray = other.latestStray
  }

  /// Sends nothing from now on, and follows the app that this one is a copy of.
  mutating func silence() { notes = .none }

  /// Whether a touch is down, or may still be sent.
  var hasTouches: Bool { !touches.isEmpty }

  /// Adopts changed recognizers.
  mutating func setRecognizers(_ recognizers: RecognizerSet) { bounds = bounds.of(recognizers) }

  /// Advances the app's clock to the caller's frame or deadline. Frames that filters have held reach the app no sooner.
  mutating func advance(to time: Instant) { present = max(present, time) }

  /// When the app receives what recognizers decide at a time.
  func received(at time: Instant) -> Instant { max(time, present) }

  /// The first time at which the app receives something without a frame.
  var nextTimer: Instant? { .earlier(nextDeadline, nextOutput) }

  /// Forgets the stated delays of the present touches: the kernel has dropped events, so deadlines fire late (D5).
  mutating func forgetStated() {
    for position in touches.indices { touches[position].stated = nil }
  }

  // MARK: Recognizers

  /// Lets go of touches whose holds are over. In the mode `hold`, the recognizers that held them fail (FLT-58); in the
  /// other modes the recognizers go on (FLT-62). It comes before both steps of delivery.
  ///
  /// - Parameter isDeadline: whether the event is a deadline. A frame goes before holds that end with its stamp (TIM-1).
  /// - Returns: whether recognizers have failed, so that `settle` is needed.
  mutating func release(
    _ arena: inout GestureArena, isDeadline: Bool, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    guard arena.hasClaims else { return false }
    var hasFailures = false
    for position in touches.indices where touches[position].progress.stage != .over {
      let isHeld = touches[position].progress.stage == .held
      guard
        isHeld
          ? !touches[position].isReleased && !touches[position].progress.isLost
          : touches[position].progress.lifted != nil && !touches[position].isLiftReleased
      else { continue }
      let claim = claim(on: position, &arena)
      guard !isHeld || !claim.dropsLanding, let until = isHeld ? claim.landingUntil : claim.liftUntil,
        isDeadline ? until <= time : until < time
      else { continue }
      guard isHeld else {
        touches[position].isLiftReleased = true
        continue
      }
      touches[position].released = time
      touches[position].letGo(by: claim, at: until)
      guard bounds.settings.mode == .hold else { continue }
      arena.letGo(
        touches[position].progress.id, landed: touches[position].landed,
        lifted: touches[position].progress.lifted, bounds, at: time, into: &buffer)
      hasFailures = true
    }
    return hasFailures
  }

  var isUnconditional: Bool { false }
  var discardMarks: TouchProgress.Marks { .ended }
  var losesKnownTouches: Bool { bounds.settings.mode != .hold }

  func claim(on position: Int, _ arena: inout GestureArena) -> TouchClaim {
    arena.claim(
      on: touches[position].progress.id, landed: touches[position].landed,
      lifted: touches[position].progress.lifted, bounds)
  }

  mutating func holdsLanding(
    _ position: Int, _ claim: TouchClaim, _ arena: inout GestureArena, _ event: DeliveryEvent,
    into buffer: inout EventBuffer
  ) -> Bool {
    touches[position].due = nil
    touches[position].outputDue = nil
    touches[position].mayEndNow = false
    if !touches[position].isReleased, let until = claim.landingUntil {
      touches[position].holder = claim.holder
      touches[position].mayEndNow =
        until <= event.time || !event.isDeadline && arena.hasDeadline(by: event.time)
      hold(position, until: until, at: event.time, into: &buffer)
      return true
    }
    if !touches[position].isReleased { touches[position].released = event.time }
    if mustWait(position) {
      wait(position, at: event.time, into: &buffer)
      return true
    }
    touches[position].told = received(at: event.time)
    longestHold = max(longestHold, touches[position].told - touches[position].landed)
    return false
  }

  mutating func holdsLift(_ position: Int, _ claim: TouchClaim, _ event: DeliveryEvent) -> Bool {
    touches[position].due = nil
    touches[position].outputDue = nil
    touches[position].progress.isInGap = false
    if !touches[position].isLiftReleased, let until = claim.liftUntil {
      touches[position].due = until == .distantFuture ? nil : until
      return true
    }
    let earliest = earliestLift(of: position)
    guard received(at: event.time) < earliest else { return false }
    touches[position].outputDue = earliest
    touches[position].progress.isInGap = true
    return true
  }

  /// Bounds limit holds here, so none lasts long.
  func follow(
    _ position: Int, isHeld: Bool, _ arena: inout GestureArena, at time: Instant,
    into buffer: inout EventBuffer
  ) {}

  /// Keeps the landing of a touch back.
  ///
  /// - Parameter until: the time at which the hold ends without an event; nil without one.
  mutating func hold(
    _ position: Int, until: Instant?, at time: Instant, into buffer: inout EventBuffer
  ) {
    touches[position].due = until == .distantFuture ? nil : until
    guard !touches[position].isReported else { return }
    touches[position].isReported = true
    append(.held, position, at: time, into: &buffer)
  }

  // MARK: Touches

  mutating func land(
    _ touch: borrowing Touch, sequence: UInt64, _ arena: inout GestureArena,
    regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  ) {
    let stated = bounds.longest(of: arena.tables.candidates(for: touch.region))
    touches.append(
      AppTouch(touch.id, slot: touch.slot, landed: touch.beganTime, at: touch.start, stated: stated))
    dropIfShielded(by: touch.region, regions, at: time, into: &buffer)
  }

  /// Drops the touch that has just landed if its region, or one around it, keeps its touches from the app (FLT-17).
  private mutating func dropIfShielded(
    by region: Int?, _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    var next = region
    while let region = next {
      if regions.regions[region].shieldsApp {
        return end(touches.count - 1, by: nil, at: time, into: &buffer)
      }
      next = regions.regions[region].parent
    }
  }

  mutating func update(_ position: Int, to touch: borrowing Touch) {
    touches[position].location = touch.location
    if touch.phase == .ended, touches[position].progress.stage == .held,
      touches[position].location != touches[position].start
    {
      touches[position].progress.hasMoved = true
    }
  }

  func didFollowChanges(_ tracker: borrowing TouchTracker, at time: Instant) {}

  /// Follows the changes of contacts that make no touch for regions and recognizers, before `deliver`.
  ///
  /// - Returns: whether a stray has landed or left.
  mutating func followStrays(
    _ frame: borrowing TouchFrame, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    // A steady app has no strays.
    guard tracker.hasRefusedLandings || !isSteady else { return false }
    let latest = latestStray
    var hasLeft = false
    for position in frame.changes.indices {
      let slot = frame.changes[position].slot
      let stray = stray(in: slot)
      switch frame.changes[position].kind {
      case .began:
        guard tracker.hasRefusedLandings, tracker.touches.indices.contains(slot), !tracker.hasTouch(in: slot),
          stray == nil
        else { continue }
        landStray(frame.changes[position], regions, at: time, into: &buffer)
      case .moved:
        guard let stray else { continue }
        touches[stray].location = frame.changes[position].position
        touches[stray].progress.hasMoved = true
      case .ended:
        guard let stray else { continue }
        touches[stray].location = frame.changes[position].position
        touches[stray].progress.lifted = time
        hasLeft = true
      case .cancelled:
        guard let stray else { continue }
        touches[stray].progress.isLost = true
        hasLeft = true
      }
    }
    switch frame.cause {
    case .report, .resynchronized: break
    case .deviceRemoved, .interrupted, .cancelled:
      for position in touches.indices
      where touches[position].progress.isStray && touches[position].progress.isDown {
        touches[position].progress.isLost = true
        hasLeft = true
      }
    }
    return hasLeft || latestStray != latest
  }

  private func stray(in slot: Int) -> Int? {
    for position in touches.indices
    where touches[position].progress.isStray && touches[position].slot == slot
      && touches[position].progress.isDown
    {
      return position
    }
    return nil
  }

  private mutating func landStray(
    _ change: borrowing ContactChange, _ regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    guard makeRoom(regions: regions, at: time, into: &buffer) else { return }
    latestStray &+= 1
    touches.append(
      AppTouch(
        latestStray, slot: change.slot, landed: time, at: change.position, stated: bounds.longest(of: [])))
    isSteady = false
    dropIfShielded(by: HitTester.region(at: change.position, in: regions), regions, at: time, into: &buffer)
  }

  // MARK: Sending

  var interval: TimeSpan { .zero }
  var lastDelivery: Instant { Instant(microseconds: 0) }

  mutating func deliverMoves(
    _ tracker: borrowing TouchTracker, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) -> Bool {
    guard isSteady, !tracker.hasLandings, !tracker.hasLifts else { return false }
    // Only notes need the present places.
    guard tracker.hasMoves, notes == .all || notes != .none && buffer.wantsAppMoves else { return true }
    // Both lists are in began order, and so are their ids.
    var position = 0
    for index in tracker.order.indices {
      let slot = tracker.order[index]
      guard tracker.touches[slot].phase == .moved else { continue }
      let id = tracker.touches[slot].id
      while position < touches.count, touches[position].progress.id < id { position += 1 }
      guard position < touches.count, touches[position].progress.id == id else { continue }
      let location = tracker.touches[slot].location
      touches[position].location = location
      guard touches[position].progress.stage == .told else { continue }
      // The function below would copy the touch.
      buffer.append(
        AppNote(
          phase: .moved, touch: id, slot: slot, location: location, time: received(at: time), happened: time,
          isDown: true,
          recognizer: touches[position].holder, limit: touches[position].limit))
    }
    return true
  }

  mutating func end(_ position: Int, by taker: Int?, at time: Instant, into buffer: inout EventBuffer) {
    let isKnown = touches[position].progress.stage == .told
    touches[position].holder = taker ?? touches[position].holder
    touches[position].progress.stage = .over
    append(isKnown ? takenPhase : .dropped, position, at: time, into: &buffer)
  }

  mutating func send(regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer) {
    let phases: InlineArray<4, (TouchProgress.Marks, AppNote.Phase)> = [
      (.began, .began), (.moved, .moved), (.ended, .ended), (.taken, takenPhase),
    ]
    for index in phases.indices {
      for position in touches.indices where touches[position].progress.marks.contains(phases[index].0) {
        append(phases[index].1, position, at: time, into: &buffer)
      }
    }
    for position in touches.indices where !touches[position].progress.marks.isEmpty {
      if touches[position].progress.marks.contains(.moved) { touches[position].progress.hasMoved = false }
      touches[position].progress.marks = []
    }
  }

  /// The phase that ends a touch without a lift of the finger: the mode's way.
  private var takenPhase: AppNote.Phase { bounds.settings.mode == .cancel ? .cancelled : .lifted }

  private func append(
    _ phase: AppNote.Phase, _ position: Int, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard notes != .none else { return }
    let touch = touches[position]
    let happened =
      switch phase {
      case .held, .began, .dropped: touch.landed
      case .moved, .cancelled, .lifted: time
      case .ended: touch.progress.lifted ?? time
      }
    buffer.append(
      AppNote(
        phase: phase, touch: touch.progress.id, slot: touch.slot,
        location: phase == .began || phase == .held ? touch.start : touch.location, time: received(at: time),
        happened: happened, isDown: touch.progress.isDown, recognizer: touch.holder, limit: touch.limit,
        limitSetting: touch.limitSetting, stated: touch.stated))
  }

  // MARK: Ending and settling

  /// Ends all touches: those that the app has received end in the mode's way, and the app never receives the others. A
  /// lift that only waited for its time is a lift.
  mutating func endAll(at time: Instant, into buffer: inout EventBuffer) {
    for position in touches.indices where touches[position].progress.stage != .over {
      if touches[position].progress.isInGap {
        append(.ended, position, at: time, into: &buffer)
      } else {
        end(position, by: nil, at: time, into: &buffer)
      }
    }
    touches.removeAll(keepingCapacity: true)
    settle()
    isSteady = false
  }

  mutating func settle() {
    nextDeadline = nil
    nextOutput = nil
    isSteady = true
    removeSettled()
  }

  /// Touches that are down stay: the bounds of recognizers with several fingers count from the first landing.
  mutating func keep(_ position: Int) -> Bool {
    let (stage, isDown) = (touches[position].progress.stage, touches[position].progress.isDown)
    if stage == .held || !isDown || touches[position].progress.isStray { isSteady = false }
    guard stage != .over else { return isDown }
    nextDeadline = .earlier(nextDeadline, touches[position].due)
    nextOutput = .earlier(nextOutput, touches[position].outputDue)
    return true
  }
}
