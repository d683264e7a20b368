/// The additions, removals and changes of regions between events (DMN-3, QUE-5).
extension TouchscreenPipeline {
  /// Applies a batch of edits to the regions. Deadlines before it fire first.
  ///
  /// Touches stay bound to the regions they landed in (HIT-15). The removal of a region ends its touches and gestures,
  /// and the events say so. Recognizers of that region fail or are cancelled, while recognizers of the regions around
  /// it continue (HIT-16).
  ///
  /// - Parameters:
  ///   - edits: the edits, in order.
  ///   - owner: the requesting client's number, or `RegionTree.configuration`.
  ///   - time: the present time, on the clock of the frames.
  ///   - identifiers: the source of gesture ids.
  ///   - buffer: receives the events of everything that the edits end.
  /// - Throws: the error of the first impossible edit; then nothing has changed.
  public mutating func edit(
    _ edits: [RegionEdit], owner: Int = RegionTree.configuration, at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) throws(RegionError) {
    var tree = regions
    let referred = referredRegions
    let removed = try tree.apply(edits, owner: owner, isReferred: referred.contains)
    replaceRegions(with: tree, removed: removed, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Computes the regions that other declarations lead to, without changing anything.
  ///
  /// - Parameters:
  ///   - declarations: windows and regions, each after its parent; siblings back to front.
  ///   - replaced: the names that a new region has taken from a removed one.
  ///   - screen: the new size of the screen, in mm; nil for the present size.
  ///   - pixels: the screen's width and height in pixels; nil if unknown.
  ///   - belongs: whether a window of that name belongs to this screen.
  /// - Throws: the error of the first declaration that is impossible on this screen.
  public func layout(
    of declarations: [RegionDeclaration], replacing replaced: Set<String> = [], screen: Size? = nil,
    pixels: Size?, belongs: (String) -> Bool
  ) throws(RegionError) -> RegionLayout {
    let referred = referredRegions
    return try regions.layout(
      of: declarations, replacing: replaced, screen: screen, pixels: pixels, belongs: belongs,
      isReferred: referred.contains)
  }

  /// Replaces the regions by a layout that was made from them, between events, as `edit` applies a batch.
  public mutating func adopt(
    _ layout: RegionLayout, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    replaceRegions(
      with: layout.tree, removed: layout.removed, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Replaces the regions of a screen that was turned. Its touches were cancelled before (DMN-12).
  ///
  /// - Parameter lastPosition: the last position that the panel can report.
  public mutating func turn(
    to layout: RegionLayout, lastPosition: Point, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    adopt(layout, at: time, identifiers: &identifiers, into: &buffer)
    delivery.regions.bound = lastPosition
    makeFilters()
  }

  /// Removes all regions of a client that is gone (DMN-5).
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
    delivery.regions.withdraw(touchesOf: removed, regions: regions, at: now, into: &buffer)
    regions = tree
    settleResponders(into: &buffer)
    arena.update(arena.tables.set, regions, tracker, at: now, identifiers: &identifiers, into: &buffer)
    complete(DeliveryEvent(time: now), identifiers: &identifiers, into: &buffer)
  }
}

extension TouchscreenPipeline {
  /// The regions that touches are bound to, or that recognizers are attached to.
  private var referredRegions: Set<Int> {
    var referred = Set(tracker.order.map { tracker.touches[$0].region })
    for number in arena.roster.indices {
      referred.insert(arena.roster.attempts[number].region)
    }
    return referred
  }
}
