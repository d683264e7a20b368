/// Regions that defer the system's edges: `preferredScreenEdgesDeferringSystemGestures` (EDG-12).
///
/// ```
///   a swipe from the edge            ▁▁███▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁     the region's: the edge pan fails, and a line says so
///                                        ├───── 2 s ─────┤
///   another one that lands by then   ▁▁▁▁▁▁▁▁▁▁▁▁███▁▁▁▁▁     the system's
/// ```
extension GestureArena {
  /// How long after a deferral the edge is the system's.
  static let deferralSpan = TimeSpan.milliseconds(2000)

  /// Whether a region keeps a system edge pan that is about to begin. The first such pan of a finger is told.
  mutating func isDeferred(
    _ number: Int, _ tracker: borrowing TouchTracker, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    guard !roster.attempts[number].isPassive, set.instances[number].isSystemEdge,
      let slot = offered[number].tracked.first,
      case .word(let word) = recognizers[number].values(at: time)[0], let edge = ScreenEdge(rawValue: word),
      let region = deferrer(of: edge, from: tracker.touches[slot].region)
    else { return false }
    let landing = tracker.touches[slot].beganTime
    if let last = deferrals[edge.rawValue] {
      // Another recognizer of the same edge has deferred this finger.
      if landing <= last { return true }
      if landing - last <= Self.deferralSpan { return false }
    }
    deferrals[edge.rawValue] = time
    buffer.append(
      .deferred(
        DeferralEvent(edge: edge, region: region, sequence: roster.attempts[number].sequence, time: time)))
    return true
  }

  /// The innermost of a region and the regions around it that defers an edge; nil where none does.
  private func deferrer(of edge: ScreenEdge, from region: Int) -> Int? {
    var next: Int? = region
    while let number = next, deferringRegions.indices.contains(number) {
      if deferringRegions[number].edges.contains(ScreenEdges(edge)) { return number }
      next = deferringRegions[number].parent
    }
    return nil
  }

  /// Takes over which regions defer edges.
  mutating func arrangeDeferring(_ regions: borrowing RegionTree) {
    let isAny = regions.regions.contains { !$0.deferredEdges.isEmpty && !$0.isRemoved }
    deferringRegions =
      isAny
      ? regions.regions.map { ($0.isRemoved ? [] : $0.deferredEdges, $0.parent) } : []
  }
}
