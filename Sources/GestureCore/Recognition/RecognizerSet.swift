/// All recognizers that are declared, with their relations resolved to numbers.
///
/// A declaration for several finger counts becomes an instance each. A relation between two such families joins
/// the instances of the same count, since that is what the author means by it: a one-finger tap waits for the
/// one-finger double tap. Where the other family has no instance of that count, it means all of its instances.
///
/// Recognizers may come, go and change while gestures are under way: whoever owns the set edits it between events
/// and hands it to `TouchscreenPipeline.update` of every touchscreen before it edits it again (QUE-5). The number
/// of a living recognizer never changes; that of one that was removed is used again, from the next batch on.
public struct RecognizerSet: Sendable {
  /// The instances; their positions are the numbers that events speak of.
  public internal(set) var instances: [RecognizerInstance] = []
  /// What they were made from, in the order in which it was declared.
  var declarations: [RecognizerDeclaration] = []
  private let catalog: [any Recognizer.Type]
  private var additions = 0

  /// Resolves declarations.
  ///
  /// - Parameters:
  ///   - declarations: what the author declared.
  ///   - catalog: the recognizers there are.
  /// - Throws: a `DeclarationError` for the first declaration that makes no sense with the others.
  public init(
    _ declarations: [RecognizerDeclaration], among catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(DeclarationError) {
    self.catalog = catalog
    try add(declarations)
  }

  /// Adds a batch of declarations, which may speak of one another and of those that are there (ARB-40). What is
  /// there and speaks of a kind, of a region or of all speaks of the new ones too.
  ///
  /// - Returns: the numbers of the new instances.
  /// - Throws: a `DeclarationError` for the first that makes no sense; the set is as before then.
  @discardableResult
  public mutating func add(_ batch: [RecognizerDeclaration]) throws(DeclarationError) -> [Int] {
    var next = self
    var free = instances.indices.filter { instances[$0].isRemoved }[...]
    var added: [Int] = []
    for declaration in batch {
      guard let type = catalog.first(where: { $0.kind == declaration.kind }) else {
        throw .unknownKind(declaration: declaration.name, kind: declaration.kind.name)
      }
      guard !next.declarations.contains(where: { $0.name == declaration.name }) else {
        throw .nameTaken(declaration: declaration.name)
      }
      next.declarations.append(declaration)
      for count in declaration.numbersOfTouches {
        let addition = next.nextAddition()
        let instance = RecognizerInstance(
          name: declaration.name, type: type, numberOfTouches: count, properties: declaration.properties,
          options: declaration.options, isPassive: declaration.isPassive, identity: addition,
          addition: addition)
        if let number = free.popFirst() {
          next.instances[number] = instance
          added.append(number)
        } else {
          added.append(next.instances.count)
          next.instances.append(instance)
        }
      }
    }
    try next.resolveRelations(checking: Set(batch.map(\.name)))
    self = next
    return added
  }

  /// Removes a recognizer (FSM-21). A number that nothing has is passed over.
  public mutating func remove(_ number: Int) {
    guard isThere(number) else { return }
    instances[number].isRemoved = true
    let name = instances[number].name
    if let declaration = declarations.firstIndex(where: { $0.name == name }) {
      declarations[declaration].numbersOfTouches.removeAll { $0 == instances[number].numberOfTouches }
      if declarations[declaration].numbersOfTouches.isEmpty { declarations.remove(at: declaration) }
    }
    resolveKnownRelations()
  }

  /// Attaches a recognizer to the region of a name, nil for the root; it leaves the region that it was attached to
  /// (FSM-20).
  public mutating func attach(_ number: Int, to region: String?) {
    guard isThere(number) else { return }
    instances[number].properties.region = region
    instances[number].addition = nextAddition()
    resolveKnownRelations()
  }

  /// Lets a recognizer take part, or not (FSM-12 to FSM-14).
  public mutating func setEnabled(_ number: Int, _ isEnabled: Bool) {
    guard isThere(number) else { return }
    instances[number].properties.isEnabled = isEnabled
  }

  /// Sets the options of a recognizer, which are those of its kind and were checked. They take effect at its next
  /// reset (FSM-22).
  public mutating func setOptions(_ number: Int, _ options: OptionTable) {
    guard isThere(number) else { return }
    instances[number].options = options
  }

  /// Says whether somebody listens to a recognizer (2.5).
  public mutating func setHearing(_ number: Int, _ hearing: RecognizerHearing) {
    guard isThere(number) else { return }
    instances[number].hearing = hearing
  }

  private func isThere(_ number: Int) -> Bool {
    instances.indices.contains(number) && !instances[number].isRemoved
  }

  private mutating func nextAddition() -> Int {
    additions += 1
    return additions
  }
}
