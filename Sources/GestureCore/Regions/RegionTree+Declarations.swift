/// Makes the tree of a screen from the declarations for all screens.
extension RegionTree {
  /// The regions of a screen. A region has the same number on every screen made from the same declarations. On screens
  /// that it does not belong to, the region counts as removed.
  ///
  /// - Parameters:
  ///   - declarations: windows and regions, each after its parent; siblings back to front. Declarations named `window`
  ///     and `root` change the built-in ones.
  ///   - screen: the size of the screen, in mm.
  ///   - pixels: the screen's width and height in pixels; nil if unknown.
  ///   - belongs: whether a window of that name belongs to this screen. If `window` does not, its declaration and that
  ///     of `root` do not count here (DMN-16, DMN-17).
  /// - Throws: the error of a declaration that is impossible on every screen. The check of a configuration finds it
  ///   first.
  /// - Returns: the tree, and the regions that are left out because their lengths count pixels.
  public static func make(
    _ declarations: [RegionDeclaration], screen: Size, pixels: Size?, belongs: (String) -> Bool
  ) throws(RegionError) -> (tree: RegionTree, leftOut: [String]) {
    let builtIn = RegionTree(screen: screen)
    var tree = builtIn
    let pixel = pixels.map { Size(screen.width / $0.width, screen.height / $0.height) }
    var absent: [String] = []
    var leftOut: [String] = []
    for declaration in declarations {
      let name = declaration.region.name
      let around = declaration.parent.flatMap { tree.number(named: $0) }
      let region = declaration.resolved(
        in: around.map { tree.regions[$0].frame.size } ?? screen, pixel: pixel)
      if region == nil { leftOut.append(name) }
      let isAbsent = region == nil || (declaration.parent == nil && !belongs(name))
      if let number = tree.number(named: name), number <= Self.window {
        if !isAbsent, belongs(builtIn.regions[Self.window].name), let region {
          try tree.apply([.change(region)])
        }
        continue
      }
      if isAbsent { absent.append(name) }
      try tree.apply([.add(region ?? declaration.region, to: declaration.parent)])
    }
    if !belongs(builtIn.regions[Self.window].name) {
      absent += tree.regions[Self.root].children.map { tree.regions[$0].name }
    }
    leftOut = leftOut.filter { name in
      tree.number(named: name).map { belongs(tree.regions[tree.regions[$0].window].name) } ?? false
    }
    for name in absent where tree.number(named: name) != nil { try tree.apply([.remove(name)]) }
    return (tree, leftOut)
  }
}
