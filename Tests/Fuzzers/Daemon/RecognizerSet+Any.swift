import GestureCore

extension RecognizerSet {
  /// Any recognizers of the catalog, with any properties, options and relations that a configuration may have.
  static func any(on regions: [String], from source: inout ByteSource) -> RecognizerSet {
    var declarations: [RecognizerDeclaration] = []
    for number in 0..<source.below(12) {
      declarations.append(declaration("r\(number)", on: regions, after: declarations, from: &source))
    }
    // A set that a configuration would refuse runs without relations.
    if let set = try? RecognizerSet(declarations) { return set }
    for number in declarations.indices {
      declarations[number].requireToFail = []
      declarations[number].simultaneousWith = []
      declarations[number].properties.requireNotBegun = []
      declarations[number].properties.requiredToFailBy = []
      declarations[number].properties.canPrevent = nil
      declarations[number].properties.canBePreventedBy = nil
    }
    guard let set = try? RecognizerSet(declarations) else {
      preconditionFailure("recognizers without relations are refused")
    }
    return set
  }

  /// Any declaration of the configuration or of a client, which may name other recognizers.
  static func declaration(
    _ name: String, on regions: [String], after others: [RecognizerDeclaration], from source: inout ByteSource
  ) -> RecognizerDeclaration {
    let owner = source.onceIn(3) ? 1 + source.below(2) : RegionTree.configuration
    let isCustom = owner != RegionTree.configuration && source.onceIn(2)
    let type: any Recognizer.Type = isCustom ? CustomRecognizer.self : source.one(of: RecognizerCatalog.types)
    let allowed = Array(type.allowedNumbersOfTouches)
    var counts = [source.one(of: allowed)]
    if source.onceIn(4) { counts = Array(allowed.prefix(1 + source.below(allowed.count))) }
    var options = OptionTable.any(of: type, from: &source)
    if type.contradiction(in: options, numbersOfTouches: counts) != nil {
      options = OptionTable(defaultsOf: type.options)
    }
    var declaration = RecognizerDeclaration(
      name: name, kind: type.kind, numbersOfTouches: counts, isPassive: source.onceIn(5), options: options)
    declaration.properties = .any(on: regions, beside: others.map(\.name), from: &source)
    declaration.owner = owner
    if owner != RegionTree.configuration {
      declaration.isPublic = source.onceIn(2)
      if source.onceIn(2) { declaration.asks = OwnerQuestions(rawValue: source.byte() & 63) }
    }
    guard !others.isEmpty else { return declaration }
    if source.onceIn(3) { declaration.requireToFail = [source.one(of: others).name] }
    if source.onceIn(3) {
      declaration.simultaneousWith = [source.onceIn(3) ? "*" : source.one(of: others).name]
    }
    return declaration
  }
}

extension OptionTable {
  /// Any options of a kind that do not contradict one another for the kind's smallest number of fingers.
  static func any(of type: any Recognizer.Type, from source: inout ByteSource) -> OptionTable {
    var options = OptionTable(defaultsOf: type.options)
    for option in type.options where source.onceIn(3) {
      options.set(option.key, to: value(of: option.domain, from: &source))
    }
    let contradiction = type.contradiction(
      in: options, numbersOfTouches: [type.allowedNumbersOfTouches.lowerBound])
    return contradiction == nil ? options : OptionTable(defaultsOf: type.options)
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

extension RecognizerProperties {
  fileprivate static func any(
    on regions: [String], beside others: [String], from source: inout ByteSource
  ) -> RecognizerProperties {
    var properties = RecognizerProperties()
    properties.region = source.onceIn(3) ? nil : source.one(of: regions)
    properties.isEnabled = !source.onceIn(16)
    properties.cancelsTouchesInView = !source.onceIn(3)
    properties.delaysTouchesBegan = source.onceIn(4)
    properties.delaysTouchesEnded = !source.onceIn(3)
    properties.priority = source.below(3) - 1
    properties.shouldBegin = source.one(of: [.always, .always, .always, .never, .horizontal, .vertical])
    properties.isEager = source.onceIn(4)
    if source.onceIn(8) { properties.ignoredRegions = [source.one(of: regions)] }
    guard !others.isEmpty else { return properties }
    if source.onceIn(6) { properties.requireNotBegun = [source.one(of: others)] }
    if source.onceIn(6) { properties.requiredToFailBy = [source.one(of: others)] }
    if source.onceIn(6) { properties.canPrevent = [source.one(of: others)] }
    if source.onceIn(6) { properties.canBePreventedBy = [source.one(of: others)] }
    return properties
  }
}
