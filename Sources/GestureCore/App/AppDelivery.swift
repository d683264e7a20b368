/// Delivers touches to the app behind all regions, as far as recognizers leave them to it. UIKit's rules of delivery hold
/// for the app as for regions (DLY), with three differences:
///
/// - In the mode `hold`, each recognizer that would cancel a touch holds its landing (FLT-57), and what the app has once
///   received is never taken back (FLT-58).
/// - A hold has a bound (`HoldBounds`). Beyond it the touch is let go (FLT-59).
/// - A touch that the app receives late lifts no sooner than `replayGap` after its landing (FLT-53).
///
/// A touch that is let go waits for the lifts of earlier touches that are let go, where they did not overlap on the glass. It
/// waits no longer than its own region states. Once it has lifted too, the gaps of those that the app already knew shrink, so
/// that no queue grows (FLT-65).
///
/// Like `TouchDelivery`, it has two steps with the recognizers' actions between them. `release` comes before both:
///
/// ```
///   release    bounds that are over ───────▶ let go; in `hold` the recognizers that held fail
///   withdraw   taken by a recognizer ──────▶ cancelled or lifted, where began was sent; else dropped
///   (actions)
///   deliver    held lifts that are free ───▶ ended, before all else                          (TCH-9)
///              held landings, free now ────▶ began, one moved, and ended when the gap is over (FLT-53)
///              what the event brought ─────▶ began, moved, ended, or held
/// ```
///
/// A touchscreen without a filter has no such delivery. All storage is made with the device.
///
/// Each pipeline has its own delivery, which only `init(copying:)` copies. No property has a default value, so the compiler
/// asks for each property there. It does not ask for `nextDeadline` and `nextOutput`, which begin as nil.
struct AppDelivery: ~Copyable, Sendable {
  /// The most lifted touches that may be held, as in `TouchDelivery`.
  static let heldLimit = 128

  /// The most notes of one event: a landing, a move and an end for each touch.
  static func mostNotes(slots: Int) -> Int { 3 * (slots + heldLimit) }

  let settings: AppSettings
  /// Whether the app receives nothing by this delivery. It then follows the delivery of another pipeline, so that recognizers
  /// of both let go of the same touches.
  private var isSilent: Bool
  /// Whether there is news of each move of a touch that the app has. Dumps get it in any case.
  private let tellsMoves: Bool
  /// The bounds of the present recognizers.
  private(set) var bounds: HoldBounds
  /// The touches that are down, or that the app has not received to their ends, in began order.
  private(set) var touches: [AppTouch]
  /// The time of the next end of a hold, on the clock of recognizers.
  private(set) var nextDeadline: Instant?
  /// The time of the next output that only waits for its time, on the app's clock. It is the lift of a late touch, or the landing of one
  /// that has waited long enough for such a lift.
  private(set) var nextOutput: Instant?
  /// The app's clock. It is ahead of the clock of recognizers where the device's filters have held frames, which keep their own
  /// times.
  private(set) var present: Instant
  /// How long the device's filters may hold a lift, and with it what recognizers decide.
  private let debounce: TimeSpan
  /// Whether the device's filters hold landings too, which then wait for a lift that is held.
  private let delaysLandings: Bool
  /// The longest time for which the app has waited for a landing (FLT-106).
  private(set) var longestHold: TimeSpan
  private let capacity: Int
  /// Whether each touch is down and no stray, and its landing is sent or never will be: then moves are sent, whatever recognizers
  /// claim.
  private var isSteady: Bool
  /// The strays that are down: contacts that land outside all regions, or where a region's owner ignores landings. They are
  /// touches for the app alone (FLT-16, FLT-22).
  private(set) var strayCount: Int
  /// The id of the stray that landed last. Their ids are apart from those of touches, which are the same without a filter (FLT-102).
  private var latestStray: UInt64

  /// The recognizers that neither hold nor take the app's touches, by their numbers; empty for none.
  private var isBesideApp: [Bool]

  /// A delivery for a device with that many slots.
  init(
    _ settings: AppSettings, recognizers: RecognizerSet, maximumTouches: Int, debounce: TimeSpan,
    delaysLandings: Bool, tellsMoves: Bool = true, isSilent: Bool = false
  ) {
    self.settings = settings
    self.debounce = debounce
    self.delaysLandings = delaysLandings
    present = Instant(microseconds: 0)
    self.tellsMoves = tellsMoves
    self.isSilent = isSilent
    bounds = HoldBounds(recognizers, settings)
    isBesideApp = recognizers.besideApp
    capacity = maximumTouches + Self.heldLimit
    touches = []
    touches.reserveCapacity(capacity)
    nextDeadline = nil
    nextOutput = nil
    longestHold = .zero
    isSteady = false
    strayCount = 0
    latestStray = 1 << 52
  }

  /// A delivery for another pipeline, with the same touches and room for as many more.
  init(copying other: borrowing AppDelivery) {
    settings = other.settings
    isSilent = other.isSilent
    tellsMoves = other.tellsMoves
    bounds = other.bounds
    touches = other.touches
    // A copied list has room for its own elements only.
    touches.reserveCapacity(other.capacity)
    nextDeadline = other.nextDeadline
    nextOutput = other.nextOutput
    present = other.present
    debounce = other.debounce
    delaysLandings = other.delaysLandings
    longestHold = other.longestHold
    capacity = other.capacity
    isSteady = other.isSteady
    strayCount = other.strayCount
    latestStray = other.latestStray
    isBesideApp = other.isBesideApp
  }

  /// Sends nothing from now on, and follows the delivery that this one is a copy of.
  mutating func silence() {
    isSilent = true
  }

  /// Whether a recognizer may hold or take the app's touches.
  func isInvolved(_ recognizer: Int) -> Bool {
    !isBesideApp.indices.contains(recognizer) || !isBesideApp[recognizer]
  }

  /// Whether a touch is down, or may still be sent.
  var hasTouches: Bool { !touches.isEmpty }

  /// Takes over changed recognizers.
  mutating func setRecognizers(_ recognizers: RecognizerSet) {
    bounds = HoldBounds(recognizers, settings)
    isBesideApp = recognizers.besideApp
  }

  /// Notes the time of the caller's frame or deadline. Frames that filters have held reach the app no sooner.
  mutating func note(_ time: Instant) {
    present = max(present, time)
  }

  /// When the app receives what recognizers decide at a time.
  private func received(at time: Instant) -> Instant { max(time, present) }

  /// The first time at which the app receives something without a frame.
  var nextTimer: Instant? { .earlier(nextDeadline, nextOutput) }

  /// Promises nothing of the touches that are here: the kernel has dropped events, and deadlines fire late (D5).
  mutating func forgetStated() {
    for position in touches.indices { touches[position].stated = nil }
  }

  // MARK: Letting go

  /// Lets go of touches whose holds are over. In the mode `hold`, the recognizers that held them fail (FLT-58); in the
  /// other modes the recognizers go on (FLT-62).
  ///
  /// - Parameter isDeadline: whether the event is a deadline. A frame goes before holds that end with its stamp (TIM-1).
  /// - Returns: whether recognizers have failed, so that `settle` is needed.
  mutating func release(
    _ arena: inout GestureArena, isDeadline: Bool, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    guard arena.hasClaims else { return false }
    var hasFailures = false
    for position in touches.indices {
      switch touches[position].stage {
      case .held where !touches[position].isReleased && !touches[position].isLost:
        let claim = arena.appClaim(on: touches[position], self)
        guard !claim.dropsLanding, let until = claim.landingUntil, isDeadline ? until <= time : until < time
        else { continue }
        touches[position].released = time
        touches[position].noteEnd(of: claim, at: until)
        guard settings.mode == .hold else { continue }
        arena.letGo(touches[position], self, at: time, into: &buffer)
        hasFailures = true
      case .forwarded where touches[position].lifted != nil && !touches[position].isLiftReleased:
        guard let until = arena.appClaim(on: touches[position], self).liftUntil,
          isDeadline ? until <= time : until < time
        else { continue }
        touches[position].isLiftReleased = true
      case .held, .forwarded, .over:
        continue
      }
    }
    return hasFailures
  }

  // MARK: Withdrawing

  /// Takes touches from the app once a recognizer has claimed them. The move that led to the recognition is never sent
  /// (DLY-3).
  mutating func withdraw(
    _ arena: borrowing GestureArena, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty, arena.hasClaims else { return }
    for position in touches.indices where touches[position].stage != .over {
      let isKnown = touches[position].stage == .forwarded
      // In the mode `hold`, a touch that the app has received stays the app's (FLT-58).
      guard !isKnown || settings.mode != .hold else { continue }
      let claim = arena.appClaim(on: touches[position], self)
      guard isKnown ? claim.taker != nil : claim.dropsLanding else { continue }
      touches[position].holder = claim.taker ?? touches[position].holder
      touches[position].stage = .over
      note(position, isKnown ? takenPhase : .dropped, at: time, into: &buffer)
    }
  }

  /// The phase that ends a touch without a lift of the finger: the mode's way.
  private var takenPhase: AppNote.Phase { settings.mode == .cancel ? .cancelled : .lifted }

  // MARK: Delivering

  /// Sends the changes of the present event, and those that are no longer held.
  ///
  /// - Parameters:
  ///   - tracker: between its `begin` and its `finish`, or without changes where the event is a deadline.
  ///   - isLoss: whether the system took all touches away; then a held lift is not sent as a lift (DLY-18).
  ///   - isDeadline: whether the event is a deadline, the last event of its instant.
  mutating func deliver(
    _ tracker: borrowing TouchTracker, _ arena: borrowing GestureArena, regions: borrowing RegionTree,
    isLoss: Bool, isDeadline: Bool = false, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty || tracker.hasLandings else { return }
    if isSteady, !tracker.hasLandings, !tracker.hasLifts {
      deliverMoves(tracker, at: time, into: &buffer)
      return
    }
    endWaiting(arena, isLoss: isLoss, at: time, into: &buffer)
    takeIn(tracker, arena, regions, at: time, into: &buffer)
    // A touch that waited for the end of another one may follow in the same event.
    while tell(arena, isLoss: isLoss, isDeadline: isDeadline, at: time, into: &buffer) {}
    settle()
  }

  /// Sends the moves of touches that the app has received. Does the same as all steps of `deliver`.
  private mutating func deliverMoves(
    _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) {
    // Only news has the present places.
    guard tracker.hasMoves, !isSilent, tellsMoves || buffer.wantsAppMoves else { return }
    // Both lists are in began order, and so are their ids.
    var position = 0
    for index in tracker.order.indices {
      let slot = tracker.order[index]
      guard tracker.touches[slot].phase == .moved else { continue }
      let id = tracker.touches[slot].id
      while position < touches.count, touches[position].id < id { position += 1 }
      guard position < touches.count, touches[position].id == id else { continue }
      let location = tracker.touches[slot].location
      touches[position].location = location
      guard touches[position].stage == .forwarded else { continue }
      // Not by `note`, which copies the touch.
      buffer.append(
        AppNote(
          phase: .moved, touch: id, slot: slot, location: location, time: received(at: time), happened: time,
          isDown: true,
          recognizer: touches[position].holder, limit: touches[position].limit))
    }
  }

  /// Sends the lifts that waited alone, before all else (TCH-9).
  private mutating func endWaiting(
    _ arena: borrowing GestureArena, isLoss: Bool, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard !isLoss else { return }
    for position in touches.indices
    where touches[position].stage == .forwarded && touches[position].lifted != nil {
      guard touches[position].isLiftReleased || arena.appClaim(on: touches[position], self).liftUntil == nil,
        received(at: time) >= earliestLift(of: position)
      else { continue }
      touches[position].stage = .over
      note(position, .ended, at: time, into: &buffer)
    }
  }

  /// The time before which a late touch does not lift (FLT-53).
  private func earliestLift(of position: Int) -> Instant {
    touches[position].isLate && !touches[position].isHurried
      ? touches[position].told + settings.replayGap : touches[position].told
  }

  /// Notes the changes of the present event, landings included.
  private mutating func takeIn(
    _ tracker: borrowing TouchTracker, _ arena: borrowing GestureArena, _ regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  ) {
    // Both lists are in began order, and so are the ids of touches.
    var position = 0
    for slot in tracker.order where tracker.touches[slot].phase != .stationary {
      let id = tracker.touches[slot].id
      if tracker.touches[slot].phase == .began {
        land(tracker.touches[slot], arena, regions, at: time, into: &buffer)
        continue
      }
      while position < touches.count, touches[position].isStray || touches[position].id < id { position += 1 }
      guard position < touches.count, touches[position].id == id else { continue }
      touches[position].location = tracker.touches[slot].location
      switch tracker.touches[slot].phase {
      case .moved: touches[position].hasMoved = true
      case .ended:
        touches[position].lifted = time
        if touches[position].stage == .held, touches[position].location != touches[position].start {
          touches[position].hasMoved = true
        }
      case .cancelled: touches[position].isLost = true
      case .began, .stationary: break
      }
    }
  }

  /// Notes the changes of contacts that make no touch for regions and recognizers, before `deliver`.
  ///
  /// - Returns: whether a stray has landed or left.
  mutating func takeStrays(
    _ frame: borrowing TouchFrame, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree,
    mayLand: Bool, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    let before = (latestStray, strayCount)
    for position in frame.changes.indices {
      let slot = frame.changes[position].slot
      switch frame.changes[position].kind {
      case .began:
        guard mayLand, tracker.touches.indices.contains(slot), !tracker.hasTouch(in: slot),
          stray(in: slot) == nil
        else {
          continue
        }
        landStray(frame.changes[position], regions, at: time, into: &buffer)
      case .moved:
        guard let stray = stray(in: slot) else { continue }
        touches[stray].location = frame.changes[position].position
        touches[stray].hasMoved = true
      case .ended:
        guard let stray = stray(in: slot) else { continue }
        touches[stray].location = frame.changes[position].position
        touches[stray].lifted = time
        strayCount -= 1
      case .cancelled:
        guard let stray = stray(in: slot) else { continue }
        touches[stray].isLost = true
        strayCount -= 1
      }
    }
    switch frame.cause {
    case .report, .resynchronized: break
    case .deviceRemoved, .interrupted, .cancelled: loseStrays()
    }
    return before != (latestStray, strayCount)
  }

  private mutating func loseStrays() {
    for position in touches.indices where touches[position].isStray && touches[position].isDown {
      touches[position].isLost = true
    }
    strayCount = 0
  }

  private func stray(in slot: Int) -> Int? {
    guard strayCount > 0 else { return nil }
    for position in touches.indices
    where touches[position].isStray && touches[position].slot == slot && touches[position].isDown {
      return position
    }
    return nil
  }

  private mutating func landStray(
    _ change: borrowing ContactChange, _ regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    if touches.count == capacity { dropOldest(at: time, into: &buffer) }
    guard touches.count < capacity else { return }
    latestStray &+= 1
    touches.append(AppTouch(stray: latestStray, change, at: time, stated: later(HoldBound())))
    strayCount += 1
    isSteady = false
    guard let region = HitTester.region(at: change.position, in: regions), isShielded(region, regions) else {
      return
    }
    touches[touches.count - 1].stage = .over
    note(touches.count - 1, .dropped, at: time, into: &buffer)
  }

  private mutating func land(
    _ touch: borrowing Touch, _ arena: borrowing GestureArena, _ regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  ) {
    if touches.count == capacity { dropOldest(at: time, into: &buffer) }
    guard touches.count < capacity else { return }
    let stated = bounds.longest(of: arena.tables.candidates(for: touch.region), besideApp: isBesideApp)
    touches.append(AppTouch(touch, stated: later(stated)))
    guard isShielded(touch.region, regions) else { return }
    touches[touches.count - 1].stage = .over
    note(touches.count - 1, .dropped, at: time, into: &buffer)
  }

  /// A bound with what the device's filters add.
  private func later(_ bound: HoldBound) -> HoldBound {
    bound.later(by: debounce, withLandings: delaysLandings)
  }

  /// Whether a region, or one around it, keeps its touches from the app (FLT-17).
  private func isShielded(_ region: Int, _ regions: borrowing RegionTree) -> Bool {
    var next: Int? = region
    while let region = next {
      if regions.regions[region].shieldsApp { return true }
      next = regions.regions[region].parent
    }
    return false
  }

  private mutating func dropOldest(at time: Instant, into buffer: inout EventBuffer) {
    guard let position = touches.firstIndex(where: { !$0.isDown }) else { return }
    switch touches[position].stage {
    case .held: note(position, .dropped, at: time, into: &buffer)
    case .forwarded: note(position, .ended, at: time, into: &buffer)
    case .over: break
    }
    touches.remove(at: position)
  }

  /// Sends the changes that no recognizer holds any more.
  ///
  /// - Returns: whether a touch waited that is free now.
  private mutating func tell(
    _ arena: borrowing GestureArena, isLoss: Bool, isDeadline: Bool, at time: Instant,
    into buffer: inout EventBuffer
  ) -> Bool {
    var marks: AppTouch.Marks = []
    var hasHurried = false
    for position in touches.indices where touches[position].stage != .over {
      if decide(position, arena, isLoss: isLoss, isDeadline: isDeadline, at: time, into: &buffer) {
        hasHurried = true
      }
      marks.formUnion(touches[position].marks)
    }
    guard !marks.isEmpty else { return hasHurried }
    for (mark, phase) in AppTouch.Marks.phases where marks.contains(mark) {
      for position in touches.indices where touches[position].marks.contains(mark) {
        note(position, phase ?? takenPhase, at: time, into: &buffer)
      }
    }
    for position in touches.indices { touches[position].marks = [] }
    for position in touches.indices
    where touches[position].stage == .held && touches[position].isReleased && !mustWait(position) {
      return true
    }
    return hasHurried
  }

  /// Decides which phases of one touch are sent now.
  ///
  /// - Returns: whether earlier touches have lost their gaps, because this one waits no longer.
  private mutating func decide(
    _ position: Int, _ arena: borrowing GestureArena, isLoss: Bool, isDeadline: Bool, at time: Instant,
    into buffer: inout EventBuffer
  ) -> Bool {
    touches[position].due = nil
    touches[position].outputDue = nil
    touches[position].mayEndNow = false
    let now = received(at: time)
    let isLost = touches[position].isLost || isLoss && touches[position].lifted != nil
    let claim = arena.hasClaims ? arena.appClaim(on: touches[position], self) : AppClaim()
    if touches[position].stage == .held {
      guard !isLost, !claim.dropsLanding else {
        touches[position].holder = claim.taker ?? touches[position].holder
        touches[position].stage = .over
        note(position, .dropped, at: time, into: &buffer)
        return false
      }
      if !touches[position].isReleased, let until = claim.landingUntil {
        touches[position].holder = claim.holder
        touches[position].mayEndNow = until <= time || !isDeadline && arena.hasDeadline(by: time)
        hold(position, until: until, at: time, into: &buffer)
        return false
      }
      if !touches[position].isReleased { touches[position].released = time }
      guard !mustWait(position) else { return wait(position, at: time, into: &buffer) }
      touches[position].stage = .forwarded
      touches[position].isLate = now > touches[position].landed
      touches[position].told = now
      longestHold = max(longestHold, now - touches[position].landed)
      touches[position].marks = .began
    }
    if isLost {
      // A lift that only waited for its time is a lift.
      touches[position].marks = touches[position].isInGap ? .ended : .taken
      touches[position].stage = .over
      return false
    }
    if touches[position].hasMoved { touches[position].marks.insert(.moved) }
    touches[position].hasMoved = false
    guard touches[position].lifted != nil else { return false }
    touches[position].isInGap = false
    if !touches[position].isLiftReleased, let until = claim.liftUntil {
      touches[position].due = until
      return false
    }
    let earliest = earliestLift(of: position)
    guard now >= earliest else {
      touches[position].isInGap = true
      touches[position].outputDue = earliest
      return false
    }
    touches[position].marks.insert(.ended)
    touches[position].stage = .over
    return false
  }

  /// Has a touch wait that recognizers have let go of. Earlier touches lose their gaps once it has waited as long as its region
  /// states. Once it has lifted, those that the app knew before it was let go lose theirs: otherwise the waits of quick taps
  /// add up. The app receives no such tap's landing and lift at once.
  ///
  /// - Returns: whether some have lost their gaps just now.
  private mutating func wait(_ position: Int, at time: Instant, into buffer: inout EventBuffer) -> Bool {
    let (latest, now) = (touches[position].latestLanding, received(at: time))
    let isOrdered = hasEarlierToEnd(position)
    hold(position, until: isOrdered ? time : nil, at: time, into: &buffer)
    guard !isOrdered else { return false }
    if latest > now { touches[position].outputDue = latest }
    let released = touches[position].lifted == nil ? nil : touches[position].released
    var hasHurried = false
    for earlier in 0..<position where !touches[earlier].isHurried && isBefore(earlier, position) {
      switch touches[earlier].stage {
      case .held: guard touches[earlier].isReleased, latest <= now else { continue }
      case .forwarded:
        let isFollowed = released.map { touches[earlier].told < $0 } ?? false
        guard touches[earlier].isInGap, latest <= now || isFollowed else { continue }
      case .over: continue
      }
      touches[earlier].isHurried = true
      hasHurried = true
    }
    return hasHurried
  }

  private mutating func hold(
    _ position: Int, until: Instant?, at time: Instant, into buffer: inout EventBuffer
  ) {
    touches[position].due = until == .distantFuture ? nil : until
    guard !touches[position].isReported else { return }
    touches[position].isReported = true
    note(position, .held, at: time, into: &buffer)
  }

  /// Whether an earlier touch had lifted when another one landed.
  private func isBefore(_ earlier: Int, _ position: Int) -> Bool {
    touches[earlier].lifted.map { $0 <= touches[position].landed } ?? false
  }

  /// Whether the hold of an earlier touch may end at this very instant, by a deadline after this event. Touches that are let go
  /// in one instant go out in the order of their landings, whichever recognizer held them (FLT-54).
  private func hasEarlierToEnd(_ position: Int) -> Bool {
    for earlier in 0..<position
    where touches[earlier].stage == .held && !touches[earlier].isReleased && touches[earlier].mayEndNow {
      return true
    }
    return false
  }

  /// Whether a touch waits for the end of an earlier one that is let go too, which the app may receive late. Such touches do
  /// not overlap for the app where they did not overlap on the glass. The wait ends once the earlier one has lost its gap.
  private func mustWait(_ position: Int) -> Bool {
    if hasEarlierToEnd(position) { return true }
    for earlier in 0..<position where isBefore(earlier, position) {
      switch touches[earlier].stage {
      case .held: if touches[earlier].isReleased { return true }
      case .forwarded: if touches[earlier].isInGap { return true }
      // The end is sent in this event, after all landings.
      case .over: if touches[earlier].isLate, touches[earlier].marks.contains(.ended) { return true }
      }
    }
    return false
  }

  private func note(
    _ position: Int, _ phase: AppNote.Phase, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard !isSilent else { return }
    let touch = touches[position]
    let happened =
      switch phase {
      case .held, .began, .dropped: touch.landed
      case .moved, .cancelled, .lifted: time
      case .ended: touch.lifted ?? time
      }
    buffer.append(
      AppNote(
        phase: phase, touch: touch.id, slot: touch.slot,
        location: phase == .began || phase == .held ? touch.start : touch.location, time: received(at: time),
        happened: happened, isDown: touch.isDown, recognizer: touch.holder, limit: touch.limit,
        limitSetting: touch.limitSetting, stated: touch.stated))
  }

  // MARK: Ending

  /// Ends all touches: those that the app has received end in the mode's way, and the app never receives the others. A
  /// lift that only waited for its time is a lift.
  mutating func end(at time: Instant, into buffer: inout EventBuffer) {
    for position in touches.indices {
      let stage = touches[position].stage
      touches[position].stage = .over
      switch stage {
      case .held: note(position, .dropped, at: time, into: &buffer)
      case .forwarded:
        note(position, touches[position].isInGap ? .ended : takenPhase, at: time, into: &buffer)
      case .over: break
      }
    }
    touches.removeAll(keepingCapacity: true)
    strayCount = 0
    nextDeadline = nil
    nextOutput = nil
    isSteady = false
  }

  // MARK: Settling

  /// Removes touches with nothing left to send, and finds the next deadlines. Touches that are down stay: the bounds of
  /// recognizers with several fingers count from the first landing.
  private mutating func settle() {
    var kept = 0
    var earliest = Instant.distantFuture
    nextOutput = nil
    isSteady = true
    for position in touches.indices {
      if touches[position].stage == .held || !touches[position].isDown || touches[position].isStray {
        isSteady = false
      }
      if touches[position].stage == .over {
        guard touches[position].isDown else { continue }
      } else {
        if let due = touches[position].due { earliest = min(earliest, due) }
        nextOutput = .earlier(nextOutput, touches[position].outputDue)
      }
      if kept != position { touches[kept] = touches[position] }
      kept += 1
    }
    touches.removeLast(touches.count - kept)
    nextDeadline = earliest == .distantFuture ? nil : earliest
  }
}
