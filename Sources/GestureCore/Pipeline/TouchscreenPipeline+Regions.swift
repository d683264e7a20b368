/// How regions come, go and change between events (DMN-3, QUE-5).
extension TouchscreenPipeline {
  /// Applies a batch of edits to the regions. Deadlines before it fire first.
  ///
  /// Touches stay bound to the regions they landed in (HIT-15). What had to do with a region that goes ends and is
  /// told: its recognizers fail or are cancelled, while those of the regions around it go on (HIT-16).
  ///
  /// - Parameters:
  ///   - edits: the steps, in order.
  ///   - owner: who asks: `RegionTree.configuration`, or the number of a client.
  ///   - time: when, on the clock of the frames.
  ///   - identifiers: where gesture ids come from.
  ///   - buffer: where what it ends is told.
  /// - Throws: the first step that cannot be; then nothing has changed.
  public mutating func edit(
    _ edits: [RegionEdit], owner: Int = RegionTree.configuration, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) throws(RegionError) {
    var tree = regions
    let removed = try tree.apply(edits, owner: owner) { tracker.refers(to: $0) || arena.refers(to: $0) }
    replaceRegions(with: tree, removed: removed, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Removes all regions of a client: it is gone (DMN-5).
  public mutating func removeRegions(
    ownedBy owner: Int, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    var tree = regions
    let removed = tree.removeAll(ownedBy: owner)
    guard !removed.isEmpty else { return }
    replaceRegions(with: tree, removed: removed, at: time, identifiers: &identifiers, into: &buffer)
  }

  private mutating func replaceRegions(
    with tree: RegionTree, removed: [Int], at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    beginUpdate(at: time, identifiers: &identifiers, into: &buffer)
    delivery.withdraw(touchesOf: removed, regions: regions, at: now, into: &buffer)
    regions = tree
    arena.update(arena.set, regions, tracker, at: now, identifiers: &identifiers, into: &buffer)
    complete(at: now, identifiers: &identifiers, into: &buffer)
  }
}

extension GestureArena {
  /// Whether a recognizer is attached to a region, or was in an attempt that is not over.
  func refers(to region: Int) -> Bool {
    attempts.contains { $0.region == region }
  }
}

extension TouchTracker {
  /// Whether a touch is bound to a region.
  func refers(to region: Int) -> Bool {
    order.contains { touches[$0].region == region }
  }
}
