/// Events that have nothing but moves, which nearly all are: they visit those recognizers alone whom moves concern, and
/// where all of these just go on nothing else is looked at.
extension GestureArena {
  /// Whether nobody is asked anything, and nothing waits for an answer: what recognizers make of moves is their own
  /// business then.
  @inline(__always)
  var isPlain: Bool { !asksAnybody && !hasCustoms && undecided.isEmpty && questions.isEmpty }

  /// Takes in an event in which touches moved, and nothing else happened. Where gestures go on and that is all, it is told
  /// at once, and `isQuiet` says so.
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

  /// Finds out whom moves concern: those that wait for more fingers, or have seen enough of them, are left out.
  ///
  /// - Returns: whether one of them would act if nobody were in its way, so that it is to be judged at every event.
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

  /// Finds out when the first attempt wants to be asked again.
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
