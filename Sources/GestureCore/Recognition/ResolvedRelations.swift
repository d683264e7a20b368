/// The resolved relations of one declaration, by the numbers of recognizers.
///
/// The relations are cached (H3). They stay valid until the declaration's owner or the configuration changes a
/// declaration, unless they refer to a kind or a region. An edit of one client therefore does not resolve the
/// declarations of all others.
struct ResolvedRelations: Sendable {
  /// A recognizer, and another one that a relation names.
  struct Pair: Sendable {
    let number: Int
    let other: Int
  }

  /// Whether a relation refers to a kind or a region, which may include recognizers of other clients.
  var isWide = false
  /// The number of relations charged to the owner: for its own recognizers, and for those of others.
  var charged = 0
  var chargedOthers = 0
  /// The pairs in which the first waits for the second to fail.
  var requireToFail: [Pair] = []
  /// The pairs in which the first must not act once the second has begun.
  var requireNotBegun: [Pair] = []
  /// The pairs that act together, each in one order.
  var simultaneousWith: [Pair] = []
  /// Whether the recognizers of the declaration go together with all others.
  var goesWithAll = false
  /// The recognizers that those of the declaration make fail, and those that make them fail; nil for all.
  var canPrevent: [Int]?
  var canBePreventedBy: [Int]?
}
