/// A region of a screen: that it is there, came, changed or went.
public struct RegionNotice: Hashable, Sendable, Decodable {
  /// What happened to it.
  public enum State: String, Sendable, Decodable {
    /// It is new.
    case added
    /// Something about it is new.
    case changed
    /// It is gone.
    case removed
    /// It is there: in a list or a snapshot.
    case present
  }

  /// The number of the touchscreen.
  public var device: Int?
  /// Its name.
  public var region: String
  /// What happened to it.
  public var state: State
  /// The region that it lies in; nil for one that lies in none.
  public var parent: String?
  /// Whose it is: `configuration`, `self` or `other`.
  public var owner: String?
  /// The number of the client that declared it; nil unless all owners were asked for, and for the configuration's.
  public var client: Int?
  /// [x, y, width, height] on the screen, where it lies straight.
  public var frame: [Double]?
}
