/// All recognizers of a configuration, in the order declared, with their relations resolved to numbers.
///
/// A declaration for several finger counts becomes an instance each. A relation between two such families joins
/// the instances of the same count, since that is what the author means by it: a one-finger tap waits for the
/// one-finger double tap. Where the other family has no instance of that count, it means all of its instances.
public struct RecognizerSet: Sendable {
  /// The instances; their positions are the numbers that events speak of.
  public private(set) var instances: [RecognizerInstance] = []

  /// Resolves declarations.
  ///
  /// - Parameters:
  ///   - declarations: what the author declared.
  ///   - catalog: the recognizers there are.
  /// - Throws: a `DeclarationError` for the first declaration that makes no sense with the others.
  public init(
    _ declarations: [RecognizerDeclaration], among catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(DeclarationError) {
    for declaration in declarations {
      guard let type = catalog.first(where: { $0.kind == declaration.kind }) else {
        throw .unknownKind(declaration: declaration.name, kind: declaration.kind.name)
      }
      for count in declaration.numbersOfTouches {
        instances.append(
          RecognizerInstance(
            name: declaration.name, type: type, numberOfTouches: count,
            properties: declaration.properties, options: declaration.options,
            isPassive: declaration.isPassive, requireToFail: [], simultaneousWith: []))
      }
    }
    for declaration in declarations {
      try resolveRequirements(of: declaration)
      try resolveSimultaneity(of: declaration)
    }
    try refuseCycles()
    addEdgePriority()
  }

  /// EDG-10: ordinary pans wait for screen-edge pans, unless an edge pan itself waits for the pan.
  private mutating func addEdgePriority() {
    for edge in instances.indices where instances[edge].hasEdgePriority {
      for pan in instances.indices where instances[pan].kind == PanRecognizer.kind {
        guard !instances[pan].isPassive, !requires(edge, pan) else { continue }
        instances[pan].requireToFail = (instances[pan].requireToFail + [edge]).sortedWithoutRepeats()
      }
    }
  }

  /// Whether a recognizer waits for another, directly or by way of others.
  private func requires(_ number: Int, _ other: Int) -> Bool {
    instances[number].requireToFail.contains { $0 == other || requires($0, other) }
  }

  private mutating func resolveRequirements(of declaration: RecognizerDeclaration) throws(DeclarationError) {
    let key = "require_to_fail"
    for reference in declaration.requireToFail {
      let targets = try numbers(of: reference, key: key, in: declaration)
      if targets.contains(where: { instances[$0].name == declaration.name }) {
        throw .cycle(declaration: declaration.name, path: [declaration.name, declaration.name])
      }
      if declaration.isPassive || targets.contains(where: { instances[$0].isPassive }) {
        throw .passiveRelation(declaration: declaration.name, key: key, reference: reference)
      }
      for number in instances.indices where instances[number].name == declaration.name {
        let required = matching(targets, to: number)
        instances[number].requireToFail = (instances[number].requireToFail + required).sortedWithoutRepeats()
      }
    }
  }

  private mutating func resolveSimultaneity(of declaration: RecognizerDeclaration) throws(DeclarationError) {
    for reference in declaration.simultaneousWith {
      let targets =
        reference == "*"
        ? Array(instances.indices) : try numbers(of: reference, key: "simultaneous_with", in: declaration)
      for number in instances.indices where instances[number].name == declaration.name {
        for other in targets where other != number {
          // Either side's yes is enough (ARB-9, ARB-10), so both are told.
          instances[number].simultaneousWith.append(other)
          instances[other].simultaneousWith.append(number)
        }
      }
    }
    for number in instances.indices {
      instances[number].simultaneousWith = instances[number].simultaneousWith.sortedWithoutRepeats()
    }
  }

  /// The instances that a name, or `kind:` and a kind, speaks of. A kind never means the one who says it.
  private func numbers(
    of reference: String, key: String, in declaration: RecognizerDeclaration
  ) throws(DeclarationError) -> [Int] {
    let found: [Int]
    if reference.hasPrefix("kind:") {
      let kind = reference.dropFirst("kind:".count)
      found = instances.indices.filter {
        instances[$0].kind.name == kind && instances[$0].name != declaration.name
      }
    } else {
      found = instances.indices.filter { instances[$0].name == reference }
    }
    if found.isEmpty {
      throw .unknownReference(declaration: declaration.name, key: key, reference: reference)
    }
    return found
  }

  private func matching(_ targets: [Int], to number: Int) -> [Int] {
    var result: [Int] = []
    for name in Set(targets.map { instances[$0].name }) {
      let family = targets.filter { instances[$0].name == name && $0 != number }
      let same = family.filter { instances[$0].numberOfTouches == instances[number].numberOfTouches }
      result += same.isEmpty ? family : same
    }
    return result
  }

  /// ARB-41: walks the requirements depth first; an instance met again on the present path closes a circle.
  private func refuseCycles() throws(DeclarationError) {
    var finished = Set<Int>()
    var path: [Int] = []
    func visit(_ number: Int) throws(DeclarationError) {
      if let start = path.firstIndex(of: number) {
        let names = (path[start...] + [number]).map { instances[$0].name }
        throw .cycle(declaration: instances[number].name, path: names)
      }
      guard !finished.contains(number) else { return }
      path.append(number)
      for required in instances[number].requireToFail { try visit(required) }
      path.removeLast()
      finished.insert(number)
    }
    for number in instances.indices { try visit(number) }
  }
}

extension [Int] {
  fileprivate func sortedWithoutRepeats() -> [Int] {
    Array(Set(self)).sorted()
  }
}
