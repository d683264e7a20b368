/// Pens that are near the screen and do not touch it.
///
/// A hover has no touch that recognizers could share, so it takes no part in their conflicts (HOV-7): what its
/// recognizers decide is told at once.
extension GestureArena {
  /// Takes in where a pen is, or that it is not near any more.
  ///
  /// The region under the pen is looked for with each sample (HOV-2): recognizers of that region and of the regions
  /// around it are over the pen, and for the others it has left.
  mutating func hover(
    _ sample: HoverSample, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    guard !hoverers.isEmpty else { return }
    let region = sample.kind == .over ? HitTester.region(at: sample.position, in: regions) : nil
    for number in hoverers {
      var own = sample
      own.time = time
      if own.kind == .over, !isOver(region, number) { own.kind = .left }
      guard own.kind == .over || attempts[number].state.isActive else { continue }
      attempts[number].decision = recognizers[number].handle(own)
      settleHover(of: number, at: time, identifiers: &identifiers, into: &buffer)
    }
  }

  private func isOver(_ region: Int?, _ number: Int) -> Bool {
    region.map { regions.region($0, isWithin: attempts[number].region) } ?? false
  }

  private mutating func settleHover(
    of number: Int, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    switch attempts[number].decision {
    case .recognize(let reason):
      guard attempts[number].state == .possible else { break }
      attempts[number].gestureID = identifiers.nextGesture()
      move(number, to: .began, reason, at: time, into: &buffer)
    case .change:
      guard attempts[number].state.isActive else { break }
      attempts[number].state = .changed
      attempts[number].action = .one(.changed)
    case .end(let reason):
      guard attempts[number].state.isActive else { break }
      move(number, to: .ended, reason, at: time, into: &buffer)
    case .fail(let reason):
      guard attempts[number].state.isActive else { break }
      move(number, to: .cancelled, reason, at: time, into: &buffer)
    case .none:
      break
    }
    act(number, at: time, into: &buffer)
    if attempts[number].state.isTerminal { reset(number) }
  }
}
