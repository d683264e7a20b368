/// What the arena knows of one recognizer: what it is, and how its present attempt stands.
///
/// An attempt starts with the first touch that is offered and ends with the reset (FSM-8). Everything in it is a
/// plain number, so that the arena, which looks at it several times an event, counts no references and copies
/// nothing; what needs storage of its own is kept beside it (`OfferedTouches`, `Relations`).
struct Attempt: Sendable {
  /// What a recognizer that has met its criteria waits for.
  enum Waiting: Sendable {
    /// It has not met them, or it has acted.
    case no
    /// It would act, but others must fail first (ARB-29).
    case toAct
    /// A continuous one that would have begun and ended meanwhile (ARB-33).
    case toActAndEnd
  }

  /// What a recognizer does in the present event, told once all states are settled (FSM-17).
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
  /// What its owner is asked (DMN-10).
  let asks: OwnerQuestions
  let isTap: Bool
  let numberOfTaps: Int
  let numberOfTouches: Int
  let fewestMovingTouches: Int
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
  var rank: DeliveryRank
  /// The region that it is attached to; the root's where it is attached to none.
  var region: Int
  /// Whether landings are offered to it at all: declared, enabled, attached and heard.
  var isOffered = false
  /// Whether it only reports: of the attempt under way, and of the next one, since it is fixed with the first
  /// landing (MULTI-8).
  var isPassive: Bool
  var isPassiveNext: Bool
  /// Whether its options have changed since it was made (FSM-22).
  var isOutdated = false

  var state = GestureState.possible
  var waiting = Waiting.no
  /// Whether what it waits for is an answer.
  var waitsForAnswer = false
  var action = Action.none
  /// What it said when it was asked last. The arena may take a decision or a deadline back.
  var said = RecognizerStep()
  /// Whether it has been offered a touch since its last reset.
  var isEngaged = false
  var gestureID: UInt64 = 0
  var sequence: UInt64 = 0
  /// The type of the first touch of the attempt (ARB-28), and the region that the latest one hit.
  var touchType: TouchType?
  var touchedRegion = RegionTree.root
  /// LOC-1 and LOC-3, kept for the time when no touch is left.
  var centre = Point.zero
  var touchCount = 0
  /// The event in which the delegate was asked whether it may look at it, and what it said (ARB-24).
  var askedEvent: UInt64 = 0
  var mayReceiveEvent = true
  /// Whether it came to its end in the present event, and whether it was reset in it (TAP-9: once an event).
  var endedNow = false
  var restartedNow = false
  /// Whether it was active as the present event began, and came to its end in it.
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
    // One that takes presses takes no touches.
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

  /// When it wants to be asked again.
  var deadline: Instant? {
    @inline(__always) get { said.deadline }
    @inline(__always) set { said.deadline = newValue }
  }

  /// Whether it is told of no moves.
  var ignoresMoves: Bool {
    @inline(__always) get { said.ignoresMoves }
    @inline(__always) set { said.ignoresMoves = newValue }
  }

  /// Whether it would act if nobody were in its way.
  @inline(__always)
  var isCandidate: Bool {
    guard state == .possible else { return false }
    if case .recognize = decision { return true }
    return waiting != .no
  }

  /// Whether what it has said of the present event is that there is nothing new, or that it goes on.
  @inline(__always)
  var goesOn: Bool {
    switch decision {
    case .none: true
    case .change: state.isActive
    case .recognize, .end, .ignore, .fail: false
    }
  }

  /// Whether it bars others: one that was active as an event began does so through all of that event (ARB-7).
  @inline(__always)
  var bars: Bool { state.isActive || wasActive }

  /// Whether it has said nothing, and waits for nothing.
  @inline(__always)
  var hasNothingToSettle: Bool {
    guard waiting == .no else { return false }
    if case .none = decision { return true }
    return false
  }

  /// Whether a landing may be offered to it: not when it is over (FSM-8), nor when it has all it needs and only
  /// waits for others (ARB-46).
  @inline(__always)
  var takesLandings: Bool {
    guard isOffered || isEngaged, !state.isTerminal else { return false }
    switch waiting {
    case .no: return true
    case .toAct: return !isDiscrete
    case .toActAndEnd: return false
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
  var isAttentive: Bool { !state.isTerminal && waiting != .toActAndEnd }

  /// Whether it acts in the present event, or may once others have failed: then where its fingers are matters.
  @inline(__always)
  var mayAct: Bool {
    if case .none = decision { return state.isActive || waiting != .no }
    return true
  }

  /// What was true of the present event alone.
  @inline(__always)
  mutating func forgetEvent() {
    endedNow = false
    restartedNow = false
    wasActive = false
  }

  /// Back to possible, with nothing remembered (FSM-9).
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
