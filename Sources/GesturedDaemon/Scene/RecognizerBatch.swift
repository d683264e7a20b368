import GestureCore
import GestureProtocol
import GesturedConfiguration

/// A batch of edits of an owner's recognizers, on a copy of the set: it takes the set's place when all could be done.
///
/// Recognizers that are added one after another may speak of one another, whichever comes first (ARB-40).
struct RecognizerBatch {
  private let owner: Int
  private var pending: [RecognizerDeclaration] = []
  /// Where in the request recognizers are declared.
  private var paths: [String: String] = [:]
  private var disabled: Set<String> = []
  /// What the owner said to declare them, by their names.
  private(set) var sources: [String: ClientRecognizer]
  /// The set as it is so far.
  private(set) var set: RecognizerSet
  /// The set at the moment at which something that was switched off was switched on again; nil where nothing was.
  private(set) var switchedOff: RecognizerSet?

  init(_ set: RecognizerSet, sources: [String: ClientRecognizer], owner: Int) {
    self.set = set
    self.sources = sources
    self.owner = owner
  }

  /// How many recognizers the owner has declared so far, each number of touches counted.
  var declaredCount: Int { sources.values.reduce(0) { $0 + $1.declaration.numbersOfTouches.count } }

  /// Adds one.
  mutating func add(_ source: ClientRecognizer, path: String) throws(RequestError) {
    let name = source.declaration.name
    guard sources[name] == nil else {
      throw RequestError(DeclarationError.nameTaken(declaration: name), paths: [name: path])
    }
    sources[name] = source
    paths[name] = path
    pending.append(declaration(of: source))
  }

  /// What the owner said to declare one.
  func source(of name: String, path: String) throws(RequestError) -> ClientRecognizer {
    guard let source = sources[name] else { throw unknown(name, path) }
    return source
  }

  /// Has one be as it is declared now. Where that says nothing of it, it stays enabled or disabled.
  mutating func change(
    _ source: ClientRecognizer, saysEnabled: Bool, path: String
  ) throws(RequestError) {
    var declaration = declaration(of: source)
    let numbers = try numbers(named: declaration.name, path: path)
    sources[declaration.name] = source
    paths[declaration.name] = path
    if !saysEnabled {
      declaration.properties.isEnabled = numbers.contains { set.instances[$0].properties.isEnabled }
    }
    guard
      declaration.numbersOfTouches == set.declaration(named: declaration.name, of: owner)?.numbersOfTouches
    else {
      // For other fingers it is another one.
      for number in numbers { set.remove(number) }
      pending.append(declaration)
      return
    }
    do throws(DeclarationError) {
      try set.change(declaration)
    } catch {
      throw RequestError(error, paths: paths)
    }
  }

  /// Lets one take part, or not (FSM-12 to FSM-14).
  mutating func setEnabled(_ name: String, _ isEnabled: Bool, path: String) throws(RequestError) {
    let numbers = try numbers(named: name, path: path)
    if isEnabled, disabled.contains(name) {
      switchedOff = set
      disabled = []
    } else if !isEnabled {
      disabled.insert(name)
    }
    for number in numbers { set.setEnabled(number, isEnabled) }
  }

  /// Removes one (FSM-21).
  mutating func remove(_ name: String, path: String) throws(RequestError) {
    for number in try numbers(named: name, path: path) { set.remove(number) }
    sources[name] = nil
  }

  /// Adds what was still to be added.
  mutating func finish() throws(RequestError) {
    guard !pending.isEmpty else { return }
    do throws(DeclarationError) {
      try set.add(pending)
    } catch {
      throw RequestError(error, paths: paths)
    }
    pending = []
  }

  private mutating func numbers(named name: String, path: String) throws(RequestError) -> [Int] {
    try finish()
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
