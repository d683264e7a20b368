/// The declared recognizers, and the tables that events read in place of the declarations. The tables are made when
/// recognizers or regions change (`arrange`), and at no other time.
struct ArenaTables: Sendable {
  /// The declared recognizers. The tables use their numbers.
  private(set) var set: RecognizerSet
  /// The relations of each recognizer to the others.
  private(set) var relations: [Relations] = []
  /// The recognizers that watch hovering pens.
  private(set) var hoverers: [Int] = []
  /// Whether any owner is asked.
  private(set) var asksOwners = false
  /// The most questions about pairs of recognizers that one event can raise.
  private(set) var pairQuestionCount = 0
  /// The recognizers that each region's touches are offered to, in the order of delivery (ARB-1, ARB-2).
  private var candidates: [[Int]] = []

  init(_ set: RecognizerSet) {
    self.set = set
  }

  /// The recognizers that the touches of a region are offered to, in the order of delivery.
  func candidates(for region: Int) -> [Int] {
    candidates.indices.contains(region) ? candidates[region] : []
  }

  /// Whether touches of a region are offered to a recognizer.
  func isCandidate(_ number: Int, for region: Int) -> Bool {
    candidates.indices.contains(region) && candidates[region].contains(number)
  }

  /// Replaces the set by an edited one. `arrange` follows.
  mutating func replaceSet(with set: RecognizerSet) {
    self.set = set
  }

  /// Makes the tables again.
  ///
  /// - Parameters:
  ///   - roster: the recognizers of the set, with their regions and ranks.
  ///   - attached: the recognizers that landings may be offered to.
  ///   - asksRegions: whether the owner of any region is asked about recognizers.
  mutating func arrange(
    _ regions: borrowing RegionTree, _ roster: borrowing AttemptRoster, attached: [Int], asksRegions: Bool
  ) {
    let present = set.instances.indices.filter { !set.instances[$0].isRemoved }
    asksOwners = asksRegions || present.contains { !set.instances[$0].asks.isEmpty }
    pairQuestionCount = present.reduce(0) {
      $0 + set.instances[$1].asks.intersection(.aboutPairs).rawValue.nonzeroBitCount * present.count
    }
    let numbers = roster.indices
    hoverers = numbers.filter { set.instances[$0].type.watchesHover }
    let attempts = roster.attempts
    // Read for each relation, so the array holds nothing else.
    let taps = attempts.map { $0.isTap ? $0.numberOfTaps : 0 }
    relations = numbers.map { number in
      let ownTaps = attempts[number].numberOfTaps
      // A tap that is eager does not wait for taps with more taps.
      let isEager = set.instances[number].properties.isEager
      return Relations(of: number, in: set) { isEager && taps[$0] > ownTaps }
    }
    candidates = RegionCandidates(
      attached.sorted { attempts[$0].rank.precedes(attempts[$1].rank) }
    )
    .lists(in: regions) {
      attempts[$0].region
    } ignoring: {
      set.instances[$0].properties.ignoredRegions
    }
  }
}
