/// How touches are taken away from outside, between events.
extension TouchscreenPipeline {
  /// Takes all touches away from whoever has them (QUE-6): recognizers fail or are cancelled, regions are told
  /// cancelled. What the fingers do from then on, until they lift, is nobody's matter (QUE-7). Deadlines up to the
  /// time fire first.
  public mutating func cancelTouches(
    at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    advance(to: time, identifiers: &identifiers, into: &buffer)
    // What filters hold back has not happened: a landing never will, and the touch of a lift is cancelled.
    filters?.forgetContacts()
    noteFilterDeadline()
    let changes = tracker.order.map { Self.cancellation(of: tracker.touches[$0]) }
    process(
      TouchFrame(time: time, cause: .cancelled, changes: changes), identifiers: &identifiers, into: &buffer)
  }

  /// Takes one touch away, which somebody before dispatch lets through no longer (QUE-4). One that is not down
  /// is passed over.
  public mutating func cancelTouch(
    _ id: UInt64, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    advance(to: time, identifiers: &identifiers, into: &buffer)
    cancelTouches(at: time, identifiers: &identifiers, into: &buffer) { $0.id == id }
  }

  /// From now on contacts that land are none, until this was ended as often as it was begun (DLV-11). Touches that
  /// are down are cancelled (DLV-12).
  ///
  /// - Parameters:
  ///   - owner: who asks: `RegionTree.configuration`, or the number of a client.
  ///   - everywhere: whether that counts for all regions, or for those of the owner alone (MULTI-13).
  public mutating func beginIgnoringInteraction(
    by owner: Int = RegionTree.configuration, everywhere: Bool = true, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    var next = ignored
    next.begin(by: owner, everywhere: everywhere)
    setIgnored(next, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Ends that once. What landed meanwhile stays ignored until it lifts (DLV-14).
  ///
  /// - Returns: whether it had been begun; the caller warns of an end without a beginning (DLV-13).
  public mutating func endIgnoringInteraction(by owner: Int = RegionTree.configuration) -> Bool {
    var next = ignored
    let wasBegun = next.end(by: owner)
    takeOver(next)
    return wasBegun
  }

  /// Takes over whose landings are none, as it is kept for all screens. Touches that are down where that is new are
  /// cancelled (DLV-12, MULTI-13).
  public mutating func setIgnored(
    _ next: IgnoredInteraction, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    let previous = ignored
    guard next != previous else { return }
    if next.isEverywhere, !previous.isEverywhere {
      takeOver(next)
      cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      return
    }
    advance(to: time, identifiers: &identifiers, into: &buffer)
    takeOver(next)
    let regions = regions
    cancelTouches(at: time, identifiers: &identifiers, into: &buffer) {
      let owner = regions.regions[$0.region].owner
      return next.ignores(regionsOf: owner) && !previous.ignores(regionsOf: owner)
    }
  }

  private mutating func takeOver(_ next: IgnoredInteraction) {
    // DLV-14: a landing that a filter still holds back landed while it was ignored.
    if ignored.isEverywhere, !next.isEverywhere {
      filters?.forgetContacts()
      noteFilterDeadline()
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
    noteFilterDeadline()
    process(TouchFrame(time: time, changes: changes), identifiers: &identifiers, into: &buffer)
  }

  private static func cancellation(of touch: Touch) -> ContactChange {
    ContactChange(
      slot: touch.slot, kind: .cancelled, position: touch.location, attributes: touch.attributes)
  }
}
