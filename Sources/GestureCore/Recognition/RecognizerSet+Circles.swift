/// Finds circles of requirements, and adds the requirements of edge pans.
extension RecognizerSet {
  /// Whether any living recognizers wait for one another in a circle.
  func hasCycle(_ scope: inout RelationScope) -> Bool {
    scope.countWork(living.reduce(0) { $0 + 1 + instances[$1].requireToFail.count })
    return RequirementGraph(instances).firstCycle(among: living) != nil
  }

  /// Breaks circles that no new declaration closes. A move to a region that others wait for may close a circle. So may
  /// a removal that gives a name another meaning. In such a circle no recognizer waits for another.
  mutating func breakCycles(among numbers: [Int], _ scope: inout RelationScope) {
    let groups = RequirementGraph(instances).circles(among: numbers)
    for number in numbers {
      scope.countWork(1 + instances[number].requireToFail.count)
      guard instances[number].requireToFail.contains(where: { groups[$0] == groups[number] }) else {
        continue
      }
      instances[number].requireToFail.removeAll { groups[$0] == groups[number] }
    }
  }

  /// Refuses a circle that a batch closes (ARB-41). Without the batch there is no circle.
  ///
  /// - Parameter added: the instances of the batch.
  func refuseCycles(through added: Set<Int>, _ scope: inout RelationScope) throws(DeclarationError) {
    guard !added.isEmpty else { return }
    let living = living
    scope.countWork(living.reduce(0) { $0 + 1 + instances[$1].requireToFail.count })
    guard let circle = RequirementGraph(instances).firstCycle(among: living),
      let start = circle.firstIndex(where: added.contains)
    else { return }
    let path = circle[start...] + circle[1..<start + 1]
    let author = instances[circle[start]]
    throw .cycle(
      declaration: author.name, key: "require_to_fail",
      path: path.filter { isVisible($0, to: author.owner) }.map { instances[$0].name })
  }

  /// Adds the requirements of screen-edge pans that no author declared (EDG-10, EDG-11), unless the edge pan itself
  /// waits for the other recognizer. Delivery makes regions wait for edge pans of the system.
  ///
  /// The client's own recognizers wait for its edge pan, and as many others as there is room for.
  mutating func addEdgePriority(
    checking batch: Set<RecognizerKey>, _ scope: inout RelationScope
  ) throws(DeclarationError) {
    let edges = living.filter {
      instances[$0].type.kind == EdgePanRecognizer.kind && instances[$0].hasEdgePriority
    }
    guard !edges.isEmpty else { return }
    let waiting = living.filter { instances[$0].mayWaitForEdges }
    let waitingOfOwners = Dictionary(grouping: waiting) { instances[$0].owner }
    var changed: [Int] = []
    for edge in edges {
      let owner = instances[edge].owner
      if instances[edge].isSystemEdge { instances[edge].properties.delaysTouchesBegan = true }
      let own = waitingOfOwners[owner] ?? []
      let room = scope.remaining(of: owner)
      if own.count > room, batch.contains(RecognizerKey(instances[edge])) {
        throw .tooManyRelations(declaration: instances[edge].name, limit: RelationScope.limit)
      }
      scope.charge(min(own.count, room), to: owner)
      guard let reached = recognizersRequired(by: edge, &scope) else { continue }
      var others: [Int] = []
      var rest = scope.remainingForOthers(of: owner)
      for other in waiting where instances[other].owner != owner {
        guard rest > 0 else { break }
        rest -= 1
        others.append(other)
      }
      scope.charge(others: others.count, to: owner)
      for other in own.prefix(room) + others {
        guard instances[other].waits(for: instances[edge]), !reached.contains(other) else { continue }
        instances[other].requireToFail.append(edge)
        changed.append(other)
      }
    }
    for number in changed { instances[number].requireToFail.sortWithoutRepeats() }
  }

  /// The recognizers that a recognizer waits for, directly or through others. Nil if they exceed its owner's room. Then
  /// no recognizer waits for it, so that no circle arises.
  private func recognizersRequired(by number: Int, _ scope: inout RelationScope) -> Set<Int>? {
    let owner = instances[number].owner
    // Each recognizer is visited once: a ladder has as many paths as subsets.
    var reached: Set<Int> = []
    var upcoming = [number]
    while let dependent = upcoming.popLast() {
      guard instances[dependent].requireToFail.count <= scope.remainingForOthers(of: owner) else {
        return nil
      }
      scope.charge(others: instances[dependent].requireToFail.count, to: owner)
      for required in instances[dependent].requireToFail where reached.insert(required).inserted {
        upcoming.append(required)
      }
    }
    return reached
  }
}
