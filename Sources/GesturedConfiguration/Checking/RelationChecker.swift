internal import GestureCore

/// Checks the relations between a configuration's recognizers, and reports each contradiction at its place in the file.
struct RelationChecker {
  /// The `[recognizer.NAME]` tables.
  let tables: SettingTable
  /// The known recognizers.
  let catalog: [any Recognizer.Type]
  /// The names of tables that could not be read.
  let unreadable: Set<String>
  /// The names of disabled tables: relations to them are inert (ARB-36).
  let disabled: Set<String>
  /// The kinds of the regions that are not views, by the regions' names.
  let regionKinds: [String: RegionKind]

  /// The most recognizers, counting each number of touches.
  static let maximumInstanceCount = 256
  /// The most references that are looked up for the list of contradictions: 256 recognizers that name one another eight
  /// times over. A file with more contradictions than that shows the rest once these are mended (H11).
  private static let maximumLookups = 1 << 19

  /// Adds the contradictions of the declarations to the mistakes.
  ///
  /// `RecognizerSet` reports one contradiction at a time. Each one is removed from the declarations before the next
  /// try, until the set accepts them.
  func check(_ declarations: [RecognizerDeclaration], _ mistakes: inout MistakeList) {
    var declarations = withoutReferencesToUnreadable(declarations)
    var lookups = 0
    while !mistakes.isFull, lookups <= Self.maximumLookups {
      lookups += declarations.reduce(0) { $0 + $1.referenceCount }
      do throws(DeclarationError) {
        _ = try RecognizerSet(
          declarations, disabledNames: disabled, regionKinds: regionKinds, among: catalog)
        return
      } catch {
        add(error, declarations, &mistakes)
        remove(error, from: &declarations)
      }
    }
  }

  /// Removes references that may mean an unreadable table: that table has its own mistakes already.
  private func withoutReferencesToUnreadable(
    _ declarations: [RecognizerDeclaration]
  ) -> [RecognizerDeclaration] {
    if unreadable.isEmpty { return declarations }
    let kinds = Set(declarations.map { "kind:" + $0.kind.name })
    func mayMeanUnreadable(_ reference: String) -> Bool {
      unreadable.contains(reference) || reference.hasPrefix("region:")
        || reference.hasPrefix(RegionKind.referencePrefix)
        || reference.hasPrefix("kind:") && !kinds.contains(reference)
    }
    return declarations.map { declaration in
      var declaration = declaration
      declaration.removeReferences(where: mayMeanUnreadable)
      return declaration
    }
  }

  private func add(
    _ error: DeclarationError, _ declarations: [RecognizerDeclaration], _ mistakes: inout MistakeList
  ) {
    switch error {
    case .unknownKind, .nameTaken, .tooManyRelations:
      preconditionFailure(
        "declarations are made from the catalog, and from tables, of which each has its name; clients' are bounded"
      )
    case .unknownReference(let name, let key, let reference):
      add(unknown: reference, key, in: name, declarations, &mistakes)
    case .passiveRelation(let name, let key, let reference):
      mistakes.add(
        at: place(of: key, in: name, reference: reference), path(name, key),
        found: MistakeMessage.found.with(quoted(reference)),
        allowed:
          "relations between recognizers that are both passive = false: a passive one neither waits nor "
          + "is waited for")
    case .cycle(let name, let key, let names):
      let next = names.dropFirst().first ?? name
      mistakes.add(
        at: place(of: key, in: name, reference: next), path(name, key),
        found: MistakeMessage.waitsForItself.with(names.joined(separator: " waits for ")),
        allowed: "no circle")
    }
  }

  private func add(
    unknown reference: String, _ key: String, in name: String, _ declarations: [RecognizerDeclaration],
    _ mistakes: inout MistakeList
  ) {
    let known =
      if reference.hasPrefix("kind:") {
        catalog.map { "kind:" + $0.kind.name }
      } else if reference.hasPrefix(RegionKind.referencePrefix) {
        RegionKind.allCases.map { RegionKind.referencePrefix + $0.rawValue }
      } else {
        declarations.map(\.name).filter { $0 != name }
      }
    mistakes.add(
      at: place(of: key, in: name, reference: reference), path(name, key),
      found: MistakeMessage.found.with(quoted(reference)),
      allowed: RecognizerPropertyKeys.allowed(inRelation: key),
      hint: NearestWord.nearest(to: reference, among: known))
  }

  /// Removes a reported contradiction, so that it is not reported again.
  private func remove(_ error: DeclarationError, from declarations: inout [RecognizerDeclaration]) {
    switch error {
    case .unknownKind, .nameTaken, .tooManyRelations:
      declarations.removeAll { $0.name == error.declaration }
    case .unknownReference(let name, let key, let wrong), .passiveRelation(let name, let key, let wrong):
      for number in declarations.indices where declarations[number].name == name {
        declarations[number].removeReferences(inKey: key) { $0 == wrong }
      }
    case .cycle(_, let key, let path):
      // Any recognizer of the cycle may have declared the relation, from either side.
      for number in declarations.indices where path.contains(declarations[number].name) {
        for key in [
          key, RecognizerPropertyKeys.requireToFail.key, RecognizerPropertyKeys.requiredToFailBy.key,
        ] {
          declarations[number].removeReferences(inKey: key) { _ in true }
        }
      }
    }
  }

  /// The place of a reference; else of its key, else of the head of the table.
  private func place(of key: String, in name: String, reference: String) -> SettingPlace {
    guard let entry = tables[name] else { return .file(line: 1, column: 1) }
    guard case .table(let table) = entry.value.content, let relation = table[key] else {
      return entry.keyPosition
    }
    let written = relation.value.oneOrMany.first { value in
      if case .string(reference) = value.content { true } else { false }
    }
    return written?.position ?? relation.keyPosition
  }

  private func path(_ name: String, _ key: String? = nil) -> [String] {
    ["recognizer", name] + (key.map { [$0] } ?? [])
  }

  private func quoted(_ text: String) -> String { MessageText.quoted(text) }
}

extension RecognizerDeclaration {
  /// How many references to other recognizers the declaration has.
  fileprivate var referenceCount: Int {
    requireToFail.count + simultaneousWith.count + properties.requiredToFailBy.count
      + properties.requireNotBegun.count + (properties.canPrevent?.count ?? 0)
      + (properties.canBePreventedBy?.count ?? 0)
  }

  /// Removes references to other recognizers.
  ///
  /// - Parameters:
  ///   - key: the key of the references; nil for all keys.
  ///   - isWrong: the references to remove.
  mutating func removeReferences(inKey key: String? = nil, where isWrong: (String) -> Bool) {
    func isMeant(_ description: KeyDescription) -> Bool { key == nil || key == description.key }
    if isMeant(RecognizerPropertyKeys.requireToFail) { requireToFail.removeAll(where: isWrong) }
    if isMeant(RecognizerPropertyKeys.simultaneousWith) { simultaneousWith.removeAll(where: isWrong) }
    if isMeant(RecognizerPropertyKeys.requiredToFailBy) {
      properties.requiredToFailBy.removeAll(where: isWrong)
    }
    if isMeant(RecognizerPropertyKeys.requireNotBegun) {
      properties.requireNotBegun.removeAll(where: isWrong)
    }
    if isMeant(RecognizerPropertyKeys.canPrevent) { properties.canPrevent?.removeAll(where: isWrong) }
    if isMeant(RecognizerPropertyKeys.canBePreventedBy) {
      properties.canBePreventedBy?.removeAll(where: isWrong)
    }
  }
}
