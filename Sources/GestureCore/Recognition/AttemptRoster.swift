/// The attempts of all recognizers, and the lists of those that an event has to visit.
///
/// An event visits few attempts. `engaged` has those under way. `attentive` has the engaged attempts that are not over.
/// `movers` has the attentive attempts that receive moves.
///
/// The lists and the deadline are kept until a change makes them stale. Everything that they depend on is private to this
/// file, so each change marks what it makes stale by itself:
///
/// - An attempt that is engaged or starts again makes `movers` and `deadline` stale. So does one that waits or acts.
/// - An attempt that ends, is reset or is replaced makes all three stale.
/// - A touch that a recognizer gets makes `movers` stale, and one that it may have lost makes `attentive` stale.
/// - A recognizer that names another deadline makes `deadline` stale.
/// - A recognizer that ignores moves, or stops ignoring them, makes `movers` stale.
///
/// `attentive` stays as it is until the event ends, since the attempts that ended in it still act.
struct AttemptRoster: Sendable {
  /// The attempt of each recognizer. Other files read this array: a computed property would copy the attempt, several times
  /// an event.
  private(set) var attempts: [Attempt] = []
  /// The recognizers themselves, and the touches of each attempt, read in place as the attempts are.
  private(set) var recognizers: [any Recognizer] = []
  private(set) var touches: [OfferedTouches] = []
  /// Recognizers that have been offered a touch since their last reset, in the order of delivery.
  private(set) var engaged: [Int] = []
  /// Engaged recognizers whose attempt was not over when the present event began, in the order of delivery. Most fail early,
  /// and wait for the last finger to lift. `Attempt.isAttentive` says whether one is asked.
  private(set) var attentive: [Int] = []
  /// Attentive recognizers that receive moves, in the order of delivery. The list may hold a recognizer that waits for
  /// more fingers again: `Attempt.isIndifferentToMoves` decides.
  private(set) var movers: [Int] = []
  /// Room for one of these lists while it is put in order.
  private var merged: [Int] = []
  /// Whether a recognizer might take or hold a touch. Passive recognizers do neither.
  private(set) var hasClaims = false
  /// Whether the next attempt of any recognizer might take or hold a touch, wherever the recognizer is. As of the last
  /// `arrange`.
  private var hasClaimants = false
  /// The earliest time at which an attempt wants to be asked again, as of the last `updateDeadline`.
  private(set) var deadline: Instant?
  /// Whether one of the movers would act if no other prevented it, so that each event judges it.
  private var hasCandidate = false
  private var isAttentiveStale = false
  private var areMoversStale = true
  private var isDeadlineStale = true

  /// The most rules by which fingers gather.
  private static let mostRules = 16

  /// The numbers of all recognizers.
  var indices: Range<Int> { attempts.indices }

  // MARK: Changes of an attempt

  /// Engages a recognizer that is offered its first touch: events visit its attempt from now on.
  mutating func engage(_ number: Int) {
    attempts[number].engagement = .engaged(isPassive: attempts[number].isPassiveNext)
    if !attempts[number].isPassive { hasClaims = true }
    engaged.insert(number, inOrderOf: attempts)
    attentive.insert(number, inOrderOf: attempts)
    areMoversStale = true
    isDeadlineStale = true
  }

  /// Makes an idle recognizer gather fingers instead of beginning an attempt.
  mutating func beginGathering(_ number: Int) { attempts[number].isGathering = true }

  /// Ends the gathering of a recognizer whose fingers have lifted.
  mutating func endGathering(_ number: Int) { attempts[number].isGathering = false }

  /// Engages a recognizer that has gathered fingers, at the end of the lists. `sortEngaged` follows once all are
  /// engaged.
  ///
  /// - Parameter hasFailed: whether the attempt has failed before the present event.
  mutating func engageGathered(_ number: Int, hasFailed: Bool = false) {
    attempts[number].engageGathered(hasFailed: hasFailed)
    engaged.append(number)
    areMoversStale = true
    isDeadlineStale = true
    if !hasFailed { attentive.append(number) }
  }

  /// Moves recognizers from the end of the lists to their places in the order of delivery. They have this order among
  /// themselves.
  ///
  /// - Parameters:
  ///   - engagedCount: the number of engaged recognizers before them.
  ///   - attentiveCount: the number of attentive recognizers before them.
  mutating func sortEngaged(after engagedCount: Int, and attentiveCount: Int) {
    engaged.merge(from: engagedCount, through: &merged, inOrderOf: attempts)
    attentive.merge(from: attentiveCount, through: &merged, inOrderOf: attempts)
  }

  /// Restarts a recognizer that the present event has reset (TAP-9). It keeps its place in the lists.
  mutating func restart(_ number: Int) {
    attempts[number].engagement = .engaged(isPassive: attempts[number].isPassiveNext)
    attempts[number].outcome = .restarted(wasActive: attempts[number].outcome.wasActive)
    areMoversStale = true
    isDeadlineStale = true
  }

  /// Removes a recognizer that was about to restart and got no touch.
  mutating func disengage(_ number: Int) {
    attempts[number].engagement = .idle
    isAttentiveStale = true
  }

  /// Replaces a recognizer's decision about the present event, where the event or the client dictates another one.
  @inline(__always)
  mutating func decide(_ number: Int, _ decision: Decision) { attempts[number].decision = decision }

  /// Changes a state, and stores the action that goes with it (FSM-2).
  ///
  /// - Returns: the state before.
  mutating func move(_ number: Int, to state: GestureState, at time: Instant) -> GestureState {
    let old = attempts[number].state
    precondition(old.allows(state, discrete: attempts[number].isDiscrete), "\(old) to \(state)")
    if case .possible = attempts[number].standing { attempts[number].decided = time }
    attempts[number].standing = Attempt.Standing(state)
    attempts[number].decision = .none
    if state.isTerminal {
      attempts[number].outcome = .ended(wasActive: old.isActive)
      isAttentiveStale = true
    }
    areMoversStale = true
    isDeadlineStale = true
    if state != .failed { attempts[number].action = .one(state) }
    return old
  }

  /// Gives the gesture of a recognizer that is about to act its id. A recognizer that had to wait begins late.
  mutating func identify(_ number: Int, _ gestureID: UInt64, at time: Instant) {
    if attempts[number].isWaiting { recognizers[number].beginLate(at: time) }
    attempts[number].gestureID = gestureID
  }

  /// Ends a gesture that waited and has ended meanwhile. Its beginning and its end are reported, and it prevents no other.
  mutating func beginAndEnd(_ number: Int) {
    attempts[number].outcome = .ended(wasActive: false)
    attempts[number].action = .beganAndEnded
  }

  /// Continues a gesture under way whose action was reported already.
  @inline(__always)
  mutating func goOn(_ number: Int) {
    attempts[number].standing = .changed
    attempts[number].decision = .none
  }

  /// Continues a gesture under way, with an action of the present event.
  mutating func goOnAndAct(_ number: Int) {
    attempts[number].standing = .changed
    attempts[number].action = .one(.changed)
  }

  /// Marks the action of the present event as reported.
  mutating func markActed(_ number: Int) {
    attempts[number].action = .none
    attempts[number].decision = .none
  }

  /// Makes a recognizer that has met its criteria wait until others fail or its owner answers.
  ///
  /// - Returns: whether it did not wait before.
  mutating func wait(_ number: Int, for awaited: Attempt.Awaited, at time: Instant) -> Bool {
    if case .waitingToEnd = attempts[number].standing {
      attempts[number].standing = .waitingToEnd(for: awaited)
      return false
    }
    let isNew = !attempts[number].isWaiting
    attempts[number].standing = .waiting(for: awaited)
    if isNew {
      attempts[number].decided = time
      areMoversStale = true
      isDeadlineStale = true
    }
    return isNew
  }

  /// Records that a waiting continuous gesture is over before it was allowed to begin (ARB-33).
  mutating func endWhileWaiting(_ number: Int) {
    attempts[number].standing = .waitingToEnd(for: attempts[number].awaited ?? .others)
    areMoversStale = true
    isDeadlineStale = true
  }

  /// Resets an attempt to possible and clears its memory (FSM-9). The touches stay until `removeTouches`.
  mutating func reset(_ number: Int) {
    recognizers[number].reset()
    attempts[number].reset()
    isAttentiveStale = true
    areMoversStale = true
    isDeadlineStale = true
  }

  /// Continues a recognizer from the state after a replay of its events.
  mutating func resume(_ course: RecognizerCourse, for number: Int, _ tracker: borrowing TouchTracker) {
    recognizers[number] = course.recognizer
    attempts[number].follow(course)
    for touch in touches[number].allIDs where !course.touches.contains(touch) {
      touches[number].remove(touch, tracker)
    }
    areMoversStale = true
    isDeadlineStale = true
  }

  /// Marks a client's gesture as recognized once.
  mutating func markDiscrete(_ number: Int) {
    attempts[number].isDiscrete = true
  }

  // MARK: Touches

  /// Gives a recognizer a touch that lands in the present event.
  mutating func give(_ slot: Int, to number: Int, _ tracker: borrowing TouchTracker) {
    if attempts[number].touchType == nil {
      attempts[number].touchType = tracker.touches[slot].attributes.type
    }
    attempts[number].sequence = tracker.sequence
    touches[number].append(slot, tracker)
    areMoversStale = true
  }

  /// Gives a recognizer that gathers fingers all touches that land in the present event.
  ///
  /// - Parameters:
  ///   - ids: the ids of the touches.
  ///   - slots: their slots.
  ///   - most: the most touches that the recognizer may have then.
  mutating func giveLandings(
    _ ids: [UInt64], in slots: [Int], to number: Int, atMost most: Int, _ tracker: borrowing TouchTracker
  ) {
    attempts[number].sequence = tracker.sequence
    touches[number].appendLandings(ids, in: slots, atMost: most, tracker)
    areMoversStale = true
  }

  /// Gives a recognizer that is not active a touch that landed earlier.
  ///
  /// - Parameter slot: the touch's slot; nil if the touch is already up.
  mutating func give(
    _ entry: UndecidedTouches.Entry, at slot: Int?, _ tracker: borrowing TouchTracker
  ) {
    let number = entry.recognizer
    if touches[number].isLatest(entry.touch) { attempts[number].sequence = entry.sequence }
    if attempts[number].touchType == nil { attempts[number].touchType = entry.type }
    touches[number].insert(entry.touch, at: slot, tracker)
    areMoversStale = true
  }

  /// Gives an active recognizer a touch that landed earlier. A lifted touch is only remembered.
  mutating func join(
    _ touch: UInt64, at slot: Int?, to number: Int, _ tracker: borrowing TouchTracker
  ) {
    if slot != nil { attempts[number].sequence = tracker.sequence }
    touches[number].insert(touch, at: slot, tracker)
    areMoversStale = true
  }

  /// Records a touch that lands and is not offered to a recognizer that waits, or has waited and still misses another.
  mutating func miss(_ slot: Int, for number: Int) {
    guard attempts[number].isWaiting || !touches[number].missed.isEmpty else { return }
    touches[number].miss(slot)
  }

  /// Sets the sequence of a recognizer without a touch, which may get one of the present sequence.
  mutating func expectTouch(of number: Int, _ tracker: borrowing TouchTracker) {
    if touches[number].count == 0 { attempts[number].sequence = tracker.sequence }
  }

  /// Makes a recognizer ignore a touch, as if the touch had never been offered (ARB-26).
  mutating func ignore(_ touch: borrowing Touch, for number: Int) {
    touches[number].ignore(touch)
  }

  /// Makes a recognizer ignore the touch with an id, which may be up already.
  mutating func ignore(_ touch: UInt64, for number: Int, _ tracker: borrowing TouchTracker) {
    touches[number].remove(touch, tracker)
  }

  /// Removes all touches of a recognizer except the landings of the present event.
  mutating func keepLandings(of number: Int, _ tracker: borrowing TouchTracker) {
    touches[number].keepLandings(tracker)
  }

  /// Removes the lifted touches of a recognizer.
  mutating func letGo(of number: Int, _ tracker: borrowing TouchTracker) {
    touches[number].letGo(tracker)
  }

  /// Removes all touches of a recognizer.
  mutating func removeTouches(of number: Int) {
    touches[number].removeAll()
  }

  /// Marks the attentive recognizers stale after a recognizer lost an undecided touch: its ended attempt may have
  /// waited for that touch alone.
  mutating func loseTouch(of number: Int) {
    isAttentiveStale = true
  }

  /// Measures the center and number of a recognizer's touches that are down, else of those that lifted last (LOC-1, LOC-3,
  /// LOC-7).
  mutating func measure(_ number: Int, _ tracker: borrowing TouchTracker) {
    guard !touches[number].tracked.isEmpty else { return }
    (attempts[number].centre, attempts[number].touchCount) = tracker.touches.gathered(
      at: touches[number].tracked)
  }

  /// Updates the touches that lines of a recognizer's gesture list.
  mutating func updateFingers(of number: Int, _ tracker: borrowing TouchTracker) {
    touches[number].updateFingers(tracker, keepsLifted: attempts[number].isDiscrete)
  }

  // MARK: Questions to a recognizer

  /// Whether a recognizer admits a touch that lands (PAN-18).
  mutating func admits(_ slot: Int, _ number: Int, _ tracker: borrowing TouchTracker) -> Bool {
    touches[number].admits(slot, by: &recognizers[number], tracker)
  }

  /// Asks a recognizer for its decision about an event of the touches that it tracks.
  ///
  /// - Parameters:
  ///   - all: the touches by slot.
  ///   - screen: the size of the screen, in mm.
  @inline(__always)
  mutating func ask(_ number: Int, _ input: RecognizerInput, _ all: Span<Touch>, _ screen: Size) {
    let (isDeadlineNew, isIgnoringNew) = touches[number].ask(
      &attempts[number], &recognizers[number], input, all, screen)
    if isDeadlineNew { isDeadlineStale = true }
    if isIgnoringNew { areMoversStale = true }
  }

  /// Asks a recognizer for its decision about an event of other touches.
  mutating func ask(_ number: Int, _ input: RecognizerInput, _ touches: borrowing TrackedTouches) {
    let (isDeadlineNew, isIgnoringNew) = attempts[number].ask(&recognizers[number], input, touches)
    if isDeadlineNew { isDeadlineStale = true }
    if isIgnoringNew { areMoversStale = true }
  }

  /// Asks a recognizer for its decision about a pen that hovers.
  mutating func ask(_ number: Int, _ sample: HoverSample) {
    attempts[number].decision = recognizers[number].decide(sample)
  }

  /// Sets a value of a recognizer that is under way.
  ///
  /// - Returns: whether the recognizer has that value.
  mutating func adjust(_ number: Int, _ adjustment: GestureAdjustment) -> Bool {
    recognizers.indices.contains(number) && recognizers[number].adjust(adjustment)
  }

  /// Overrides when an attempt is asked again.
  mutating func setDeadline(of number: Int, _ deadline: Instant?) {
    attempts[number].said.deadline = deadline
    isDeadlineStale = true
  }

  // MARK: The lists

  /// Whether no recognizer has an attempt under way, so no further gesture can come from the touches so far.
  var isIdle: Bool { engaged.isEmpty }

  /// Whether an attempt has ended, was reset or may have lost its touch in the present event, so that `dropIdle` may have
  /// work.
  @inline(__always)
  var hasEnded: Bool { isAttentiveStale }

  /// Brings `movers` up to date.
  ///
  /// - Returns: whether one of the movers would act if no other prevented it, so that each event judges it.
  @inline(__always)
  mutating func gatherMovers() -> Bool {
    if areMoversStale { gatherStaleMovers() }
    return hasCandidate
  }

  private mutating func gatherStaleMovers() {
    areMoversStale = false
    hasCandidate = false
    movers.removeAll(keepingCapacity: true)
    for number in attentive
    where !attempts[number].isTerminal
      && !attempts[number].isIndifferentToMoves(of: touches[number].tracked.count)
    {
      movers.append(number)
      if attempts[number].isCandidate { hasCandidate = true }
    }
  }

  /// Brings `deadline` up to date.
  @inline(__always)
  mutating func updateDeadline() {
    if isDeadlineStale { findDeadline() }
  }

  private mutating func findDeadline() {
    isDeadlineStale = false
    var earliest = Instant.distantFuture
    for number in attentive where attempts[number].isAttentive {
      if let deadline = attempts[number].deadline { earliest = min(earliest, deadline) }
    }
    deadline = earliest == .distantFuture ? nil : earliest
  }

  /// Clears the state of the present event at its end.
  mutating func forgetEvent() {
    for number in engaged { attempts[number].outcome = .none }
  }

  /// Removes reset attempts from `engaged`, and ended attempts from `attentive`.
  mutating func dropIdle() {
    var kept = 0
    for position in engaged.indices {
      let number = engaged[position]
      if attempts[number].isEngaged {
        engaged[kept] = number
        kept += 1
      } else {
        attempts[number].outcome = .none
      }
    }
    engaged.removeLast(engaged.count - kept)
    gatherAttentive()
  }

  /// Fills `attentive` again. Attempts that ended in the present event stay to its end, since their actions are still to
  /// be reported.
  private mutating func gatherAttentive() {
    isAttentiveStale = false
    areMoversStale = true
    isDeadlineStale = true
    hasClaims = false
    attentive.removeAll(keepingCapacity: true)
    for number in engaged {
      if !attempts[number].isPassive { hasClaims = true }
      if attempts[number].hasEnded { isAttentiveStale = true }
      if !attempts[number].isTerminal || attempts[number].hasEnded { attentive.append(number) }
    }
  }

  // MARK: Declarations

  /// Makes room for the attempts of `count` recognizers.
  mutating func reserveCapacity(_ count: Int) {
    attempts.reserveCapacity(count)
    recognizers.reserveCapacity(count)
    touches.reserveCapacity(count)
  }

  /// Adds the attempt of a recognizer that is new in the set.
  mutating func append(_ instance: borrowing RecognizerInstance) {
    let recognizer = Self.recognizer(of: instance)
    attempts.append(Attempt(instance, recognizer))
    recognizers.append(recognizer)
    // Each value has storage of its own: copies of one value would share storage until the first touch.
    touches.append(OfferedTouches())
  }

  /// Makes a recognizer anew from its present declaration, while the recognizer has no attempt.
  mutating func remake(_ number: Int, _ instance: borrowing RecognizerInstance) {
    let old = attempts[number]
    recognizers[number] = Self.recognizer(of: instance)
    attempts[number] = Attempt(instance, recognizers[number])
    attempts[number].rank = old.rank
    attempts[number].region = old.region
    attempts[number].isOffered = old.isOffered
    attempts[number].isPassiveNext = old.isPassiveNext
    attempts[number].outcome = old.outcome
  }

  /// Marks a recognizer whose options have changed. An attempt under way keeps the old ones to its end (FSM-22).
  mutating func markOutdated(_ number: Int) {
    attempts[number].isOutdated = true
  }

  private static func recognizer(of instance: borrowing RecognizerInstance) -> any Recognizer {
    instance.type.init(instance.options, numberOfTouches: instance.numberOfTouches)
  }

  /// Sets a recognizer's region and its place in the order of delivery; `arrange` follows once all have theirs.
  ///
  /// - Parameters:
  ///   - isOffered: whether landings are offered to the recognizer.
  ///   - isPassive: whether its next attempt only reports.
  mutating func place(
    _ number: Int, in region: Int, at rank: DeliveryRank, isOffered: Bool, isPassive: Bool
  ) {
    attempts[number].region = region
    attempts[number].rank = rank
    attempts[number].isOffered = isOffered
    attempts[number].isPassiveNext = isPassive
  }

  /// Finds the recognizers whose attempts may begin with their last finger: those that only report, and whose kind has
  /// a rule. A recognizer that is made again between two calls begins with its first finger. So do those with rules
  /// beyond the first sixteen: each event visits each rule, and clients may declare thousands.
  ///
  /// - Returns: the rules; `Attempt.gatheringRule` is a position among them.
  mutating func arrangeRules() -> [GatheringRule] {
    var rules: [GatheringRule] = []
    for number in attempts.indices {
      attempts[number].gatheringRule = nil
      guard attempts[number].isOffered, attempts[number].isPassiveNext,
        attempts[number].accepts(.direct), let rule = recognizers[number].gatheringRule
      else { continue }
      if let known = rules.firstIndex(of: rule) {
        attempts[number].gatheringRule = known
      } else if rules.count < Self.mostRules {
        attempts[number].gatheringRule = rules.count
        rules.append(rule)
      }
    }
    return rules
  }

  /// Whether a recognizer might take or hold a touch, in this event or a later one. Only a change of recognizers or
  /// regions makes it true where it was false.
  var mayClaim: Bool { hasClaims || hasClaimants }

  /// Sorts the lists in the order of delivery, once the ranks have changed, with room for all recognizers.
  mutating func arrange() {
    // Presses are no touches.
    hasClaimants = attempts.contains { $0.isOffered && !$0.isPassiveNext && $0.allowedTouchTypes != 0 }
    let ranked = engaged.sorted { attempts[$0].rank.precedes(attempts[$1].rank) }
    engaged.replaceSubrange(engaged.indices, with: ranked)
    engaged.reserveCapacity(attempts.count)
    attentive.reserveCapacity(attempts.count)
    movers.reserveCapacity(attempts.count)
    merged.reserveCapacity(attempts.count)
    gatherAttentive()
  }
}

/// One recognizer as the arena knows it, and the state of its present attempt.
///
/// An attempt starts with the first touch that is offered and ends with the reset (FSM-8). Every field is a
/// plain number: the arena reads an attempt several times an event, and counts no references then. `OfferedTouches` and
/// `Relations` keep the values that need storage of their own.
struct Attempt: Sendable {
  /// Whether the gesture is recognized once. For a recognizer in a client, this is known once the client says so.
  fileprivate(set) var isDiscrete: Bool
  /// Whether the recognizer runs in a client.
  let isCustom: Bool
  /// The questions that the recognizer's owner answers (DMN-10).
  let asks: OwnerQuestions
  let isTap: Bool
  let numberOfTaps: Int
  let numberOfTouches: Int
  /// Whether fingers that have lifted may still be part of the gesture: those of taps, and whatever a client counts.
  let countsLiftedTouches: Bool
  let fewestMovingTouches: Int
  /// Whether its gestures on a touchpad count no touches.
  let isTouchlessOnPads: Bool
  /// How the recognizer delays or cancels the touches of regions.
  let cancelsTouchesInView: Bool
  let delaysTouchesBegan: Bool
  let delaysTouchesEnded: Bool
  /// Whether the recognizer requires a direction (ARB-19).
  let shouldBegin: RecognizerProperties.BeginPolicy
  /// A bit for each touch type that the recognizer takes (ARB-27).
  let allowedTouchTypes: UInt8
  let requiresExclusiveTouchType: Bool

  /// The recognizer's place in the order of delivery.
  fileprivate(set) var rank: DeliveryRank
  /// The region that the recognizer is attached to; the root without one.
  fileprivate(set) var region: Int
  /// Whether landings are offered: the recognizer is declared, enabled, attached and heard.
  fileprivate(set) var isOffered = false
  /// Whether the next attempt only reports.
  fileprivate(set) var isPassiveNext: Bool
  /// Whether the options have changed since the recognizer was made (FSM-22).
  fileprivate(set) var isOutdated = false
  /// The rule by which fingers gather before the attempt begins; nil where it begins with its first finger.
  fileprivate(set) var gatheringRule: Int?
  /// Whether fingers gather at present: the recognizer was idle when the first of them landed.
  fileprivate(set) var isGathering = false

  fileprivate(set) var standing = Standing.possible
  fileprivate(set) var engagement = Engagement.idle
  fileprivate(set) var outcome = Outcome.none
  /// The recognizer's last answer. The arena may replace a decision or a deadline.
  fileprivate(set) var said = RecognizerStep()
  fileprivate(set) var action = Action.none
  fileprivate(set) var gestureID: UInt64 = 0
  fileprivate(set) var sequence: UInt64 = 0
  /// When the recognizer met its criteria. Only meaningful once it has left `Standing.possible`.
  fileprivate(set) var decided = Instant(microseconds: 0)
  /// The type of the first touch of the attempt (ARB-28).
  fileprivate(set) var touchType: TouchType?
  /// The center and number of touches (LOC-1, LOC-3), kept for the time without touches.
  fileprivate(set) var centre = Point.zero
  fileprivate(set) var touchCount = 0

  fileprivate init(_ instance: borrowing RecognizerInstance, _ recognizer: any Recognizer) {
    isDiscrete = instance.type.isDiscrete
    isCustom = instance.kind == CustomRecognizer.kind
    asks = instance.asks
    isTap = instance.kind == TapRecognizer.kind
    numberOfTaps = recognizer.numberOfTaps
    numberOfTouches = instance.numberOfTouches
    countsLiftedTouches = isCustom || numberOfTaps > 0
    fewestMovingTouches = recognizer.fewestMovingTouches
    isTouchlessOnPads = recognizer.isTouchlessOnPads
    cancelsTouchesInView = instance.properties.cancelsTouchesInView
    delaysTouchesBegan = instance.properties.delaysTouchesBegan || instance.type.alwaysDelaysTouchesBegan
    delaysTouchesEnded = instance.properties.delaysTouchesEnded
    shouldBegin = instance.properties.shouldBegin
    // A recognizer of presses takes no touches.
    allowedTouchTypes =
      instance.properties.allowedPressTypes == nil
      ? TouchType.mask(instance.properties.allowedTouchTypes) : 0
    requiresExclusiveTouchType = instance.properties.requiresExclusiveTouchType
    rank = DeliveryRank(priority: instance.rankedPriority, depth: 0, addition: instance.addition)
    region = RegionTree.root
    isPassiveNext = instance.isPassive
  }

  /// Asks the recognizer for its decision about an event.
  ///
  /// - Returns: whether the recognizer names another deadline, and whether it starts or stops ignoring moves.
  @inline(__always)
  fileprivate mutating func ask(
    _ recognizer: inout any Recognizer, _ input: RecognizerInput, _ touches: borrowing TrackedTouches
  ) -> (isDeadlineNew: Bool, isIgnoringNew: Bool) {
    let (deadline, ignoredMoves) = (said.deadline, said.ignoresMoves)
    recognizer.step(input, touches, into: &said)
    return (said.deadline != deadline, said.ignoresMoves != ignoredMoves)
  }

  /// The recognizer's answer to the present event.
  fileprivate(set) var decision: Decision {
    @inline(__always) get { said.decision }
    @inline(__always) set { said.decision = newValue }
  }

  /// When the recognizer asks to be called again.
  var deadline: Instant? {
    @inline(__always) get { said.deadline }
  }

  /// Whether the recognizer receives no moves.
  var ignoresMoves: Bool {
    @inline(__always) get { said.ignoresMoves }
  }

  /// Engages the recognizer, which has gathered fingers.
  fileprivate mutating func engageGathered(hasFailed: Bool) {
    isGathering = false
    engagement = .engaged(isPassive: isPassiveNext)
    touchType = .direct
    if hasFailed { standing = .failed }
  }

  /// Sets the state that a replay of the recognizer's events has left.
  fileprivate mutating func follow(_ course: RecognizerCourse) {
    standing = course.standing
    touchType = course.touchType
    said.decision = .none
    said.deadline = course.deadline
    said.ignoresMoves = course.recognizer.ignoresMoves
    if isWaiting {
      // It met its criteria at an event of the past, with all its touches.
      decided = Instant(microseconds: 0)
      centre = course.centre
      touchCount = course.touchCount
    }
  }

  /// Resets the attempt to possible and clears its memory (FSM-9).
  fileprivate mutating func reset() {
    standing = .possible
    said.decision = .none
    said.deadline = nil
    said.ignoresMoves = false
    if isCustom { isDiscrete = false }
    engagement = .idle
    touchType = nil
  }
}

extension OfferedTouches {
  /// Asks a recognizer for its decision about an event of these touches. It is mutating so that reading does not copy
  /// them.
  @inline(__always)
  fileprivate mutating func ask(
    _ attempt: inout Attempt, _ recognizer: inout any Recognizer, _ input: RecognizerInput,
    _ all: Span<Touch>,
    _ screen: Size
  ) -> (isDeadlineNew: Bool, isIgnoringNew: Bool) {
    attempt.ask(
      &recognizer, input, TrackedTouches(touches: all, positions: tracked.span, screen: screen))
  }
}
