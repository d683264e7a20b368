/// The regions of one touchscreen, windows outermost. Without any declared there is one window with one root
/// region (DMN-16).
///
/// A region's number is its position in `regions`. It stays while anything speaks of the region, even after its
/// removal: events, touches and recognizers know regions by number.
public struct RegionTree: Hashable, Sendable {
  /// The number of the first window's root region, which takes what nobody else does.
  public static let root = 0
  /// The number of the first window.
  public static let window = 1
  /// The owner of what the configuration declares, and of what is built in.
  public static let configuration = 0
  /// In how many regions a region may lie. Hit tests go down the tree by recursion; nobody's screen needs as many.
  public static let maximumDepth = 64

  /// The regions, those removed included; their positions are the numbers that events speak of.
  public internal(set) var regions: [Region]
  /// The windows, back to front: by level, then by their order (HIT-21).
  public internal(set) var windows: [Int]
  /// The extent of the screen, in mm.
  public internal(set) var screen: Size

  /// A window with a root, both of which cover the screen and what a panel may report beyond it.
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

  /// The number of the region of a name; nil where there is none, or none any more.
  public func number(named name: String) -> Int? {
    regions.firstIndex { !$0.isRemoved && $0.name == name }
  }

  /// A screen position in the coordinates of a region (EVT-13); as it is where the region's place cannot be undone.
  public func location(of point: Point, in region: Int) -> Point {
    regions[region].fromScreen?.apply(point) ?? point
  }

  /// What becomes of displacements and velocities in the coordinates of a region (PAN-22); nil where they stay as
  /// they are on the screen.
  public func linearPart(of region: Int) -> AffineTransform? {
    guard let transform = regions[region].fromScreen, !transform.isTranslation else { return nil }
    return transform
  }

  /// Whether a region is another or lies in it, however deep. For a region that was removed it is what was true.
  public func region(_ inner: Int, isWithin outer: Int) -> Bool {
    var region: Int? = inner
    while let number = region {
      if number == outer { return true }
      region = regions[number].parent
    }
    return false
  }
}
