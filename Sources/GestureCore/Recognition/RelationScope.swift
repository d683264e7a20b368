/// What relations are looked up in while they are resolved, and how much was looked at for it.
///
/// Whatever a client declares has a bound, since its declarations are resolved again whenever anybody's change. What its
/// relations come to among its own recognizers and those of the configuration is at most `limit`: beyond that it is
/// refused. What they come to among public ones of others, which it can do nothing about, is at most as much again: beyond
/// that they are left out.
struct RelationScope {
  /// The most relations of one client, each recognizer that one of them speaks of counted: 16 for each of the 256
  /// recognizers that a client may have by default.
  static let limit = 4096

  /// The recognizers that a reference speaks of.
  struct Targets {
    /// Those of who says it, and of the configuration.
    var own: [Int] = []
    /// Public ones of others.
    var others: [Int] = []

    var isEmpty: Bool { own.isEmpty && others.isEmpty }
  }

  private struct Place: Hashable {
    let owner: Int
    let word: String
  }

  private struct Index {
    var own: [Place: [Int]] = [:]
    var published: [String: [Int]] = [:]

    mutating func insert(_ number: Int, _ instance: RecognizerInstance, _ word: String) {
      own[Place(owner: instance.owner, word: word), default: []].append(number)
      if instance.isPublic, instance.owner != RegionTree.configuration {
        published[word, default: []].append(number)
      }
    }

    func targets(_ word: String, for owner: Int, _ instances: [RecognizerInstance]) -> Targets {
      var targets = Targets(own: own[Place(owner: owner, word: word)] ?? [])
      if owner != RegionTree.configuration {
        targets.own += own[Place(owner: RegionTree.configuration, word: word)] ?? []
      }
      targets.others = (published[word] ?? []).filter { instances[$0].owner != owner }
      return targets
    }
  }

  /// How many recognizers were looked at, for tests: it is to grow with what is declared, and no faster.
  private(set) var work = 0
  private var kinds: Index?
  private var regions: Index?
  private var spent: [Int: Int] = [:]
  private var spentOnOthers: [Int: Int] = [:]

  /// The recognizers of a kind that an owner may know of.
  mutating func recognizers(
    ofKind kind: String, for owner: Int, in instances: [RecognizerInstance]
  ) -> Targets {
    let index = kinds ?? makeIndex(of: instances) { $0.kind.name }
    kinds = index
    return index.targets(kind, for: owner, instances)
  }

  /// The same of a region.
  mutating func recognizers(
    ofRegion region: String, for owner: Int, in instances: [RecognizerInstance]
  ) -> Targets {
    let index = regions ?? makeIndex(of: instances) { $0.properties.region ?? "root" }
    regions = index
    return index.targets(region, for: owner, instances)
  }

  private mutating func makeIndex(
    of instances: [RecognizerInstance], by word: (RecognizerInstance) -> String
  ) -> Index {
    var index = Index()
    for number in instances.indices where !instances[number].isRemoved {
      index.insert(number, instances[number], word(instances[number]))
    }
    work += instances.count
    return index
  }

  /// How much is left to an owner for what is its own; the configuration is not bounded.
  func remaining(of owner: Int) -> Int { Self.rest(of: owner, spent) }

  /// How much is left to an owner for what is others'.
  func remainingForOthers(of owner: Int) -> Int { Self.rest(of: owner, spentOnOthers) }

  private static func rest(of owner: Int, _ spent: [Int: Int]) -> Int {
    owner == RegionTree.configuration ? .max : max(0, limit - spent[owner, default: 0])
  }

  /// The relations charged to an owner so far.
  func charged(to owner: Int) -> (own: Int, others: Int) {
    (spent[owner, default: 0], spentOnOthers[owner, default: 0])
  }

  /// Charges an owner for what was looked at of its own, and counts it.
  mutating func charge(_ count: Int, to owner: Int) {
    work += count
    if owner != RegionTree.configuration { spent[owner, default: 0] += count }
  }

  /// The same for what is others'.
  mutating func charge(others count: Int, to owner: Int) {
    work += count
    if owner != RegionTree.configuration { spentOnOthers[owner, default: 0] += count }
  }

  /// Counts what nobody is charged for.
  mutating func note(_ count: Int) {
    work += count
  }
}
