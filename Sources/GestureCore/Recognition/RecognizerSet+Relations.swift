/// How names in declarations become numbers.
extension RecognizerSet {
  /// Resolves the relations of all declarations anew.
  ///
  /// - Parameter batch: the declarations that are new. Only they are refused for what they say: an old one may
  ///   speak of something that is gone, and means nothing by it then.
  mutating func resolveRelations(checking batch: [RecognizerDeclaration]) throws(DeclarationError) {
    try resolveReferences(checking: batch)
    let added = Set(batch.flatMap(family))
    // What the batch has no part in is not its fault, and was there before.
    breakCycles(among: living.filter { !added.contains($0) })
    try refuseCycles(through: added)
    addEdgePriority()
  }

  private mutating func resolveReferences(checking batch: [RecognizerDeclaration]) throws(DeclarationError) {
    for number in instances.indices {
      instances[number].requireToFail = []
      instances[number].simultaneousWith = []
      instances[number].requireNotBegun = []
      instances[number].canPrevent = nil
      instances[number].canBePreventedBy = nil
    }
    for declaration in declarations {
      let isChecked = batch.contains { $0.isNamesake(of: declaration) }
      try resolveRequirements(of: declaration, isChecked)
      try resolveSimultaneity(of: declaration, isChecked)
      try resolvePrevention(of: declaration, isChecked)
    }
    for number in instances.indices {
      instances[number].requireToFail = instances[number].requireToFail.sortedWithoutRepeats()
      instances[number].requireNotBegun = instances[number].requireNotBegun.sortedWithoutRepeats()
      instances[number].simultaneousWith = instances[number].simultaneousWith.sortedWithoutRepeats()
    }
  }

  /// The same where nothing is new, so that nothing can be refused: fewer names, or other regions.
  mutating func resolveKnownRelations() {
    do throws(DeclarationError) {
      try resolveReferences(checking: [])
    } catch {
      // What is known is never refused for what it says; without a word nobody would wait.
      return
    }
    breakCycles(among: living)
    addEdgePriority()
  }

  /// A recognizer that moves to a region which others wait for may close a circle, and so may one that goes, where its
  /// name means another from then on: nobody waits in it then.
  private mutating func breakCycles(among numbers: [Int]) {
    while let circle = firstCycle(among: numbers) {
      for position in circle.indices.dropLast() {
        instances[circle[position]].requireToFail.removeAll { $0 == circle[position + 1] }
      }
    }
  }

  /// EDG-10, EDG-11: who waits for screen-edge pans without having said so, unless an edge pan itself waits for it.
  /// Regions wait for those of the system by way of delivery.
  private mutating func addEdgePriority() {
    for edge in living where instances[edge].hasEdgePriority {
      if instances[edge].isSystemEdge { instances[edge].properties.delaysTouchesBegan = true }
      for other in living where instances[other].waits(for: instances[edge]) {
        guard !requires(edge, other) else { continue }
        instances[other].requireToFail = (instances[other].requireToFail + [edge]).sortedWithoutRepeats()
      }
    }
  }

  /// Whether a recognizer waits for another, directly or by way of others.
  private func requires(_ number: Int, _ other: Int) -> Bool {
    // Each is visited once: there may be as many ways through a ladder as it has subsets.
    var isReached = Array(repeating: false, count: instances.count)
    var upcoming = [number]
    while let dependent = upcoming.popLast() {
      for required in instances[dependent].requireToFail where !isReached[required] {
        if required == other { return true }
        isReached[required] = true
        upcoming.append(required)
      }
    }
    return false
  }

  private var living: [Int] { instances.indices.filter { !instances[$0].isRemoved } }

  /// The instances of a declaration.
  private func family(_ declaration: RecognizerDeclaration) -> [Int] {
    ownNumbers(named: declaration.name, of: declaration.owner)
  }

  private func isFamily(_ number: Int, of declaration: RecognizerDeclaration) -> Bool {
    instances[number].name == declaration.name && instances[number].owner == declaration.owner
  }

  private mutating func resolveRequirements(
    of declaration: RecognizerDeclaration, _ isChecked: Bool
  ) throws(DeclarationError) {
    let own = family(declaration)
    let properties = declaration.properties
    for reference in declaration.requireToFail {
      let targets = try required(reference, "require_to_fail", declaration, isChecked)
      for number in own { instances[number].requireToFail += matching(targets, to: number) }
    }
    for reference in properties.requiredToFailBy {
      let targets = try required(reference, "required_to_fail_by", declaration, isChecked)
      for number in own {
        for dependent in matching(targets, to: number) { instances[dependent].requireToFail.append(number) }
      }
    }
    for reference in properties.requireNotBegun {
      let targets = try required(reference, "require_not_begun", declaration, isChecked)
      for number in own { instances[number].requireNotBegun += matching(targets, to: number) }
    }
  }

  /// Those that a failure requirement speaks of: neither the one who says it, nor passive ones.
  private func required(
    _ reference: String, _ key: String, _ declaration: RecognizerDeclaration, _ isChecked: Bool
  ) throws(DeclarationError) -> [Int] {
    let targets = try numbers(of: reference, key: key, in: declaration, isChecked)
    if targets.contains(where: { isFamily($0, of: declaration) }) {
      throw .cycle(
        declaration: declaration.name, key: key, path: [declaration.name, declaration.name])
    }
    if isChecked, declaration.isPassive || targets.contains(where: { instances[$0].isPassive }) {
      throw .passiveRelation(declaration: declaration.name, key: key, reference: reference)
    }
    return targets.filter { !instances[$0].isPassive }
  }

  private mutating func resolveSimultaneity(
    of declaration: RecognizerDeclaration, _ isChecked: Bool
  ) throws(DeclarationError) {
    for reference in declaration.simultaneousWith {
      let targets =
        reference == "*"
        ? living : try numbers(of: reference, key: "simultaneous_with", in: declaration, isChecked)
      for number in family(declaration) {
        for other in targets where other != number {
          // Either side's yes is enough (ARB-9, ARB-10), so both are told.
          instances[number].simultaneousWith.append(other)
          instances[other].simultaneousWith.append(number)
        }
      }
    }
  }

  private mutating func resolvePrevention(
    of declaration: RecognizerDeclaration, _ isChecked: Bool
  ) throws(DeclarationError) {
    let properties = declaration.properties
    let prevented = try all(of: properties.canPrevent, key: "can_prevent", in: declaration, isChecked)
    let preventing = try all(
      of: properties.canBePreventedBy, key: "can_be_prevented_by", in: declaration, isChecked)
    for number in family(declaration) {
      instances[number].canPrevent = prevented
      instances[number].canBePreventedBy = preventing
    }
  }

  /// The instances that any of some references speaks of; nil where all are meant.
  private func all(
    of references: [String]?, key: String, in declaration: RecognizerDeclaration, _ isChecked: Bool
  ) throws(DeclarationError) -> [Int]? {
    guard let references, !references.contains("*") else { return nil }
    var found: [Int] = []
    for reference in references {
      found += try numbers(of: reference, key: key, in: declaration, isChecked)
    }
    return found.sortedWithoutRepeats()
  }

  /// The instances that a name, `kind:` and a kind, or `region:` and a region, speaks of. A kind or a region never
  /// means the one who says it.
  private func numbers(
    of reference: String, key: String, in declaration: RecognizerDeclaration, _ isChecked: Bool
  ) throws(DeclarationError) -> [Int] {
    let found: [Int]
    if reference.hasPrefix("kind:") {
      let kind = reference.dropFirst("kind:".count)
      found = others(than: declaration).filter { instances[$0].kind.name == kind }
    } else if reference.hasPrefix("region:") {
      let region = reference.dropFirst("region:".count)
      found = others(than: declaration).filter { instances[$0].properties.region ?? "root" == region }
    } else {
      found = numbers(named: reference, for: declaration.owner)
    }
    if found.isEmpty, isChecked {
      throw .unknownReference(declaration: declaration.name, key: key, reference: reference)
    }
    return found
  }

  private func matching(_ targets: [Int], to number: Int) -> [Int] {
    var result: [Int] = []
    var isDone: [Int] = []
    for target in targets where !isDone.contains(target) {
      let (name, owner) = (instances[target].name, instances[target].owner)
      let namesakes = targets.filter { instances[$0].name == name && instances[$0].owner == owner }
      isDone += namesakes
      let family = namesakes.filter { $0 != number }
      let same = family.filter { instances[$0].numberOfTouches == instances[number].numberOfTouches }
      result += same.isEmpty ? family : same
    }
    return result
  }

  /// Those that a declaration may know of, itself left out (MULTI-11).
  private func others(than declaration: RecognizerDeclaration) -> [Int] {
    living.filter { isVisible($0, to: declaration.owner) && !isFamily($0, of: declaration) }
  }

  /// ARB-41: a circle that a batch closes. Without the batch there is none.
  ///
  /// - Parameter added: the instances of the batch.
  private func refuseCycles(through added: Set<Int>) throws(DeclarationError) {
    guard let circle = firstCycle(among: living), let start = circle.firstIndex(where: added.contains) else {
      return
    }
    let path = circle[start...] + circle[1..<start + 1]
    let author = instances[circle[start]]
    throw .cycle(
      declaration: author.name, key: "require_to_fail",
      path: path.filter { isVisible($0, to: author.owner) }.map { instances[$0].name })
  }

  /// Walks the requirements depth first; an instance met again on the present path closes a circle.
  ///
  /// - Parameter numbers: the instances that count.
  /// - Returns: the circle, its first instance once more at its end; nil where there is none.
  private func firstCycle(among numbers: [Int]) -> [Int]? {
    var isFinished = Array(repeating: true, count: instances.count)
    for number in numbers { isFinished[number] = false }
    var path: [Int] = []
    func visit(_ number: Int) -> [Int]? {
      if let start = path.firstIndex(of: number) { return Array(path[start...]) + [number] }
      guard !isFinished[number] else { return nil }
      path.append(number)
      for required in instances[number].requireToFail {
        if let circle = visit(required) { return circle }
      }
      path.removeLast()
      isFinished[number] = true
      return nil
    }
    for number in numbers {
      if let circle = visit(number) { return circle }
    }
    return nil
  }
}

extension [Int] {
  fileprivate func sortedWithoutRepeats() -> [Int] {
    Array(Set(self)).sorted()
  }
}
