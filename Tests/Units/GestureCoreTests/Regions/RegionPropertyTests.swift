import GestureCore
import GestureTestSupport
import Testing

/// Random trees made by random batches. They keep the rules of every tree, and agree with a naive hit test.
@Suite("Properties of the region tree")
struct RegionPropertyTests {
  private var random: SeededGenerator

  init() { random = SeededGenerator(seed: 20_250_603) }

  @Test(
    "HIT-1 to HIT-5, HIT-8 to HIT-11, HIT-17 to HIT-29 any point of any tree is bound as the algorithm says")
  mutating func naive() throws {
    for _ in 0..<200 {
      let tree = makeTree(batches: 12)
      for _ in 0..<20 {
        let point = Point(.random(in: -20...180, using: &random), .random(in: -20...120, using: &random))
        #expect(HitTester.region(at: point, in: tree) == expected(at: point, in: tree))
      }
    }
  }

  @Test("DMN-1 to DMN-5 any batch, refused or not, leaves a tree")
  mutating func edits() throws {
    for _ in 0..<200 {
      var tree = makeTree(batches: 0)
      for _ in 0..<20 {
        let before = tree.regions
        let referred = Set((0..<20).filter { _ in Bool.random(using: &random) })
        do {
          try tree.apply(batch(), owner: Int.random(in: 0...2, using: &random), isReferred: referred.contains)
        } catch {
          #expect(tree.regions == before)
        }
        for number in referred where before.indices.contains(number) {
          #expect(tree.regions[number].name == before[number].name)
        }
        if Int.random(in: 0..<8, using: &random) == 0 { _ = tree.removeAll(ownedBy: 1) }
        check(tree)
      }
    }
  }

  // MARK: What must be true

  private func check(_ tree: RegionTree) {
    let living = tree.regions.indices.filter { !tree.regions[$0].isRemoved }
    #expect(Set(living.map { tree.regions[$0].name }).count == living.count)
    #expect(!tree.regions[RegionTree.root].isRemoved && !tree.regions[RegionTree.window].isRemoved)
    #expect(Set(tree.windows) == Set(living.filter { tree.regions[$0].parent == nil }))
    #expect(
      tree.windows.map { tree.regions[$0].level } == tree.windows.map { tree.regions[$0].level }.sorted())
    var reached = tree.windows
    var position = 0
    while position < reached.count, reached.count <= living.count {
      reached += tree.regions[reached[position]].children
      position += 1
    }
    #expect(reached.sorted() == living)
    for number in living {
      let region = tree.regions[number]
      for child in region.children {
        #expect(tree.regions[child].parent == number)
        #expect(tree.regions[child].depth == region.depth + 1)
        #expect(tree.regions[child].window == region.window)
      }
      if region.parent == nil { #expect(region.children.count <= 1 && region.window == number) }
    }
  }

  // MARK: The naive hit test

  /// The plain algorithm of a hit test, which hands points down from parent to child.
  private func expected(at point: Point, in tree: RegionTree) -> Int? {
    let order = tree.windows.indices.sorted {
      let levels = (tree.regions[tree.windows[$0]].level, tree.regions[tree.windows[$1]].level)
      return levels.0 == levels.1 ? $0 > $1 : levels.0 > levels.1
    }
    return order.lazy.compactMap { answer(tree.windows[$0], point, tree) }.first
  }

  private func answer(_ number: Int, _ outer: Point, _ tree: RegionTree) -> Int? {
    let region = tree.regions[number]
    let t = region.transform
    let determinant = t.a * t.d - t.b * t.c
    if region.isHidden || !region.isInteractive || region.alpha < 0.01 || determinant == 0 { return nil }
    if region.hitPolicy == .none { return nil }
    if region.hitPolicy == .capture { return number }
    let pivotX = region.frame.origin.x + region.anchor.x * region.frame.size.width
    let pivotY = region.frame.origin.y + region.anchor.y * region.frame.size.height
    let (dx, dy) = (outer.x - pivotX - t.tx, outer.y - pivotY - t.ty)
    let x = (t.d * dx - t.c * dy) / determinant + pivotX - region.frame.origin.x
    let y = (t.a * dy - t.b * dx) / determinant + pivotY - region.frame.origin.y
    let outset = region.hitOutset
    guard x >= -outset.left, y >= -outset.top, x < region.frame.size.width + outset.right,
      y < region.frame.size.height + outset.bottom
    else { return nil }
    let inner = Point(x + region.boundsOrigin.x, y + region.boundsOrigin.y)
    for child in region.children.reversed() {
      if let answer = answer(child, inner, tree) { return answer }
    }
    return region.hitPolicy == .passThrough ? nil : number
  }

  // MARK: Random trees

  private mutating func makeTree(batches: Int) -> RegionTree {
    var tree = RegionTree(screen: GestureRig.screen)
    for _ in 0..<batches { _ = try? tree.apply([.add(region(name()), to: parent())]) }
    return tree
  }

  private mutating func batch() -> [RegionEdit] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in edit() }
  }

  private mutating func edit() -> RegionEdit {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: .add(region(name()), to: parent())
    case 3: .change(region(name()))
    case 4: .move(name(), to: name())
    case 5: .reorder(name(), inFrontOf: Bool.random(using: &random) ? name() : nil)
    default: .remove(name())
    }
  }

  private mutating func name() -> String {
    ["root", "window", "a", "b", "c", "d", "e", "f", "g", "h"].randomElement(using: &random) ?? "a"
  }

  private mutating func parent() -> String? {
    Int.random(in: 0..<6, using: &random) == 0 ? nil : name()
  }

  private mutating func region(_ name: String) -> Region {
    var region = Region(
      name,
      frame: Rect(
        Point(.random(in: -40...120, using: &random), .random(in: -30...80, using: &random)),
        Size(.random(in: 0...120, using: &random), .random(in: 0...90, using: &random))))
    region.isHidden = chance(10)
    region.isInteractive = !chance(10)
    region.alpha = chance(10) ? 0.009 : 1
    region.level = Double(Int.random(in: 0...2, using: &random))
    region.acceptsForeignChildren = Bool.random(using: &random)
    region.hitPolicy =
      chance(4) ? Region.HitPolicy.allCases.randomElement(using: &random) ?? .normal : .normal
    if chance(4) { region.hitOutset = EdgeOutsets(.random(in: -10...10, using: &random)) }
    if chance(4) { region.boundsOrigin = Point(.random(in: -20...20, using: &random), 3) }
    if chance(4) { region.anchor = Point(.random(in: 0...1, using: &random), 0) }
    if chance(3) {
      region.transform = AffineTransform(
        .random(in: -2...2, using: &random), .random(in: -2...2, using: &random),
        .random(in: -2...2, using: &random), chance(10) ? 0 : 1.5, .random(in: -9...9, using: &random), 0)
    } else if chance(20) {
      region.transform = .scale(0, 1)
    }
    return region
  }

  private mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &random) == 0
  }
}
