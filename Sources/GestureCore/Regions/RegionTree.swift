/// The regions of one touchscreen. Without any declared there is the root alone (DMN-16).
public struct RegionTree: Sendable {
  /// The number of the root.
  public static let root = 0

  /// The regions; their positions are the numbers that events speak of.
  public private(set) var regions: [Region]

  /// A tree with a root that covers a screen.
  public init(screen: Size) {
    regions = [
      Region(name: "root", parent: nil, frame: Rect(.zero, screen), origin: .zero, depth: 0)
    ]
  }

  /// Adds a region in front of its siblings.
  ///
  /// - Parameters:
  ///   - name: the author's name for it.
  ///   - parent: the number of a region of this tree.
  ///   - frame: where it lies in its parent, in mm.
  /// - Returns: its number.
  @discardableResult
  public mutating func add(_ name: String, to parent: Int = root, frame: Rect) -> Int {
    let number = regions.count
    let outer = regions[parent]
    regions.append(
      Region(
        name: name, parent: parent, frame: frame,
        origin: Point(outer.origin.x + frame.origin.x, outer.origin.y + frame.origin.y),
        depth: outer.depth + 1))
    regions[parent].children.append(number)
    return number
  }

  /// A screen position in the coordinates of a region (EVT-13).
  public func location(of point: Point, in region: Int) -> Point {
    let origin = regions[region].origin
    return Point(point.x - origin.x, point.y - origin.y)
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
