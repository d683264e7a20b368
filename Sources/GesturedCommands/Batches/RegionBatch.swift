import GestureCore
import GestureProtocol
import GesturedScene

/// A batch of region edits on a copy, over several turns where it is long.
struct RegionBatch {
  /// The copy.
  var regions: SceneRegions
  /// The position of the next edit.
  var position = 0
  /// The new layout of each touchscreen, by number, once all edits are done, and the regions that the layout replaces.
  var layouts: [Int: (layout: RegionLayout, base: RegionTree)]?
  /// Whether the copy has replaced the original.
  var isTaken = false
  private var version: Int

  /// - Parameter version: the version of the scene that was copied.
  init(_ regions: SceneRegions, version: Int) {
    self.regions = regions
    self.version = version
  }

  /// Begins again where the scene has changed since, because a client departed or the configuration was reloaded.
  mutating func beginAgain(from regions: SceneRegions, version: Int) {
    guard version != self.version else { return }
    self.regions = regions
    self.version = version
    position = 0
    layouts = nil
  }
}
