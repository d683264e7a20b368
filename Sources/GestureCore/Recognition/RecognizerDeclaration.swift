/// A recognizer as its author declared it: one table of the configuration, one or more instances of it.
public struct RecognizerDeclaration: Hashable, Sendable {
  /// The author's own name for it, unique among those of one owner; what events and relations call it.
  public var name: String
  /// Whose it is: `RegionTree.configuration`, or the number of a client.
  public var owner = RegionTree.configuration
  /// Whether others than its owner may know of it (MULTI-11).
  public var isPublic = false
  /// What its owner is asked while it works (DMN-10); none for those of the configuration.
  public var asks: OwnerQuestions = []
  /// What it recognizes.
  public var kind: GestureKind
  /// The finger counts, 1 … 10: an instance each.
  public var numbersOfTouches: [Int]
  /// Whether it only reports: it prevents nobody, waits for nobody, and nobody does that to it (2.5).
  public var isPassive: Bool
  /// Names, or `kind:` and a kind, of recognizers that must fail before this one acts (ARB-29).
  public var requireToFail: [String]
  /// Names, or `kind:` and a kind, or `*`, of recognizers that may be recognized together with it (ARB-9).
  public var simultaneousWith: [String]
  /// What recognizers of all kinds have.
  public var properties: RecognizerProperties
  /// The options of its kind.
  public var options: OptionTable

  /// A declaration.
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

  /// How many recognizers and regions it speaks of by one word or another.
  var referenceCount: Int {
    requireToFail.count + simultaneousWith.count + properties.requiredToFailBy.count
      + properties.requireNotBegun.count + (properties.canPrevent?.count ?? 0)
      + (properties.canBePreventedBy?.count ?? 0) + properties.ignoredRegions.count
  }
}
