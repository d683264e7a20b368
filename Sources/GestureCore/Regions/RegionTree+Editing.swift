/// Changes a tree by batches, which apply as a whole or not at all (DMN-1 to DMN-5).
extension RegionTree {
  /// Applies a batch, between events. After an error nothing has changed.
  ///
  /// - Parameters:
  ///   - edits: the edits, in order.
  ///   - owner: the requesting client's number, or `configuration`.
  ///   - isReferred: whether touches or recognizers still refer to a region that an earlier batch removed. The numbers
  ///     of other removed regions are used again.
  /// - Returns: the numbers of the regions that were removed, inner ones first.
  /// - Throws: the error of the first impossible edit.
  @discardableResult
  public mutating func apply(
    _ edits: [RegionEdit], owner: Int = configuration, isReferred: (Int) -> Bool = { _ in true }
  ) throws(RegionError) -> [Int] {
    var tree = self
    var free = unusedNumbers(isReferred)
    var removed: [Int] = []
    for edit in edits {
      switch edit {
      case .add(let region, let parent): try tree.add(region, to: parent, owner, &free)
      case .change(let region): try tree.change(region, owner)
      case .move(let name, let parent): try tree.move(name, to: parent, owner)
      case .reorder(let name, let sibling): try tree.reorder(name, inFrontOf: sibling, owner)
      case .remove(let name):
        let number = try tree.ownNumber(named: name, owner)
        guard number != Self.root, number != Self.window else { throw .fixed(name) }
        tree.remove(number, &removed)
      }
    }
    self = tree
    return removed
  }

  /// Removes all regions of a client that is gone, with their content (DMN-5).
  ///
  /// - Returns: the numbers of the regions that were removed, inner ones first.
  public mutating func removeAll(ownedBy owner: Int) -> [Int] {
    var removed: [Int] = []
    for number in regions.indices
    where regions[number].owner == owner && !regions[number].isRemoved && number > Self.window {
      remove(number, &removed)
    }
    return removed
  }

  // MARK: Steps

  private mutating func add(
    _ region: Region, to parentName: String?, _ owner: Int, _ free: inout [Int]
  ) throws(RegionError) {
    try check(region)
    guard number(named: region.name) == nil else { throw .nameTaken(region.name) }
    let parent = try parentName.map { (name) throws(RegionError) in
      try self.parent(named: name, for: region.name, owner)
    }
    var added = region
    added.owner = owner
    added.parent = parent
    added.children = []
    added.isRemoved = false
    let number: Int
    if let reused = free.popLast() {
      number = reused
      regions[number] = added
    } else {
      number = regions.count
      regions.append(added)
    }
    if let parent { regions[parent].children.append(number) } else { windows.append(number) }
    sortWindows()
    place(number)
  }

  private mutating func change(_ region: Region, _ owner: Int) throws(RegionError) {
    try check(region)
    let number = try ownNumber(named: region.name, owner)
    var changed = region
    changed.owner = owner
    changed.parent = regions[number].parent
    changed.children = regions[number].children
    changed.isRemoved = false
    regions[number] = changed
    sortWindows()
    place(number)
  }

  private mutating func move(_ name: String, to parentName: String, _ owner: Int) throws(RegionError) {
    let number = try ownNumber(named: name, owner)
    guard number != Self.root, let old = regions[number].parent else { throw .fixed(name) }
    let parent = try parent(named: parentName, for: name, owner)
    guard !region(parent, isWithin: number) else { throw .cycle(name) }
    guard height(of: number) + regions[parent].depth + 1 <= Self.maximumDepth else { throw .tooDeep(name) }
    regions[old].children.removeAll { $0 == number }
    regions[parent].children.append(number)
    regions[number].parent = parent
    place(number)
  }

  private mutating func reorder(_ name: String, inFrontOf siblingName: String?, _ owner: Int)
    throws(RegionError)
  {
    let number = try ownNumber(named: name, owner)
    let parent = regions[number].parent
    var siblings = (parent.map { regions[$0].children } ?? windows).filter { $0 != number }
    var position = 0
    if let siblingName {
      guard let sibling = self.number(named: siblingName) else { throw .unknownRegion(siblingName) }
      guard let found = siblings.firstIndex(of: sibling) else { throw .notSiblings(name, siblingName) }
      position = found + 1
    }
    siblings.insert(number, at: position)
    if let parent { regions[parent].children = siblings } else { windows = siblings }
    sortWindows()
  }

  private mutating func remove(_ number: Int, _ removed: inout [Int]) {
    for child in regions[number].children { remove(child, &removed) }
    if let parent = regions[number].remove() {
      regions[parent].children.removeAll { $0 == number }
    } else {
      windows.removeAll { $0 == number }
    }
    removed.append(number)
  }

  // MARK: Checks

  private func ownNumber(named name: String, _ owner: Int) throws(RegionError) -> Int {
    guard let number = number(named: name) else { throw .unknownRegion(name) }
    guard regions[number].owner == owner else { throw .notOwner(name) }
    return number
  }

  private func parent(named name: String, for child: String, _ owner: Int) throws(RegionError) -> Int {
    guard let parent = number(named: name) else { throw .unknownRegion(name) }
    guard regions[parent].owner == owner || regions[parent].acceptsForeignChildren else {
      throw .parentTakesNoForeignChildren(name)
    }
    guard regions[parent].parent != nil || regions[parent].children.isEmpty else {
      throw .windowHasRoot(name)
    }
    guard regions[parent].depth < Self.maximumDepth else { throw .tooDeep(child) }
    return parent
  }

  func check(_ region: Region) throws(RegionError) {
    let size = region.frame.size
    let outset = region.hitOutset
    let isUsable =
      size.width >= 0 && size.height >= 0 && size.width.isFinite && size.height.isFinite
      && region.frame.origin.isFinite && region.boundsOrigin.isFinite && region.anchor.isFinite
      && region.transform.isFinite && region.alpha.isFinite && region.level.isFinite
      && (region.hitMaximumTouches ?? 1) >= 1
      && ![outset.top, outset.left, outset.bottom, outset.right].contains(where: \.isNaN)
    guard isUsable else { throw .unusableNumber(region.name) }
  }

  // MARK: Upkeep

  /// Computes the screen position of a region and all its content.
  mutating func place(_ number: Int) {
    if let parent = regions[number].parent {
      regions[number].depth = regions[parent].depth + 1
      regions[number].window = regions[parent].window
      regions[number].fromScreen = regions[parent].fromScreen.flatMap { outer in
        regions[number].fromParent.map { $0.after(outer) }.flatMap { $0.isFinite ? $0 : nil }
      }
    } else {
      regions[number].depth = 0
      regions[number].window = number
      regions[number].fromScreen = regions[number].fromParent
    }
    for child in regions[number].children { place(child) }
  }

  /// The depth of the deepest region inside a region, counted from that region.
  private func height(of number: Int) -> Int {
    regions[number].children.map { height(of: $0) + 1 }.max() ?? 0
  }

  mutating func sortWindows() {
    let order = windows.enumerated().sorted { a, b in
      let levels = (regions[a.element].level, regions[b.element].level)
      return levels.0 == levels.1 ? a.offset < b.offset : levels.0 < levels.1
    }
    windows = order.map(\.element)
  }

  /// The numbers of removed regions that are free. Neither the region nor a region inside it is referred to.
  func unusedNumbers(_ isReferred: (Int) -> Bool) -> [Int] {
    var isHeld = regions.map { !$0.isRemoved }
    for number in regions.indices where regions[number].isRemoved && isReferred(number) {
      var region: Int? = number
      while let held = region, !isHeld[held] {
        isHeld[held] = true
        region = regions[held].parent
      }
    }
    return regions.indices.reversed().filter { !isHeld[$0] }
  }
}
