import GestureCore
import GesturedScene
import TouchInput

/// Layouts of a touchscreen's regions.
extension Scene {
  /// Lays other declarations out on a touchscreen, without changing it.
  ///
  /// - Parameters:
  ///   - own: the touchscreen's pipeline for the scene's stage.
  ///   - owner: the client whose regions must all fit; nil where no client asks.
  /// - Throws: why the owner's or the configuration's regions do not fit.
  package func layout(
    _ regions: SceneRegions, of touchscreen: borrowing Touchscreen, _ own: StagePipeline, for owner: Int?
  ) throws(RegionError) -> RegionLayout {
    let (names, isFirst, pixels) = (touchscreen.names, touchscreen.isFirst, touchscreen.pixels)
    return try regions.layout(for: owner) { declarations throws(RegionError) in
      try own.pipeline.layout(
        of: declarations, replacing: regions.removed, pixels: pixels,
        belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
    }
  }

  /// Lays the regions out for another placement of a touchscreen, without changing it.
  ///
  /// - Parameters:
  ///   - panel: the panel in its new placement.
  ///   - pixels: the pixels across and down in the new placement; nil where unknown.
  /// - Throws: why the configuration's regions do not fit.
  package func layout(
    of touchscreen: borrowing Touchscreen, lyingAs panel: TouchPanel, pixels: Size?
  ) throws(RegionError) -> RegionLayout {
    let (names, isFirst, size) = (touchscreen.names, touchscreen.isFirst, panel.size)
    let regions = regions
    return try regions.layout { declarations throws(RegionError) in
      try touchscreen.everyone.pipeline.layout(
        of: declarations, screen: size, pixels: pixels,
        belongs: { regions.isWindow($0, on: names, isFirst: isFirst) })
    }
  }
}
