/// The ways to take touches away from outside, between events.
extension TouchscreenPipeline {
  /// Cancels all touches of recognizers and regions (QUE-6). Recognizers fail or are cancelled, and regions
  /// receive cancelled touches. The pipeline ignores the fingers from then on until they lift (QUE-7). Deadlines up to
  /// the time fire first.
  public mutating func cancelTouches(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    advance(to: time, identifiers: &identifiers, into: &buffer)
    // Contacts that filters hold are dropped: a held landing never happens, and the touch of a held lift is cancelled.
    filters?.forgetContacts()
    let changes = tracker.order.map { Self.cancellation(of: tracker.touches[$0]) }
    process(
      TouchFrame(time: time, cause: .cancelled, changes: changes), identifiers: &identifiers, into: &buffer)
  }

  /// Sets the requests to ignore landings, which all screens share (DLV-11). Touches that are down in newly
  /// ignored regions are cancelled (DLV-12, MULTI-13). Contacts that landed meanwhile stay ignored until they lift
  /// (DLV-14).
  public mutating func setIgnored(
    _ next: IgnoredInteraction, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    let previous = ignored
    guard next != previous else { return }
    if next.isEverywhere, !previous.isEverywhere {
      adopt(next)
      cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      return
    }
    advance(to: time, identifiers: &identifiers, into: &buffer)
    adopt(next)
    let regions = regions
    cancelTouches(at: time, identifiers: &identifiers, into: &buffer) {
      let owner = regions.regions[$0.region].owner
      return next.ignores(regionsOf: owner) && !previous.ignores(regionsOf: owner)
    }
  }

  private mutating func adopt(_ next: IgnoredInteraction) {
    // A landing that a filter still holds happened while landings were ignored (DLV-14).
    if ignored.isEverywhere, !next.isEverywhere {
      filters?.forgetContacts()
    }
    ignored = next
  }

  private mutating func cancelTouches(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer,
    where isTaken: (Touch) -> Bool
  ) {
    let changes = tracker.order.map { tracker.touches[$0] }.filter(isTaken).map(Self.cancellation)
    guard !changes.isEmpty else { return }
    for change in changes { filters?.forgetContact(of: change.slot) }
    process(TouchFrame(time: time, changes: changes), identifiers: &identifiers, into: &buffer)
  }

  private static func cancellation(of touch: Touch) -> ContactChange {
    ContactChange(
      slot: touch.slot, kind: .cancelled, position: touch.location, attributes: touch.attributes)
  }
}
