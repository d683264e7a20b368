import GestureCore
import GestureProtocol

/// A batch of edits of regions on its way: made on a copy, over several turns where it is long.
struct RegionBatch {
  /// How often a batch begins again before it is done in one go.
  private static let mostBeginnings = 3

  /// The copy.
  var regions: SceneRegions
  /// Which edit is next.
  var position = 0
  /// What it makes of each touchscreen, by their numbers, once all edits are done: of the regions that the touchscreen had then.
  var layouts: [Int: (layout: RegionLayout, base: RegionTree)]?
  /// Whether the copy has taken the original's place.
  var isTaken = false
  /// What is still to be told of it.
  var news: ArraySlice<RegionMessage> = []
  private var version: Int
  private var beginnings = 1

  /// - Parameter version: which state of what is declared the copy is of.
  init(_ regions: SceneRegions, version: Int) {
    self.regions = regions
    self.version = version
  }

  /// Whether it may wait for another turn.
  var mayPause: Bool { beginnings <= Self.mostBeginnings }

  /// Begins again where what is declared is something else by now: a client went, or the configuration is another one.
  mutating func beginAgain(from regions: SceneRegions, version: Int) {
    guard version != self.version else { return }
    self.regions = regions
    self.version = version
    position = 0
    layouts = nil
    beginnings += 1
  }
}
