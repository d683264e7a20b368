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
    let referred = referredRegions
    let removed = try tree.apply(edits, owner: owner, isReferred: referred.contains)
    replaceRegions(with: tree, removed: removed, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// What other declarations make of the regions; nothing changes yet.
  ///
  /// - Parameters:
  ///   - declarations: windows and regions, each after what it lies in; siblings back to front.
  ///   - replaced: the names of regions that go although one of that name is declared: it is another one.
  ///   - screen: its extent from now on, in mm; nil for as it was.
  ///   - pixels: how many pixels it has across and down; nil where nobody knows.
  ///   - belongs: whether a window of that name belongs to this screen.
  /// - Throws: what this screen cannot have.
  public func layout(
    of declarations: [RegionDeclaration], replacing replaced: Set<String> = [], screen: Size? = nil,
    pixels: Size?, belongs: (String) -> Bool
  ) throws(RegionError) -> RegionLayout {
    let referred = referredRegions
    return try regions.layout(
      of: declarations, replacing: replaced, screen: screen, pixels: pixels, belongs: belongs,
      isReferred: referred.contains)
  }

  /// Takes over a layout that was made of these very regions, between events: as `edit` does a batch.
  public mutating func take(
    _ layout: RegionLayout, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    replaceRegions(
      with: layout.tree, removed: layout.removed, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// The screen was turned, and its touches were taken away before (DMN-12): takes over its regions, as they lie now.
  ///
  /// - Parameter lastPosition: the last place that the panel can tell of.
  public mutating func turn(
    to layout: RegionLayout, lastPosition: Point, at time: Instant, identifiers: inout IdentifierSource,
    into buffer: inout EventBuffer
  ) {
    take(layout, at: time, identifiers: &identifiers, into: &buffer)
    delivery.bound = lastPosition
    makeFilters()
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
    settleResponders(into: &buffer)
    arena.update(arena.set, regions, tracker, at: now, identifiers: &identifiers, into: &buffer)
    complete(at: now, identifiers: &identifiers, into: &buffer)
  }
}

extension TouchscreenPipeline {
  /// The regions that touches are bound to, and those that recognizers are attached to or were in an attempt that is not
  /// over.
  private var referredRegions: Set<Int> {
    var referred = Set(tracker.order.map { tracker.touches[$0].region })
    for number in arena.roster.indices {
      referred.insert(arena.roster.attempts[number].region)
      if arena.roster.attempts[number].isEngaged {
        referred.insert(arena.roster.attempts[number].touchedRegion)
      }
    }
    return referred
  }
}
