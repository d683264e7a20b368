import GestureCore
import GestureTestSupport
import Testing

@Suite("Editing the region tree")
struct RegionEditTests {
  private static func region(_ name: String, _ x: Double = 0, _ y: Double = 0) -> Region {
    Region(name, frame: .points(x, y, 100, 100))
  }

  /// F0, whose V takes regions of clients, with Q of client 1 in V.
  private func treeWithQ() throws -> RegionTree {
    var tree = RegionTree.f0
    tree.change("V") { $0.acceptsForeignChildren = true }
    try tree.apply([.add(Self.region("Q"), to: "V")], owner: 1)
    return tree
  }

  private func names(in name: String, _ tree: RegionTree) -> [String] {
    tree.regions[tree.existing(name)].children.map { tree.regions[$0].name }
  }

  @Test("DMN-1 what a client adds lies among what the configuration declared, the last in front")
  func union() throws {
    let tree = try treeWithQ()
    #expect(tree.hit(150, 150) == "Q")
    #expect(tree.hit(250, 150) == "V")
    #expect(tree.regions[tree.existing("Q")].owner == 1)
  }

  @Test("DMN-1 regions are put in front of one another")
  func reorder() throws {
    var tree = RegionTree.f1
    try tree.apply([.reorder("C", inFrontOf: "A"), .reorder("B", inFrontOf: nil)])
    #expect(names(in: "root", tree) == ["B", "A", "C"])
    #expect(tree.hit(300, 300) == "C")
    #expect(tree.hit(160, 160) == "E")
  }

  @Test("DMN-2 a client changes and removes what is its own")
  func ownership() throws {
    var tree = try treeWithQ()
    for edit in [
      RegionEdit.remove("Q"), .change(Self.region("Q", 5)), .move("Q", to: "root"),
      .reorder("Q", inFrontOf: nil),
    ] {
      #expect(throws: RegionError.notOwner("Q")) { try tree.apply([edit], owner: 2) }
    }
    #expect(tree.hit(150, 150) == "Q")
    try tree.apply([.remove("Q")], owner: 1)
    #expect(tree.hit(150, 150) == "V")
  }

  @Test("DMN-2 a client puts regions into its own, and into those that take them")
  func foreignParents() throws {
    var tree = try treeWithQ()
    #expect(throws: RegionError.parentTakesNoForeignChildren("Q")) {
      try tree.apply([.add(Self.region("X"), to: "Q")], owner: 2)
    }
    try tree.apply([.add(Self.region("X"), to: "Q")], owner: 1)
    #expect(throws: RegionError.parentTakesNoForeignChildren("Q")) {
      try tree.apply([.add(Self.region("Y"), to: "V"), .move("Y", to: "Q")], owner: 2)
    }
  }

  @Test("DMN-3 a batch is applied whole or not at all")
  func atomic() throws {
    var tree = try treeWithQ()
    let before = tree.regions
    #expect(throws: RegionError.unknownRegion("nobody")) {
      try tree.apply([.remove("Q"), .add(Self.region("Q2"), to: "V"), .remove("nobody")], owner: 1)
    }
    #expect(tree.regions == before)
    let q = tree.existing("Q")
    let removed = try tree.apply([.remove("Q"), .add(Self.region("Q2"), to: "V")], owner: 1)
    #expect(removed == [q])
    #expect(tree.hit(150, 150) == "Q2")
    #expect(tree.existing("Q2") != q)
  }

  @Test(
    "DMN-4 cycles, unknown parents, sizes that cannot be and names that are taken are refused",
    arguments: [
      ([RegionEdit.move("V", to: "Q")], RegionError.cycle("V")),
      ([.move("V", to: "V")], .cycle("V")),
      ([.add(region("X"), to: "nobody")], .unknownRegion("nobody")),
      ([.move("V", to: "nobody")], .unknownRegion("nobody")),
      ([.change(region("nobody"))], .unknownRegion("nobody")),
      ([.reorder("V", inFrontOf: "nobody")], .unknownRegion("nobody")),
      ([.reorder("V", inFrontOf: "Q")], .notSiblings("V", "Q")),
      ([.add(region("V"), to: "root")], .nameTaken("V")),
      ([.add(region("X", .nan), to: "root")], .unusableNumber("X")),
      ([.add(region("X", .infinity), to: "root")], .unusableNumber("X")),
      ([.add(Region("X", frame: Rect(.zero, Size(-1, 1))), to: "root")], .unusableNumber("X")),
      ([.add(Region("X", frame: Rect(.zero, Size(1, .nan))), to: "root")], .unusableNumber("X")),
      ([.remove("root")], .fixed("root")),
      ([.remove("window")], .fixed("window")),
      ([.move("root", to: "V")], .fixed("root")),
      ([.move("window", to: "V")], .fixed("window")),
      ([.add(region("X"), to: "window")], .windowHasRoot("window")),
    ])
  func refused(edits: [RegionEdit], error: RegionError) {
    var tree = RegionTree.f0
    tree.add("Q", to: "V", points: 0, 0, 10, 10)
    let before = tree.regions
    #expect(throws: error) { try tree.apply(edits) }
    #expect(tree.regions == before)
    #expect(!error.description.contains("\n"))
  }

  @Test("DMN-4 regions lie in one another up to a depth, by adding and by moving")
  func depth() throws {
    var tree = RegionTree(screen: GestureRig.screen)
    var parent = "root"
    for depth in 2...RegionTree.maximumDepth {
      tree.add("r\(depth)", to: parent, points: 0, 0, 10, 10)
      parent = "r\(depth)"
    }
    #expect(throws: RegionError.tooDeep("X")) { try tree.apply([.add(Self.region("X"), to: parent)]) }
    tree.add("Q", points: 0, 0, 10, 10)
    #expect(throws: RegionError.tooDeep("Q")) { try tree.apply([.move("Q", to: parent)]) }
    #expect(throws: RegionError.tooDeep("r2")) { try tree.apply([.move("r2", to: "Q")]) }
  }

  @Test("HIT-15, HIT-16 a region that moves or goes keeps its number while something speaks of it")
  func numbers() throws {
    var tree = RegionTree.f1
    let (a, d, e) = (tree.existing("A"), tree.existing("D"), tree.existing("E"))
    try tree.apply([.move("D", to: "root")])
    #expect(tree.existing("D") == d)
    #expect(tree.regions[e].depth == 3)
    #expect(tree.hit(30, 30) == "E" || tree.hit(30, 30) == "D")
    #expect(try tree.apply([.remove("D"), .remove("A")]) == [e, d, a])
    #expect(tree.region(e, isWithin: d))

    // A touch refers to E, so the regions around E stay too; the number of A is free.
    try tree.apply([.add(Self.region("X"), to: "root")], isReferred: { $0 == e })
    #expect(tree.existing("X") == a)
    try tree.apply([.add(Self.region("Y"), to: "root")], isReferred: { $0 == e })
    #expect(tree.existing("Y") == tree.regions.count - 1)
    #expect(tree.region(e, isWithin: d))
  }

  @Test("DMN-5 all regions of a client go, with what lies in them")
  func clientGone() throws {
    var tree = try treeWithQ()
    tree.change("V") { $0.isHidden = false }
    var q = tree.regions[tree.existing("Q")]
    q.acceptsForeignChildren = true
    try tree.apply([.change(q), .add(Self.region("Q2"), to: "root")], owner: 1)
    try tree.apply(
      [.add(Self.region("other"), to: "Q"), .add(Self.region("mine", 500), to: "root")], owner: 2)
    let gone = tree.removeAll(ownedBy: 1)
    #expect(Set(gone.map { tree.regions[$0].name }) == ["Q", "Q2", "other"])
    #expect(tree.regions.filter { !$0.isRemoved }.map(\.name) == ["root", "window", "V", "mine"])
    #expect(tree.removeAll(ownedBy: 1).isEmpty)
  }
}
