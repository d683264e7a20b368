/// The attempts of all recognizers, and the lists of those that an event has to visit.
///
/// An event visits few attempts. `engaged` has those under way. `attentive` has the engaged attempts that are not over.
/// `movers` has the attentive attempts that moves concern.
///
/// The lists and the deadline are kept until a change makes them stale. Everything that they depend on is private to this
/// file, so each change marks what it makes stale by itself:
///
/// - An attempt that is engaged or starts anew makes `movers` and `deadline` stale. So does one that waits or acts.
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
  /// Recognizers that have been offered a touch since their last reset, in the order of delivery.
  private(set) var engaged: [Int] = []
  /// Engaged recognizers whose attempt was not over when the present event began, in the order of delivery. Most fail early,
  /// and wait for the last finger to lift. `Attempt.isAttentive` says whether one is asked.
  private(set) var attentive: [Int] = []
  /// Attentive recognizers that moves concern, in the order of delivery. The list may hold one that waits for more fingers
  /// again: `Attempt.isIndifferentToMoves` decides.
  private(set) var movers: [Int] = []
  /// Whether a recognizer might take or hold a touch. Passive recognizers do neither.
  private(set) var hasClaims = false
  /// When the first attempt wants to be asked again, as of the last `noteDeadline`.
  private(set) var deadline: Instant?
  /// Whether one of the movers would act if no other were in its way: each event has to judge it.
  private var hasCandidate = false
  private var isAttentiveStale = false
  private var areMoversStale = true
  private var isDeadlineStale = true

  /// The numbers of all recognizers.
  var indices: Range<Int> { attempts.indices }

  /// The attempt of a recognizer, to change it in place. The verbs below alone change what a list depends on.
  subscript(number: Int) -> Attempt {
    @inline(__always) get { attempts[number] }
    @inline(__always) _modify { yield &attempts[number] }
  }

  // MARK: What happens to an attempt

  /// A recognizer is offered its first touch: its attempt is one that events visit.
  mutating func engage(_ number: Int) {
    attempts[number].engagement = .engaged(isPassive: attempts[number].isPassiveNext)
    if !attempts[number].isPassive { hasClaims = true }
    engaged.insert(number, at: place(of: number, in: engaged))
    attentive.insert(number, at: place(of: number, in: attentive))
    areMoversStale = true
    isDeadlineStale = true
  }

  /// A recognizer that the present event has reset starts anew in the same event (TAP-9). It keeps its place in the lists.
  mutating func restart(_ number: Int) {
    attempts[number].engagement = .engaged(isPassive: attempts[number].isPassiveNext)
    attempts[number].outcome = .restarted(wasActive: attempts[number].outcome.wasActive)
    areMoversStale = true
    isDeadlineStale = true
  }

  /// A recognizer that was to start anew got no touch.
  mutating func disengage(_ number: Int) {
    attempts[number].engagement = .idle
    isAttentiveStale = true
  }

  /// Replaces a recognizer's decision about the present event: the event leaves no other, or its client decides.
  @inline(__always)
  mutating func decide(_ number: Int, _ decision: Decision) { attempts[number].decision = decision }

  /// Changes a state, and notes the action that goes with it (FSM-2).
  ///
  /// - Returns: the state before.
  mutating func move(_ number: Int, to state: GestureState) -> GestureState {
    let old = attempts[number].state
    precondition(old.allows(state, discrete: attempts[number].isDiscrete), "\(old) to \(state)")
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

  /// A gesture that had to wait has begun and ended by now: both are told, and it bars no other.
  mutating func beginAndEnd(_ number: Int) {
    attempts[number].outcome = .ended(wasActive: false)
    attempts[number].action = .beganAndEnded
  }

  /// A gesture under way goes on.
  @inline(__always)
  mutating func goOn(_ number: Int) {
    attempts[number].standing = .changed
  }

  /// A recognizer has met its criteria, and waits until others fail or its owner answers.
  ///
  /// - Returns: whether it did not wait before.
  mutating func wait(_ number: Int, for awaited: Attempt.Awaited) -> Bool {
    if case .waitingToEnd = attempts[number].standing {
      attempts[number].standing = .waitingToEnd(for: awaited)
      return false
    }
    let isNew = !attempts[number].isWaiting
    attempts[number].standing = .waiting(for: awaited)
    if isNew {
      areMoversStale = true
      isDeadlineStale = true
    }
    return isNew
  }

  /// A continuous gesture is over before it was allowed to begin (ARB-33).
  mutating func endWhileWaiting(_ number: Int) {
    attempts[number].standing = .waitingToEnd(for: attempts[number].awaited ?? .others)
    areMoversStale = true
    isDeadlineStale = true
  }

  /// Back to possible, with nothing remembered (FSM-9).
  mutating func reset(_ number: Int) {
    attempts[number].reset()
    isAttentiveStale = true
    areMoversStale = true
    isDeadlineStale = true
  }

  /// A recognizer goes on from where a course of events has brought it that was played to it again.
  mutating func take(_ course: RecognizerCourse, for number: Int) {
    attempts[number].follow(course)
    areMoversStale = true
    isDeadlineStale = true
  }

  /// A recognizer has one more touch.
  @inline(__always)
  mutating func noteTouch(of number: Int) {
    areMoversStale = true
  }

  /// A touch turned out not to be a recognizer's. An attempt that is over may have waited for that touch alone.
  mutating func loseTouch(of number: Int) {
    isAttentiveStale = true
  }

  /// A recognizer says what it makes of an event.
  @inline(__always)
  mutating func ask(
    _ number: Int, _ recognizer: inout any Recognizer, _ input: RecognizerInput,
    _ touches: borrowing TrackedTouches
  ) {
    let (isDeadlineNew, isIgnoringNew) = attempts[number].ask(&recognizer, input, touches)
    if isDeadlineNew { isDeadlineStale = true }
    if isIgnoringNew { areMoversStale = true }
  }

  /// Sets when an attempt is asked again, other than by what its recognizer said.
  mutating func setDeadline(of number: Int, _ deadline: Instant?) {
    attempts[number].said.deadline = deadline
    isDeadlineStale = true
  }

  // MARK: The lists

  /// Whether no recognizer has an attempt under way: nothing can come of the touches so far.
  var isIdle: Bool { engaged.isEmpty }

  /// Whether an attempt has ended, was reset or may have lost its touch in the present event, so that something may have to be
  /// let go of.
  @inline(__always)
  var hasEnded: Bool { isAttentiveStale }

  /// Brings `movers` up to date.
  ///
  /// - Parameter offered: the touches of each recognizer.
  /// - Returns: whether one of the movers would act if no other were in its way, so that each event has to judge it.
  @inline(__always)
  mutating func gatherMovers(_ offered: borrowing [OfferedTouches]) -> Bool {
    if areMoversStale { gatherStaleMovers(offered) }
    return hasCandidate
  }

  private mutating func gatherStaleMovers(_ offered: borrowing [OfferedTouches]) {
    areMoversStale = false
    hasCandidate = false
    movers.removeAll(keepingCapacity: true)
    for number in attentive
    where !attempts[number].isTerminal
      && !attempts[number].isIndifferentToMoves(of: offered[number].tracked.count)
    {
      movers.append(number)
      if attempts[number].isCandidate { hasCandidate = true }
    }
  }

  /// Brings `deadline` up to date.
  @inline(__always)
  mutating func noteDeadline() {
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

  /// Forgets what held for the present event alone, at its end.
  mutating func forgetEvent() {
    for number in engaged { attempts[number].outcome = .none }
  }

  /// Lets go of the engaged attempts that were reset, and of the attentive ones that are over.
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

  /// Finds out which attempts are not over. Those that ended in the present event stay to its end, since actions are still told
  /// of them.
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

  /// Where a recognizer belongs in a list that is in the order of delivery.
  private func place(of number: Int, in list: [Int]) -> Int {
    var place = list.count
    while place > 0, attempts[number].rank.precedes(attempts[list[place - 1]].rank) { place -= 1 }
    return place
  }

  // MARK: What is declared

  /// Makes room for the attempts of so many recognizers.
  mutating func reserveCapacity(_ count: Int) {
    attempts.reserveCapacity(count)
  }

  /// Adds the attempt of a recognizer that is new in the set.
  mutating func append(_ instance: RecognizerInstance, _ recognizer: any Recognizer) {
    attempts.append(Attempt(instance, recognizer))
  }

  /// Takes over what a recognizer is declared with by now, while it has no attempt.
  mutating func remake(_ number: Int, _ instance: RecognizerInstance, _ recognizer: any Recognizer) {
    let old = attempts[number]
    attempts[number] = Attempt(instance, recognizer)
    attempts[number].rank = old.rank
    attempts[number].region = old.region
    attempts[number].isOffered = old.isOffered
    attempts[number].isPassiveNext = old.isPassiveNext
    attempts[number].outcome = old.outcome
  }

  /// Puts a recognizer at its place in the order of delivery; `arrange` follows once all have theirs.
  mutating func place(_ number: Int, at rank: DeliveryRank) {
    attempts[number].rank = rank
  }

  /// Puts the lists in the order of delivery, once the ranks have changed, with room for all recognizers.
  mutating func arrange() {
    let ranked = engaged.sorted { attempts[$0].rank.precedes(attempts[$1].rank) }
    engaged.replaceSubrange(engaged.indices, with: ranked)
    engaged.reserveCapacity(attempts.count)
    attentive.reserveCapacity(attempts.count)
    movers.reserveCapacity(attempts.count)
    gatherAttentive()
  }
}

/// One recognizer as the arena knows it, and the state of its present attempt.
///
/// An attempt starts with the first touch that is offered and ends with the reset (FSM-8). Every field is a
/// plain number: the arena reads an attempt several times an event, and counts no references then. `OfferedTouches` and
/// `Relations` keep the values that need storage of their own.
struct Attempt: Sendable {
  /// Where an attempt stands: UIKit's states, with possible told apart by what a recognizer waits for that has met its
  /// criteria.
  enum Standing: Sendable {
    /// Watching; the criteria are not met.
    case possible
    /// The criteria are met, and it would act (ARB-29).
    case waiting(for: Awaited)
    /// A continuous one that would have begun and ended meanwhile (ARB-33).
    case waitingToEnd(for: Awaited)
    case began
    case changed
    case ended
    case cancelled
    case failed

    fileprivate init(_ state: GestureState) {
      switch state {
      case .possible: self = .possible
      case .began: self = .began
      case .changed: self = .changed
      case .ended: self = .ended
      case .cancelled: self = .cancelled
      case .failed: self = .failed
      }
    }
  }

  /// The event that an attempt waits for.
  enum Awaited: Sendable {
    /// Others must fail first.
    case others
    /// Its owner must answer.
    case answer
  }

  /// Whether an attempt is under way.
  enum Engagement: Sendable {
    /// No touch has been offered since the last reset.
    case idle
    /// One has. A passive attempt only reports: that is fixed with the first landing (MULTI-8).
    case engaged(isPassive: Bool)
  }

  /// The effect of the present event on an attempt, beyond its state.
  enum Outcome: Sendable {
    case none
    /// It came to its end. One that was active as the event began bars others through all of the event (ARB-7).
    case ended(wasActive: Bool)
    /// It came to its end and was begun anew, once an event (TAP-9).
    case restarted(wasActive: Bool)

    /// Whether it was active as the event began, and came to its end in it.
    @inline(__always)
    var wasActive: Bool {
      switch self {
      case .none: false
      case .ended(let wasActive), .restarted(let wasActive): wasActive
      }
    }
  }

  /// The action of a recognizer in the present event. It is sent once all states are settled (FSM-17).
  enum Action: Sendable {
    case none
    case one(GestureState)
    /// ARB-33.
    case beganAndEnded
  }

  /// Whether it is recognized once; of one that runs in a client only known once it is.
  var isDiscrete: Bool
  /// Whether it runs in a client.
  let isCustom: Bool
  /// The questions that its owner answers (DMN-10).
  let asks: OwnerQuestions
  let isTap: Bool
  let numberOfTaps: Int
  let numberOfTouches: Int
  let fewestMovingTouches: Int
  /// Whether its gestures on a touchpad count no touches.
  let isTouchlessOnPads: Bool
  /// How it comes between regions and their touches.
  let cancelsTouchesInView: Bool
  let delaysTouchesBegan: Bool
  let delaysTouchesEnded: Bool
  /// Whether a recognized gesture has to go a certain way (ARB-19).
  let shouldBegin: RecognizerProperties.BeginPolicy
  /// A bit for each touch type that it takes in (ARB-27).
  let allowedTouchTypes: UInt8
  let requiresExclusiveTouchType: Bool

  /// Where it stands in the order of delivery.
  fileprivate(set) var rank: DeliveryRank
  /// The region that it is attached to; the root's where it is attached to none.
  var region: Int
  /// Whether landings are offered to it at all: declared, enabled, attached and heard.
  var isOffered = false
  /// Whether its next attempt only reports.
  var isPassiveNext: Bool
  /// Whether its options have changed since it was made (FSM-22).
  var isOutdated = false

  fileprivate(set) var standing = Standing.possible
  fileprivate(set) var engagement = Engagement.idle
  fileprivate(set) var outcome = Outcome.none
  /// The recognizer's last answer. The arena may take a decision or a deadline back.
  fileprivate(set) var said = RecognizerStep()
  var action = Action.none
  var gestureID: UInt64 = 0
  var sequence: UInt64 = 0
  /// The type of the first touch of the attempt (ARB-28).
  var touchType: TouchType?
  /// LOC-1 and LOC-3, kept for the time when no touch is left.
  var centre = Point.zero
  var touchCount = 0

  fileprivate init(_ instance: RecognizerInstance, _ recognizer: any Recognizer) {
    isDiscrete = instance.type.isDiscrete
    isCustom = instance.kind == CustomRecognizer.kind
    asks = instance.asks
    isTap = instance.kind == TapRecognizer.kind
    numberOfTaps = recognizer.numberOfTaps
    numberOfTouches = instance.numberOfTouches
    fewestMovingTouches = recognizer.fewestMovingTouches
    isTouchlessOnPads = recognizer.isTouchlessOnPads
    cancelsTouchesInView = instance.properties.cancelsTouchesInView
    delaysTouchesBegan = instance.properties.delaysTouchesBegan || instance.type.alwaysDelaysTouchesBegan
    delaysTouchesEnded = instance.properties.delaysTouchesEnded
    shouldBegin = instance.properties.shouldBegin
    // One that takes presses takes no touches.
    allowedTouchTypes =
      instance.properties.allowedPressTypes == nil
      ? TouchType.mask(instance.properties.allowedTouchTypes) : 0
    requiresExclusiveTouchType = instance.properties.requiresExclusiveTouchType
    rank = DeliveryRank(priority: instance.rankedPriority, depth: 0, addition: instance.addition)
    region = RegionTree.root
    isPassiveNext = instance.isPassive
  }

  /// Takes the recognizer's answer to an event.
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

  /// When it wants to be asked again.
  var deadline: Instant? {
    @inline(__always) get { said.deadline }
  }

  /// Whether the recognizer receives no moves.
  var ignoresMoves: Bool {
    @inline(__always) get { said.ignoresMoves }
  }

  // MARK: Where it stands

  /// Its state in UIKit's words.
  var state: GestureState {
    @inline(__always) get {
      switch standing {
      case .possible, .waiting, .waitingToEnd: .possible
      case .began: .began
      case .changed: .changed
      case .ended: .ended
      case .cancelled: .cancelled
      case .failed: .failed
      }
    }
  }

  /// Whether nothing is decided yet; it may wait.
  var isPossible: Bool {
    @inline(__always) get {
      switch standing {
      case .possible, .waiting, .waitingToEnd: true
      case .began, .changed, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether a continuous gesture is under way.
  var isActive: Bool {
    @inline(__always) get {
      switch standing {
      case .began, .changed: true
      case .possible, .waiting, .waitingToEnd, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether it is over; only a reset leads out of that.
  var isTerminal: Bool {
    @inline(__always) get {
      switch standing {
      case .ended, .cancelled, .failed: true
      case .possible, .waiting, .waitingToEnd, .began, .changed: false
      }
    }
  }

  /// The event that it waits for; nil where it does not wait.
  var awaited: Awaited? {
    @inline(__always) get {
      switch standing {
      case .waiting(let awaited), .waitingToEnd(let awaited): awaited
      case .possible, .began, .changed, .ended, .cancelled, .failed: nil
      }
    }
  }

  /// Whether it has met its criteria, and waits.
  var isWaiting: Bool {
    @inline(__always) get {
      switch standing {
      case .waiting, .waitingToEnd: true
      case .possible, .began, .changed, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether it has ended before it was allowed to begin (ARB-33).
  var hasEndedWhileWaiting: Bool {
    if case .waitingToEnd = standing { true } else { false }
  }

  /// Where it stands, as one that waits for something else stands if it waits.
  func standing(waitingFor awaited: Awaited) -> Standing {
    switch standing {
    case .waiting: .waiting(for: awaited)
    case .waitingToEnd: .waitingToEnd(for: awaited)
    case .possible, .began, .changed, .ended, .cancelled, .failed: standing
    }
  }

  /// Whether it has been offered a touch since its last reset.
  var isEngaged: Bool {
    @inline(__always) get {
      switch engagement {
      case .idle: false
      case .engaged: true
      }
    }
  }

  /// Whether it only reports (MULTI-8).
  var isPassive: Bool {
    @inline(__always) get {
      switch engagement {
      case .idle: false
      case .engaged(let isPassive): isPassive
      }
    }
  }

  /// Whether it came to its end in the present event. One that was begun anew since did, too.
  var hasEnded: Bool {
    @inline(__always) get {
      switch outcome {
      case .none: false
      case .ended, .restarted: true
      }
    }
  }

  /// Whether it was begun anew in the present event.
  var hasRestarted: Bool {
    @inline(__always) get {
      switch outcome {
      case .none, .ended: false
      case .restarted: true
      }
    }
  }

  // MARK: What follows

  /// Whether it would act if no other recognizer were in its way.
  @inline(__always)
  var isCandidate: Bool {
    switch standing {
    case .possible:
      if case .recognize = decision { true } else { false }
    case .waiting, .waitingToEnd: true
    case .began, .changed, .ended, .cancelled, .failed: false
    }
  }

  /// Whether the recognizer's decision about this event is nothing new, or that an active gesture continues.
  @inline(__always)
  var isUneventful: Bool {
    switch decision {
    case .none: true
    case .change: isActive
    case .recognize, .end, .ignore, .fail: false
    }
  }

  /// Whether the recognizer keeps others from beginning. One that was active when the event began does so until the
  /// event's end (ARB-7).
  @inline(__always)
  var excludesOthers: Bool { isActive || outcome.wasActive }

  /// Whether it has said nothing, and waits for nothing.
  @inline(__always)
  var hasNothingToSettle: Bool {
    guard !isWaiting else { return false }
    if case .none = decision { return true }
    return false
  }

  /// Whether a landing may be offered to it: not when it is over (FSM-8), nor when it has all it needs and only
  /// waits for others (ARB-46).
  @inline(__always)
  var takesLandings: Bool {
    guard isOffered || isEngaged else { return false }
    switch standing {
    case .possible, .began, .changed: return true
    case .waiting: return !isDiscrete
    case .waitingToEnd, .ended, .cancelled, .failed: return false
    }
  }

  /// Whether it may have touches of a type: one that it allows, and while it is exclusive that of its first.
  @inline(__always)
  func takes(_ type: TouchType) -> Bool {
    guard allowedTouchTypes & type.bit != 0 else { return false }
    guard requiresExclusiveTouchType, let touchType else { return true }
    return touchType == type
  }

  /// Whether it still takes events in.
  @inline(__always)
  var isAttentive: Bool {
    switch standing {
    case .possible, .waiting, .began, .changed: true
    case .waitingToEnd, .ended, .cancelled, .failed: false
    }
  }

  /// Whether moves of so many touches are nothing to it: it waits for more fingers, or has seen enough of them.
  @inline(__always)
  func isIndifferentToMoves(of count: Int) -> Bool {
    guard case .possible = standing else { return false }
    return ignoresMoves || count < fewestMovingTouches
  }

  /// Whether it acts in the present event, or may once others have failed: then where its fingers are matters.
  @inline(__always)
  var mayAct: Bool {
    if case .none = decision { return isActive || isWaiting }
    return true
  }

  /// Stands as a course of events has left it that was played to its recognizer again.
  fileprivate mutating func follow(_ course: RecognizerCourse) {
    standing = course.standing
    touchType = course.touchType
    said.decision = .none
    said.deadline = course.deadline
    said.ignoresMoves = course.recognizer.ignoresMoves
  }

  /// Back to possible, with nothing remembered (FSM-9).
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
