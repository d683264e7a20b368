/// Asks recognizers for their decisions about an event.
extension GestureArena {
  /// Asks a recognizer for its decision about an event, if the event concerns it.
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
        // One lost touch is enough, and the recognizer has no say in it (FSM-15, FSM-16).
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

  /// Asks a recognizer for its decision about moves. The attempt is not over, and the recognizer runs in the daemon.
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

  /// Whether moves do not matter to the recognizer, because it waits for more fingers or has seen enough moves.
  @inline(__always)
  func isWaitingForMoreTouches(_ number: Int) -> Bool {
    attempts[number].state == .possible && attempts[number].waiting == .no
      && (attempts[number].ignoresMoves
        || offered[number].tracked.count < attempts[number].fewestMovingTouches)
  }

  /// Detaches a touch from the recognizer (ARB-26). If no touch is left, the recognizer fails as if the touch had been
  /// taken away.
  private mutating func ignore(_ touch: UInt64, for number: Int, _ tracker: borrowing TouchTracker) {
    for slot in offered[number].tracked where tracker.touches[slot].id == touch {
      offered[number].ignore(tracker.touches[slot])
      let isLeftAlone = offered[number].downCount(tracker) == 0
      attempts[number].decision = isLeftAlone ? .fail(Reason("noTouchesLeft")) : .none
      return
    }
  }

  /// The effect of an event on the touches of one recognizer, most serious first.
  private enum Change {
    case loss
    case landingOrLift
    case moves
    case none
  }

  /// The same for an event with nothing but moves.
  private func move(of number: Int, _ tracker: borrowing TouchTracker) -> Change {
    // Reads slots by position: a loop over the list would count a reference.
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
        // A change of force or size alone reaches regions (TCH-8) but not recognizers: panels report such a change with
        // every frame.
        if case .none = change, tracker.touches[slot].location != tracker.touches[slot].previousLocation {
          change = .moves
        }
      case .stationary: break
      }
    }
    return change
  }

  /// Measures the center and number of the touches that are down, or else of those that lifted last (LOC-1, LOC-3,
  /// LOC-7).
  mutating func measure(_ number: Int, _ tracker: borrowing TouchTracker) {
    guard !offered[number].tracked.isEmpty else { return }
    (attempts[number].centre, attempts[number].touchCount) = tracker.touches.gathered(
      at: offered[number].tracked)
  }
}
