/// The arena's record of one recognizer: its fixed properties and the state of its present attempt.
///
/// An attempt starts with the first touch that is offered and ends with the reset (FSM-8). Every property is a plain
/// number. The arena reads the record several times an event, and such reads count no references and copy nothing. Data
/// that needs storage lies beside it (`OfferedTouches`, `Relations`).
struct Attempt: Sendable {
  /// The reason why a recognizer that has met its criteria waits.
  enum Waiting: Sendable {
    /// The recognizer has not met its criteria, or it has acted.
    case no
    /// The recognizer would act, but others must fail first (ARB-29).
    case toAct
    /// A continuous recognizer would have begun and ended in the meantime (ARB-33).
    case toActAndEnd
  }

  /// The recognizer's action in the present event. It is told once all states are settled (FSM-17).
  enum Action: Sendable {
    case none
    case one(GestureState)
    /// The gesture begins and ends in one event (ARB-33).
    case beganAndEnded
  }

  /// Whether the gesture is recognized once. For a recognizer in a client this is known only at the recognition.
  var isDiscrete: Bool
  /// Whether the recognizer runs in a client.
  let isCustom: Bool
  /// The questions to the recognizer's owner (DMN-10).
  let asks: OwnerQuestions
  let isTap: Bool
  let numberOfTaps: Int
  let numberOfTouches: Int
  let fewestMovingTouches: Int
  /// The effects on delivery between regions and their touches.
  let cancelsTouchesInView: Bool
  let delaysTouchesBegan: Bool
  let delaysTouchesEnded: Bool
  /// The direction that a recognized gesture must have (ARB-19).
  let shouldBegin: RecognizerProperties.BeginPolicy
  /// A bit for each allowed touch type (ARB-27).
  let allowedTouchTypes: UInt8
  let requiresExclusiveTouchType: Bool

  /// The place in the order of delivery.
  var rank: DeliveryRank
  /// The region that the recognizer is attached to, or the root if it is attached to none.
  var region: Int
  /// Whether landings are offered to the recognizer at all: it is declared, enabled, attached and heard.
  var isOffered = false
  /// Whether the recognizer only reports, in the present attempt and in the next one. The first landing fixes it for an
  /// attempt (MULTI-8).
  var isPassive: Bool
  var isPassiveNext: Bool
  /// Whether the options have changed since the recognizer was made (FSM-22).
  var isOutdated = false

  var state = GestureState.possible
  var waiting = Waiting.no
  /// Whether the recognizer waits for an answer.
  var waitsForAnswer = false
  var action = Action.none
  /// The recognizer's latest answer. The arena may take back its decision or deadline.
  var said = RecognizerStep()
  /// Whether a touch has been offered since the last reset.
  var isEngaged = false
  var gestureID: UInt64 = 0
  var sequence: UInt64 = 0
  /// The type of the first touch of the attempt (ARB-28), and the region that the latest touch hit.
  var touchType: TouchType?
  var touchedRegion = RegionTree.root
  /// The center and number of touches (LOC-1, LOC-3), kept for the time after the last lift.
  var centre = Point.zero
  var touchCount = 0
  /// The event in which the delegate was asked whether the recognizer may look at it, and the answer (ARB-24).
  var askedEvent: UInt64 = 0
  var mayReceiveEvent = true
  /// Whether the attempt ended in the present event, and whether it was reset in it (once an event, TAP-9).
  var endedNow = false
  var restartedNow = false
  /// Whether the gesture was active at the beginning of the present event and ended in it.
  var wasActive = false

  init(_ instance: RecognizerInstance, _ recognizer: any Recognizer) {
    isDiscrete = instance.type.isDiscrete
    isCustom = instance.kind == CustomRecognizer.kind
    asks = instance.asks
    isTap = instance.kind == TapRecognizer.kind
    numberOfTaps = recognizer.numberOfTaps
    numberOfTouches = instance.numberOfTouches
    fewestMovingTouches = recognizer.fewestMovingTouches
    cancelsTouchesInView = instance.properties.cancelsTouchesInView
    delaysTouchesBegan = instance.properties.delaysTouchesBegan || instance.type.alwaysDelaysTouchesBegan
    delaysTouchesEnded = instance.properties.delaysTouchesEnded
    shouldBegin = instance.properties.shouldBegin
    // A recognizer on presses takes no touches.
    allowedTouchTypes =
      instance.properties.allowedPressTypes == nil
      ? TouchType.mask(instance.properties.allowedTouchTypes) : 0
    requiresExclusiveTouchType = instance.properties.requiresExclusiveTouchType
    rank = DeliveryRank(priority: instance.rankedPriority, depth: 0, addition: instance.addition)
    region = RegionTree.root
    isPassive = instance.isPassive
    isPassiveNext = instance.isPassive
  }

  var decision: Decision {
    @inline(__always) get { said.decision }
    @inline(__always) set { said.decision = newValue }
  }

  /// The time at which the recognizer wants to be asked again.
  var deadline: Instant? {
    @inline(__always) get { said.deadline }
    @inline(__always) set { said.deadline = newValue }
  }

  /// Whether the recognizer receives no moves.
  var ignoresMoves: Bool {
    @inline(__always) get { said.ignoresMoves }
    @inline(__always) set { said.ignoresMoves = newValue }
  }

  /// Whether the recognizer would act if no other recognizer prevented it.
  @inline(__always)
  var isCandidate: Bool {
    guard state == .possible else { return false }
    if case .recognize = decision { return true }
    return waiting != .no
  }

  /// Whether the recognizer's answer to the present event is that nothing is new, or that the gesture continues.
  @inline(__always)
  var goesOn: Bool {
    switch decision {
    case .none: true
    case .change: state.isActive
    case .recognize, .end, .ignore, .fail: false
    }
  }

  /// Whether the recognizer bars others. A recognizer that was active at the beginning of an event bars throughout the
  /// event (ARB-7).
  @inline(__always)
  var bars: Bool { state.isActive || wasActive }

  /// Whether the recognizer has no decision and waits for nothing.
  @inline(__always)
  var hasNothingToSettle: Bool {
    guard waiting == .no else { return false }
    if case .none = decision { return true }
    return false
  }

  /// Whether a landing may be offered. An attempt that is over takes none (FSM-8). A discrete recognizer that has all its
  /// touches and only waits for others takes none either (ARB-46).
  @inline(__always)
  var takesLandings: Bool {
    guard isOffered || isEngaged, !state.isTerminal else { return false }
    switch waiting {
    case .no: return true
    case .toAct: return !isDiscrete
    case .toActAndEnd: return false
    }
  }

  /// Whether the recognizer may have touches of a type: the type is allowed and, while touch types are exclusive,
  /// equals the first touch's.
  @inline(__always)
  func takes(_ type: TouchType) -> Bool {
    guard allowedTouchTypes & type.bit != 0 else { return false }
    guard requiresExclusiveTouchType, let touchType else { return true }
    return touchType == type
  }

  /// Whether the recognizer still takes events in.
  @inline(__always)
  var isAttentive: Bool { !state.isTerminal && waiting != .toActAndEnd }

  /// Whether the recognizer acts in the present event, or may act once others have failed. Then the positions of its
  /// fingers matter.
  @inline(__always)
  var mayAct: Bool {
    if case .none = decision { return state.isActive || waiting != .no }
    return true
  }

  /// Forgets everything that holds only for the present event.
  @inline(__always)
  mutating func forgetEvent() {
    endedNow = false
    restartedNow = false
    wasActive = false
  }

  /// Returns to possible, with nothing remembered (FSM-9).
  mutating func reset() {
    state = .possible
    waiting = .no
    waitsForAnswer = false
    decision = .none
    deadline = nil
    ignoresMoves = false
    if isCustom { isDiscrete = false }
    isEngaged = false
    touchType = nil
  }
}
