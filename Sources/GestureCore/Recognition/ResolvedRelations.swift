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
  /// What its owner was charged for what is its own, and for what is others'.
  var charged = 0
  var chargedOthers = 0
  /// Who waits for whom to fail.
  var requireToFail: [Pair] = []
  /// Who must not act once whom has begun.
  var requireNotBegun: [Pair] = []
  /// Who goes together with whom, one way round.
  var simultaneousWith: [Pair] = []
  /// Whether its recognizers go together with all.
  var goesWithAll = false
  /// Whom its recognizers make fail, and who makes them fail; nil for all.
  var canPrevent: [Int]?
  var canBePreventedBy: [Int]?
}
