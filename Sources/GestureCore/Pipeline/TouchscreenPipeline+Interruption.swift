/// How touches are taken away from outside, between events.
extension TouchscreenPipeline {
  /// Takes all touches away from whoever has them (QUE-6): recognizers fail or are cancelled, regions are told
  /// cancelled. What the fingers do from then on, until they lift, is nobody's matter (QUE-7). Deadlines up to the
  /// time fire first.
  public mutating func cancelTouches(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    advance(to: time, identifiers: &identifiers, into: &buffer)
    let changes = tracker.order.map { cancellation(of: tracker.touches[$0]) }
    process(
      TouchFrame(time: time, cause: .cancelled, changes: changes), identifiers: &identifiers, into: &buffer)
  }

  /// Takes one touch away, which somebody before dispatch lets through no longer (QUE-4). One that is not down
  /// is passed over.
  public mutating func cancelTouch(
    _ id: UInt64, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    advance(to: time, identifiers: &identifiers, into: &buffer)
    guard let slot = tracker.order.first(where: { tracker.touches[$0].id == id }) else { return }
    process(
      TouchFrame(time: time, changes: [cancellation(of: tracker.touches[slot])]), identifiers: &identifiers,
      into: &buffer)
  }

  /// From now on contacts that land are none, until this was ended as often as it was begun (DLV-11). Touches that
  /// are down are cancelled (DLV-12).
  public mutating func beginIgnoringInteraction(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    ignoreCount += 1
    cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Ends that once. What landed meanwhile stays ignored until it lifts (DLV-14).
  ///
  /// - Returns: whether it had been begun; the caller warns of an end without a beginning (DLV-13).
  public mutating func endIgnoringInteraction() -> Bool {
    guard ignoreCount > 0 else { return false }
    ignoreCount -= 1
    return true
  }

  private func cancellation(of touch: Touch) -> ContactChange {
    ContactChange(
      slot: touch.slot, kind: .cancelled, position: touch.location, attributes: touch.attributes)
  }
}
