import GestureCore
import TouchInput

/// What a touchscreen's regions become.
extension Scene {
  /// What other declarations make of a touchscreen's regions; nothing changes yet.
  ///
  /// - Throws: what this screen cannot have.
  func layout(_ regions: SceneRegions, of touchscreen: borrowing Touchscreen) throws(RegionError)
    -> RegionLayout
  {
    let (names, isFirst) = (touchscreen.names, touchscreen.isFirst)
    return try touchscreen.pipeline.layout(
      of: regions.declarations, replacing: regions.removed, pixels: touchscreen.pixels,
      belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
  }

  /// What a touchscreen's regions are once it lies otherwise; nothing changes yet.
  ///
  /// - Parameters:
  ///   - panel: how it lies then.
  ///   - pixels: how many pixels it has across and down then.
  /// - Throws: what it cannot have then.
  func layout(
    of touchscreen: borrowing Touchscreen, lyingAs panel: TouchPanel, pixels: Size?
  ) throws(RegionError) -> RegionLayout {
    let (names, isFirst) = (touchscreen.names, touchscreen.isFirst)
    return try touchscreen.pipeline.layout(
      of: regions.declarations, screen: panel.size, pixels: pixels,
      belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
  }
}
