/// A region of a screen that is present, came, changed or went.
public struct RegionNotice: Hashable, Sendable, Decodable {
  /// The kind of the change.
  public enum State: String, Sendable, Decodable {
    /// The region is new.
    case added
    /// A property of the region changed.
    case changed
    /// The region is gone.
    case removed
    /// The region is present: in a list or a snapshot.
    case present
  }

  /// A part of a touchscreen where landings are ignored.
  public struct Exclusion: Hashable, Sendable, Decodable {
    /// Its name in the configuration.
    public var name: String
    /// `[x, y, width, height]` on the screen.
    public var frame: [Double]
    /// The touches that it ignores, `finger`, `pen` or `eraser`; nil for all.
    public var touchTypes: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, frame
      case touchTypes = "touch_types"
    }
  }

  /// The number of the touchscreen.
  public var device: Int?
  /// The region's name.
  public var region: String
  /// The kind of the change.
  public var state: State
  /// The enclosing region; nil for a region without one.
  public var parent: String?
  /// The owner: `configuration`, `self` or `other`.
  public var owner: String?
  /// The number of the client that declared the region; nil for the configuration, and unless the list includes all
  /// owners.
  public var client: Int?
  /// `[x, y, width, height]` on the screen; nil for a region that is rotated against the screen's axes.
  public var frame: [Double]?
  /// `[a, b, c, d, tx, ty]`, in CSS's order, from the region's coordinates to the screen's; nil for a region that is
  /// neither scaled nor rotated, and for a daemon without the feature `region_matrix`.
  public var matrix: [Double]?
  /// The point of the region's coordinates at the corner of its bounds, with `matrix`; nil for `0, 0`.
  public var boundsOrigin: ScreenPoint?
  /// The width and height in the region's coordinates, with `matrix`.
  public var size: ScreenPoint?
  /// The exclusion zones of the touchscreen, at its root in a list of all owners; nil elsewhere, and without zones.
  public var exclusions: [Exclusion]?

  private enum CodingKeys: String, CodingKey {
    case device, region, state, parent, owner, client, frame, matrix, size, exclusions
    case boundsOrigin = "bounds_origin"
  }
}
