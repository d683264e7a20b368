import GestureCore
import GestureProtocol
import GesturedConfiguration
import GesturedScene

/// A batch of edits of an owner's recognizers, on a copy of the set. The copy replaces the set once all edits have
/// succeeded.
///
/// New recognizers may refer to one another in any order (ARB-40). Relations are therefore resolved once, after all
/// edits.
struct RecognizerBatch {
  private let owner: Int
  private var pending: [RecognizerDeclaration] = []
  /// The path of each declaration in the request, by the recognizer's name.
  private var paths: [String: String] = [:]
  private var disabled: Set<String> = []
  /// How many recognizers the owner has declared so far, counting each number of touches.
  private(set) var declaredCount: Int
  /// An estimate of the bytes that the owner's recognizers take; it errs high (H2).
  var keptBytes: Int { Scene.keptBytes(of: sources) }
  /// The owner's declarations as the requests gave them, by name.
  private(set) var sources: [String: ClientRecognizer]
  /// The set after the edits so far.
  private(set) var set: RecognizerSet
  /// The numbers of the recognizers that were disabled and enabled again.
  private(set) var toggled: [Int] = []

  init(_ set: RecognizerSet, sources: [String: ClientRecognizer], owner: Int) {
    self.set = set
    self.set.deferResolution()
    self.sources = sources
    self.owner = owner
    declaredCount = sources.values.reduce(0) { $0 + Self.count(of: $1) }
  }

  private static func count(of source: ClientRecognizer) -> Int { source.declaration.numbersOfTouches.count }

  mutating func add(_ source: ClientRecognizer, path: String) throws(RequestError) {
    let name = source.declaration.name
    guard sources[name] == nil else {
      throw RequestError(DeclarationError.nameTaken(declaration: name), paths: [name: path])
    }
    store(source)
    paths[name] = path
    pending.append(declaration(of: source))
  }

  /// The owner's declaration of a recognizer.
  func source(of name: String, path: String) throws(RequestError) -> ClientRecognizer {
    guard let source = sources[name] else { throw unknown(name, path) }
    return source
  }

  /// Changes a recognizer. It stays enabled or disabled where the change does not set `enabled`.
  mutating func change(
    _ source: ClientRecognizer, saysEnabled: Bool, path: String
  ) throws(RequestError) {
    var declaration = declaration(of: source)
    let numbers = try numbers(named: declaration.name, path: path)
    store(source)
    paths[declaration.name] = path
    if !saysEnabled {
      declaration.properties.isEnabled = numbers.contains { set.instances[$0].properties.isEnabled }
    }
    guard
      declaration.numbersOfTouches == set.declaration(named: declaration.name, of: owner)?.numbersOfTouches
    else {
      // With other numbers of touches it becomes a new recognizer.
      for number in numbers { set.remove(number) }
      pending.append(declaration)
      return
    }
    try step { set throws(DeclarationError) in try set.change(declaration) }
  }

  /// Enables or disables a recognizer (FSM-12 to FSM-14).
  mutating func setEnabled(_ name: String, _ isEnabled: Bool, path: String) throws(RequestError) {
    let numbers = try numbers(named: name, path: path)
    if isEnabled, disabled.remove(name) != nil {
      toggled += numbers
    } else if !isEnabled {
      disabled.insert(name)
    }
    for number in numbers { set.setEnabled(number, isEnabled) }
  }

  /// Removes a recognizer (FSM-21).
  mutating func remove(_ name: String, path: String) throws(RequestError) {
    for number in try numbers(named: name, path: path) { set.remove(number) }
    store(nil, for: name)
  }

  /// Finishes the batch: adds the recognizers that were postponed, and resolves the relations.
  mutating func finish() throws(RequestError) {
    try addPending()
    try step { set throws(DeclarationError) in try set.resolve() }
  }

  private mutating func addPending() throws(RequestError) {
    guard !pending.isEmpty else { return }
    let added = pending
    pending = []
    try step { set throws(DeclarationError) in try set.add(added) }
  }

  private mutating func step<Result>(
    _ body: (inout RecognizerSet) throws(DeclarationError) -> Result
  ) throws(RequestError) {
    do throws(DeclarationError) {
      _ = try body(&set)
    } catch {
      throw RequestError(
        error, paths: paths, among: set.names(of: owner) + set.names(of: RegionTree.configuration))
    }
  }

  private mutating func store(_ source: ClientRecognizer) {
    store(source, for: source.declaration.name)
  }

  private mutating func store(_ source: ClientRecognizer?, for name: String) {
    declaredCount += (source.map(Self.count) ?? 0) - (sources[name].map(Self.count) ?? 0)
    sources[name] = source
  }

  private mutating func numbers(named name: String, path: String) throws(RequestError) -> [Int] {
    try addPending()
    let numbers = set.ownNumbers(named: name, of: owner)
    guard !numbers.isEmpty else { throw unknown(name, path) }
    return numbers
  }

  private func declaration(of source: ClientRecognizer) -> RecognizerDeclaration {
    var declaration = source.declaration
    declaration.owner = owner
    return declaration
  }

  private func unknown(_ name: String, _ path: String) -> RequestError {
    .unknownRecognizer(name, among: sources.keys.sorted(), path: path)
  }
}
