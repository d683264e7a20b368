import GestureProtocol

/// A subscription whose names are being resolved, filter by filter, over several turns where there are many filters.
package struct SubscriptionDraft {
  /// The origin of the subscription.
  let source: Subscription.Source
  /// The client that the subscription belongs to.
  let client: Int
  /// The users whose own recognizers and regions the lines may name: those that some filter asks for.
  let inspection: Inspection
  /// The filters that are resolved.
  private(set) var filters: [CompiledFilter] = []
  private let descriptions: [FilterDescription]
  private let isStandard: Bool
  /// The version of the scope that the filters were resolved in.
  private var version = 0
  /// How often a draft starts over before it is resolved in one go.
  private static let mostBeginnings = 3
  private var beginnings = 0

  /// - Parameter inspection: the users whose recognizers the client may see where it asks for all owners.
  package init(_ source: Subscription.Source, of client: Int, _ inspection: Inspection) {
    self.source = source
    self.client = client
    descriptions = Self.descriptions(of: source)
    self.inspection = descriptions.contains(where: \.includesAllOwners) ? inspection : .none
    isStandard = if case .standard = source { true } else { false }
  }

  /// Whether the draft may wait for another turn. A draft that has started over often may not, since it might never
  /// finish.
  package var mayPause: Bool { beginnings <= Self.mostBeginnings }

  /// Resolves the next filter, or the first one again where the scope has changed.
  ///
  /// - Returns: whether a filter was left to resolve.
  package mutating func lookUpNext(in scope: SubscriptionScope) -> Bool {
    if version != scope.version {
      version = scope.version
      beginnings += 1
      filters = []
    }
    guard filters.count < descriptions.count else { return false }
    let description = descriptions[filters.count]
    // Equal filters share their numbers.
    let same = filters.last?.copied(description)
    filters.append(
      same ?? CompiledFilter(description, of: client, inspection, isStandard: isStandard, in: scope))
    return true
  }

  /// The filter of a client that has not subscribed.
  private static let standard = {
    var filter = FilterDescription()
    filter.types = [.gesture, .settled, .device, .inhibit, .filtering]
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
