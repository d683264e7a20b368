/// One recognizer in the arena with all that the arena knows of its present attempt.
///
/// An attempt starts with the first touch that is offered and ends with the reset (FSM-8).
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

  /// The most touches of one attempt that are remembered, more than ten taps of ten fingers: a recognizer that
  /// takes in fingers for ever forgets the oldest that lifted.
  static let maximumTouches = 128

  var recognizer: any Recognizer
  let isDiscrete: Bool
  let isPassive: Bool
  let isTap: Bool
  let numberOfTouches: Int
  let region: Int
  let requireToFail: [Int]
  let simultaneousWith: [Int]

  var state = GestureState.possible
  var waiting = Waiting.no
  var decision = Decision.none
  var action = Action.none
  /// The ids of the touches offered since the last reset, ignored ones left out.
  var touchIDs: [UInt64] = []
  /// The slots of those still down, or lifted in the present event, in began order.
  var tracked: [Int] = []
  var gestureID: UInt64 = 0
  var sequence: UInt64 = 0
  /// LOC-1 and LOC-3, kept for the time when no touch is left.
  var centre = Point.zero
  var touchCount = 0
  /// Whether it came to its end in the present event, and whether it was reset in it (TAP-9: once an event).
  var endedNow = false
  var restartedNow = false

  init(_ instance: RecognizerInstance, region: Int) {
    recognizer = instance.type.init(instance.options, numberOfTouches: instance.numberOfTouches)
    isDiscrete = instance.type.isDiscrete
    isPassive = instance.isPassive
    isTap = instance.kind == TapRecognizer.kind
    numberOfTouches = instance.numberOfTouches
    requireToFail = instance.requireToFail
    simultaneousWith = instance.simultaneousWith
    self.region = region
    touchIDs.reserveCapacity(Self.maximumTouches)
    tracked.reserveCapacity(16)
  }

  /// Whether it has been offered a touch since its last reset.
  var isEngaged: Bool { !touchIDs.isEmpty }

  /// Whether it would act if nobody were in its way.
  var isCandidate: Bool {
    guard state == .possible else { return false }
    if case .recognize = decision { return true }
    return waiting != .no
  }

  /// Whether a landing may be offered to it: not when it is over (FSM-8), nor when it has all it needs and only
  /// waits for others (ARB-46).
  var takesLandings: Bool {
    guard !state.isTerminal else { return false }
    switch waiting {
    case .no: return true
    case .toAct: return !isDiscrete
    case .toActAndEnd: return false
    }
  }

  /// The deadline that counts: none once the attempt is over or only waits (TIM-7).
  var deadline: Instant? {
    guard isEngaged, !state.isTerminal, waiting != .toActAndEnd else { return nil }
    return recognizer.deadline
  }

  /// Takes in a touch that was offered and admitted.
  mutating func track(_ touch: borrowing Touch) {
    if touchIDs.count == Self.maximumTouches { touchIDs.removeFirst() }
    touchIDs.append(touch.id)
    tracked.append(touch.slot)
  }

  /// Whether both have been offered a same touch in their present attempts.
  func sharesTouch(with other: borrowing Attempt) -> Bool {
    for id in touchIDs where other.touchIDs.contains(id) { return true }
    return false
  }

  /// What was true of the present event alone.
  mutating func forgetEvent() {
    endedNow = false
    restartedNow = false
  }

  /// Back to possible, with nothing remembered (FSM-9).
  mutating func reset() {
    recognizer.reset()
    state = .possible
    waiting = .no
    decision = .none
    touchIDs.removeAll(keepingCapacity: true)
    tracked.removeAll(keepingCapacity: true)
  }
}
