/// The snapshot is complete; all later lines are new.
public struct SnapshotEnd: Hashable, Sendable, Decodable {
  /// The number of touchscreens.
  public var devices: Int
  /// The number of regions.
  public var regions: Int
  /// The number of gestures under way.
  public var gestures: Int
}
