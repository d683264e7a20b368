import GestureTestSupport
import Testing

@testable import GestureCore

/// The cost of resolving relations, as the number of recognizers examined. It grows in proportion to the declarations.
@Suite("The cost of relations") struct RelationCostTests {
  /// The most recognizers that 64 clients of one user may have. Each client owns its recognizers, all are public, and
  /// they wait for one another by name and by kind.
  private static func crowd(clients: Int, each count: Int) throws -> RecognizerSet {
    var set = try RecognizerSet([.tap("double", taps: 2), .edgePan(["left"], [:])])
    set.deferResolution()
    for client in 1...clients {
      try set.add(
        (0..<count).map { number in
          let next = number + 1 < count ? ["r\(number + 1)"] : []
          let declaration: RecognizerDeclaration =
            number % 2 == 0
            ? .tap("r\(number)", requires: next, simultaneous: ["*"])
            : .pan("r\(number)", requires: next, simultaneous: ["kind:pinch"])
          return declaration.owned(by: client, isPublic: true)
        } + [.pinch("pinch", requires: ["kind:rotation"]).owned(by: client, isPublic: true)]
          + [.rotation("turn").owned(by: client, isPublic: true)])
    }
    return set
  }

  @Test("The relations of 64 clients with 256 recognizers each cost each client no more than its bound")
  func crowd() throws {
    var set = try Self.crowd(clients: 64, each: 254)
    let before = set.resolutionCount
    try set.resolve()
    #expect(set.resolutionCount == before + 1)
    #expect(set.instances.count > 16_000)
    // Each recognizer is examined a few times, and each client's relations stay within their limit.
    #expect(set.resolutionWork <= 8 * set.instances.count + 64 * 3 * RelationScope.limit)
    #expect(set.instances.allSatisfy { $0.requireToFail.count + $0.simultaneousWith.count < 20_000 })
  }

  @Test("H3 an edit of one client does not look up what all others have declared, by name")
  func others() throws {
    var work: [Int] = []
    for clients in [8, 32] {
      var set = try RecognizerSet([.tap("double", taps: 2)])
      for client in 1...clients {
        try set.add(
          (0..<30).map { number in
            .tap("r\(number)", requires: (0..<number).map { "r\($0)" }).owned(by: client, isPublic: true)
          })
      }
      let before = set.lookUpCount
      try set.add([.tap("late", requires: ["r0"]).owned(by: 1)])
      work.append(set.lookUpCount - before)
    }
    #expect(work[0] == work[1] && work[0] <= 500)
  }

  @Test("H3 relations that were kept are those that are looked up anew, whatever is edited", arguments: 0..<8)
  func kept(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var set = try RecognizerSet([.tap("double", taps: 2), .pan("drag")])
    let references = [
      "r0", "r1", "r2", "r3", "r4", "double", "drag", "kind:tap", "kind:pan", "region:A", "kind:swipe",
    ]
    for step in 0..<150 {
      let owner = Int.random(in: 0...3, using: &random)
      let name = "r\(Int.random(in: 0..<5, using: &random))"
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        for number in set.ownNumbers(named: name, of: owner) { set.remove(number) }
        set.finishBatch()
      case 1 where owner > 0:
        set.removeAll(ownedBy: owner)
        set.finishBatch()
      case 2:
        if let number = set.ownNumbers(named: name, of: owner).first {
          try? set.setRegion(number, Bool.random(using: &random) ? "A" : nil)
        }
      default:
        var declaration = RecognizerDeclaration.tap(
          name, taps: 1, requires: Array(references.shuffled(using: &random).prefix(2)),
          simultaneous: Array(references.shuffled(using: &random).prefix(1)))
        declaration.numbersOfTouches = Bool.random(using: &random) ? [1] : [1, 2]
        declaration.properties.requiredToFailBy = Array(references.shuffled(using: &random).prefix(1))
        declaration.properties.canPrevent =
          Bool.random(using: &random) ? Array(references.shuffled(using: &random).prefix(2)) : nil
        declaration = declaration.owned(by: owner, isPublic: Bool.random(using: &random))
        // A change that makes no sense is refused and changes nothing.
        if set.declaration(named: name, of: owner) == nil {
          _ = try? set.add([declaration])
        } else {
          try? set.change(declaration)
        }
      }
      var anew = set
      anew.affectedOwners = [RegionTree.configuration]
      try anew.resolve()
      for number in set.instances.indices {
        let (kept, found) = (set.instances[number], anew.instances[number])
        #expect(kept.requireToFail == found.requireToFail, "step \(step)")
        #expect(kept.simultaneousWith == found.simultaneousWith, "step \(step)")
        #expect(kept.canPrevent == found.canPrevent, "step \(step)")
      }
    }
  }

  @Test(
    "A batch of edits resolves relations once, whatever its steps, and so do the recognizers of all who go")
  func once() throws {
    var set = try Self.crowd(clients: 3, each: 8)
    try set.resolve()
    let before = set.resolutionCount
    set.deferResolution()
    for number in 0..<8 {
      try set.change(.tap("r\(number)", taps: 2).owned(by: 1))
      set.remove(set.ownNumbers(named: "r\(number)", of: 2)[0])
      try set.add([.tap("s\(number)", requires: ["r0"]).owned(by: 1)])
    }
    #expect(set.resolutionCount == before)
    try set.resolve()
    #expect(set.resolutionCount == before + 1)
    let first = set.ownNumbers(named: "r0", of: 1)
    #expect(set.instances[set.ownNumbers(named: "s7", of: 1)[0]].requireToFail.prefix(1) == first[...])
    set.removeAll(ownedBy: [1, 2, 3])
    #expect(set.resolutionCount == before + 2)
  }

  @Test("ARB-41 a chain is followed without recursion, however long a client makes it")
  func chain() throws {
    let count = 10_000
    let chain = (0..<count).map { number in
      RecognizerDeclaration.tap("t\(number)", requires: number + 1 < count ? ["t\(number + 1)"] : [])
    }
    var set = try RecognizerSet(chain)
    #expect(set.instances[0].requireToFail == [1])
    #expect(throws: DeclarationError.self) {
      try set.add([
        .swipe("last", requires: ["t0"]).with { $0.requiredToFailBy = ["t\(count - 1)"] }
      ])
    }
  }

  @Test(
    "A client whose relations come to more than 4096 is refused, and others lose nothing by it")
  func bound() throws {
    var set = try RecognizerSet([])
    let taps = (0..<128).map { RecognizerDeclaration.tap("t\($0)").owned(by: 1) }
    try set.add(taps)
    // 128 relations for each client.
    let pans = (0..<31).map { RecognizerDeclaration.pan("p\($0)", requires: ["kind:tap"]).owned(by: 1) }
    try set.add(pans)
    let before = set.instances.count
    #expect(throws: DeclarationError.tooManyRelations(declaration: "q1", limit: 4096)) {
      try set.add([
        .swipe("q0", requires: ["kind:tap"]).owned(by: 1), .swipe("q1", requires: ["kind:tap"]).owned(by: 1),
      ])
    }
    #expect(set.instances.count == before)
    try set.add([.pan("other", requires: ["mine"]).owned(by: 2), .tap("mine").owned(by: 2)])
    // Names that add no new relation count too.
    let names = Array(repeating: "mine", count: 5000)
    #expect(throws: DeclarationError.self) {
      try set.add([.swipe("long", requires: names).owned(by: 2)])
    }
  }

  @Test(
    "EDG-10 edge pans of clients are waited for by their client's own pans, and come to no more than its bound"
  )
  func edges() throws {
    var set = try RecognizerSet([])
    for client in 1...8 {
      set.deferResolution()
      try set.add(
        (0..<30).map { number in
          var edge = RecognizerDeclaration.edgePan(["left"], [:])
          edge.name = "e\(number)"
          return edge.owned(by: client)
        } + (0..<30).map { RecognizerDeclaration.pan("p\($0)").owned(by: client) })
      try set.resolve()
    }
    #expect(set.resolutionWork <= 8 * set.instances.count + 8 * 3 * RelationScope.limit)
    for client in 1...8 {
      let pan = set.ownNumbers(named: "p29", of: client)[0]
      #expect(set.instances[pan].requireToFail.count >= 30)
    }
  }

  @Test("ARB-1 many regions below many recognizers of the root share one list of who is offered a landing")
  func candidates() {
    var tree = RegionTree(screen: Size(160, 100))
    for number in 0..<1000 { tree.add("V\(number)", points: 0, 0, 10, 10) }
    var reads = 0
    let lists = RegionCandidates(Array(0..<1000)).lists(in: tree) { number in
      reads += 1
      return number == 999 ? tree.number(named: "V7") ?? 0 : RegionTree.root
    } ignoring: { number in
      number == 3 ? ["V8"] : []
    }
    #expect(reads == 1000)
    #expect(lists[RegionTree.root] == Array(0..<999))
    #expect(lists[tree.number(named: "V7") ?? 0] == Array(0..<1000))
    #expect(lists[tree.number(named: "V8") ?? 0] == (0..<999).filter { $0 != 3 })
    let root = unsafe lists[RegionTree.root].withUnsafeBufferPointer { $0.baseAddress }
    let shared = unsafe lists[tree.number(named: "V9") ?? 0].withUnsafeBufferPointer { $0.baseAddress }
    #expect(unsafe root == shared)
  }
}
