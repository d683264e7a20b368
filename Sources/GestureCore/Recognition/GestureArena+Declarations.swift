/// The additions, removals and changes of recognizers between events (QUE-5), and the candidates for each region's
/// touches.
extension GestureArena {
  /// Applies an edited recognizer set or edited regions, as an event of its own.
  ///
  /// The attempts of some recognizers end: removed (FSM-21), disabled (FSM-12), attached elsewhere (FSM-20), or with a
  /// removed region. A possible recognizer fails, and an active one is cancelled. Recognizers that waited for it act.
  ///
  /// - Parameters:
  ///   - set: the new declarations: an edited copy of the previous set.
  ///   - regions: the new regions of the screen.
  ///   - tracker: between two events.
  mutating func update(
    _ set: RecognizerSet, _ regions: borrowing RegionTree, _ tracker: borrowing TouchTracker,
    at time: Instant,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    beginEvent(tracker, at: time, into: &buffer)
    offerLate(tracker, regions, at: time, identifiers: &identifiers, into: &buffer)
    if !gathering.isEmpty { beginGathered(tracker) }
    let old = tables.set
    tables.replaceSet(with: set)
    let numbers = Self.numbersByName(regions)
    reserveRoom()
    for number in set.instances.indices {
      guard old.instances.indices.contains(number) else {
        append(number)
        continue
      }
      guard old.instances[number].identity == set.instances[number].identity else {
        replace(number)
        continue
      }
      if let reason = reasonToStop(number, numbers) { stop(number, reason, at: time, into: &buffer) }
      if isChanged(number, old) { changeOptions(of: number) }
    }
    arrange(regions)
    endUnheardHovers(regions, at: time, into: &buffer)
    settle(tracker, at: time, identifiers: &identifiers, into: &buffer)
  }

  /// Whether a change takes effect at the next reset (FSM-22).
  private func isChanged(_ number: Int, _ old: RecognizerSet) -> Bool {
    if old.instances[number].options != tables.set.instances[number].options
      || old.instances[number].asks != tables.set.instances[number].asks
    {
      return true
    }
    if tables.set.hasSameProperties(number, as: old) { return false }
    var properties = tables.set.instances[number].properties
    properties.isEnabled = old.instances[number].properties.isEnabled
    properties.region = old.instances[number].properties.region
    return old.instances[number].properties != properties
  }

  private mutating func reserveRoom() {
    roster.reserveCapacity(tables.set.instances.count)
    customs.reserveCapacity(tables.set.instances.count)
  }

  /// Adds the state of a recognizer that is new in the set.
  mutating func append(_ number: Int) {
    roster.append(tables.set.instances[number])
    customs.append()
  }

  /// Computes from recognizers and regions the tables that events use.
  mutating func arrange(_ regions: borrowing RegionTree) {
    let numbers = Self.numbersByName(regions)
    var attached: [Int] = []
    for number in roster.indices {
      let named = region(of: number, numbers)
      // An attempt that is cancelled because its region is gone still reports that region.
      let region =
        named ?? (roster.attempts[number].isEngaged ? roster.attempts[number].region : RegionTree.root)
      let isAttached =
        named != nil && !tables.set.instances[number].isRemoved
        && tables.set.instances[number].properties.isEnabled
      if isAttached { attached.append(number) }
      let hearing = tables.set.instances[number].hearing
      roster.place(
        number, in: region,
        at: DeliveryRank(
          priority: tables.set.instances[number].rankedPriority, depth: regions.regions[region].depth,
          addition: tables.set.instances[number].addition),
        isOffered: isAttached && hearing != .unheard,
        isPassive: tables.set.instances[number].isPassive || hearing == .observed
          || isGuest(number, in: region, regions))
    }
    deferrals.arrange(regions)
    askingRegions.arrange(regions, recognizers: tables.set.instances.count)
    customs.arrange(roster)
    gathering.setRules(roster.arrangeRules())
    tables.arrange(regions, roster, attached: attached, asksRegions: !askingRegions.isEmpty)
    roster.arrange()
  }

  /// Whether the recognizer is a client's guest: another owner has the region, and the region does not give guests full
  /// standing (MULTI-1, MULTI-2).
  private func isGuest(_ number: Int, in region: Int, _ regions: borrowing RegionTree) -> Bool {
    let owner = tables.set.instances[number].owner
    guard owner != RegionTree.configuration else { return false }
    return regions.regions[region].owner != owner && regions.regions[region].foreignRecognizers != .full
  }

  /// Replaces a removed recognizer by another with the same number.
  private mutating func replace(_ number: Int) {
    questions.removeAll(concerning: number)
    reset(number)
    roster.dropIdle()
    roster.remake(number, tables.set.instances[number])
  }

  private mutating func changeOptions(of number: Int) {
    if roster.attempts[number].isEngaged {
      roster.markOutdated(number)
    } else {
      roster.remake(number, tables.set.instances[number])
    }
  }

  private func reasonToStop(_ number: Int, _ numbers: [String: Int]) -> Reason? {
    if tables.set.instances[number].isRemoved { return Reason("removed") }
    if !tables.set.instances[number].properties.isEnabled { return Reason("disabled") }
    return region(of: number, numbers) == roster.attempts[number].region ? nil : Reason("detached")
  }

  /// Ends an attempt for a reason apart from touches.
  private mutating func stop(
    _ number: Int, _ reason: Reason, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard roster.attempts[number].isEngaged, !roster.attempts[number].isTerminal else { return }
    move(number, to: roster.attempts[number].isActive ? .cancelled : .failed, reason, at: time, into: &buffer)
  }

  private static func numbersByName(_ regions: borrowing RegionTree) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for number in regions.regions.indices where !regions.regions[number].isRemoved {
      numbers[regions.regions[number].name] = number
    }
    return numbers
  }

  /// The region that a recognizer is attached to; nil without a region of that name.
  private func region(of number: Int, _ numbers: [String: Int]) -> Int? {
    guard let name = tables.set.instances[number].properties.region else { return RegionTree.root }
    return numbers[name]
  }
}

/// The place of a recognizer among the recognizers of one touch. Events, verdicts and actions follow this order (ARB-2,
/// FSM-18), and the first wins ties (ARB-4, ARB-5).
struct DeliveryRank: Sendable {
  /// The author's priority. Higher goes first, whatever the depth.
  var priority: Int
  /// The number of regions around the recognizer's region. Deeper goes first.
  var depth: Int
  /// The time of the addition to the region, as a number that rises with each addition. Later goes first.
  var addition: Int

  /// Whether this rank comes before another.
  @inline(__always)
  func precedes(_ other: DeliveryRank) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if depth != other.depth { return depth > other.depth }
    return addition > other.addition
  }
}
