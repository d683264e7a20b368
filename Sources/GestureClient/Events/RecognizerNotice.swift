public import GestureProtocol

/// A recognizer that is present, came, changed or went.
public struct RecognizerNotice: Hashable, Sendable, Decodable {
  /// The recognizer's name.
  public var recognizer: String
  /// The recognizer's kind.
  public var kind: GestureKind
  /// The kind of the change.
  public var state: RegionNotice.State
  /// The numbers of fingers that the recognizer is for.
  public var touchCount: [Int]?
  /// The recognizer's region.
  public var region: String?
  /// The owner: `configuration`, `self` or `other`.
  public var owner: String?
  /// The number of the client that declared the recognizer; nil for the configuration, and unless the list includes all
  /// owners.
  public var client: Int?
  /// Whether other clients get the recognizer's gestures; nil where the daemon does not say.
  public var isPublic: Bool?
  /// Whether the recognizer neither takes touches nor holds them back.
  public var isPassive: Bool?
  /// Whether the recognizer takes part.
  public var isEnabled: Bool?
  /// The hearing for each number of fingers: `asked`, `observed` or `none`. Present in a list of all owners.
  public var hearing: [String]?
  /// The options in use. Present in a list of all owners.
  public var options: [String: JSONValue]?

  private enum CodingKeys: String, CodingKey {
    case recognizer, kind, state, region, owner, client, hearing, options
    case touchCount = "touch_count"
    case isPublic = "public"
    case isPassive = "passive"
    case isEnabled = "enabled"
  }
}
