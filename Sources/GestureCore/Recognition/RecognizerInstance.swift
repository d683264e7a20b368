/// One recognizer of the recognizer set: a declaration for one number of fingers, with its relations resolved.
public struct RecognizerInstance: Sendable {
  /// The author's name; several instances of one declaration share it.
  public var name: String
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
  /// The instances that must fail before it acts (ARB-29), rising.
  public var requireToFail: [Int]
  /// The instances that may be recognized together with it (ARB-9): said by it or by the other, rising.
  public var simultaneousWith: [Int]

  /// What it recognizes.
  public var kind: GestureKind { type.kind }

  /// Whether ordinary pans wait until it has failed (EDG-10).
  var hasEdgePriority: Bool {
    kind == EdgePanRecognizer.kind && !isPassive && options.flag("edge_priority")
  }
}
