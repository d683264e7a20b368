/// The resolved relations of one declaration, by the numbers of recognizers.
///
/// They are kept: as long as neither the owner of the declaration nor the configuration declares anything else, they stay
/// the same, unless they speak of a kind or a region. So an edit of one client does not look up what all others have
/// declared (H3).
struct ResolvedRelations: Sendable {
  /// One recognizer and another that a relation of its speaks of.
  struct Pair: Sendable {
    let number: Int
    let other: Int
  }

  /// Whether it speaks of a kind or of a region, which other clients' recognizers may be of.
  var isWide = false
  /// How many relations its owner was charged: to its own recognizers, and to those of others.
  var charged = 0
  var chargedOthers = 0
  /// The pairs in which the first waits for the second to fail.
  var requireToFail: [Pair] = []
  /// The pairs in which the first must not act once the second has begun.
  var requireNotBegun: [Pair] = []
  /// The pairs that act together, each one way round.
  var simultaneousWith: [Pair] = []
  /// Whether its recognizers go together with all.
  var goesWithAll = false
  /// The recognizers that its own make fail, and those that make its own fail; nil for all.
  var canPrevent: [Int]?
  var canBePreventedBy: [Int]?
}
