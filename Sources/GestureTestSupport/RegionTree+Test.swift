import GestureCore

extension RegionTree {
  /// Fixture F0: a window, the root, and in the root the region V at 100,100 of 400 × 300 pt, with multiple touch.
  public static var f0: RegionTree {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.add("V", points: 100, 100, 400, 300) { $0.isMultiple = true }
    return tree
  }

  /// Fixture F1: the root is `base`, 600 × 600 pt, with A, B and C in it, D in A and E in D.
  public static var f1: RegionTree {
    var tree = RegionTree(screen: GestureRig.screen)
    tree.change("root") {
      $0.frame = .points(0, 0, 600, 600)
      $0.hitOutset = .zero
    }
    tree.add("A", points: 50, 50, 300, 300)
    tree.add("B", points: 150, 150, 300, 300)
    tree.add("C", points: 250, 250, 300, 300)
    tree.add("D", to: "A", points: 20, 20, 200, 200)
    tree.add("E", to: "D", points: 20, 20, 100, 100)
    return tree
  }

  /// Adds a region in front of its siblings. A mistake is a programming error of the test.
  ///
  /// - Returns: the region's number.
  @discardableResult
  public mutating func add(
    _ name: String, to parent: String = "root", frame: Rect, kind: RegionKind = .view,
    configure: (inout Region) -> Void = { _ in }
  ) -> Int {
    var region = Region(name, kind: kind, frame: frame)
    configure(&region)
    edit([.add(region, to: parent)])
    return existing(name)
  }

  /// Adds a region in front of its siblings, its frame in pt.
  @discardableResult
  public mutating func add(
    _ name: String, to parent: String = "root", points x: Double, _ y: Double, _ width: Double,
    _ height: Double, kind: RegionKind = .view, configure: (inout Region) -> Void = { _ in }
  ) -> Int {
    add(name, to: parent, frame: .points(x, y, width, height), kind: kind, configure: configure)
  }

  /// Adds a window in front of those of its level, its frame in pt.
  public mutating func addWindow(
    _ name: String, points x: Double, _ y: Double, _ width: Double, _ height: Double,
    configure: (inout Region) -> Void = { _ in }
  ) {
    var region = Region(name, frame: .points(x, y, width, height))
    configure(&region)
    edit([.add(region, to: nil)])
  }

  public mutating func change(_ name: String, _ configure: (inout Region) -> Void) {
    var region = regions[existing(name)]
    configure(&region)
    edit([.change(region)])
  }

  /// The number of a region. A missing region is a programming error of the test.
  public func existing(_ name: String) -> Int {
    guard let number = number(named: name) else { preconditionFailure("there is no region \(name)") }
    return number
  }

  private mutating func edit(_ edits: [RegionEdit]) {
    do { try apply(edits) } catch { preconditionFailure("\(error)") }
  }
}

extension Rect {
  /// A rectangle in pt.
  public static func points(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    let mm = TouchScript.millimetresPerPoint
    return Rect(Point(x * mm, y * mm), Size(width * mm, height * mm))
  }
}
