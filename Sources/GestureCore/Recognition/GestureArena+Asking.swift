/// How recognizers are asked what they make of an event.
extension GestureArena {
  /// Asks a recognizer what it makes of an event, if it concerns it.
  mutating func ask(
    _ number: Int, _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree,
    _ input: RecognizerInput,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard attempts[number].isAttentive else { return }
    if !undecided.isEmpty, undecided.hasFailure(number) { return }
    if case .touches = input {
      switch change(of: number, tracker) {
      case .none: return
      case .moves: if isWaitingForMoreTouches(number) { return }
      case .landingOrLift: break
      case .loss:
        // FSM-15, FSM-16: one is enough, and the recognizer has no say in it.
        if attempts[number].isCustom {
          offerTouches(of: number, tracker, regions, at: input.time, identifiers: &identifiers, into: &buffer)
        } else {
          measure(number, tracker)
        }
        attempts[number].decision = .fail(loss ?? Reason("touchCancelled"))
        return
      }
    }
    if attempts[number].isCustom {
      switch input {
      case .touches(let time):
        offerTouches(of: number, tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
      case .deadline(let time):
        passDeadline(of: number, tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
      }
      return
    }
    take(input, by: number, tracker)
  }

  /// Asks a recognizer, which is not over and runs here, what it makes of moves.
  @inline(__always)
  mutating func askOfMoves(_ number: Int, _ tracker: borrowing TouchTracker, at time: Instant) {
    guard attempts[number].isAttentive, move(of: number, tracker) == .moves, !isWaitingForMoreTouches(number)
    else { return }
    take(.touches(at: time), by: number, tracker)
  }

  private mutating func take(_ input: RecognizerInput, by number: Int, _ tracker: borrowing TouchTracker) {
    let touches = TrackedTouches(
      touches: tracker.touches, positions: offered[number].tracked, screen: screen)
    let deadline = attempts[number].deadline
    let ignoredMoves = attempts[number].ignoresMoves
    recognizers[number].step(input, touches, into: &attempts[number].said)
    if attempts[number].deadline != deadline { isDeadlineStale = true }
    if attempts[number].ignoresMoves != ignoredMoves { areMoversStale = true }
    if case .ignore(let touch) = attempts[number].decision { ignore(touch, for: number, tracker) }
    if attempts[number].mayAct { measure(number, tracker) }
  }

  /// Whether moves are nothing to it, since it waits for more fingers, or has seen enough of them.
  @inline(__always)
  func isWaitingForMoreTouches(_ number: Int) -> Bool {
    attempts[number].state == .possible && attempts[number].waiting == .no
      && (attempts[number].ignoresMoves
        || offered[number].tracked.count < attempts[number].fewestMovingTouches)
  }

  /// ARB-26: from now on the touch has nothing to do with the recognizer. One that has no touch left goes as if the
  /// touch had been taken from it.
  private mutating func ignore(_ touch: UInt64, for number: Int, _ tracker: borrowing TouchTracker) {
    for slot in offered[number].tracked where tracker.touches[slot].id == touch {
      offered[number].ignore(tracker.touches[slot])
      let isLeftAlone = offered[number].downCount(tracker) == 0
      attempts[number].decision = isLeftAlone ? .fail(Reason("noTouchesLeft")) : .none
      return
    }
  }

  /// What an event did to the touches of one recognizer, the gravest first.
  private enum Change {
    case loss
    case landingOrLift
    case moves
    case none
  }

  /// The same for an event that has nothing but moves.
  private func move(of number: Int, _ tracker: borrowing TouchTracker) -> Change {
    // By positions: going through the list itself counts a reference to it.
    for position in offered[number].tracked.indices {
      let slot = offered[number].tracked[position]
      if tracker.touches[slot].phase == .moved,
        tracker.touches[slot].location != tracker.touches[slot].previousLocation
      {
        return .moves
      }
    }
    return .none
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
  mutating func measure(_ number: Int, _ tracker: borrowing TouchTracker) {
    guard !offered[number].tracked.isEmpty else { return }
    (attempts[number].centre, attempts[number].touchCount) = tracker.touches.gathered(
      at: offered[number].tracked)
  }
}
