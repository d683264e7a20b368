import GestureProtocol

/// A subscription whose names are being looked up, filter by filter: over several turns where there are many.
struct SubscriptionDraft {
  /// What it is made of.
  let source: Subscription.Source
  /// Whose it is.
  let client: Int
  /// Whose own recognizers and regions its lines may name: those that some filter asks for.
  let inspection: Inspection
  /// The filters that are looked up.
  private(set) var filters: [CompiledFilter] = []
  private let descriptions: [FilterDescription]
  private let isStandard: Bool
  /// Which state of what there is they were looked up in.
  private var version = 0
  /// How often a draft is looked up from the beginning before it is looked up in one go.
  private static let mostBeginnings = 3
  private var beginnings = 0

  /// - Parameter inspection: whose own recognizers the client may see where it asks for all owners.
  init(_ source: Subscription.Source, of client: Int, _ inspection: Inspection) {
    self.source = source
    self.client = client
    descriptions = Self.descriptions(of: source)
    self.inspection = descriptions.contains(where: \.includesAllOwners) ? inspection : .none
    isStandard = if case .standard = source { true } else { false }
  }

  /// Whether it may wait for another turn: where what there is changes all the time, it would never come to an end.
  var mayPause: Bool { beginnings <= Self.mostBeginnings }

  /// Looks the next filter up; the first one again where what there is has changed.
  ///
  /// - Returns: whether there was one.
  mutating func lookUpNext(in scope: SubscriptionScope) -> Bool {
    if version != scope.version {
      version = scope.version
      beginnings += 1
      filters = []
    }
    guard filters.count < descriptions.count else { return false }
    let description = descriptions[filters.count]
    // Filters that say the same share what they find.
    let same = filters.last?.copied(description)
    filters.append(
      same ?? CompiledFilter(description, of: client, inspection, isStandard: isStandard, in: scope))
    return true
  }

  /// What a client hears of that has said nothing.
  private static let standard = {
    var filter = FilterDescription()
    filter.types = [.gesture, .settled, .device, .inhibit]
    return filter
  }()

  private static func descriptions(of source: Subscription.Source) -> [FilterDescription] {
    switch source {
    case .standard: [standard]
    case .none: []
    case .chosen(let command): command.filters.isEmpty ? [FilterDescription()] : command.filters
    }
  }
}
