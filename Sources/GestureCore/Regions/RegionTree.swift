/// The regions of one touchscreen, windows outermost. Without any declaration there is one window with one root region
/// (DMN-16).
///
/// A region's number is its position in `regions`. The number stays in use while events, touches or recognizers refer
/// to the region, even after its removal.
public struct RegionTree: Hashable, Sendable {
  /// The number of the first window's root region, which takes touches that no other region takes.
  public static let root = 0
  /// The number of the first window.
  public static let window = 1
  /// The owner of the built-in regions and of those that the configuration declares.
  public static let configuration = 0
  /// The largest number of regions around a region. Hit tests go down the tree by recursion, and no real screen needs as
  /// many.
  public static let maximumDepth = 64

  /// The regions, including removed ones. Their positions are the numbers in events.
  public internal(set) var regions: [Region]
  /// The windows, back to front: by level, then by order (HIT-21).
  public internal(set) var windows: [Int]
  /// The size of the screen, in mm.
  public internal(set) var screen: Size

  /// A window with a root region. Both cover the screen and every position that a panel may report beyond it.
  public init(screen: Size) {
    let frame = Rect(.zero, screen)
    var window = Region("window", frame: frame)
    window.handling = .ignores
    window.hitOutset = .unbounded
    window.window = Self.window
    window.children = [Self.root]
    window.fromScreen = .identity
    window.acceptsForeignChildren = true
    var root = Region("root", frame: frame)
    root.isMultiple = true
    root.hitOutset = .unbounded
    root.acceptsForeignChildren = true
    root.parent = Self.window
    root.window = Self.window
    root.fromScreen = .identity
    root.depth = 1
    self.screen = screen
    regions = [root, window]
    windows = [Self.window]
  }

  /// The number of the region with a name; nil without such a region, or if it was removed.
  public func number(named name: String) -> Int? {
    regions.firstIndex { !$0.isRemoved && $0.name == name }
  }

  /// A screen position in the coordinates of a region (EVT-13). The position is unchanged where the region's placement
  /// has no inverse.
  public func location(of point: Point, in region: Int) -> Point {
    regions[region].fromScreen?.apply(point) ?? point
  }

  /// The map of displacements and velocities into the coordinates of a region (PAN-22). Nil where they stay as on the
  /// screen.
  public func linearPart(of region: Int) -> AffineTransform? {
    guard let transform = regions[region].fromScreen, !transform.isTranslation else { return nil }
    return transform
  }

  /// Whether a region is another region or lies inside it, at any depth. For a removed region the last state counts.
  public func region(_ inner: Int, isWithin outer: Int) -> Bool {
    var region: Int? = inner
    while let number = region {
      if number == outer { return true }
      region = regions[number].parent
    }
    return false
  }
}
