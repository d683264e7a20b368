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
  ///   - names: the touchscreen's names.
  ///   - isFirst: whether the touchscreen was there before all others: windows without a device lie on that one
  ///     (DMN-17).
  ///   - screen: the touchscreen's size, in mm.
  ///   - pixels: its pixels across and down; nil where they are unknown.
  /// - Returns: the regions, and the names of regions left out because their lengths count unknown pixels.
  public func regionTree(
    on names: ScreenNames, isFirst: Bool, screen: Size, pixels: Size?
  ) -> (tree: RegionTree, leftOut: [String]) {
    let made = try? RegionTree.make(regions, screen: screen, pixels: pixels) {
      windowDevices[$0].map(names.fit) ?? isFirst
    }
    // The check of the file has refused all that a tree refuses.
    return made ?? (RegionTree(screen: screen), regions.map(\.region.name))
  }
}

/// The names of a touchscreen, by which windows and zones select it.
public struct ScreenNames: Hashable, Sendable {
  /// The device's own name.
  public var device: String
  /// The name of its `[device.NAME]` table; nil where it has none. It tells two panels of one make apart.
  public var table: String?

  public init(device: String, table: String? = nil) {
    self.device = device
    self.table = table
  }

  /// Whether a pattern selects the touchscreen.
  public func fit(_ pattern: TextPattern) -> Bool {
    pattern.matches(device) || table.map(pattern.matches) ?? false
  }
}
