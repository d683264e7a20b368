import GestureClient
import GesturedConfiguration

/// Which lines are wanted: what the options of `listen` ask for, or a table of `run`.
struct LineRule: Hashable, Sendable {
  /// What the daemon compares.
  var filter = GestureFilter()
  /// Where swipes go; empty for everywhere. So are the other lists, which the daemon does not compare.
  var directions: [String] = []
  /// Where edge pans come from.
  var edges: [String] = []
  /// How many taps.
  var taps: [Int] = []
  /// Whose recognizers' gestures are meant; nil for whatever the filter lets through.
  var owner: ActionRule.Owner?
  /// Whether each gesture, shake and press fits once, when it begins.
  var isOnce = false

  /// What `listen` asks for.
  init(_ filter: GestureFilter) {
    self.filter = filter
  }

  /// What a table of `run` asks for.
  init(_ rule: ActionRule) {
    filter = GestureFilter(
      types: rule.types.compactMap { GestureFilter.LineType(rawValue: $0.rawValue) },
      kinds: rule.kinds.map { GestureKind(rawValue: $0) }, recognizers: rule.recognizers,
      touchCounts: rule.touchCounts, states: rule.states.compactMap { Gesture.State(rawValue: $0) },
      regions: rule.regions)
    filter.includesDescendants = rule.includesDescendants
    filter.deviceNames = rule.devices
    directions = rule.directions
    edges = rule.edges
    taps = rule.taps
    owner = rule.owner
    isOnce = rule.states.isEmpty
  }

  /// Whether lines of a type are meant at all. Of lines that are not about gestures only those that are named.
  func wants(_ type: String) -> Bool {
    filter.types.isEmpty ? type == "gesture" : filter.types.contains { $0.rawValue == type }
  }
}
