/// All recognizers of one touchscreen, and what happens to them event by event.
///
/// The arena is a function of its input: it owns no timer and asks no clock. Every event, be it a frame or a
/// deadline, goes the same way (FSM-17):
///
/// 1. landings are offered to the recognizers of the hit region and of all regions around it (`offer`);
/// 2. each recognizer with a touch that changed takes the event in and says what it makes of it (`ask`);
/// 3. failures and ends are settled, then who may be recognized is decided: all rules for that are in
///    `GestureArena+Conflicts.swift`;
/// 4. actions are told, deeper regions first, in a region the one added last first (FSM-18);
/// 5. recognizers whose attempt is over and whose touches are up start anew (FSM-8). One that a landing brought
///    to its end takes that same landing as its next start (TAP-9): then 2 to 4 run once more for it.
///
/// Cost: an event visits the engaged recognizers alone; a landing visits all.
public struct GestureArena: Sendable {
  var attempts: [Attempt]
  private(set) var offered: [OfferedTouches]
  let relations: [Relations]
  var recognizers: [any Recognizer]
  /// All recognizers in the order of delivery (ARB-2): deeper region first, last added first.
  let order: [Int]
  /// Those of `order` that have been offered a touch since their last reset.
  var engaged: [Int] = []
  /// Those of `order` that watch pens that do not touch.
  let hoverers: [Int]
  let regions: RegionTree
  private let screen: Size

  /// An arena for the recognizers of a set.
  ///
  /// - Parameters:
  ///   - set: the recognizers; events speak of them by their positions in it.
  ///   - regions: the regions of the screen.
  ///   - attachments: the region of each recognizer, by position; empty for the root for all.
  public init(_ set: RecognizerSet, regions: RegionTree, attachments: [Int] = []) {
    self.regions = regions
    screen = regions.screen
    let recognizers = set.instances.map { $0.type.init($0.options, numberOfTouches: $0.numberOfTouches) }
    let attempts = set.instances.indices.map { number in
      Attempt(
        set.instances[number], recognizers[number],
        region: attachments.isEmpty ? RegionTree.root : attachments[number])
    }
    self.recognizers = recognizers
    self.attempts = attempts
    relations = set.instances.map {
      Relations(
        requireToFail: $0.requireToFail,
        simultaneousWith: NumberSet($0.simultaneousWith, below: set.instances.count))
    }
    // Each with storage of its own: copies of one would share theirs until the first touch.
    offered = set.instances.map { _ in OfferedTouches() }
    order = attempts.indices.sorted { a, b in
      let depths = (regions.regions[attempts[a].region].depth, regions.regions[attempts[b].region].depth)
      return depths.0 == depths.1 ? a > b : depths.0 > depths.1
    }
    hoverers = order.filter { set.instances[$0].type.watchesHover }
    engaged.reserveCapacity(order.count)
  }

  /// The earliest deadline of any recognizer; nil where none waits for one.
  public var nextDeadline: Instant? {
    var earliest: Instant?
    for number in engaged {
      guard attempts[number].isAttentive, let deadline = attempts[number].deadline else { continue }
      if earliest.map({ deadline < $0 }) ?? true { earliest = deadline }
    }
    return earliest
  }

  /// Takes in an event of the tracker: all states are settled afterwards, no action is told yet (FSM-17).
  ///
  /// An event is this or `decideDeadlines`, then `act`, then `restart`, and where that says so `act` again, then
  /// `finish`.
  ///
  /// - Parameters:
  ///   - tracker: between its `begin` and its `finish`.
  ///   - time: the stamp of the event.
  ///   - lostContact: whether recognizers that are still possible have to give up, because what they saw may not
  ///     be what happened (amendment 3, TCH-30).
  ///   - identifiers: where gesture ids come from.
  ///   - buffer: where transitions go.
  mutating func decide(
    _ tracker: borrowing TouchTracker, at time: Instant, lostContact: Bool,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    if lostContact { failPossible(at: time, into: &buffer) }
    offerLandings(tracker)
    for number in engaged { ask(number, tracker, .touches(at: time)) }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// TAP-9: those that this event's landings brought to their end take these landings in anew, once an event.
  ///
  /// - Returns: whether there was one; then there is something to act on again.
  mutating func restart(
    _ tracker: borrowing TouchTracker, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) -> Bool {
    guard tracker.hasLandings, restartEnded(tracker) else { return false }
    for number in engaged where attempts[number].restartedNow {
      ask(number, tracker, .touches(at: time))
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
    return true
  }

  /// Tells the actions of what was decided (FSM-18).
  mutating func act(at time: Instant, into buffer: inout EventBuffer) {
    for number in engaged { act(number, at: time, into: &buffer) }
  }

  /// Runs the deadlines of one instant, as one event (TIM-6) with the deadline as its stamp (TIM-3), up to the
  /// actions.
  mutating func decideDeadlines(
    at time: Instant, _ tracker: borrowing TouchTracker, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    for number in engaged where attempts[number].isAttentive && attempts[number].deadline == time {
      ask(number, tracker, .deadline(at: time))
      if let deadline = attempts[number].deadline, deadline <= time {
        // It would be asked for ever.
        attempts[number].decision = .fail(Reason("deadlineNotMoved"))
      }
    }
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Sets a value of a recognizer that is under way, between events.
  ///
  /// - Returns: whether the recognizer has that value.
  public mutating func adjust(_ number: Int, _ adjustment: GestureAdjustment) -> Bool {
    recognizers.indices.contains(number) && recognizers[number].adjust(adjustment)
  }

  // MARK: Offering

  private mutating func offerLandings(_ tracker: borrowing TouchTracker) {
    guard tracker.hasLandings else { return }
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      for number in order { offer(slot, to: number, tracker) }
    }
    gatherEngaged()
  }

  private mutating func offer(_ slot: Int, to number: Int, _ tracker: borrowing TouchTracker) {
    guard attempts[number].takesLandings,
      regions.region(tracker.touches[slot].region, isWithin: attempts[number].region),
      recognizers[number].admits(tracker.touches[slot], tracked: offered[number].downCount(tracker))
    else { return }
    offered[number].append(tracker.touches[slot])
    attempts[number].isEngaged = true
    attempts[number].sequence = tracker.sequence
  }

  private mutating func gatherEngaged() {
    engaged.removeAll(keepingCapacity: true)
    for number in order where attempts[number].isEngaged { engaged.append(number) }
  }

  // MARK: Asking

  private mutating func ask(_ number: Int, _ tracker: borrowing TouchTracker, _ input: RecognizerInput) {
    guard attempts[number].isAttentive else { return }
    if case .touches = input {
      switch change(of: number, tracker) {
      case .none: return
      case .moves:
        let isWaitingForMore = offered[number].tracked.count < attempts[number].fewestMovingTouches
        if isWaitingForMore, attempts[number].state == .possible, attempts[number].waiting == .no { return }
      case .landingOrLift: break
      case .loss:
        // FSM-15, FSM-16: one is enough, and the recognizer has no say in it.
        attempts[number].decision = .fail(Reason("touchCancelled"))
        return
      }
    }
    let touches = TrackedTouches(
      touches: tracker.touches, positions: offered[number].tracked, screen: screen)
    attempts[number].decision = recognizers[number].handle(input, touches)
    attempts[number].deadline = recognizers[number].deadline
    if attempts[number].mayAct { measure(number, tracker) }
  }

  /// What an event did to the touches of one recognizer, the gravest first.
  private enum Change {
    case loss
    case landingOrLift
    case moves
    case none
  }

  private func change(of number: Int, _ tracker: borrowing TouchTracker) -> Change {
    var change = Change.none
    for slot in offered[number].tracked {
      switch tracker.touches[slot].phase {
      case .cancelled: return .loss
      case .began, .ended: change = .landingOrLift
      case .moved:
        // A change of force or size alone is told to regions (TCH-8) and is nothing to a recognizer: panels have
        // one with every frame.
        if case .none = change, tracker.touches[slot].location != tracker.touches[slot].previousLocation {
          change = .moves
        }
      case .stationary: break
      }
    }
    return change
  }

  /// LOC-1, LOC-3, LOC-7: the centre and number of the touches still down, else of those that lifted last.
  private mutating func measure(_ number: Int, _ tracker: borrowing TouchTracker) {
    guard !offered[number].tracked.isEmpty else { return }
    var x = 0.0
    var y = 0.0
    var down = 0
    for slot in offered[number].tracked where tracker.touches[slot].isDown {
      x += tracker.touches[slot].location.x
      y += tracker.touches[slot].location.y
      down += 1
    }
    if down == 0 {
      for slot in offered[number].tracked {
        x += tracker.touches[slot].location.x
        y += tracker.touches[slot].location.y
        down += 1
      }
    }
    attempts[number].centre = Point(x / Double(down), y / Double(down))
    attempts[number].touchCount = down
  }

  // MARK: Acting

  mutating func act(_ number: Int, at time: Instant, into buffer: inout EventBuffer) {
    switch attempts[number].action {
    case .none: break
    case .one(let state):
      append(number, state, at: time, into: &buffer)
    case .beganAndEnded:
      append(number, .began, at: time, into: &buffer)
      append(number, .ended, at: time, into: &buffer)
    }
    attempts[number].action = .none
    attempts[number].decision = .none
  }

  private func append(
    _ number: Int, _ state: GestureState, at time: Instant, into buffer: inout EventBuffer
  ) {
    let location = recognizers[number].location ?? attempts[number].centre
    buffer.append(
      .gesture(
        GestureEvent(
          recognizer: number, state: state, gestureID: attempts[number].gestureID,
          sequence: attempts[number].sequence, time: time,
          numberOfTouches: attempts[number].isDiscrete
            ? attempts[number].numberOfTouches : attempts[number].touchCount,
          region: attempts[number].region, location: location,
          regionLocation: regions.location(of: location, in: attempts[number].region),
          values: recognizers[number].values(at: time))))
  }

  // MARK: Resetting

  /// TAP-9: recognizers that this event's landings brought to their end, and whose earlier touches are all up,
  /// start anew with these landings.
  ///
  /// - Returns: whether there was one.
  private mutating func restartEnded(_ tracker: borrowing TouchTracker) -> Bool {
    var hasRestarted = false
    for number in engaged where attempts[number].endedNow {
      let landed = offered[number].tracked.count { tracker.touches[$0].phase == .began }
      let rests = offered[number].tracked.contains {
        tracker.touches[$0].isDown && tracker.touches[$0].phase != .began
      }
      guard offered[number].count > landed, !rests else { continue }
      reset(number)
      attempts[number].restartedNow = true
      hasRestarted = true
    }
    guard hasRestarted else { return false }
    for slot in tracker.order where tracker.touches[slot].phase == .began {
      for number in order where attempts[number].restartedNow { offer(slot, to: number, tracker) }
    }
    for number in engaged where !attempts[number].isEngaged { attempts[number].forgetEvent() }
    gatherEngaged()
    return true
  }

  /// Lets go of lifted touches, and resets what is over and has no touch down (FSM-8).
  mutating func finish(_ tracker: borrowing TouchTracker) {
    let hasLifts = tracker.hasLifts
    var needsGathering = false
    for number in engaged {
      attempts[number].forgetEvent()
      if hasLifts { offered[number].letGo(tracker) }
      if attempts[number].state.isTerminal, offered[number].tracked.isEmpty {
        reset(number)
        needsGathering = true
      }
    }
    if needsGathering { gatherEngaged() }
  }

  mutating func reset(_ number: Int) {
    recognizers[number].reset()
    attempts[number].reset()
    offered[number].removeAll()
  }
}
