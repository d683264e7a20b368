/// The regions of one touchscreen. Without any declared there is one window, which is the root alone (DMN-16).
public struct RegionTree: Sendable {
  /// The number of the root.
  public static let root = 0

  /// The regions; their positions are the numbers that events speak of.
  public private(set) var regions: [Region]
  /// The extent of the screen, in mm.
  public let screen: Size

  /// A tree with a root that covers a screen.
  public init(screen: Size) {
    var root = Region(
      name: "root", parent: nil, frame: Rect(.zero, screen), fromScreen: .identity, depth: 0, window: 0)
    root.isMultiple = true
    self.screen = screen
    regions = [root]
  }

  /// Adds a region in front of its siblings.
  ///
  /// - Parameters:
  ///   - name: the author's name for it.
  ///   - parent: the number of a region of this tree.
  ///   - frame: where it lies in its parent, in mm.
  ///   - configure: sets what differs from the defaults.
  /// - Returns: its number.
  @discardableResult
  public mutating func add(
    _ name: String, to parent: Int = root, frame: Rect, configure: (inout Region) -> Void = { _ in }
  ) -> Int {
    let number = regions.count
    let outer = regions[parent]
    var region = Region(
      name: name, parent: parent, frame: frame, fromScreen: nil, depth: outer.depth + 1,
      window: outer.window)
    configure(&region)
    let toParent = AffineTransform.translation(
      frame.origin.x - region.boundsOrigin.x, frame.origin.y - region.boundsOrigin.y)
    if let own = toParent.inverse, let outer = outer.fromScreen { region.fromScreen = own.after(outer) }
    regions.append(region)
    regions[parent].children.append(number)
    return number
  }

  /// A screen position in the coordinates of a region (EVT-13).
  public func location(of point: Point, in region: Int) -> Point {
    regions[region].fromScreen?.apply(point) ?? point
  }

  /// Whether a region is another or lies in it, however deep.
  public func region(_ inner: Int, isWithin outer: Int) -> Bool {
    var region: Int? = inner
    while let number = region {
      if number == outer { return true }
      region = regions[number].parent
    }
    return false
  }
}
