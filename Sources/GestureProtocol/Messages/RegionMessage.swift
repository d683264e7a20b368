import GestureCore

/// A region was added, changed or removed, or is an entry of a list.
public struct RegionMessage: Hashable, Sendable {
  /// The kind of the change. The raw value is the word on the wire.
  public enum State: String, Hashable, Sendable {
    /// The entry is new.
    case added
    /// A property of the entry changed.
    case changed
    /// The entry is gone.
    case removed
    /// The entry is present: in a list or a snapshot.
    case present
  }

  /// The time of the change.
  public var time: Instant
  /// The number of the touchscreen.
  public var device: Int
  /// The region's name.
  public var name: String
  /// The kind of the change.
  public var state: State
  /// The name of the enclosing region; nil for a window.
  public var parent: String?
  /// The owner: `RegionTree.configuration`, or the number of a client.
  public var owner: Int
  /// The bounds on the screen, in mm; nil for a region that is rotated against the screen's axes.
  public var frame: Rect?
  /// The region's own coordinates; nil for a region that is neither scaled nor rotated (ADD-18).
  public var placement: RegionPlacement?
  /// The point of the region's coordinates at the corner of its bounds, in mm: how far it is scrolled (ADD-18, HIT-20).
  public var boundsOrigin: Point
  /// The touchscreen's exclusion zones, for its root in a list of all owners; empty elsewhere (VIEW-13).
  public var exclusions: [ExclusionMessage]

  /// A change of the regions.
  public init(
    time: Instant, device: Int, name: String, state: State, parent: String?, owner: Int, frame: Rect?,
    placement: RegionPlacement? = nil, boundsOrigin: Point = .zero, exclusions: [ExclusionMessage] = []
  ) {
    self.time = time
    self.device = device
    self.name = name
    self.state = state
    self.parent = parent
    self.owner = owner
    self.frame = frame
    self.placement = placement
    self.boundsOrigin = boundsOrigin
    self.exclusions = exclusions
  }
}

/// A part of a touchscreen where landings are ignored.
public struct ExclusionMessage: Hashable, Sendable {
  /// The name in the configuration.
  public var name: String
  /// The rectangle on the screen, in mm.
  public var frame: Rect
  /// The touches that are ignored, in the words of the configuration; empty for all touches.
  public var touchTypes: [String]

  /// A zone.
  public init(name: String, frame: Rect, touchTypes: [String]) {
    self.name = name
    self.frame = frame
    self.touchTypes = touchTypes
  }
}

/// The place of a region that is scaled or rotated, from its own coordinates (ADD-18).
public struct RegionPlacement: Hashable, Sendable {
  /// The map from the region's coordinates to the screen's.
  public var toScreen: AffineTransform
  /// The size of its bounds, in mm of its own coordinates.
  public var size: Size

  /// A place.
  public init(toScreen: AffineTransform, size: Size) {
    self.toScreen = toScreen
    self.size = size
  }
}
