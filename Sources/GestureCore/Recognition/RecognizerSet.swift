/// All recognizers that are declared, with their relations resolved to numbers.
///
/// A declaration for several finger counts becomes an instance each. A relation between two such families joins
/// the instances of the same count, since that is what the author means by it: a one-finger tap waits for the
/// one-finger double tap. Where the other family has no instance of that count, it means all of its instances.
///
/// A recognizer is the configuration's or a client's, and its name is its owner's alone. Relations speak of the own
/// recognizers of that name first, then of the configuration's, never of another client's; by kind they speak of
/// those of others too that are public (MULTI-11). A name must be known when it is declared, or be that of a recognizer
/// that is switched off (ARB-36); what kinds and regions there are may turn out later (ARB-40).
///
/// Recognizers may come, go and change while gestures are under way: whoever owns the set edits it between events,
/// hands it to `TouchscreenPipeline.update` of every touchscreen, and ends the batch with `finishBatch` (QUE-5). The
/// number of a living recognizer never changes; that of one that was removed is used again, from the next batch on.
public struct RecognizerSet: Sendable {
  /// The instances; their positions are the numbers that events speak of.
  public internal(set) var instances: [RecognizerInstance] = []
  /// What they were made from, with their numbers, rising.
  private(set) var families: [RecognizerKey: Family] = [:]
  /// The names of recognizers of the configuration that are switched off, and not among the instances: a relation to one of
  /// them is inert (ARB-36).
  public var disabledNames: Set<String>
  private let catalog: [any Recognizer.Type]
  private var additions = 0
  /// The numbers that nothing has, falling.
  private var free: [Int] = []
  /// The numbers that the present batch took away: events that tell of their ends still speak of them.
  private var leaving: [Int] = []
  /// Whether relations are resolved when `resolve` is called, and not by each step.
  private var isDeferred = false
  /// What the steps since have declared, in their order.
  private var unchecked: [RecognizerKey] = []
  /// The relations of the last resolution, and the owners whose declarations have changed since.
  var resolvedRelations: [RecognizerKey: ResolvedRelations] = [:]
  var affectedOwners: Set<Int> = []
  /// How many references were looked up so far, for tests.
  var lookUpCount = 0
  /// How often relations were resolved, for tests.
  private(set) var resolutionCount = 0
  /// How many recognizers were looked at when relations were resolved last: what it has cost.
  public private(set) var resolutionWork = 0

  /// A declaration, and what became of it.
  struct Family: Sendable {
    var declaration: RecognizerDeclaration
    var numbers: [Int] = []
  }

  /// Resolves declarations.
  ///
  /// - Parameters:
  ///   - declarations: what the author declared.
  ///   - disabledNames: the names of what the author has switched off.
  ///   - catalog: the recognizers there are.
  /// - Throws: a `DeclarationError` for the first declaration that makes no sense with the others.
  public init(
    _ declarations: [RecognizerDeclaration], disabledNames: Set<String> = [],
    among catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(DeclarationError) {
    self.catalog = catalog
    self.disabledNames = disabledNames
    try add(declarations)
  }

  /// Puts off what steps mean for relations until `resolve`: of a batch of steps only what it comes to counts.
  ///
  /// Where a step or `resolve` throws from then on, this set makes no sense any more and is thrown away.
  public mutating func deferResolution() {
    isDeferred = true
  }

  /// Resolves the relations after the steps of a batch.
  ///
  /// - Throws: a `DeclarationError` for the first declaration of the batch that makes no sense.
  public mutating func resolve() throws(DeclarationError) {
    isDeferred = false
    let batch = unchecked
    unchecked = []
    try resolveRelations(checking: batch.filter { families[$0] != nil })
  }

  /// Adds a batch of declarations, which may speak of one another and of those that are there (ARB-40). What is
  /// there and speaks of a kind, of a region or of all speaks of the new ones too.
  ///
  /// - Returns: the numbers of the new instances.
  /// - Throws: a `DeclarationError` for the first that makes no sense; the set is as before then.
  @discardableResult
  public mutating func add(_ batch: [RecognizerDeclaration]) throws(DeclarationError) -> [Int] {
    try step { set throws(DeclarationError) in
      var added: [Int] = []
      for declaration in batch { added += try set.addFamily(declaration) }
      return added
    }
  }

  private mutating func addFamily(_ declaration: RecognizerDeclaration) throws(DeclarationError) -> [Int] {
    guard let type = type(of: declaration) else {
      throw .unknownKind(declaration: declaration.name, kind: declaration.kind.name)
    }
    let key = RecognizerKey(declaration)
    guard families[key] == nil else { throw .nameTaken(declaration: declaration.name) }
    var added: [Int] = []
    for count in declaration.numbersOfTouches {
      let instance = RecognizerInstance(
        declaration, type, numberOfTouches: count, addition: nextAddition())
      if let number = free.popLast() {
        instances[number] = instance
        added.append(number)
      } else {
        added.append(instances.count)
        instances.append(instance)
      }
    }
    families[key] = Family(declaration: declaration, numbers: added.sorted())
    affectedOwners.insert(declaration.owner)
    unchecked.append(key)
    return added
  }

  /// Does a step, and resolves the relations anew unless that is put off. On an error nothing has changed.
  private mutating func step<Result>(
    _ body: (inout RecognizerSet) throws(DeclarationError) -> Result
  ) throws(DeclarationError) -> Result {
    if isDeferred { return try body(&self) }
    let before = self
    do throws(DeclarationError) {
      let result = try body(&self)
      try resolve()
      return result
    } catch {
      self = before
      throw error
    }
  }

  /// Says of a recognizer anew what its declaration says, the finger counts excepted; its numbers stay. Options and
  /// properties take effect at its next reset (FSM-22), whether it is enabled at once.
  ///
  /// - Parameter declaration: of the owner and the name of one that is there; with nothing of that name it is passed
  ///   over.
  /// - Throws: a `DeclarationError` where it makes no sense; the set is as before then.
  public mutating func change(_ declaration: RecognizerDeclaration) throws(DeclarationError) {
    let key = RecognizerKey(declaration)
    guard let family = families[key] else { return }
    var changed = declaration
    changed.numbersOfTouches = family.declaration.numbersOfTouches
    try step { set throws(DeclarationError) in
      set.affectedOwners.insert(changed.owner)
      set.families[key]?.declaration = changed
      for number in family.numbers {
        if set.instances[number].properties.region != changed.properties.region {
          set.instances[number].addition = set.nextAddition()
        }
        set.instances[number].properties = changed.properties
        set.instances[number].options = changed.options
        set.instances[number].isPassive = changed.isPassive
        set.instances[number].isPublic = changed.isPublic
        set.instances[number].asks = changed.asks
      }
      set.unchecked.append(key)
    }
  }

  /// Ends a batch of edits, once all touchscreens have taken it over: the numbers of what it removed are free for the
  /// next one.
  public mutating func finishBatch() {
    guard !leaving.isEmpty else { return }
    free = (free + leaving).sorted(by: >)
    leaving.removeAll()
  }

  /// What was declared under a name by an owner; nil where there is nothing.
  public func declaration(named name: String, of owner: Int) -> RecognizerDeclaration? {
    families[RecognizerKey(name: name, owner: owner)]?.declaration
  }

  /// The numbers of an owner's own recognizers of a name, rising.
  public func ownNumbers(named name: String, of owner: Int) -> [Int] {
    families[RecognizerKey(name: name, owner: owner)]?.numbers ?? []
  }

  /// The numbers that a name means for an owner, rising: its own, where it has none the configuration's (MULTI-11).
  public func numbers(named name: String, for owner: Int) -> [Int] {
    let own = ownNumbers(named: name, of: owner)
    return own.isEmpty ? ownNumbers(named: name, of: RegionTree.configuration) : own
  }

  /// Whether an owner may know of a recognizer: its own, those of the configuration, and public ones.
  public func isVisible(_ number: Int, to owner: Int) -> Bool {
    let other = instances[number]
    return other.owner == owner || other.owner == RegionTree.configuration || other.isPublic
  }

  /// Whether a relation may name what is not there: a kind that there is, a region, or what is switched off.
  func mayBeMissing(_ reference: String) -> Bool {
    if reference.hasPrefix("region:") { return true }
    guard reference.hasPrefix("kind:") else { return disabledNames.contains(reference) }
    let kind = GestureKind(String(reference.dropFirst("kind:".count)))
    return kind == CustomRecognizer.kind || catalog.contains { $0.kind == kind }
  }

  /// A recognizer that runs in a client is nothing for the configuration.
  private func type(of declaration: RecognizerDeclaration) -> (any Recognizer.Type)? {
    if declaration.kind == CustomRecognizer.kind, declaration.owner != RegionTree.configuration {
      return CustomRecognizer.self
    }
    for type in catalog where type.kind == declaration.kind { return type }
    return nil
  }

  /// Removes a recognizer (FSM-21). A number that nothing has is passed over.
  public mutating func remove(_ number: Int) {
    guard isThere(number) else { return }
    takeAway(number)
    resolveKnownRelations()
  }

  /// Removes all recognizers of a client: it is gone (CUS-7, MULTI-10).
  ///
  /// - Returns: the numbers that they had.
  @discardableResult
  public mutating func removeAll(ownedBy owner: Int) -> [Int] { removeAll(ownedBy: [owner]) }

  /// The same of several clients at once.
  @discardableResult
  public mutating func removeAll(ownedBy owners: Set<Int>) -> [Int] {
    let numbers = instances.indices.filter { isThere($0) && owners.contains(instances[$0].owner) }
    for number in numbers { takeAway(number) }
    if !numbers.isEmpty { resolveKnownRelations() }
    return numbers
  }

  private mutating func takeAway(_ number: Int) {
    instances[number].isRemoved = true
    leaving.append(number)
    let key = RecognizerKey(instances[number])
    affectedOwners.insert(instances[number].owner)
    families[key]?.numbers.removeAll { $0 == number }
    families[key]?.declaration.numbersOfTouches.removeAll { $0 == instances[number].numberOfTouches }
    guard families[key]?.numbers.isEmpty ?? false else { return }
    families[key] = nil
    resolvedRelations[key] = nil
  }

  /// Resolves relations where nothing is new, so that nothing can be refused.
  private mutating func resolveKnownRelations() {
    guard !isDeferred else { return }
    do throws(DeclarationError) {
      try resolve()
    } catch {
      preconditionFailure("nothing is declared, and something is refused")
    }
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

  /// The same for one touchscreen, on which recognizers of the configuration have other options.
  ///
  /// - Parameter options: all options of those, by their names.
  public func adjusted(to options: [String: OptionTable]) -> RecognizerSet {
    guard !options.isEmpty else { return self }
    var set = self
    for number in instances.indices where instances[number].owner == RegionTree.configuration {
      if let own = options[instances[number].name] { set.instances[number].options = own }
    }
    return set
  }

  /// Says whether somebody listens to a recognizer (2.5).
  public mutating func setHearing(_ number: Int, _ hearing: RecognizerHearing) {
    guard isThere(number) else { return }
    instances[number].hearing = hearing
  }

  private func isThere(_ number: Int) -> Bool {
    instances.indices.contains(number) && !instances[number].isRemoved
  }

  /// Notes what it took to resolve the relations.
  mutating func noteResolution(_ work: Int) {
    resolutionCount += 1
    resolutionWork = work
  }

  private mutating func nextAddition() -> Int {
    additions += 1
    return additions
  }
}
