import GestureCore
import TouchInput

/// What a touchscreen's regions become.
extension Scene {
  /// What other declarations make of a touchscreen's regions; nothing changes yet.
  ///
  /// - Parameter owner: who asks for it; nil for nobody.
  /// - Throws: what this screen cannot have of that owner's.
  func layout(
    _ regions: SceneRegions, of touchscreen: borrowing Touchscreen, for owner: Int?
  ) throws(RegionError) -> RegionLayout {
    let (names, isFirst, pixels) = (touchscreen.names, touchscreen.isFirst, touchscreen.pixels)
    let pipeline = touchscreen.pipeline
    return try regions.layout(for: owner) { declarations throws(RegionError) in
      try pipeline.layout(
        of: declarations, replacing: regions.removed, pixels: pixels,
        belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
    }
  }

  /// What a touchscreen's regions are once it lies otherwise; nothing changes yet.
  ///
  /// - Parameters:
  ///   - panel: how it lies then.
  ///   - pixels: how many pixels it has across and down then.
  /// - Throws: what it cannot have then of the configuration's.
  func layout(
    of touchscreen: borrowing Touchscreen, lyingAs panel: TouchPanel, pixels: Size?
  ) throws(RegionError) -> RegionLayout {
    let (names, isFirst, size) = (touchscreen.names, touchscreen.isFirst, panel.size)
    let pipeline = touchscreen.pipeline
    let regions = regions
    return try regions.layout { declarations throws(RegionError) in
      try pipeline.layout(
        of: declarations, screen: size, pixels: pixels,
        belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
    }
  }
}
