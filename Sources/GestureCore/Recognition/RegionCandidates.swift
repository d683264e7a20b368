/// The recognizers that a landing in each region is offered to: those of the region and of all regions around it
/// (ARB-1, ARB-2).
///
/// A region that adds and excludes no recognizer shares its parent's list. Many regions below many recognizers of the
/// root then cost no more than one region.
struct RegionCandidates {
  private let order: [Int]

  /// - Parameter order: the recognizers that are attached to a region, in the order of delivery.
  init(_ order: [Int]) {
    self.order = order
  }

  /// The list of each region, by region number; empty for removed regions.
  ///
  /// - Parameters:
  ///   - region: the region that a recognizer is attached to.
  ///   - ignored: the names of the regions whose touches a recognizer does not receive, nor those of regions inside
  ///     them (ARB-22).
  func lists(
    in tree: borrowing RegionTree, attachedTo region: (Int) -> Int, ignoring ignored: (Int) -> [String]
  ) -> [[Int]] {
    var own = [[Int]](repeating: [], count: tree.regions.count)
    var places = [Int](repeating: 0, count: (order.max() ?? -1) + 1)
    var ignoring: [String: Set<Int>] = [:]
    for (place, number) in order.enumerated() {
      own[region(number)].append(number)
      places[number] = place
      for name in ignored(number) { ignoring[name, default: []].insert(number) }
    }
    var lists = [[Int]](repeating: [], count: tree.regions.count)
    var upcoming = tree.windows
    while let inner = upcoming.popLast() {
      upcoming += tree.regions[inner].children
      let around = tree.regions[inner].parent.map { lists[$0] } ?? []
      var list = around
      let added = own[inner]
      if !added.isEmpty {
        let kept = ignoring.isEmpty ? added : added.filter { !isIgnored(inner, by: $0, ignoring, tree) }
        list = merge(around, kept) { places[$0] }
      }
      if let ignorers = ignoring[tree.regions[inner].name], list.contains(where: ignorers.contains) {
        list.removeAll(where: ignorers.contains)
      }
      lists[inner] = list
    }
    return lists
  }

  /// Whether a recognizer ignores a region or one around it.
  private func isIgnored(
    _ region: Int, by number: Int, _ ignoring: [String: Set<Int>], _ tree: borrowing RegionTree
  ) -> Bool {
    var next: Int? = region
    while let current = next {
      if ignoring[tree.regions[current].name]?.contains(number) ?? false { return true }
      next = tree.regions[current].parent
    }
    return false
  }

  private func merge(_ first: [Int], _ second: [Int], by place: (Int) -> Int) -> [Int] {
    var merged: [Int] = []
    merged.reserveCapacity(first.count + second.count)
    var rest = second[...]
    for number in first {
      while let next = rest.first, place(next) < place(number) {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(number)
    }
    return merged + rest
  }
}
