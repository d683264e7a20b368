/// The regions whose owners are asked whether recognizers may act on touches in them (ARB-21).
///
/// A recognizer asks the innermost such region of its first touch, from the region of the touch out to its own.
struct AskingRegions: Sendable {
  /// Whether regions are asked at all. In private mode they are not, since a waiting gesture would reveal where it is.
  var isEnabled = true
  /// For each region, the innermost region that asks, of it and those around it; -1 for none.
  private var innermost: [Int] = []
  /// The owner of each region, and the number of regions around it.
  private var owners: [Int] = []
  private var depths: [Int] = []
  /// The region of each recognizer's first touch; -1 without one.
  private var touched: [Int] = []
  /// Whether any region asks.
  private(set) var isEmpty = true

  /// Finds the regions that ask, and makes room for a number of recognizers.
  mutating func arrange(_ tree: borrowing RegionTree, recognizers count: Int) {
    owners = tree.regions.map(\.owner)
    depths = tree.regions.map(\.depth)
    innermost = Array(repeating: -1, count: tree.regions.count)
    var upcoming = tree.windows
    isEmpty = true
    while let number = upcoming.popLast() {
      upcoming += tree.regions[number].children
      if tree.regions[number].asks.contains(.shouldBegin) {
        innermost[number] = number
        isEmpty = false
      } else if let parent = tree.regions[number].parent {
        innermost[number] = innermost[parent]
      }
    }
    while touched.count < count { touched.append(-1) }
  }

  /// Records the region of a recognizer's first touch.
  @inline(__always)
  mutating func record(_ region: Int, touchedBy recognizer: Int) {
    if touched.indices.contains(recognizer) { touched[recognizer] = region }
  }

  /// The region to ask about a recognizer; nil where none asks.
  ///
  /// - Parameter own: the recognizer's region.
  func region(askedAbout recognizer: Int, attachedTo own: Int) -> Int? {
    guard isEnabled, !isEmpty, touched.indices.contains(recognizer),
      innermost.indices.contains(touched[recognizer]), depths.indices.contains(own)
    else { return nil }
    let asked = innermost[touched[recognizer]]
    return asked >= 0 && depths[asked] >= depths[own] ? asked : nil
  }

  /// The owner of a region; the configuration for an unknown region.
  func owner(of region: Int) -> Int {
    owners.indices.contains(region) ? owners[region] : RegionTree.configuration
  }
}
