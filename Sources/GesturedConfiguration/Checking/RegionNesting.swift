internal import GestureCore

/// The nesting of regions: sorts declarations into the order in which a tree is made, or finds the impossible ones.
struct RegionNesting {
  /// The window that always exists.
  static let window = "window"
  /// The region that always exists.
  static let root = "root"

  /// The tables of the section, for the places of mistakes.
  let tables: SettingTable

  /// The declarations, each after its parent, siblings in the order of the file. An impossible declaration adds a
  /// mistake and is left out.
  func ordered(
    windows: [RegionDeclaration], regions: [RegionDeclaration], _ mistakes: inout MistakeList
  ) -> [RegionDeclaration] {
    let windowNames = Set(windows.map(\.region.name)).union([Self.window])
    let known = windowNames.union(regions.map(\.region.name)).union([Self.root])
    // Made at most once, on demand: a file may have thousands of mistakes (H11).
    lazy var someKnown = "one of " + known.sorted().prefix(20).joined(separator: ", ")
    var rest: [RegionDeclaration] = []
    var rootOf: [String: String] = [Self.window: Self.root]
    for declaration in regions {
      let name = declaration.region.name
      guard !windowNames.contains(name) else {
        tell(name, found: MistakeMessage.windowHasID.with(), allowed: "an ID of its own", &mistakes)
        continue
      }
      guard let parent = declaration.parent, known.contains(parent) else {
        let parent = declaration.parent ?? ""
        tell(
          name, "parent", found: MistakeMessage.unknownParent.with(MessageText.quoted(parent)),
          allowed: someKnown, &mistakes)
        continue
      }
      if windowNames.contains(parent), rootOf.updateValue(name, forKey: parent).map({ $0 != name }) ?? false {
        tell(
          name, "parent", found: MistakeMessage.secondRoot.with(parent),
          allowed: "a region that lies in it", &mistakes)
        continue
      }
      if name == Self.root, parent != Self.window {
        tell(name, "parent", found: MistakeMessage.rootHasParent.with(), allowed: "no parent", &mistakes)
        continue
      }
      rest.append(declaration)
    }
    var ordered = windows
    var inner = Dictionary(grouping: rest.indices) { rest[$0].parent ?? "" }
    var outer = Array(windowNames)
    // Each round takes one depth, in the order of the file, so that siblings keep their order. Each declaration is
    // taken once.
    for depth in 1...RegionTree.maximumDepth {
      let ready = outer.flatMap { inner.removeValue(forKey: $0) ?? [] }.sorted()
      ordered += ready.map { rest[$0] }
      outer = ready.map { rest[$0].region.name }
      if depth == 1, !outer.contains(Self.root) { outer.append(Self.root) }
    }
    for declaration in inner.values.joined().sorted().map({ rest[$0] }) {
      tell(
        declaration.region.name, "parent",
        found: MistakeMessage.nestedTooDeep.with(RegionTree.maximumDepth),
        allowed: "a parent that leads to a window", &mistakes)
    }
    return ordered
  }

  private func tell(
    _ name: String, _ key: String? = nil, found: MessageLine, allowed: String, _ mistakes: inout MistakeList
  ) {
    guard let entry = tables[name] else { return }
    var position = entry.keyPosition
    if let key, case .table(let table) = entry.value.content, let value = table[key]?.value {
      position = value.position
    }
    mistakes.add(
      at: position, ["region", name] + (key.map { [$0] } ?? []), found: found, allowed: allowed)
  }
}
