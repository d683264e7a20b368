public import GestureProtocol

/// A recognizer: that it is there, came, changed or went.
public struct RecognizerNotice: Hashable, Sendable, Decodable {
  /// Its name.
  public var recognizer: String
  /// What it recognizes.
  public var kind: GestureKind
  /// What happened to it.
  public var state: RegionNotice.State
  /// The numbers of fingers that it is for.
  public var touchCount: [Int]?
  /// The region that it belongs to.
  public var region: String?
  /// Whose it is: `configuration`, `self` or `other`.
  public var owner: String?
  /// The number of the client that declared it; nil unless all owners were asked for, and for the configuration's.
  public var client: Int?
  /// Whether others hear of its gestures; nil where the daemon does not say.
  public var isPublic: Bool?
  /// Whether it neither takes touches nor holds anything back.
  public var isPassive: Bool?
  /// Whether it is at work.
  public var isEnabled: Bool?
  /// The listeners for each number of fingers: `asked`, `observed` or `none`. Present in a list of all owners.
  public var hearing: [String]?
  /// The options that it works with. Told in a list of all owners.
  public var options: [String: JSONValue]?

  private enum CodingKeys: String, CodingKey {
    case recognizer, kind, state, region, owner, client, hearing, options
    case touchCount = "touch_count"
    case isPublic = "public"
    case isPassive = "passive"
    case isEnabled = "enabled"
  }
}
