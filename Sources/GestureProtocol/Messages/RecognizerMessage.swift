import GestureCore

/// A recognizer was added, changed or removed, or is an entry of a list.
public struct RecognizerMessage: Hashable, Sendable {
  /// The time of the change.
  public var time: Instant
  /// The recognizer's name.
  public var name: String
  /// The word for the recognizer's kind.
  public var kind: String
  /// The kind of the change.
  public var state: RegionMessage.State
  /// The numbers of fingers that the recognizer is for.
  public var numbersOfTouches: [Int]
  /// The name of the recognizer's region.
  public var region: String
  /// The owner: `RegionTree.configuration`, or the number of a client.
  public var owner: Int
  /// Whether other clients than the owner see the recognizer.
  public var isPublic: Bool
  /// Whether the recognizer only reports.
  public var isPassive: Bool
  /// Whether the recognizer takes part.
  public var isEnabled: Bool

  /// A change of the recognizers.
  public init(
    time: Instant, name: String, kind: String, state: RegionMessage.State, numbersOfTouches: [Int],
    region: String, owner: Int, isPublic: Bool, isPassive: Bool, isEnabled: Bool
  ) {
    self.time = time
    self.name = name
    self.kind = kind
    self.state = state
    self.numbersOfTouches = numbersOfTouches
    self.region = region
    self.owner = owner
    self.isPublic = isPublic
    self.isPassive = isPassive
    self.isEnabled = isEnabled
  }
}
