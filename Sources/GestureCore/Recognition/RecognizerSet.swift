/// All declared recognizers, with their relations resolved to numbers.
///
/// A declaration with several finger counts becomes one instance for each. A relation between two such families joins
/// the instances with the same count, as the author means: a one-finger tap waits for the one-finger double tap. If the
/// other family has no instance with that count, the relation means all its instances.
///
/// A recognizer belongs to the configuration or to a client, and its name is unique only for its owner. A name in a
/// relation means the owner's recognizer first, then the configuration's, and never another client's. A kind also
/// includes public recognizers of other clients (MULTI-11).
///
/// A name must be known at its declaration, or belong to a recognizer that is switched off (ARB-36). Kinds and regions
/// may become known later (ARB-40).
///
/// Recognizers may be added, removed and changed during gestures (QUE-5). The owner of the set edits it between events,
/// hands it to `TouchscreenPipeline.update` of every touchscreen, and ends the batch with `finishBatch`. The number of
/// a living recognizer never changes. The number of a removed one is used again, from the next batch on.
public struct RecognizerSet: Sendable {
  /// The instances. Their positions are the numbers in events.
  public internal(set) var instances: [RecognizerInstance] = []
  /// The declarations of the instances, with the instances' numbers, rising.
  private(set) var families: [RecognizerKey: Family] = [:]
  /// The names of the configuration's recognizers that are switched off and have no instances. A relation to one of
  /// them has no effect (ARB-36).
  public var disabledNames: Set<String>
  private let catalog: [any Recognizer.Type]
  private var additions = 0
  /// The free numbers, falling.
  private var free: [Int] = []
  /// The numbers that the present batch removed. Events about the ends of these recognizers still use them.
  private var leaving: [Int] = []
  /// Whether relations are resolved by `resolve` instead of by each step.
  private var isDeferred = false
  /// The declarations of the steps since the last resolution, in their order.
  private var unchecked: [RecognizerKey] = []
  /// The kinds of the regions, by their names, for relations to `region_kind:` and a kind. Other regions are views.
  public private(set) var regionKinds: [String: RegionKind]
  /// The relations of the last resolution, and the owners whose declarations have changed since.
  var resolvedRelations: [RecognizerKey: ResolvedRelations] = [:]
  var affectedOwners: Set<Int> = []
  /// The number of references looked up so far, for tests.
  var lookUpCount = 0
  /// The owners whose recognizers neither hold nor take touches of the app behind all regions: clients that declare for
  /// their own user alone.
  public var ownersBesideApp: Set<Int> = []
  /// The number of resolutions, for tests.
  private(set) var resolutionCount = 0
  /// The number of recognizers visited in the last resolution: its cost.
  public private(set) var resolutionWork = 0

  /// A declaration and the numbers of its instances.
  struct Family: Sendable {
    var declaration: RecognizerDeclaration
    var numbers: [Int] = []
  }

  /// Resolves declarations.
  ///
  /// - Parameters:
  ///   - declarations: the author's declarations.
  ///   - disabledNames: the names of the recognizers that the author has switched off.
  ///   - regionKinds: the kinds of the regions, by their names, without those of views.
  ///   - catalog: the available recognizers.
  /// - Throws: a `DeclarationError` for the first declaration that contradicts the others.
  public init(
    _ declarations: [RecognizerDeclaration], disabledNames: Set<String> = [],
    regionKinds: [String: RegionKind] = [:],
    among catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(DeclarationError) {
    self.catalog = catalog
    self.disabledNames = disabledNames
    self.regionKinds = regionKinds
    try add(declarations)
  }

  /// Defers the resolution of relations until `resolve`. Only the result of a batch of steps counts then.
  ///
  /// If a step or `resolve` throws after that, this set is no longer valid and must be dropped.
  public mutating func deferResolution() {
    isDeferred = true
  }

  /// Sets the kinds of the regions, and resolves the relations again where one refers to a kind of region.
  ///
  /// - Returns: whether relations may have changed.
  public mutating func setRegionKinds(_ kinds: [String: RegionKind]) -> Bool {
    guard kinds != regionKinds else { return false }
    regionKinds = kinds
    guard families.values.contains(where: { $0.declaration.refersToRegionKinds }) else { return false }
    // Only declarations of a batch are refused, and this one has none.
    if !isDeferred { try? resolveRelations(checking: []) }
    return true
  }

  /// Resolves the relations after the steps of a batch.
  ///
  /// - Throws: a `DeclarationError` for the first declaration of the batch that contradicts the others.
  public mutating func resolve() throws(DeclarationError) {
    isDeferred = false
    let batch = unchecked
    unchecked = []
    try resolveRelations(checking: batch.filter { families[$0] != nil })
  }

  /// Adds a batch of declarations, which may refer to one another and to existing ones (ARB-40). Existing relations to
  /// a kind, a region or all recognizers include the new ones too.
  ///
  /// - Returns: the numbers of the new instances.
  /// - Throws: a `DeclarationError` for the first contradictory declaration; the set is then unchanged.
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

  /// Does a step, and resolves the relations unless that is deferred. After an error nothing has changed.
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

  /// Replaces the declaration of a recognizer, except its finger counts; its numbers stay. Options and properties take
  /// effect at the next reset (FSM-22). Enabling and disabling takes effect at once. A recognizer that moves to another
  /// region leaves its previous one (FSM-20).
  ///
  /// - Parameter declaration: a declaration with the owner and name of an existing one. An unknown name is ignored.
  /// - Throws: a `DeclarationError` for a contradiction; the set is then unchanged.
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

  /// Ends a batch of edits, once all touchscreens have taken it over. The numbers of removed recognizers are free for
  /// the next batch.
  public mutating func finishBatch() {
    guard !leaving.isEmpty else { return }
    free = (free + leaving).sorted(by: >)
    leaving.removeAll()
  }

  /// An owner's declaration with a name; nil without one.
  public func declaration(named name: String, of owner: Int) -> RecognizerDeclaration? {
    families[RecognizerKey(name: name, owner: owner)]?.declaration
  }

  /// The numbers of an owner's own recognizers with a name, rising.
  public func ownNumbers(named name: String, of owner: Int) -> [Int] {
    families[RecognizerKey(name: name, owner: owner)]?.numbers ?? []
  }

  /// The numbers that a name means for an owner, rising: its own, or else the configuration's (MULTI-11).
  public func numbers(named name: String, for owner: Int) -> [Int] {
    let own = ownNumbers(named: name, of: owner)
    return own.isEmpty ? ownNumbers(named: name, of: RegionTree.configuration) : own
  }

  /// Whether an owner may know a recognizer: its own, the configuration's, or a public one.
  public func isVisible(_ number: Int, to owner: Int) -> Bool {
    let other = instances[number]
    return other.owner == owner || other.owner == RegionTree.configuration || other.isPublic
  }

  /// Whether a reference may have no target yet: a known kind, any region, a known kind of region, or the name of a
  /// recognizer that is switched off.
  func mayBeMissing(_ reference: String) -> Bool {
    if reference.hasPrefix("region:") { return true }
    if let kind = RegionKind.named(by: reference) { return kind != nil }
    guard reference.hasPrefix("kind:") else { return disabledNames.contains(reference) }
    let kind = GestureKind(String(reference.dropFirst("kind:".count)))
    return kind == CustomRecognizer.kind || catalog.contains { $0.kind == kind }
  }

  /// The type of a declaration's kind. The configuration cannot declare a recognizer that runs in a client.
  private func type(of declaration: RecognizerDeclaration) -> (any Recognizer.Type)? {
    if declaration.kind == CustomRecognizer.kind, declaration.owner != RegionTree.configuration {
      return CustomRecognizer.self
    }
    for type in catalog where type.kind == declaration.kind { return type }
    return nil
  }

  /// Removes a recognizer (FSM-21). An unused number is ignored.
  public mutating func remove(_ number: Int) {
    guard isLiving(number) else { return }
    removeInstance(number)
    resolveKnownRelations()
  }

  /// Removes all recognizers of a client that is gone (CUS-7, MULTI-10).
  ///
  /// - Returns: the numbers of the removed recognizers.
  @discardableResult
  public mutating func removeAll(ownedBy owner: Int) -> [Int] { removeAll(ownedBy: [owner]) }

  /// The same for several clients at once.
  @discardableResult
  public mutating func removeAll(ownedBy owners: Set<Int>) -> [Int] {
    let numbers = instances.indices.filter { isLiving($0) && owners.contains(instances[$0].owner) }
    for number in numbers { removeInstance(number) }
    if !numbers.isEmpty { resolveKnownRelations() }
    return numbers
  }

  private mutating func removeInstance(_ number: Int) {
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

  /// Resolves relations without new declarations, so no error is possible.
  private mutating func resolveKnownRelations() {
    guard !isDeferred else { return }
    do throws(DeclarationError) {
      try resolve()
    } catch {
      preconditionFailure("nothing is declared, and something is refused")
    }
  }

  /// Enables or disables a recognizer (FSM-12 to FSM-14).
  public mutating func setEnabled(_ number: Int, _ isEnabled: Bool) {
    guard isLiving(number) else { return }
    instances[number].properties.isEnabled = isEnabled
  }

  /// Whether a recognizer has the same properties in another state of the set. They are compared one by one: `==` copies all
  /// of them first, which counts a dozen references, and a set has hundreds of recognizers (H1).
  func hasSameProperties(_ number: Int, as other: borrowing RecognizerSet) -> Bool {
    instances[number].properties.isEnabled == other.instances[number].properties.isEnabled
      && instances[number].properties.cancelsTouchesInView
        == other.instances[number].properties.cancelsTouchesInView
      && instances[number].properties.delaysTouchesBegan
        == other.instances[number].properties.delaysTouchesBegan
      && instances[number].properties.delaysTouchesEnded
        == other.instances[number].properties.delaysTouchesEnded
      && instances[number].properties.requiresExclusiveTouchType
        == other.instances[number].properties.requiresExclusiveTouchType
      && instances[number].properties.priority == other.instances[number].properties.priority
      && instances[number].properties.shouldBegin == other.instances[number].properties.shouldBegin
      && instances[number].properties.isEager == other.instances[number].properties.isEager
      && instances[number].properties.region == other.instances[number].properties.region
      && instances[number].properties.allowedTouchTypes
        == other.instances[number].properties.allowedTouchTypes
      && instances[number].properties.allowedPressTypes
        == other.instances[number].properties.allowedPressTypes
      && instances[number].properties.requireNotBegun == other.instances[number].properties.requireNotBegun
      && instances[number].properties.requiredToFailBy == other.instances[number].properties.requiredToFailBy
      && instances[number].properties.canPrevent == other.instances[number].properties.canPrevent
      && instances[number].properties.canBePreventedBy == other.instances[number].properties.canBePreventedBy
      && instances[number].properties.ignoredRegions == other.instances[number].properties.ignoredRegions
      && instances[number].properties.action == other.instances[number].properties.action
      && instances[number].properties.target == other.instances[number].properties.target
  }

  /// Sets checked options of a recognizer's kind. They take effect at its next reset (FSM-22).
  ///
  /// - Parameter adjusted: the options that count whatever a touchscreen's own options are (RES-4).
  public mutating func setOptions(_ number: Int, _ options: OptionTable, adjusted: Set<String> = []) {
    guard isLiving(number) else { return }
    // One access: of two, some builds check the second index and some do not.
    instances[number].setOptions(options, adjusted)
  }

  /// The same set for one touchscreen with other options for the configuration's recognizers.
  ///
  /// - Parameter options: the complete options of these recognizers, by name.
  public func adjusted(to options: [String: OptionTable]) -> RecognizerSet {
    guard !options.isEmpty else { return self }
    var set = self
    for number in instances.indices where instances[number].owner == RegionTree.configuration {
      guard var own = options[instances[number].name] else { continue }
      for key in instances[number].adjustedOptions {
        if let value = instances[number].options[key], own[key] != nil { own.set(key, to: value) }
      }
      set.instances[number].options = own
    }
    return set
  }

  /// Whether each recognizer leaves the app's touches alone, by their numbers; empty where none does.
  var besideApp: [Bool] {
    ownersBesideApp.isEmpty ? [] : instances.indices.map { ownersBesideApp.contains(instances[$0].owner) }
  }

  /// Sets whether any client listens to a recognizer.
  public mutating func setHearing(_ number: Int, _ hearing: RecognizerHearing) {
    guard isLiving(number) else { return }
    instances[number].hearing = hearing
  }

  private func isLiving(_ number: Int) -> Bool {
    instances.indices.contains(number) && !instances[number].isRemoved
  }

  /// Records the cost of a resolution of relations.
  mutating func recordResolution(_ work: Int) {
    resolutionCount += 1
    resolutionWork = work
  }

  private mutating func nextAddition() -> Int {
    additions += 1
    return additions
  }
}

/// The identity of a declaration: a name is unique only for its owner.
struct RecognizerKey: Hashable, Sendable {
  let owner: Int
  let name: String

  /// The key of a declaration.
  init(_ declaration: RecognizerDeclaration) {
    owner = declaration.owner
    name = declaration.name
  }

  /// The key of a declaration's instance.
  init(_ instance: RecognizerInstance) {
    owner = instance.owner
    name = instance.name
  }

  init(name: String, owner: Int) {
    self.owner = owner
    self.name = name
  }
}

/// Recognizers on presses instead of touches.
extension RecognizerSet {
  /// The same set, with the same numbers, for a surface with one region for each press type.
  ///
  /// Recognizers with `allowed_press_types` are attached to the root and ignore the regions of other types. All others
  /// take no part.
  ///
  /// - Parameter surface: the number of each press type, and its region.
  public func onPresses(_ surface: [(type: Int, region: String)]) -> RecognizerSet {
    var set = self
    for number in instances.indices {
      let allowed = instances[number].properties.allowedPressTypes ?? []
      set.instances[number].properties.allowedPressTypes = nil
      set.instances[number].properties.allowedTouchTypes = nil
      set.instances[number].properties.region = nil
      set.instances[number].properties.ignoredRegions = surface.filter { !allowed.contains($0.type) }.map(
        \.region)
      if allowed.isEmpty { set.instances[number].properties.isEnabled = false }
    }
    return set
  }

  /// Whether any recognizer is on presses.
  public var hasPresses: Bool {
    instances.contains { !$0.isRemoved && $0.properties.allowedPressTypes != nil }
  }
}
