import GestureCore

/// A recognizer came, went or changed, or is told of in a list.
public struct RecognizerMessage: Hashable, Sendable {
  /// When.
  public var time: Instant
  /// Its name.
  public var name: String
  /// The word for what it recognizes.
  public var kind: String
  /// What happened.
  public var state: RegionMessage.State
  /// The finger counts that it is for.
  public var numbersOfTouches: [Int]
  /// The name of its region.
  public var region: String
  /// Whose it is: `RegionTree.configuration`, or the number of a client.
  public var owner: Int
  /// Whether others than its owner are told of it.
  public var isPublic: Bool
  /// Whether it only reports.
  public var isPassive: Bool
  /// Whether it takes part.
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
