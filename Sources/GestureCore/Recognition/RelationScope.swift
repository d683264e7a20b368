/// The indexes for the resolution of relations, and the number of visited recognizers.
///
/// A client's declarations have a limit, since any change of any owner may resolve them again. A client may have
/// `limit` relations to its own recognizers and the configuration's; more are refused. It may have as many again to
/// public recognizers of other clients, which it does not control; more of these are left out.
struct RelationScope {
  /// The most relations of one client, counted once for each recognizer that they name: 16 for each of the 256
  /// recognizers that a client may have by default.
  static let limit = 4096

  /// The recognizers that a reference names.
  struct Targets {
    /// Those of the declaring owner and of the configuration.
    var own: [Int] = []
    /// Public recognizers of other clients.
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

  /// The relations charged to an owner.
  private struct Account {
    var own = 0
    var others = 0
  }

  /// The number of visited recognizers, for tests. It must grow no faster than the number of declarations.
  private(set) var work = 0
  private var kinds: Index?
  private var regions: Index?
  private var regionKinds: Index?
  private var accounts: [Int: Account] = [:]
  /// The owner who was charged last, with its account, which is not in `accounts`. The relations of one owner mostly
  /// follow one another.
  private var latest = (owner: RegionTree.configuration, account: Account())

  /// The recognizers of a kind that an owner may know.
  mutating func recognizers(
    ofKind kind: String, for owner: Int, in instances: [RecognizerInstance]
  ) -> Targets {
    let index = kinds ?? makeIndex(of: instances) { $0.kind.name }
    kinds = index
    return index.targets(kind, for: owner, instances)
  }

  /// The same for a region.
  mutating func recognizers(
    ofRegion region: String, for owner: Int, in instances: [RecognizerInstance]
  ) -> Targets {
    let index = regions ?? makeIndex(of: instances) { $0.properties.region ?? "root" }
    regions = index
    return index.targets(region, for: owner, instances)
  }

  /// The same for the regions of a kind. A region without a kind in `kinds` is a view; nil names no kind.
  mutating func recognizers(
    ofRegionKind kind: RegionKind?, _ kinds: [String: RegionKind], for owner: Int,
    in instances: [RecognizerInstance]
  ) -> Targets {
    guard let kind else { return Targets() }
    let index =
      regionKinds
      ?? makeIndex(of: instances) { ($0.properties.region.flatMap { kinds[$0] } ?? .view).rawValue }
    regionKinds = index
    return index.targets(kind.rawValue, for: owner, instances)
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

  /// An owner's remaining relations to its own recognizers. The configuration has no limit.
  func remaining(of owner: Int) -> Int { Self.rest(of: owner, charged(to: owner).own) }

  /// An owner's remaining relations to recognizers of others.
  func remainingForOthers(of owner: Int) -> Int { Self.rest(of: owner, charged(to: owner).others) }

  private static func rest(of owner: Int, _ spent: Int) -> Int {
    owner == RegionTree.configuration ? .max : max(0, limit - spent)
  }

  /// The relations charged to an owner so far.
  func charged(to owner: Int) -> (own: Int, others: Int) {
    let account = latest.owner == owner ? latest.account : accounts[owner] ?? Account()
    return (account.own, account.others)
  }

  /// Charges an owner for relations to its own recognizers, and counts them as work.
  mutating func charge(_ count: Int, to owner: Int) {
    work += count
    turn(to: owner)
    latest.account.own += count
  }

  /// The same for recognizers of others.
  mutating func charge(others count: Int, to owner: Int) {
    work += count
    turn(to: owner)
    latest.account.others += count
  }

  private mutating func turn(to owner: Int) {
    guard latest.owner != owner else { return }
    accounts[latest.owner] = latest.account
    latest = (owner, accounts[owner] ?? Account())
  }

  /// Counts work that no owner is charged for.
  mutating func countWork(_ count: Int) {
    work += count
  }
}
