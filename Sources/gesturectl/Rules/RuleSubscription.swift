import GestureClient
import GesturedConfiguration

/// One subscription for several rules. The daemon sends the lines that match any rule, and `RuleJudge` finds the rule.
enum RuleSubscription {
  /// The most filters of a daemon with the default `maximum_filters`.
  private static let maximumFilters = 32
  /// The most names in a list of a filter.
  private static let maximumNames = 256

  /// The lines that `RuleJudge` needs to resolve names.
  private static let knowledge = GestureFilter(types: [.device, .region, .recognizer])

  /// The subscription. Each rule has its own filter, so that the daemon counts only recognizers that rules name as
  /// heard.
  static func of(_ rules: [LineRule]) -> GestureSubscription {
    var filters: [GestureFilter] = []
    for rule in rules where !rule.isOnlyIdle {
      var filter = rule.filter
      // The first line of a gesture decides, whatever state the rule waits for.
      filter.states = []
      if !filters.contains(filter) { filters.append(filter) }
    }
    if filters.count >= maximumFilters { filters = merged(filters) }
    let spans = Set(rules.flatMap(\.idleSpans)).sorted()
    return GestureSubscription(to: filters + [knowledge], idle: spans)
  }

  /// Fewer filters that let at least the same lines through.
  private static func merged(_ filters: [GestureFilter]) -> [GestureFilter] {
    var result: [GestureFilter] = []
    let ofGestures = filters.filter { $0.types.contains(.gesture) }
    let names = ofGestures.flatMap(\.namedRecognizers)
    for names in pieces(of: names) { result.append(GestureFilter(types: [.gesture], recognizers: names)) }
    let unnamed = ofGestures.filter(\.namedRecognizers.isEmpty)
    let kinds = Set(unnamed.flatMap(\.kinds)).sorted { $0.rawValue < $1.rawValue }
    if !kinds.isEmpty { result.append(GestureFilter(types: [.gesture], kinds: kinds)) }
    let rest = unnamed.filter(\.kinds.isEmpty)
    if !rest.isEmpty {
      // A filter for all numbers of fingers would let every recognizer take part.
      let isForAll = rest.contains(where: \.touchCounts.isEmpty)
      let counts = isForAll ? [] : Set(rest.flatMap(\.touchCounts)).sorted()
      result.append(GestureFilter(types: [.gesture], touchCounts: counts))
    }
    for type in ActionRule.lineTypes where type != .gesture {
      let meant = filters.filter { $0.types.contains(type) }
      // A filter with regions receives shakes, presses and actions of these regions. A filter without regions only
      // watches.
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
