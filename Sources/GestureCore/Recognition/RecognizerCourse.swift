/// The course of a recognizer's attempt by itself, apart from all others. Events are played to it again once its owner
/// has decided late that a touch is its own.
struct RecognizerCourse: Sendable {
  private(set) var recognizer: any Recognizer
  /// The standing of the attempt. If the attempt waits, it waits for the answer.
  private(set) var standing: Attempt.Standing
  /// The type of the first touch of the attempt (ARB-28).
  private(set) var touchType: TouchType?
  /// The reason why the recognizer has given up.
  private(set) var failure: Reason?
  /// The reason why the first attempt ended, if it did.
  private(set) var ending: Reason?
  /// Whether the landing that ended the first attempt began another one (TAP-9).
  private(set) var hasRestarted = false
  /// The ids of the recognizer's own touches, rising. Touches that it could not have had leave the list.
  private(set) var touches: [UInt64] = []
  /// The center and number of the touches in the last event that was processed. All touches may be up when the answer
  /// comes (LOC-7).
  private(set) var centre: Point
  private(set) var touchCount: Int
  /// The id of the first touch of the present attempt, if another attempt came before.
  private var firstTouch: UInt64 = 0
  private let isDiscrete: Bool
  private let requiresExclusiveTouchType: Bool
  /// The last event. At a deadline its touches are at rest.
  private var latest: UndecidedTouches.Moment?

  /// The course of a recognizer from the present state of its attempt.
  init(_ recognizer: any Recognizer, _ attempt: Attempt) {
    self.recognizer = recognizer
    standing = attempt.standing(waitingFor: .answer)
    touchType = attempt.touchType
    centre = attempt.centre
    touchCount = attempt.touchCount
    isDiscrete = attempt.isDiscrete
    requiresExclusiveTouchType = attempt.requiresExclusiveTouchType
  }

  /// Sets the ids of the recognizer's own touches, rising.
  mutating func own(_ ids: [UInt64]) {
    touches = ids.filter { $0 >= firstTouch }
  }

  /// Whether the recognizer still receives events.
  private var isAttentive: Bool {
    guard failure == nil else { return false }
    if case .waitingToEnd = standing { return false }
    return true
  }

  /// Whether the recognizer has met its criteria.
  private var isWaiting: Bool {
    if case .possible = standing { return false }
    return true
  }

  /// The time at which the recognizer wants to be asked again.
  var deadline: Instant? { isAttentive ? recognizer.deadline : nil }

  /// Replays an event. Deadlines before it come first.
  mutating func replay(_ moment: UndecidedTouches.Moment, on screen: Size) {
    passDeadlines(before: moment.time, on: screen)
    latest = moment
    play(moment, on: screen)
    if restart(with: moment) { play(moment, on: screen) }
  }

  private mutating func play(_ moment: UndecidedTouches.Moment, on screen: Size) {
    admitLandings(of: moment)
    guard isAttentive else { return }
    var positions: [Int] = []
    var hasMoves = false
    var hasMore = false
    for slot in moment.order where touches.contains(moment.touches[slot].id) {
      positions.append(slot)
      switch moment.touches[slot].phase {
      case .began, .ended: hasMore = true
      case .moved:
        hasMoves = hasMoves || moment.touches[slot].location != moment.touches[slot].previousLocation
      case .cancelled:
        fail(Reason("touchCancelled"))
        return
      case .stationary: break
      }
    }
    let isIndifferent =
      !isWaiting && (recognizer.ignoresMoves || positions.count < recognizer.fewestMovingTouches)
    guard hasMore || hasMoves && !isIndifferent else { return }
    (centre, touchCount) = moment.touches.gathered(at: positions)
    apply(
      recognizer.decide(
        .touches(at: moment.time),
        TrackedTouches(touches: moment.touches.span, positions: positions.span, screen: screen)))
  }

  /// Passes the deadlines before a time.
  mutating func passDeadlines(before time: Instant, on screen: Size) {
    while isAttentive, let moment = latest, let due = recognizer.deadline, due < time {
      let (touches, positions) = resting(moment)
      apply(
        recognizer.decide(
          .deadline(at: due),
          TrackedTouches(touches: touches.span, positions: positions.span, screen: screen)))
      if failure == nil, let next = recognizer.deadline, next <= due { fail(Reason("deadlineNotMoved")) }
    }
  }

  /// Starts another attempt with a landing that ended the present one, if all earlier touches are up (TAP-9).
  private mutating func restart(with moment: UndecidedTouches.Moment) -> Bool {
    guard failure != nil else { return false }
    var first: UInt64?
    for slot in moment.order where touches.contains(moment.touches[slot].id) {
      switch moment.touches[slot].phase {
      case .began: first = first ?? moment.touches[slot].id
      case .moved, .stationary: return false
      case .ended, .cancelled: break
      }
    }
    guard let first, touches.contains(where: { $0 < first }) else { return false }
    recognizer.reset()
    standing = .possible
    touchType = nil
    failure = nil
    hasRestarted = true
    firstTouch = first
    own(touches)
    return true
  }

  private mutating func fail(_ reason: Reason) {
    failure = reason
    if ending == nil { ending = reason }
  }

  /// Removes landings that the recognizer would not have taken then: it was over (FSM-8), only waited (ARB-46), or
  /// refused them.
  private mutating func admitLandings(of moment: UndecidedTouches.Moment) {
    var tracked = 0
    for slot in moment.order where touches.contains(moment.touches[slot].id) {
      if moment.touches[slot].phase == .began, !admits(moment.touches[slot], tracked: tracked) {
        let id = moment.touches[slot].id
        touches.removeAll { $0 == id }
      } else if moment.touches[slot].isDown {
        tracked += 1
      }
    }
  }

  private mutating func admits(_ touch: Touch, tracked: Int) -> Bool {
    let type = touch.attributes.type
    guard isAttentive, !isWaiting || !isDiscrete,
      !requiresExclusiveTouchType || touchType == nil || touchType == type,
      recognizer.admits(touch, tracked: tracked)
    else { return false }
    if touchType == nil { touchType = type }
    return true
  }

  /// The touches of a moment as they rest after it, and the slots of those that the recognizer tracks.
  private func resting(_ moment: UndecidedTouches.Moment) -> (touches: [Touch], positions: [Int]) {
    var resting = moment.touches
    var positions: [Int] = []
    for slot in moment.order where resting[slot].isDown && touches.contains(resting[slot].id) {
      resting[slot].phase = .stationary
      resting[slot].previousLocation = resting[slot].location
      positions.append(slot)
    }
    return (resting, positions)
  }

  private mutating func apply(_ decision: Decision) {
    switch decision {
    case .none, .change: break
    case .recognize: if !isWaiting { standing = .waiting(for: .answer) }
    case .end:
      if case .waiting = standing, !isDiscrete { standing = .waitingToEnd(for: .answer) }
    case .fail(let reason): fail(reason)
    case .ignore(let touch):
      touches.removeAll { $0 == touch }
      if touches.isEmpty { fail(Reason("noTouchesLeft")) }
    }
  }
}
