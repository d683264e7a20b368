public import GestureCore

extension Configuration {
  /// The most regions and windows: as many as a client may declare.
  static let maximumRegions = 256

  /// The names of regions by their numbers, on every screen.
  public var regionNames: [String] {
    var names = [RegionNesting.root, RegionNesting.window]
    for name in regions.map(\.region.name) where !names.contains(name) { names.append(name) }
    return names
  }

  /// The regions of a touchscreen.
  ///
  /// - Parameters:
  ///   - names: what it is called.
  ///   - isFirst: whether it is of the touchscreen that was there before all others: windows that name no device lie on
  ///     that one (DMN-17).
  ///   - screen: its size, in mm.
  ///   - pixels: how many pixels it has across and down; nil where nobody knows.
  /// - Returns: the regions, and the names of those left out because their lengths count pixels that nobody knows.
  public func regionTree(
    on names: ScreenNames, isFirst: Bool, screen: Size, pixels: Size?
  ) -> (tree: RegionTree, leftOut: [String]) {
    let made = try? RegionTree.make(regions, screen: screen, pixels: pixels) {
      windowDevices[$0].map(names.fit) ?? isFirst
    }
    // The check of the file has refused what a tree refuses.
    return made ?? (RegionTree(screen: screen), regions.map(\.region.name))
  }
}
