import GestureCore
import GesturedConfiguration

/// All declared windows and regions, of the configuration and of clients, independent of any screen (DMN-1).
///
/// A batch of edits works on a copy. The copy replaces the original once it fits on every screen (DMN-3). Names are
/// unique over all owners.
package struct SceneRegions {
  private struct Entry {
    var declaration: RegionDeclaration
    /// The client's declaration; nil for regions of the configuration.
    var source: ClientRegion?
    /// The touchscreens that a window names; nil where it names none.
    var device: TextPattern?
    /// The parent's number; nil for windows.
    var parent: Int?
    /// The children's numbers, back to front.
    var children: [Int] = []

    var name: String { declaration.region.name }
  }

  /// The entries by number. Numbers keep each step cheap, as a request may have thousands of steps (H4). An entry
  /// without a name in `numbers` is free.
  private var entries: [Entry] = []
  private var numbers: [String: Int] = [:]
  private var free: [Int] = []
  /// The windows, back to front within each level.
  private var windows: [Int] = []
  private var counts: [Int: Int] = [:]
  /// An estimate of the bytes that each owner has declared; it errs high (H2).
  private var bytes: [Int: Int] = [:]
  /// The bytes that one region takes apart from its settings, here and on each touchscreen.
  static let bytesOfRegion = 4096
  /// The names removed since `finish`. A present region of such a name is a new one.
  package private(set) var removed: Set<String> = []

  /// The regions of the configuration, and the built-in window and root.
  init(_ configuration: Configuration) {
    let builtIn = RegionTree(screen: Size(0, 0))
    for number in [RegionTree.window, RegionTree.root] {
      let region = builtIn.regions[number]
      insert(RegionDeclaration(region, parent: region.parent.map { builtIn.regions[$0].name }, frame: nil))
    }
    for declaration in configuration.regions { insert(declaration) }
    for (name, device) in configuration.windowDevices { with(name) { $0.device = device } }
  }

  /// All declarations, parents before children, siblings back to front.
  package var declarations: [RegionDeclaration] {
    var all: [RegionDeclaration] = []
    all.reserveCapacity(count)
    func append(_ number: Int) {
      all.append(entries[number].declaration)
      for child in entries[number].children { append(child) }
    }
    for window in windows { append(window) }
    return all
  }

  /// The kinds of the regions, by their names, without those of views.
  package var kinds: [String: RegionKind] {
    var kinds: [String: RegionKind] = [:]
    for number in numbers.values where entries[number].declaration.region.kind != .view {
      kinds[entries[number].name] = entries[number].declaration.region.kind
    }
    return kinds
  }

  /// The declaration of a name; nil without such a region.
  package subscript(name: String) -> RegionDeclaration? { numbers[name].map { entries[$0].declaration } }

  /// A client's declaration of its own region.
  package func source(of name: String, owner: Int) throws(RegionError) -> ClientRegion {
    let number = try own(name, of: owner)
    guard let source = entries[number].source else { throw .notOwner(name) }
    return source
  }

  /// The names that messages may tell a client: those of the configuration, and its own. Each call builds the list again.
  package func names(toldTo client: Int) -> [String] {
    declarations.lazy.filter { [RegionTree.configuration, client].contains($0.owner) }.map(\.region.name)
  }

  /// How many regions and windows there are.
  package var count: Int { numbers.count }

  /// How many regions and windows clients have.
  package var clientCount: Int { count - count(of: RegionTree.configuration) }

  /// How many regions and windows an owner has.
  package func count(of owner: Int) -> Int { counts[owner] ?? 0 }

  /// Estimates the bytes that an owner's regions and windows take; it errs high.
  package func keptBytes(of owner: Int) -> Int { count(of: owner) * Self.bytesOfRegion + (bytes[owner] ?? 0) }

  /// Whether a window lies on a touchscreen (DMN-17).
  ///
  /// - Parameters:
  ///   - name: the window's name.
  ///   - names: the touchscreen's names.
  ///   - isFirst: whether windows without a device lie on the touchscreen.
  package func isWindow(_ name: String, on names: ScreenNames, isFirst: Bool) -> Bool {
    numbers[name].flatMap { entries[$0].device }.map(names.fit) ?? isFirst
  }

  // MARK: Steps

  /// Adds a region in front of its siblings, or a window in front of the others of its level.
  package mutating func add(_ source: ClientRegion, owner: Int) throws(RegionError) {
    var declaration = source.declaration
    declaration.owner = owner
    let name = declaration.region.name
    guard numbers[name] == nil else { throw .nameTaken(name) }
    if let parent = declaration.parent {
      let outer = try self.parent(parent, for: name, owner: owner)
      guard depth(of: outer) < RegionTree.maximumDepth else { throw .tooDeep(name) }
    }
    insert(declaration)
    with(name) { entry in
      entry.source = source
      entry.device = source.device
    }
    bytes[owner, default: 0] += source.keptBytes
  }

  /// Changes a region. Its position among its siblings stays.
  package mutating func change(_ source: ClientRegion, owner: Int) throws(RegionError) {
    var declaration = source.declaration
    let number = try own(declaration.region.name, of: owner)
    declaration.owner = owner
    declaration.parent = entries[number].declaration.parent
    bytes[owner, default: 0] += source.keptBytes - (entries[number].source?.keptBytes ?? 0)
    entries[number].declaration = declaration
    entries[number].source = source
    entries[number].device = source.device
  }

  /// Moves a region to another parent, in front of the children there.
  package mutating func move(_ name: String, to parentName: String, owner: Int) throws(RegionError) {
    let number = try own(name, of: owner)
    guard let old = entries[number].parent else { throw .fixed(name) }
    if let parent = numbers[parentName], isIn(number, parent) { throw .cycle(name) }
    let isSame = entries[old].name == parentName
    let parent = isSame ? old : try self.parent(parentName, for: name, owner: owner)
    let depth = depth(of: parent)
    // A region that does not get deeper cannot exceed the limit.
    guard
      depth <= self.depth(of: old) || depth + 1 + height(of: number) <= RegionTree.maximumDepth
    else { throw .tooDeep(name) }
    if let place = entries[old].children.firstIndex(of: number) { entries[old].children.remove(at: place) }
    entries[parent].children.append(number)
    entries[number].parent = parent
    entries[number].declaration.parent = parentName
  }

  /// Moves a region directly in front of a sibling; with nil, behind all siblings.
  package mutating func reorder(_ name: String, inFrontOf siblingName: String?, owner: Int)
    throws(RegionError)
  {
    let number = try own(name, of: owner)
    var sibling: Int?
    if let siblingName {
      guard let found = numbers[siblingName] else { throw .unknownRegion(siblingName) }
      guard found != number, entries[found].parent == entries[number].parent else {
        throw .notSiblings(name, siblingName)
      }
      sibling = found
    }
    if let parent = entries[number].parent {
      Self.reorder(number, inFrontOf: sibling, in: &entries[parent].children)
    } else {
      Self.reorder(number, inFrontOf: sibling, in: &windows)
    }
  }

  private static func reorder(_ number: Int, inFrontOf sibling: Int?, in siblings: inout [Int]) {
    if let place = siblings.firstIndex(of: number) { siblings.remove(at: place) }
    let place = sibling.flatMap { siblings.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    siblings.insert(number, at: place)
  }

  /// Removes a region and all regions in it, whatever their owners.
  package mutating func remove(_ name: String, owner: Int) throws(RegionError) {
    removeEntries([try own(name, of: owner)])
  }

  /// Removes the regions of departed clients, and all regions in them (DMN-5).
  package mutating func removeAll(ownedBy owners: Set<Int>) {
    removeEntries(numbers.values.filter { owners.contains(entries[$0].declaration.owner) })
  }

  /// Removes all regions but the built-in window and root.
  package mutating func removeAllPlaces() {
    let builtIn = RegionTree(screen: Size(0, 0))
    let kept = [RegionTree.window, RegionTree.root].map { builtIn.regions[$0].name }
    removeEntries(numbers.filter { !kept.contains($0.key) }.map(\.value))
  }

  /// Ends a batch: clears `removed`.
  package mutating func finish() {
    removed = []
  }

  // MARK: Another configuration

  /// The declarations after a change of configuration. A client's region stays, unless its parent is gone or its name
  /// is taken.
  package func rebased(on configuration: Configuration) -> SceneRegions {
    rebased(on: SceneRegions(configuration)) { $0 != RegionTree.configuration }
  }

  /// The declarations on another base. The regions of some owners stay, unless their parents are gone or their names
  /// are taken.
  package func rebased(on base: SceneRegions, keeping isKept: (Int) -> Bool) -> SceneRegions {
    var next = base
    for declaration in declarations where isKept(declaration.owner) {
      let name = declaration.region.name
      guard next.numbers[name] == nil, declaration.parent.map({ next.numbers[$0] != nil }) ?? true else {
        continue
      }
      next.insert(declaration)
      let old = numbers[name].map { entries[$0] }
      next.bytes[declaration.owner, default: 0] += old?.source?.keptBytes ?? 0
      next.with(name) { entry in
        entry.source = old?.source
        entry.device = old?.device
      }
    }
    next.removed = Set(numbers.keys).subtracting(next.numbers.keys)
    return next
  }

  // MARK: Upkeep

  private mutating func insert(_ declaration: RegionDeclaration) {
    let name = declaration.region.name
    if let number = numbers[name] {
      // Only the configuration may redefine the built-in window and root.
      entries[number].declaration = declaration
      return
    }
    let parent = declaration.parent.flatMap { numbers[$0] }
    let entry = Entry(declaration: declaration, parent: parent)
    let number = free.popLast() ?? entries.count
    if number == entries.count { entries.append(entry) } else { entries[number] = entry }
    numbers[name] = number
    counts[declaration.owner, default: 0] += 1
    if let parent {
      entries[parent].children.append(number)
    } else if declaration.parent == nil {
      windows.append(number)
    }
  }

  private mutating func with(_ name: String, _ body: (inout Entry) -> Void) {
    if let number = numbers[name] { body(&entries[number]) }
  }

  /// Removes regions with all regions in them. Each parent is searched once, however many of its children go.
  private mutating func removeEntries(_ some: [Int]) {
    var gone: Set<Int> = []
    var upcoming = some
    while let number = upcoming.popLast() {
      guard gone.insert(number).inserted else { continue }
      upcoming += entries[number].children
    }
    var parents: Set<Int> = []
    for number in gone {
      let entry = entries[number]
      if let parent = entry.parent, !gone.contains(parent) { parents.insert(parent) }
      let owner = entry.declaration.owner
      counts[owner, default: 0] -= 1
      bytes[owner, default: 0] -= entry.source?.keptBytes ?? 0
      if count(of: owner) <= 0 {
        counts[owner] = nil
        bytes[owner] = nil
      }
      numbers[entry.name] = nil
      removed.insert(entry.name)
      entries[number].source = nil
      entries[number].device = nil
      entries[number].children = []
    }
    free += gone
    for parent in parents {
      if some.count == 1, let place = entries[parent].children.firstIndex(of: some[0]) {
        entries[parent].children.remove(at: place)
      } else {
        entries[parent].children.removeAll(where: gone.contains)
      }
    }
    if windows.contains(where: gone.contains) { windows.removeAll(where: gone.contains) }
  }

  private func own(_ name: String, of owner: Int) throws(RegionError) -> Int {
    guard let number = numbers[name] else { throw .unknownRegion(name) }
    guard entries[number].declaration.owner == owner else { throw .notOwner(name) }
    return number
  }

  /// The number of the parent that a region names, if the owner may use it.
  private func parent(_ parent: String, for name: String, owner: Int) throws(RegionError) -> Int {
    guard let number = numbers[parent] else { throw .unknownRegion(parent) }
    let entry = entries[number]
    guard entry.declaration.owner == owner || entry.declaration.region.acceptsForeignChildren else {
      throw .parentTakesNoForeignChildren(parent)
    }
    guard entry.parent != nil || entry.children.isEmpty else { throw .windowHasRoot(parent) }
    return number
  }

  /// Whether a region is another one or lies in it.
  private func isIn(_ outer: Int, _ number: Int) -> Bool {
    var next: Int? = number
    while let region = next {
      if region == outer { return true }
      next = entries[region].parent
    }
    return false
  }

  private func depth(of number: Int) -> Int {
    var depth = 0
    var next = entries[number].parent
    while let parent = next {
      depth += 1
      next = entries[parent].parent
    }
    return depth
  }

  private func height(of number: Int) -> Int {
    var height = 0
    for child in entries[number].children { height = max(height, self.height(of: child) + 1) }
    return height
  }
}
