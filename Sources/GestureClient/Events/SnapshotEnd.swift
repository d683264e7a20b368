/// The snapshot is complete: what comes from now on is new.
public struct SnapshotEnd: Hashable, Sendable, Decodable {
  /// How many touchscreens there are.
  public var devices: Int
  /// How many regions there are.
  public var regions: Int
  /// How many gestures are under way.
  public var gestures: Int
}
