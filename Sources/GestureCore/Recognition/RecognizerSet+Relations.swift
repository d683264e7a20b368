/// Converts names in declarations to numbers, for all declarations at once, at the end of a batch of edits.
///
/// The cost grows with the number of declarations and with the number of their relations, which has a limit for each
/// client (`RelationScope`).
extension RecognizerSet {
  /// Resolves the relations of all declarations again.
  ///
  /// - Parameter batch: the new declarations. Only they can be refused. An old one may refer to a recognizer that is
  ///   gone, and that reference has no effect.
  mutating func resolveRelations(checking batch: [RecognizerKey]) throws(DeclarationError) {
    var scope = RelationScope()
    forgetRelations()
    let checked = Set(batch)
    for number in instances.indices where !instances[number].isRemoved {
      let key = RecognizerKey(name: instances[number].name, owner: instances[number].owner)
      guard families[key]?.numbers.first == number, !checked.contains(key), let family = families[key] else {
        continue
      }
      try resolve(family, false, &scope)
    }
    for key in batch {
      if let family = families[key] { try resolve(family, true, &scope) }
    }
    normalizeRelations()
    let added = Set(batch.flatMap { families[$0]?.numbers ?? [] })
    if hasCycle(&scope) {
      // Circles without a recognizer of the batch existed before, so the batch is not refused.
      breakCycles(among: living.filter { !added.contains($0) }, &scope)
      try refuseCycles(through: added, &scope)
    }
    try addEdgePriority(checking: checked, &scope)
    scope.countWork(instances.count)
    recordResolution(scope.work)
    affectedOwners = []
  }

  private mutating func forgetRelations() {
    for number in instances.indices { instances[number].forgetRelations() }
  }

  private mutating func normalizeRelations() {
    for number in instances.indices {
      instances[number].requireToFail.sortWithoutRepeats()
      instances[number].requireNotBegun.sortWithoutRepeats()
      instances[number].simultaneousWith.sortWithoutRepeats()
    }
  }

  /// The numbers of the recognizers that were not removed.
  var living: [Int] { instances.indices.filter { !instances[$0].isRemoved } }

  private mutating func resolve(
    _ family: Family, _ isChecked: Bool, _ scope: inout RelationScope
  ) throws(DeclarationError) {
    let declaration = family.declaration
    let key = RecognizerKey(declaration)
    if !isChecked, !affectedOwners.contains(declaration.owner),
      !affectedOwners.contains(RegionTree.configuration), let known = resolvedRelations[key], !known.isWide
    {
      scope.charge(known.charged, to: declaration.owner)
      scope.charge(others: known.chargedOthers, to: declaration.owner)
      apply(known, to: family)
      return
    }
    if isChecked, declaration.referenceCount > scope.remaining(of: declaration.owner) {
      throw .tooManyRelations(declaration: declaration.name, limit: RelationScope.limit)
    }
    let before = scope.charged(to: declaration.owner)
    var found = ResolvedRelations()
    try resolveRequirements(of: family, isChecked, &scope, &found)
    try resolveSimultaneity(of: family, isChecked, &scope, &found)
    try resolvePrevention(of: family, isChecked, &scope, &found)
    scope.charge(declaration.properties.ignoredRegions.count, to: declaration.owner)
    let after = scope.charged(to: declaration.owner)
    found.charged = after.own - before.own
    found.chargedOthers = after.others - before.others
    apply(found, to: family)
    resolvedRelations[key] = found
    lookUpCount += declaration.referenceCount
  }

  private mutating func apply(_ found: ResolvedRelations, to family: Family) {
    // The pairs of one recognizer follow one another, and clients can make thousands: they are added at once.
    var rest = found.requireToFail[...]
    while let number = rest.first?.number {
      let run = rest.prefix { $0.number == number }
      instances[number].requireToFail += run.map(\.other)
      rest = rest.dropFirst(run.count)
    }
    for pair in found.requireNotBegun { instances[pair.number].requireNotBegun.append(pair.other) }
    for pair in found.simultaneousWith {
      // Either side's yes is enough (ARB-9, ARB-10), so both sides get the relation.
      instances[pair.number].simultaneousWith.append(pair.other)
      instances[pair.other].simultaneousWith.append(pair.number)
    }
    for number in family.numbers {
      if found.goesWithAll { instances[number].goesWithAll = true }
      instances[number].canPrevent = found.canPrevent
      instances[number].canBePreventedBy = found.canBePreventedBy
    }
  }

  private mutating func resolveRequirements(
    of family: Family, _ isChecked: Bool, _ scope: inout RelationScope, _ found: inout ResolvedRelations
  ) throws(DeclarationError) {
    for reference in family.declaration.requireToFail {
      let targets = try required(reference, "require_to_fail", family, isChecked, &scope, &found)
      for number in family.numbers {
        for other in matching(targets, to: number) {
          found.requireToFail.append(.init(number: number, other: other))
        }
      }
    }
    for reference in family.declaration.properties.requiredToFailBy {
      let targets = try required(reference, "required_to_fail_by", family, isChecked, &scope, &found)
      for number in family.numbers {
        for other in matching(targets, to: number) {
          found.requireToFail.append(.init(number: other, other: number))
        }
      }
    }
    for reference in family.declaration.properties.requireNotBegun {
      let targets = try required(reference, "require_not_begun", family, isChecked, &scope, &found)
      for number in family.numbers {
        for other in matching(targets, to: number) {
          found.requireNotBegun.append(.init(number: number, other: other))
        }
      }
    }
  }

  /// The targets of a failure requirement, without passive recognizers. The declaring recognizer as a target is an
  /// error.
  private func required(
    _ reference: String, _ key: String, _ family: Family, _ isChecked: Bool, _ scope: inout RelationScope,
    _ found: inout ResolvedRelations
  ) throws(DeclarationError) -> [Int] {
    let targets = try numbers(of: reference, key: key, in: family, isChecked, &scope, &found)
    if targets.contains(where: { isFamily($0, of: family) }) {
      let name = family.declaration.name
      throw .cycle(declaration: name, key: key, path: [name, name])
    }
    let hasPassive = targets.contains { instances[$0].isPassive }
    if isChecked, family.declaration.isPassive || hasPassive {
      throw .passiveRelation(declaration: family.declaration.name, key: key, reference: reference)
    }
    if family.declaration.isPassive { return [] }
    return hasPassive ? targets.filter { !instances[$0].isPassive } : targets
  }

  private func resolveSimultaneity(
    of family: Family, _ isChecked: Bool, _ scope: inout RelationScope, _ found: inout ResolvedRelations
  ) throws(DeclarationError) {
    for reference in family.declaration.simultaneousWith {
      guard reference != "*" else {
        scope.charge(1, to: family.declaration.owner)
        found.goesWithAll = true
        continue
      }
      let targets = try numbers(
        of: reference, key: "simultaneous_with", in: family, isChecked, &scope, &found)
      for number in family.numbers {
        for other in targets where other != number {
          found.simultaneousWith.append(.init(number: number, other: other))
        }
      }
    }
  }

  private func resolvePrevention(
    of family: Family, _ isChecked: Bool, _ scope: inout RelationScope, _ found: inout ResolvedRelations
  ) throws(DeclarationError) {
    let properties = family.declaration.properties
    found.canPrevent = try all(
      of: properties.canPrevent, key: "can_prevent", in: family, isChecked, &scope, &found)
    found.canBePreventedBy = try all(
      of: properties.canBePreventedBy, key: "can_be_prevented_by", in: family, isChecked, &scope, &found)
  }

  /// The instances that any of some references names; nil for all.
  private func all(
    of references: [String]?, key: String, in family: Family, _ isChecked: Bool,
    _ scope: inout RelationScope, _ found: inout ResolvedRelations
  ) throws(DeclarationError) -> [Int]? {
    guard let references, !references.contains("*") else { return nil }
    var numbers: [Int] = []
    for reference in references {
      numbers += try self.numbers(of: reference, key: key, in: family, isChecked, &scope, &found)
    }
    numbers.sortWithoutRepeats()
    return numbers
  }

  /// The instances that a name, `kind:` and a kind, `region:` and a region, or `region_kind:` and a kind of region refer
  /// to. A kind or a region never includes the declaring recognizer.
  ///
  /// In a new declaration, more targets than the limit among the client's own recognizers and the configuration's are an
  /// error. The client does not control public recognizers of others, so those beyond the limit are left out.
  private func numbers(
    of reference: String, key: String, in family: Family, _ isChecked: Bool, _ scope: inout RelationScope,
    _ found: inout ResolvedRelations
  ) throws(DeclarationError) -> [Int] {
    // Called for each reference, so it copies single fields.
    let owner = family.declaration.owner
    var targets = RelationScope.Targets()
    var isWide = true
    // The first byte rules most names out. `hasPrefix` costs ten times as much.
    if reference.utf8.first == UInt8(ascii: "k"), reference.hasPrefix("kind:") {
      let kind = String(reference.dropFirst("kind:".count))
      targets = scope.recognizers(ofKind: kind, for: owner, in: instances)
    } else if reference.utf8.first == UInt8(ascii: "r"), reference.hasPrefix("region:") {
      let region = String(reference.dropFirst("region:".count))
      targets = scope.recognizers(ofRegion: region, for: owner, in: instances)
    } else if reference.utf8.first == UInt8(ascii: "r"), let kind = RegionKind.named(by: reference) {
      targets = scope.recognizers(ofRegionKind: kind, regionKinds, for: owner, in: instances)
    } else {
      targets.own = numbers(named: reference, for: owner)
      isWide = false
    }
    if isWide {
      found.isWide = true
      targets.own.removeAll { isFamily($0, of: family) }
    }
    if targets.isEmpty, isChecked, !mayBeMissing(reference) {
      throw .unknownReference(declaration: family.declaration.name, key: key, reference: reference)
    }
    let times = max(1, family.numbers.count)
    let room = scope.remaining(of: owner) / times
    if isChecked, targets.own.count > room {
      throw .tooManyRelations(declaration: family.declaration.name, limit: RelationScope.limit)
    }
    if targets.others.isEmpty, targets.own.count <= room {
      scope.charge(max(1, targets.own.count * times), to: owner)
      return targets.own
    }
    let own = targets.own.prefix(room)
    let others = targets.others.prefix(scope.remainingForOthers(of: owner) / times)
    scope.charge(max(1, own.count * times), to: owner)
    scope.charge(others: others.count * times, to: owner)
    return Array(own) + others
  }

  /// The targets that a relation of one recognizer joins: of each family the instances for the same number of fingers,
  /// or else all.
  private func matching(_ targets: [Int], to number: Int) -> [Int] {
    // A name refers to one family, and nearly all relations use names.
    if targets.count == 1 { return targets[0] == number ? [] : targets }
    var result: [Int] = []
    for family in Dictionary(grouping: targets, by: { RecognizerKey(instances[$0]) }).values {
      let others = family.filter { $0 != number }
      let same = others.filter { instances[$0].numberOfTouches == instances[number].numberOfTouches }
      result += same.isEmpty ? others : same
    }
    return result
  }

  private func isFamily(_ number: Int, of family: Family) -> Bool { family.numbers.contains(number) }
}

extension [Int] {
  /// Sorts the numbers and removes repeats.
  mutating func sortWithoutRepeats() {
    guard count > 1, indices.dropFirst().contains(where: { self[$0] <= self[$0 - 1] }) else { return }
    sort()
    var kept = 1
    for position in 1..<count where self[position] != self[kept - 1] {
      self[kept] = self[position]
      kept += 1
    }
    removeLast(count - kept)
  }
}

/// The resolved relations of one declaration, by the numbers of recognizers.
///
/// The relations are cached (H3). They stay valid until the declaration's owner or the configuration changes a
/// declaration, unless they refer to a kind or a region. An edit of one client therefore does not resolve the
/// declarations of all others.
struct ResolvedRelations: Sendable {
  /// A recognizer, and another one that a relation names.
  struct Pair: Sendable {
    let number: Int
    let other: Int
  }

  /// Whether a relation refers to a kind or a region, which may include recognizers of other clients.
  var isWide = false
  /// The number of relations charged to the owner: for its own recognizers, and for those of others.
  var charged = 0
  var chargedOthers = 0
  /// The pairs in which the first waits for the second to fail.
  var requireToFail: [Pair] = []
  /// The pairs in which the first must not act once the second has begun.
  var requireNotBegun: [Pair] = []
  /// The pairs that act together, each in one order.
  var simultaneousWith: [Pair] = []
  /// Whether the recognizers of the declaration go together with all others.
  var goesWithAll = false
  /// The recognizers that those of the declaration make fail, and those that make them fail; nil for all.
  var canPrevent: [Int]?
  var canBePreventedBy: [Int]?
}
