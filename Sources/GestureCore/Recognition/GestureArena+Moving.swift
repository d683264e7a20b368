/// Handles events with nothing but moves, which most events are. They visit only the recognizers that track moves. If
/// all of these just continue, nothing else is visited.
extension GestureArena {
  /// Whether the arena asks no owner, delegate or client anything and waits for no answer. Then recognizers decide
  /// about moves alone.
  @inline(__always)
  var isPlain: Bool { !asksAnybody && !hasCustoms && undecided.isEmpty && questions.isEmpty }

  /// Takes in an event with nothing but moves. If gestures only continue, their changes are told at once, and `isQuiet`
  /// is set.
  mutating func decideMoves(
    _ tracker: borrowing TouchTracker, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    var isEventful = areMoversStale && gatherMovers()
    for position in movers.indices {
      let number = movers[position]
      askOfMoves(number, tracker, at: time)
      if attempts[number].goesOn { continue }
      isEventful = true
    }
    guard !isEventful else {
      settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
      return
    }
    isQuiet = true
    for position in movers.indices {
      let number = movers[position]
      guard case .change = attempts[number].decision else { continue }
      attempts[number].state = .changed
      attempts[number].decision = .none
      tell(
        number, .changed, at: attempts[number].said.location, attempts[number].said.values, regions, at: time,
        into: &buffer)
    }
  }

  /// Collects the recognizers that track moves. Recognizers that wait for more fingers, or have seen enough moves, are
  /// left out.
  ///
  /// - Returns: whether one of them would act if no other recognizer prevented it. Such a recognizer is judged at every
  ///   event.
  private mutating func gatherMovers() -> Bool {
    areMoversStale = false
    movers.removeAll(keepingCapacity: true)
    var hasCandidate = false
    for number in attentive where !attempts[number].state.isTerminal && !isWaitingForMoreTouches(number) {
      movers.append(number)
      if attempts[number].isCandidate { hasCandidate = true }
    }
    return hasCandidate
  }

  /// Finds the earliest deadline of all attempts.
  mutating func noteDeadline() {
    guard isDeadlineStale else { return }
    isDeadlineStale = false
    var earliest = Instant.distantFuture
    for number in attentive where attempts[number].isAttentive {
      if let deadline = attempts[number].deadline { earliest = min(earliest, deadline) }
    }
    attemptDeadline = earliest == .distantFuture ? nil : earliest
  }
}
