import GestureClient

/// One subscription for several rules: what fits any of them is sent, and which of them it fits is for `RuleJudge`.
enum RuleSubscription {
  /// The filters that a daemon takes unless its configuration says otherwise: `maximum_filters`.
  private static let maximumFilters = 32
  /// The names that a list of a filter may have.
  private static let maximumNames = 256

  /// What `RuleJudge` has to know besides: what names mean.
  private static let knowledge = GestureFilter(types: [.device, .region, .recognizer])

  /// The subscription. A filter a rule, so that only those recognizers are asked for that rules name.
  static func of(_ rules: [LineRule]) -> GestureSubscription {
    var filters: [GestureFilter] = []
    for rule in rules {
      var filter = rule.filter
      // A gesture is settled at its first line, whatever step the rule waits for.
      filter.states = []
      if !filters.contains(filter) { filters.append(filter) }
    }
    if filters.count >= maximumFilters { filters = merged(filters) }
    return GestureSubscription(to: filters + [knowledge])
  }

  /// Fewer filters that let at least as much through.
  private static func merged(_ filters: [GestureFilter]) -> [GestureFilter] {
    var result: [GestureFilter] = []
    let ofGestures = filters.filter { $0.types.contains(.gesture) }
    let names = ofGestures.flatMap(\.recognizers)
    for names in pieces(of: names) { result.append(GestureFilter(types: [.gesture], recognizers: names)) }
    let unnamed = ofGestures.filter(\.recognizers.isEmpty)
    let kinds = Set(unnamed.flatMap(\.kinds)).sorted { $0.rawValue < $1.rawValue }
    if !kinds.isEmpty { result.append(GestureFilter(types: [.gesture], kinds: kinds)) }
    if unnamed.contains(where: \.kinds.isEmpty) { result.append(GestureFilter(types: [.gesture])) }
    for type in GestureFilter.LineType.families {
      let meant = filters.filter { $0.types.contains(type) }
      // Who names a region takes what comes there, and who names none watches.
      for regions in pieces(of: meant.flatMap(\.regions)) {
        result.append(GestureFilter(types: [type], regions: regions))
      }
      if meant.contains(where: \.regions.isEmpty) { result.append(GestureFilter(types: [type])) }
    }
    return result
  }

  private static func pieces(of names: [String]) -> [[String]] {
    let names = Set(names).sorted()
    return stride(from: 0, to: names.count, by: maximumNames).map { start in
      Array(names[start..<min(start + maximumNames, names.count)])
    }
  }
}
