/// One recognizer of the recognizer set: a declaration for one number of fingers, with its relations resolved.
public struct RecognizerInstance: Sendable {
  /// The author's name; several instances of one declaration share it.
  public var name: String
  /// Whose it is: `RegionTree.configuration`, or the number of a client.
  public internal(set) var owner: Int
  /// Whether others than its owner may know of it (MULTI-11).
  public internal(set) var isPublic: Bool
  /// What its owner is asked while it works (DMN-10).
  public internal(set) var asks: OwnerQuestions
  /// The type that makes it, from the catalog.
  public var type: any Recognizer.Type
  /// How many fingers it is for.
  public var numberOfTouches: Int
  /// What recognizers of all kinds have.
  public var properties: RecognizerProperties
  /// The options of its kind.
  public var options: OptionTable
  /// Whether it only reports (2.5).
  public var isPassive: Bool
  /// Whether somebody listens to it (2.5).
  public var hearing = RecognizerHearing.asked
  /// Whether it is gone; its number is free for another one then.
  public var isRemoved = false
  /// Which recognizer it is, of all that ever had a number in the set.
  var identity: Int
  /// When it was added to its region: a number that rises with each addition (ARB-5).
  var addition: Int
  /// The instances that must fail before it acts (ARB-29), rising.
  public internal(set) var requireToFail: [Int] = []
  /// The instances that may be recognized together with it (ARB-9): said by it or by the other, rising. What
  /// goes with all is not among them.
  public internal(set) var simultaneousWith: [Int] = []
  /// Whether it says that it may be recognized together with all.
  public internal(set) var goesWithAll = false
  /// The instances that must not have begun before it acts (ARB-45), rising.
  public internal(set) var requireNotBegun: [Int] = []
  /// The instances that it makes fail when it is recognized; nil for all (ARB-14).
  public internal(set) var canPrevent: [Int]?
  /// The instances that make it fail when they are recognized; nil for all (ARB-15).
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

  /// What it recognizes.
  public var kind: GestureKind { type.kind }

  /// Its author's priority; that of clients counts for nothing, so that none puts itself before another (MULTI-3).
  @inline(__always)
  var rankedPriority: Int { owner == RegionTree.configuration ? properties.priority : 0 }

  /// Whether ordinary pans wait until it has failed (EDG-10).
  var hasEdgePriority: Bool {
    kind == EdgePanRecognizer.kind && !isPassive && (options.flag("edge_priority") || isSystemEdge)
  }

  /// Whether it is an edge gesture of the system, for which more has to wait (EDG-11).
  var isSystemEdge: Bool {
    kind == EdgePanRecognizer.kind && !isPassive && options.flag("system")
  }

  /// Whether there are edge pans that it waits for.
  var mayWaitForEdges: Bool {
    !isPassive
      && (kind == PanRecognizer.kind || kind == SwipeRecognizer.kind || kind == EdgePanRecognizer.kind)
  }

  /// Whether it waits for an edge pan until that has failed: pans for all of them, swipes and the edge pans of
  /// applications for those of the system.
  func waits(for edge: RecognizerInstance) -> Bool {
    guard !isPassive else { return false }
    if kind == PanRecognizer.kind { return edge.hasEdgePriority }
    return edge.isSystemEdge
      && (kind == SwipeRecognizer.kind || kind == EdgePanRecognizer.kind && !isSystemEdge)
  }
}
