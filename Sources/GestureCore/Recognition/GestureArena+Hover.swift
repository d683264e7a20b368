/// Pens that are near the screen and do not touch it.
///
/// A hover has no touch that recognizers could share, so it takes no part in conflicts (HOV-7). Decisions of its
/// recognizers are reported at once.
extension GestureArena {
  /// Applies a report of a pen: its position, or that the pen is no longer near.
  ///
  /// Each sample looks again for the region under the pen (HOV-2). For recognizers of that region and of the regions
  /// around it the pen is over. For all others the pen has left.
  mutating func hover(
    _ sample: HoverSample, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    guard !tables.hoverers.isEmpty else { return }
    let region = sample.kind == .over ? HitTester.region(at: sample.position, in: regions) : nil
    for number in tables.hoverers {
      var own = sample
      own.time = time
      if own.kind == .over, !isOver(region, number, with: own.type) { own.kind = .left }
      guard own.kind == .over || roster.attempts[number].isActive else { continue }
      roster.ask(number, own)
      settleHover(of: number, regions, at: time, identifiers: &identifiers, into: &buffer)
    }
  }

  /// Cancels hovers whose recognizer was removed or disabled, or has lost its last listener (FSM-12, FSM-21).
  mutating func endUnheardHovers(
    _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    for number in tables.hoverers where roster.attempts[number].isActive && !roster.attempts[number].isOffered
    {
      move(number, to: .cancelled, Reason("disabled"), at: time, into: &buffer)
      act(number, regions, at: time, into: &buffer)
      reset(number)
    }
  }

  private func isOver(_ region: Int?, _ number: Int, with type: TouchType) -> Bool {
    guard let region, roster.attempts[number].isOffered, roster.attempts[number].accepts(type) else {
      return false
    }
    return tables.isCandidate(number, for: region)
  }

  private mutating func settleHover(
    of number: Int, _ regions: borrowing RegionTree, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let isActive = roster.attempts[number].isActive
    switch roster.attempts[number].decision {
    case .recognize(let reason):
      if !isActive {
        roster.identify(number, identifiers.nextGesture(), at: time)
        move(number, to: .began, reason, at: time, into: &buffer)
      }
    case .change:
      if isActive {
        roster.goOnAndAct(number)
      }
    case .end(let reason):
      if isActive { move(number, to: .ended, reason, at: time, into: &buffer) }
    case .fail(let reason):
      if isActive { move(number, to: .cancelled, reason, at: time, into: &buffer) }
    case .none, .ignore:
      break
    }
    act(number, regions, at: time, into: &buffer)
    if roster.attempts[number].isTerminal { reset(number) }
  }
}
