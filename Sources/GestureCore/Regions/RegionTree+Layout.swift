/// Applies other declarations to a tree. Regions that stay keep their numbers.
extension RegionTree {
  /// Computes the tree that other declarations lead to.
  ///
  /// - Parameters:
  ///   - declarations: windows and regions, each after its parent; siblings back to front. Declarations named `window`
  ///     and `root` change the built-in ones.
  ///   - replaced: the names that a new region has taken from a removed one.
  ///   - screen: the new size of the screen, in mm; nil for the present size.
  ///   - pixels: the screen's width and height in pixels; nil if unknown.
  ///   - belongs: whether a window of that name belongs to this screen. If `window` does not, its declared content does
  ///     not belong either (DMN-16, DMN-17).
  ///   - isReferred: whether touches or recognizers still refer to a region that was removed before.
  /// - Throws: the error of a declaration that is impossible on every screen.
  public func layout(
    of declarations: [RegionDeclaration], replacing replaced: Set<String> = [], screen: Size? = nil,
    pixels: Size?, belongs: (String) -> Bool, isReferred: (Int) -> Bool = { _ in true }
  ) throws(RegionError) -> RegionLayout {
    let screen = screen ?? self.screen
    var tree = self
    var free = unusedNumbers(isReferred)
    let known = tree.begin(on: screen, replacing: replaced)
    let pixel = pixels.map { Size(screen.width / $0.width, screen.height / $0.height) }
    let names = (window: tree.regions[Self.window].name, root: tree.regions[Self.root].name)
    var placed = belongs(names.window) ? [names.window: Self.window, names.root: Self.root] : [:]
    var leftOut: [String] = []
    for declaration in declarations {
      let name = declaration.region.name
      let isBuiltIn = name == names.window || name == names.root
      guard isBuiltIn ? placed[name] != nil : declaration.parent != nil || belongs(name) else { continue }
      let parent = name == names.root ? Self.window : declaration.parent.flatMap { placed[$0] }
      guard name == names.window || declaration.parent == nil || parent != nil else { continue }
      let around = parent.map { tree.regions[$0].frame.size } ?? screen
      guard let region = declaration.resolved(in: around, pixel: pixel) else {
        leftOut.append(name)
        continue
      }
      try check(region)
      if isBuiltIn, let number = placed[name] {
        tree.store(region, of: declaration.owner, at: number, in: parent)
      } else {
        placed[name] = try tree.insert(region, of: declaration.owner, at: known[name], in: parent, &free)
      }
    }
    tree.sortWindows()
    for window in tree.windows { tree.place(window) }
    let removed = tree.removeAll(but: Set(placed.values), of: self)
    return RegionLayout(tree: tree, removed: removed, leftOut: leftOut)
  }

  /// The rectangle of a region's bounds on the screen, in mm; nil where the bounds are askew or have no place.
  public func frameOnScreen(of number: Int) -> Rect? {
    guard let toScreen = regions[number].fromScreen?.inverse else { return nil }
    let origin = regions[number].boundsOrigin
    let size = regions[number].frame.size
    let first = toScreen.apply(origin)
    let across = toScreen.apply(Point(origin.x + size.width, origin.y))
    let last = toScreen.apply(Point(origin.x + size.width, origin.y + size.height))
    let isStraight =
      abs(across.y - first.y) <= Tolerance.distance && abs(across.x - last.x) <= Tolerance.distance
      || abs(across.x - first.x) <= Tolerance.distance && abs(across.y - last.y) <= Tolerance.distance
    guard isStraight, first.isFinite, last.isFinite else { return nil }
    return Rect(
      Point(min(first.x, last.x), min(first.y, last.y)),
      Size(abs(last.x - first.x), abs(last.y - first.y)))
  }

  /// Detaches all regions from one another and keeps only the built-in ones.
  ///
  /// - Returns: the numbers of the regions that may stay, by name.
  private mutating func begin(on screen: Size, replacing replaced: Set<String>) -> [String: Int] {
    var known: [String: Int] = [:]
    for number in regions.indices where !regions[number].isRemoved {
      regions[number].children = []
      if !replaced.contains(regions[number].name) { known[regions[number].name] = number }
    }
    let builtIn = RegionTree(screen: screen)
    self.screen = screen
    regions[Self.root] = builtIn.regions[Self.root]
    regions[Self.window] = builtIn.regions[Self.window]
    windows = builtIn.windows
    return known
  }

  private mutating func insert(
    _ region: Region, of owner: Int, at known: Int?, in parent: Int?, _ free: inout [Int]
  ) throws(RegionError) -> Int {
    let number = known ?? free.popLast() ?? regions.count
    if let parent {
      guard regions[parent].depth < Self.maximumDepth else { throw .tooDeep(region.name) }
      regions[parent].children.append(number)
    } else {
      windows.append(number)
    }
    if number == regions.count { regions.append(region) }
    regions[number].children = []
    store(region, of: owner, at: number, in: parent)
    return number
  }

  private mutating func store(_ region: Region, of owner: Int, at number: Int, in parent: Int?) {
    var region = region
    region.owner = owner
    region.parent = parent
    region.children = regions[number].children
    region.depth = parent.map { regions[$0].depth + 1 } ?? 0
    region.isRemoved = false
    regions[number] = region
  }

  /// Removes the regions that are no longer declared.
  ///
  /// - Returns: the numbers of the removed regions, inner ones first.
  private mutating func removeAll(but kept: Set<Int>, of old: RegionTree) -> [Int] {
    let removed = old.regions.indices.filter {
      !old.regions[$0].isRemoved && $0 > Self.window && !kept.contains($0)
    }
    for number in removed { regions[number].remove() }
    return removed.sorted { (old.regions[$1].depth, $0) < (old.regions[$0].depth, $1) }
  }
}

/// The regions of a screen under new declarations. A layout is checked first and adopted afterwards.
public struct RegionLayout: Hashable, Sendable {
  /// The regions. Regions that stay keep their numbers.
  public var tree: RegionTree
  /// The numbers of the regions that go, inner ones first.
  public var removed: [Int]
  /// The names of the regions that are left out, because their lengths count pixels and the size of a pixel is unknown.
  public var leftOut: [String]
}
