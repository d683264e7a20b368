import GestureCore
import GesturedConfiguration

/// All windows and regions that are declared, the configuration's and the clients', before any screen is known
/// (DMN-1).
///
/// A batch of edits is made on a copy, which takes the place of the original when every screen can have it (DMN-3).
/// Names are unique over all owners.
struct SceneRegions {
  private struct Entry {
    var declaration: RegionDeclaration
    /// What a client said to declare it; nil of the configuration's.
    var source: ClientRegion?
    /// The touchscreens that a window names; nil where it names none.
    var device: TextPattern?
    /// What it lies in; nil of windows.
    var parent: Int?
    /// What lies in it, back to front.
    var children: [Int] = []

    var name: String { declaration.region.name }
  }

  /// The entries by their numbers, which steps go by: a request may have thousands of steps (H4). Those that nothing names
  /// are free.
  private var entries: [Entry] = []
  private var numbers: [String: Int] = [:]
  private var free: [Int] = []
  /// The windows, back to front but for their levels.
  private var windows: [Int] = []
  private var counts: [Int: Int] = [:]
  /// How many bytes owners have declared, by an estimate that errs high (H2).
  private var bytes: [Int: Int] = [:]
  /// What one region takes beside its settings: here, and on each touchscreen.
  private static let bytesOfRegion = 4096
  /// The names of the regions that went since `finish`: one of that name that is there is another one.
  private(set) var removed: Set<String> = []

  /// What the configuration declares, and what is there anyway.
  init(_ configuration: Configuration) {
    let builtIn = RegionTree(screen: Size(0, 0))
    for number in [RegionTree.window, RegionTree.root] {
      let region = builtIn.regions[number]
      put(RegionDeclaration(region, parent: region.parent.map { builtIn.regions[$0].name }, frame: nil))
    }
    for declaration in configuration.regions { put(declaration) }
    for (name, device) in configuration.windowDevices { with(name) { $0.device = device } }
  }

  /// All of them, each after what it lies in; siblings back to front.
  var declarations: [RegionDeclaration] {
    var all: [RegionDeclaration] = []
    all.reserveCapacity(count)
    func append(_ number: Int) {
      all.append(entries[number].declaration)
      for child in entries[number].children { append(child) }
    }
    for window in windows { append(window) }
    return all
  }

  /// The one of a name; nil where there is none.
  subscript(name: String) -> RegionDeclaration? { numbers[name].map { entries[$0].declaration } }

  /// What a client said to declare a region of its own.
  func source(of name: String, owner: Int) throws(RegionError) -> ClientRegion {
    let number = try own(name, of: owner)
    guard let source = entries[number].source else { throw .notOwner(name) }
    return source
  }

  /// All names, for hints: made anew each time, so for none but those.
  var names: [String] { declarations.map(\.region.name) }

  /// How many regions and windows there are.
  var count: Int { numbers.count }

  /// How many there are of clients.
  var clientCount: Int { count - count(of: RegionTree.configuration) }

  /// How many regions and windows an owner has.
  func count(of owner: Int) -> Int { counts[owner] ?? 0 }

  /// About how many bytes an owner's regions and windows take, rather too many.
  func keptBytes(of owner: Int) -> Int { count(of: owner) * Self.bytesOfRegion + (bytes[owner] ?? 0) }

  /// Whether a window lies on a touchscreen (DMN-17).
  ///
  /// - Parameters:
  ///   - name: the window's name.
  ///   - names: what the touchscreen is called.
  ///   - isFirst: whether windows that name no touchscreen lie on it.
  func isWindow(_ name: String, on names: ScreenNames, isFirst: Bool) -> Bool {
    numbers[name].flatMap { entries[$0].device }.map(names.fit) ?? isFirst
  }

  // MARK: Steps

  /// Puts a region in front of what lies in its parent, or a window in front of the others of its level.
  mutating func add(_ source: ClientRegion, owner: Int) throws(RegionError) {
    var declaration = source.declaration
    declaration.owner = owner
    let name = declaration.region.name
    guard numbers[name] == nil else { throw .nameTaken(name) }
    if let parent = declaration.parent {
      let outer = try self.parent(parent, for: name, owner: owner)
      guard depth(of: outer) < RegionTree.maximumDepth else { throw .tooDeep(name) }
    }
    put(declaration)
    with(name) { entry in
      entry.source = source
      entry.device = source.device
    }
    bytes[owner, default: 0] += source.keptBytes
  }

  /// Has a region be as it is declared now; its place among others stays.
  mutating func change(_ source: ClientRegion, owner: Int) throws(RegionError) {
    var declaration = source.declaration
    let number = try own(declaration.region.name, of: owner)
    declaration.owner = owner
    declaration.parent = entries[number].declaration.parent
    bytes[owner, default: 0] += source.keptBytes - (entries[number].source?.keptBytes ?? 0)
    entries[number].declaration = declaration
    entries[number].source = source
    entries[number].device = source.device
  }

  /// Takes a region out of its parent, and puts it in front of what lies in another.
  mutating func move(_ name: String, to parentName: String, owner: Int) throws(RegionError) {
    let number = try own(name, of: owner)
    guard let old = entries[number].parent else { throw .fixed(name) }
    if let parent = numbers[parentName], isIn(number, parent) { throw .cycle(name) }
    let isSame = entries[old].name == parentName
    let parent = isSame ? old : try self.parent(parentName, for: name, owner: owner)
    let depth = depth(of: parent)
    // One that does not get deeper stays within the bound with all that lies in it.
    guard
      depth <= self.depth(of: old) || depth + 1 + height(of: number) <= RegionTree.maximumDepth
    else { throw .tooDeep(name) }
    if let place = entries[old].children.firstIndex(of: number) { entries[old].children.remove(at: place) }
    entries[parent].children.append(number)
    entries[number].parent = parent
    entries[number].declaration.parent = parentName
  }

  /// Puts a region right in front of a sibling; with nil behind all of them.
  mutating func reorder(_ name: String, inFrontOf siblingName: String?, owner: Int) throws(RegionError) {
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

  /// Removes a region and what lies in it, whosoever that is.
  mutating func remove(_ name: String, owner: Int) throws(RegionError) {
    takeAway([try own(name, of: owner)])
  }

  /// Removes all that clients declared, and what lies in it: they are gone (DMN-5).
  mutating func removeAll(ownedBy owners: Set<Int>) {
    takeAway(numbers.values.filter { owners.contains(entries[$0].declaration.owner) })
  }

  /// Removes all but the window and the root that are there anyway.
  mutating func removeAllPlaces() {
    let builtIn = RegionTree(screen: Size(0, 0))
    let kept = [RegionTree.window, RegionTree.root].map { builtIn.regions[$0].name }
    takeAway(numbers.filter { !kept.contains($0.key) }.map(\.value))
  }

  /// The batch is over: what went is forgotten.
  mutating func finish() {
    removed = []
  }

  // MARK: Another configuration

  /// What is declared once the configuration is another one: what clients declared stays, unless what it lies in is gone
  /// or its name is taken.
  func rebased(on configuration: Configuration) -> SceneRegions {
    rebased(on: SceneRegions(configuration)) { $0 != RegionTree.configuration }
  }

  /// What is declared once others have declared something else: what some owners declared stays, unless what it lies in is
  /// gone or its name is taken.
  func rebased(on base: SceneRegions, keeping isKept: (Int) -> Bool) -> SceneRegions {
    var next = base
    for declaration in declarations where isKept(declaration.owner) {
      let name = declaration.region.name
      guard next.numbers[name] == nil, declaration.parent.map({ next.numbers[$0] != nil }) ?? true else {
        continue
      }
      next.put(declaration)
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

  private mutating func put(_ declaration: RegionDeclaration) {
    let name = declaration.region.name
    if let number = numbers[name] {
      // Of the configuration alone: what it says of the window and the root that are there anyway.
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

  /// Takes regions away with what lies in them. Each parent is looked through once, however many of its children go.
  private mutating func takeAway(_ some: [Int]) {
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

  /// The number of what a region is to lie in, where it may.
  private func parent(_ parent: String, for name: String, owner: Int) throws(RegionError) -> Int {
    guard let number = numbers[parent] else { throw .unknownRegion(parent) }
    let entry = entries[number]
    guard entry.declaration.owner == owner || entry.declaration.region.acceptsForeignChildren else {
      throw .parentTakesNoForeignChildren(parent)
    }
    guard entry.parent != nil || entry.children.isEmpty else { throw .windowHasRoot(parent) }
    return number
  }

  /// Whether a region is another or lies in it.
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
