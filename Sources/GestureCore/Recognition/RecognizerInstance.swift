/// One recognizer of the recognizer set: a declaration for one number of fingers, with its relations resolved.
public struct RecognizerInstance: Sendable {
  /// The author's name; several instances of one declaration share it.
  public var name: String
  /// The owner: `RegionTree.configuration`, or the number of a client.
  public internal(set) var owner: Int
  /// Whether other owners may know the recognizer (MULTI-11).
  public internal(set) var isPublic: Bool
  /// The questions to the owner during recognition (DMN-10).
  public internal(set) var asks: OwnerQuestions
  /// The recognizer's type, from the catalog.
  public var type: any Recognizer.Type
  /// The number of fingers.
  public var numberOfTouches: Int
  /// The properties common to all kinds.
  public var properties: RecognizerProperties
  /// The options of the kind.
  public var options: OptionTable
  /// The options that a client has set. They count on every touchscreen (RES-4).
  public internal(set) var adjustedOptions: Set<String> = []
  /// Whether the recognizer only reports and takes no part in conflicts.
  public var isPassive: Bool
  /// Whether any client listens to the recognizer.
  public var hearing = RecognizerHearing.asked
  /// Whether the recognizer was removed, so that its number is free for another one.
  public var isRemoved = false
  /// The identity of the recognizer among all that ever had a number in the set.
  var identity: Int
  /// The time of the addition to the region, as a number that rises with each addition (ARB-5).
  var addition: Int
  /// The instances that must fail before this one acts (ARB-29), rising.
  public internal(set) var requireToFail: [Int] = []
  /// The instances that may be recognized together with this one (ARB-9), rising. Either side's declaration counts.
  /// Instances that go with all are not in the list.
  public internal(set) var simultaneousWith: [Int] = []
  /// Whether the declaration allows recognition together with all others.
  public internal(set) var goesWithAll = false
  /// The instances that must not have begun before this one acts (ARB-45), rising.
  public internal(set) var requireNotBegun: [Int] = []
  /// The instances that fail when this one is recognized; nil for all (ARB-14).
  public internal(set) var canPrevent: [Int]?
  /// The instances that make this one fail when they are recognized; nil for all (ARB-15).
  public internal(set) var canBePreventedBy: [Int]?

  /// The recognizer of a declaration for a number of fingers.
  init(
    _ declaration: RecognizerDeclaration, _ type: any Recognizer.Type, numberOfTouches: Int, addition: Int
  ) {
    name = declaration.name
    owner = declaration.owner
    isPublic = declaration.isPublic
    asks = declaration.asks
    self.type = type
    self.numberOfTouches = numberOfTouches
    properties = declaration.properties
    options = declaration.options
    isPassive = declaration.isPassive
    identity = addition
    self.addition = addition
  }

  /// Sets the options, and those of them that a client has set.
  mutating func setOptions(_ options: OptionTable, _ adjusted: Set<String>) {
    self.options = options
    adjustedOptions = adjusted
  }

  /// Forgets the relations to other recognizers.
  mutating func forgetRelations() {
    requireToFail = []
    simultaneousWith = []
    goesWithAll = false
    requireNotBegun = []
    canPrevent = nil
    canBePreventedBy = nil
  }

  /// The kind of gesture.
  public var kind: GestureKind { type.kind }

  /// The numbers of fingers that the recognizer takes.
  public var acceptedTouches: ClosedRange<Int> {
    type.acceptedTouches(options, numberOfTouches: numberOfTouches)
  }

  /// The author's priority. A client's priority does not count, so that no client comes before another (MULTI-3).
  @inline(__always)
  var rankedPriority: Int { owner == RegionTree.configuration ? properties.priority : 0 }

  /// Whether ordinary pans wait until this recognizer has failed (EDG-10).
  var hasEdgePriority: Bool {
    kind == EdgePanRecognizer.kind && !isPassive && (options.flag("edge_priority") || isSystemEdge)
  }

  /// Whether this is an edge gesture of the system, which more recognizers wait for (EDG-11).
  var isSystemEdge: Bool {
    kind == EdgePanRecognizer.kind && !isPassive && options.flag("system")
  }

  /// Whether the recognizer may wait for edge pans.
  var mayWaitForEdges: Bool {
    !isPassive
      && (kind == PanRecognizer.kind || kind == SwipeRecognizer.kind || kind == EdgePanRecognizer.kind)
  }

  /// Whether the recognizer waits until an edge pan has failed. Pans wait for edge pans with priority. Swipes and the
  /// edge pans of applications wait for edge pans of the system.
  func waits(for edge: RecognizerInstance) -> Bool {
    guard !isPassive else { return false }
    if kind == PanRecognizer.kind { return edge.hasEdgePriority }
    return edge.isSystemEdge
      && (kind == SwipeRecognizer.kind || kind == EdgePanRecognizer.kind && !isSystemEdge)
  }
}

/// Whether any client listens to a recognizer. The first landing fixes it for each attempt (MULTI-8).
public enum RecognizerHearing: Comparable, Hashable, Sendable {
  /// No client listens: the recognizer takes no part at all (MULTI-5).
  case unheard
  /// Only observers listen: the recognizer reports and disturbs no other (MULTI-6).
  case observed
  /// A client asked for the recognizer: it acts as declared (MULTI-7).
  case asked
}
