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
    /// The names of what lies in it, back to front.
    var children: [String] = []
  }

  private var entries: [String: Entry] = [:]
  /// The names of the windows, back to front but for their levels.
  private var windows: [String] = []
  private var counts: [Int: Int] = [:]
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
    for (name, device) in configuration.windowDevices { entries[name]?.device = device }
  }

  /// All of them, each after what it lies in; siblings back to front.
  var declarations: [RegionDeclaration] {
    var all: [RegionDeclaration] = []
    all.reserveCapacity(entries.count)
    func append(_ name: String) {
      guard let entry = entries[name] else { return }
      all.append(entry.declaration)
      for child in entry.children { append(child) }
    }
    for window in windows { append(window) }
    return all
  }

  /// The one of a name; nil where there is none.
  subscript(name: String) -> RegionDeclaration? { entries[name]?.declaration }

  /// What a client said to declare a region of its own.
  func source(of name: String, owner: Int) throws(RegionError) -> ClientRegion {
    _ = try own(name, of: owner)
    guard let source = entries[name]?.source else { throw .notOwner(name) }
    return source
  }

  /// All names, for hints: sorted anew each time, so for none but those.
  var names: [String] { entries.keys.sorted() }

  /// How many regions and windows there are.
  var count: Int { entries.count }

  /// How many there are of clients.
  var clientCount: Int { entries.count - count(of: RegionTree.configuration) }

  /// How many regions and windows an owner has.
  func count(of owner: Int) -> Int { counts[owner] ?? 0 }

  /// Whether a window lies on a touchscreen (DMN-17).
  ///
  /// - Parameters:
  ///   - name: the window's name.
  ///   - names: what the touchscreen is called.
  ///   - isFirst: whether windows that name no touchscreen lie on it.
  func isWindow(_ name: String, on names: ScreenNames, isFirst: Bool) -> Bool {
    entries[name]?.device.map(names.fit) ?? isFirst
  }

  /// The names of the regions in a region, it included, however deep.
  func family(of name: String) -> [String] {
    guard let entry = entries[name] else { return [] }
    return [name] + entry.children.flatMap(family)
  }

  // MARK: Steps

  /// Puts a region in front of what lies in its parent, or a window in front of the others of its level.
  mutating func add(_ source: ClientRegion, owner: Int) throws(RegionError) {
    var declaration = source.declaration
    declaration.owner = owner
    let name = declaration.region.name
    guard entries[name] == nil else { throw .nameTaken(name) }
    if let parent = declaration.parent {
      try check(parent, for: name, owner: owner)
      guard depth(of: parent) < RegionTree.maximumDepth else { throw .tooDeep(name) }
    }
    put(declaration)
    entries[name]?.source = source
    entries[name]?.device = source.device
  }

  /// Has a region be as it is declared now; its place among others stays.
  mutating func change(_ source: ClientRegion, owner: Int) throws(RegionError) {
    var declaration = source.declaration
    let old = try own(declaration.region.name, of: owner)
    declaration.owner = owner
    declaration.parent = old.parent
    entries[declaration.region.name]?.declaration = declaration
    entries[declaration.region.name]?.source = source
    entries[declaration.region.name]?.device = source.device
  }

  /// Takes a region out of its parent, and puts it in front of what lies in another.
  mutating func move(_ name: String, to parent: String, owner: Int) throws(RegionError) {
    let old = try own(name, of: owner)
    guard let oldParent = old.parent else { throw .fixed(name) }
    guard !family(of: name).contains(parent) else { throw .cycle(name) }
    if oldParent != parent { try check(parent, for: name, owner: owner) }
    guard depth(of: parent) + 1 + height(of: name) <= RegionTree.maximumDepth else { throw .tooDeep(name) }
    entries[oldParent]?.children.removeAll { $0 == name }
    entries[parent]?.children.append(name)
    entries[name]?.declaration.parent = parent
  }

  /// Puts a region right in front of a sibling; with nil behind all of them.
  mutating func reorder(_ name: String, inFrontOf sibling: String?, owner: Int) throws(RegionError) {
    let parent = try own(name, of: owner).parent
    var siblings = (parent.map { entries[$0]?.children ?? [] } ?? windows).filter { $0 != name }
    var position = 0
    if let sibling {
      guard entries[sibling] != nil else { throw .unknownRegion(sibling) }
      guard let found = siblings.firstIndex(of: sibling) else { throw .notSiblings(name, sibling) }
      position = found + 1
    }
    siblings.insert(name, at: position)
    if let parent { entries[parent]?.children = siblings } else { windows = siblings }
  }

  /// Removes a region and what lies in it, whosoever that is.
  mutating func remove(_ name: String, owner: Int) throws(RegionError) {
    _ = try own(name, of: owner)
    takeAway([name])
  }

  /// Removes all that clients declared, and what lies in it: they are gone (DMN-5).
  mutating func removeAll(ownedBy owners: Set<Int>) {
    takeAway(entries.filter { owners.contains($0.value.declaration.owner) }.map(\.key))
  }

  /// The batch is over: what went is forgotten.
  mutating func finish() {
    removed = []
  }

  // MARK: Another configuration

  /// What is declared once the configuration is another one: what clients declared stays, unless what it lies in is gone
  /// or its name is taken.
  func rebased(on configuration: Configuration) -> SceneRegions {
    var next = SceneRegions(configuration)
    for declaration in declarations where declaration.owner != RegionTree.configuration {
      let name = declaration.region.name
      guard next.entries[name] == nil, declaration.parent.map({ next.entries[$0] != nil }) ?? true else {
        continue
      }
      next.put(declaration)
      next.entries[name]?.source = entries[name]?.source
      next.entries[name]?.device = entries[name]?.device
    }
    next.removed = Set(entries.keys).subtracting(next.entries.keys)
    return next
  }

  // MARK: Upkeep

  private mutating func put(_ declaration: RegionDeclaration) {
    let name = declaration.region.name
    if entries[name] != nil {
      // Of the configuration alone: what it says of the window and the root that are there anyway.
      entries[name]?.declaration = declaration
      return
    }
    entries[name] = Entry(declaration: declaration)
    counts[declaration.owner, default: 0] += 1
    if let parent = declaration.parent {
      entries[parent]?.children.append(name)
    } else {
      windows.append(name)
    }
  }

  /// Takes regions away with what lies in them. Each parent is looked through once, however many of its children go.
  private mutating func takeAway(_ names: [String]) {
    let gone = Set(names.flatMap(family))
    var parents: Set<String> = []
    for name in gone {
      guard let declaration = entries[name]?.declaration else { continue }
      if let parent = declaration.parent, !gone.contains(parent) { parents.insert(parent) }
      counts[declaration.owner, default: 0] -= 1
      if count(of: declaration.owner) <= 0 { counts[declaration.owner] = nil }
      entries[name] = nil
      removed.insert(name)
    }
    for parent in parents { entries[parent]?.children.removeAll(where: gone.contains) }
    windows.removeAll(where: gone.contains)
  }

  private func own(_ name: String, of owner: Int) throws(RegionError) -> RegionDeclaration {
    guard let declaration = entries[name]?.declaration else { throw .unknownRegion(name) }
    guard declaration.owner == owner else { throw .notOwner(name) }
    return declaration
  }

  private func check(_ parent: String, for name: String, owner: Int) throws(RegionError) {
    guard let entry = entries[parent] else { throw .unknownRegion(parent) }
    let declaration = entry.declaration
    guard declaration.owner == owner || declaration.region.acceptsForeignChildren else {
      throw .parentTakesNoForeignChildren(parent)
    }
    guard declaration.parent != nil || entry.children.isEmpty else { throw .windowHasRoot(parent) }
  }

  private func depth(of name: String) -> Int {
    var depth = 0
    var next = entries[name]?.declaration.parent
    while let parent = next {
      depth += 1
      next = entries[parent]?.declaration.parent
    }
    return depth
  }

  private func height(of name: String) -> Int {
    entries[name]?.children.map { height(of: $0) + 1 }.max() ?? 0
  }
}
