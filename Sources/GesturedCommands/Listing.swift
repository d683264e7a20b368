/// A list that is sent to a client, over several turns where it is long.
///
/// Items may change or go meanwhile, and the client hears that separately. The rest of the list then follows the
/// present state.
struct Listing<Item> {
  /// How many lines are written between two readings of the clock.
  private static var pieceCount: Int { 16 }

  private var items: ArraySlice<Item>
  private var version: Int
  private var sentCount = 0

  /// - Parameter version: the version of the scene that the list shows.
  init(_ items: [Item], version: Int) {
    self.items = items[...]
    self.version = version
  }

  /// Whether all lines were taken.
  var isEmpty: Bool { items.isEmpty }

  /// The number of lines in all.
  var count: Int { sentCount + items.count }

  /// Whether the list shows an older state than this version.
  func isOutdated(_ version: Int) -> Bool { version != self.version }

  /// Replaces the remaining items by their present state. Items that no longer exist are left out.
  ///
  /// - Parameter identity: identifies an item.
  mutating func replace<Identity: Hashable>(
    by present: [Item], version: Int, _ identity: (Item) -> Identity
  ) {
    let missing = Set(items.map(identity))
    items = present.filter { missing.contains(identity($0)) }[...]
    self.version = version
  }

  /// Removes and returns the next lines; nil where none are left.
  mutating func removeSome() -> [Item]? {
    guard !items.isEmpty else { return nil }
    let some = Array(items.prefix(Self.pieceCount))
    items = items.dropFirst(some.count)
    sentCount += some.count
    return some
  }
}
