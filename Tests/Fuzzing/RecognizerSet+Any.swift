import GestureCore

extension RecognizerSet {
  /// Any recognizers of the catalog, with any properties, options and relations that a configuration may have.
  static func any(from source: inout ByteSource) -> RecognizerSet {
    var declarations: [RecognizerDeclaration] = []
    for number in 0..<source.below(12) {
      declarations.append(declaration("r\(number)", after: declarations, from: &source))
    }
    // What makes no sense together, as a configuration that is refused, runs without relations.
    if let set = try? RecognizerSet(declarations) { return set }
    for number in declarations.indices {
      declarations[number].requireToFail = []
      declarations[number].simultaneousWith = []
    }
    guard let set = try? RecognizerSet(declarations) else {
      preconditionFailure("recognizers without relations are refused")
    }
    return set
  }

  private static func declaration(
    _ name: String, after others: [RecognizerDeclaration], from source: inout ByteSource
  ) -> RecognizerDeclaration {
    let type = source.one(of: RecognizerCatalog.types)
    let allowed = Array(type.allowedNumbersOfTouches)
    var counts = [source.one(of: allowed)]
    if source.onceIn(4) { counts = Array(allowed.prefix(1 + source.below(allowed.count))) }
    var options = OptionTable(defaultsOf: type.options)
    for option in type.options where source.onceIn(3) {
      options.set(option.key, to: value(of: option.domain, from: &source))
    }
    if type.contradiction(in: options, numbersOfTouches: counts) != nil {
      options = OptionTable(defaultsOf: type.options)
      if type.contradiction(in: options, numbersOfTouches: counts) != nil { counts = [allowed[0]] }
    }
    var declaration = RecognizerDeclaration(
      name: name, kind: type.kind, numbersOfTouches: counts, isPassive: source.onceIn(5), options: options)
    guard !others.isEmpty else { return declaration }
    if source.onceIn(3) { declaration.requireToFail = [source.one(of: others).name] }
    if source.onceIn(3) {
      declaration.simultaneousWith = [source.onceIn(3) ? "*" : source.one(of: others).name]
    }
    return declaration
  }

  private static func value(of domain: OptionDescription.Domain, from source: inout ByteSource) -> OptionValue
  {
    switch domain {
    case .number(_, let range, _): .number(source.number(in: range))
    case .integer(let range, _): .integer(range.lowerBound + source.below(min(range.count, 256)))
    case .flag: .flag(source.onceIn(2))
    case .words(let allowed, _): .words(Array(allowed.dropFirst(source.below(allowed.count))))
    }
  }
}
