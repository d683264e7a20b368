/// A recognizer as its author declared it: one table of the configuration, which makes one or more instances.
public struct RecognizerDeclaration: Hashable, Sendable {
  /// The author's name for the recognizer, unique for each owner. Events and relations use it.
  public var name: String
  /// The owner: `RegionTree.configuration`, or the number of a client.
  public var owner = RegionTree.configuration
  /// Whether other owners may know the recognizer (MULTI-11).
  public var isPublic = false
  /// The questions to the owner during recognition (DMN-10); none for recognizers of the configuration.
  public var asks: OwnerQuestions = []
  /// The kind of gesture.
  public var kind: GestureKind
  /// The numbers of fingers, 1 … 10, with an instance for each.
  public var numbersOfTouches: [Int]
  /// Whether the recognizer only reports. It prevents no other and waits for no other. No other prevents it or waits
  /// for it.
  public var isPassive: Bool
  /// Names, or `kind:` and a kind, of recognizers that must fail before this one acts (ARB-29).
  public var requireToFail: [String]
  /// Names, or `kind:` and a kind, or `*`, of recognizers that may be recognized together with this one (ARB-9).
  public var simultaneousWith: [String]
  /// The properties common to all kinds.
  public var properties: RecognizerProperties
  /// The options of the kind.
  public var options: OptionTable

  public init(
    name: String, kind: GestureKind, numbersOfTouches: [Int] = [1], isPassive: Bool = false,
    requireToFail: [String] = [], simultaneousWith: [String] = [],
    properties: RecognizerProperties = RecognizerProperties(), options: OptionTable
  ) {
    self.name = name
    self.kind = kind
    self.numbersOfTouches = numbersOfTouches
    self.isPassive = isPassive
    self.requireToFail = requireToFail
    self.simultaneousWith = simultaneousWith
    self.properties = properties
    self.options = options
  }

  /// The number of references to recognizers and regions in all relations.
  var referenceCount: Int {
    requireToFail.count + simultaneousWith.count + properties.requiredToFailBy.count
      + properties.requireNotBegun.count + (properties.canPrevent?.count ?? 0)
      + (properties.canBePreventedBy?.count ?? 0) + properties.ignoredRegions.count
  }
}

extension RecognizerDeclaration {
  /// The numbers of fingers that one of the declared recognizers takes, rising.
  public var acceptedTouches: [Int] {
    let type = RecognizerCatalog.clientTypes.first { $0.kind == kind }
    let ranges = numbersOfTouches.map { type?.acceptedTouches(options, numberOfTouches: $0) ?? $0...$0 }
    return Set(ranges.joined()).sorted()
  }

  /// Whether a relation refers to a kind of region.
  var refersToRegionKinds: Bool {
    let lists = [
      requireToFail, simultaneousWith, properties.requiredToFailBy, properties.requireNotBegun,
      properties.canPrevent ?? [], properties.canBePreventedBy ?? [],
    ]
    return lists.contains { $0.contains { RegionKind.named(by: $0) != nil } }
  }
}
