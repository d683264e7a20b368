/// How a recognizer's attempt goes by itself, apart from all others: events are played to it again once its owner has said
/// late that a touch is its own.
struct RecognizerCourse: Sendable {
  private(set) var recognizer: any Recognizer
  /// Where the attempt stands. One that waits here waits for the answer.
  private(set) var standing: Attempt.Standing
  /// The type of the first touch of the attempt (ARB-28).
  private(set) var touchType: TouchType?
  /// Why it has given up.
  private(set) var failure: Reason?
  /// Why the attempt ended that was under way at first, where it did.
  private(set) var ending: Reason?
  /// Whether another attempt began with the landing that brought that one to its end (TAP-9).
  private(set) var hasRestarted = false
  /// The ids of the touches that are its own, rising. Those that it could not have had leave the list.
  private(set) var touches: [UInt64] = []
  /// Centre and number of its touches in the last event that it took in: they may all be up when the answer comes (LOC-7).
  private(set) var centre: Point
  private(set) var touchCount: Int
  /// The id of the first touch of the attempt under way, where another attempt came before.
  private var firstTouch: UInt64 = 0
  private let isDiscrete: Bool
  private let requiresExclusiveTouchType: Bool
  /// The last event, whose touches a deadline finds at rest.
  private var latest: UndecidedTouches.Moment?

  /// A recognizer as its attempt stands.
  init(_ recognizer: any Recognizer, _ attempt: Attempt) {
    self.recognizer = recognizer
    standing = attempt.standing(waitingFor: .answer)
    touchType = attempt.touchType
    centre = attempt.centre
    touchCount = attempt.touchCount
    isDiscrete = attempt.isDiscrete
    requiresExclusiveTouchType = attempt.requiresExclusiveTouchType
  }

  /// Sets the ids of the touches that are its own, rising.
  mutating func own(_ ids: [UInt64]) {
    touches = ids.filter { $0 >= firstTouch }
  }

  /// Whether it still takes events in.
  private var isAttentive: Bool {
    guard failure == nil else { return false }
    if case .waitingToEnd = standing { return false }
    return true
  }

  /// Whether it has met its criteria.
  private var isWaiting: Bool {
    if case .possible = standing { return false }
    return true
  }

  /// When it wants to be asked again.
  var deadline: Instant? { isAttentive ? recognizer.deadline : nil }

  /// Takes in an event; deadlines before it come first.
  mutating func take(_ moment: UndecidedTouches.Moment, on screen: Size) {
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
      recognizer.handle(
        .touches(at: moment.time),
        TrackedTouches(touches: moment.touches, positions: positions, screen: screen)))
  }

  /// Lets the deadlines pass that lie before a time.
  mutating func passDeadlines(before time: Instant, on screen: Size) {
    while isAttentive, let moment = latest, let due = recognizer.deadline, due < time {
      apply(recognizer.handle(.deadline(at: due), resting(moment, on: screen)))
      if failure == nil, let next = recognizer.deadline, next <= due { fail(Reason("deadlineNotMoved")) }
    }
  }

  /// TAP-9: a landing that brought the attempt to its end, with all earlier touches up, is the start of another one.
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

  /// Leaves out landings that it would not have taken then: it was over (FSM-8), only waited (ARB-46), or refused them.
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

  private func resting(_ moment: UndecidedTouches.Moment, on screen: Size) -> TrackedTouches {
    var resting = moment.touches
    var positions: [Int] = []
    for slot in moment.order where resting[slot].isDown && touches.contains(resting[slot].id) {
      resting[slot].phase = .stationary
      resting[slot].previousLocation = resting[slot].location
      positions.append(slot)
    }
    return TrackedTouches(touches: resting, positions: positions, screen: screen)
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
