/// A list on its way to a client, over several turns where it is long.
///
/// What is listed may go or change meanwhile, and the client is told so: from then on the list has what there is by then.
struct Listing<Item> {
  /// How many lines are written between two looks at the clock.
  private static var pieceCount: Int { 16 }

  private var items: ArraySlice<Item>
  private var version: Int
  private var toldCount = 0

  /// - Parameter version: which state of what is declared the list is of.
  init(_ items: [Item], version: Int) {
    self.items = items[...]
    self.version = version
  }

  /// Whether all of it was taken.
  var isEmpty: Bool { items.isEmpty }

  /// How many lines it has in all.
  var count: Int { toldCount + items.count }

  /// Whether it is of an older state than this one.
  func isOutdated(_ version: Int) -> Bool { version != self.version }

  /// Goes on with what there is by now of what was not taken.
  ///
  /// - Parameter identity: what an item speaks of.
  mutating func replace<Identity: Hashable>(
    by present: [Item], version: Int, _ identity: (Item) -> Identity
  ) {
    let missing = Set(items.map(identity))
    items = present.filter { missing.contains(identity($0)) }[...]
    self.version = version
  }

  /// Takes the next lines; nil where there are none.
  mutating func takeSome() -> [Item]? {
    guard !items.isEmpty else { return nil }
    let some = Array(items.prefix(Self.pieceCount))
    items = items.dropFirst(some.count)
    toldCount += some.count
    return some
  }
}
