import GestureClient
import GestureProtocol
import GesturedConfiguration

/// A rule for lines, from the options of `listen` or a table of `run`.
struct LineRule: Hashable, Sendable {
  /// The part of the rule that the daemon compares.
  var filter = GestureFilter()
  /// The directions of swipes; empty for any. The daemon compares neither this list nor the next four.
  var directions: [String] = []
  /// The edges of edge pans and of deferred ones; empty for any.
  var edges: [String] = []
  /// The numbers of taps; empty for any.
  var taps: [Int] = []
  /// The names of actions; empty for any.
  var actions: [String] = []
  /// The spans of idle lines, in seconds; empty for no idle lines.
  var idleSpans: [Double] = []
  /// Whether the rule is for idle lines alone, so that the filter says nothing.
  var isOnlyIdle = false
  /// The owners of the recognizers; nil for all that the filter lets through.
  var owner: ActionRule.Owner?
  /// Whether each gesture, shake, press and idle span matches only once, at its beginning.
  var isOnce = false

  /// The rule of `listen`.
  init(_ filter: GestureFilter, idle: [Double]) {
    self.filter = filter
    idleSpans = idle
  }

  /// The rule of a table of `run`.
  init(_ rule: ActionRule) {
    filter = GestureFilter(
      types: rule.types, kinds: rule.kinds.map { GestureKind(rawValue: $0) }, recognizers: rule.recognizers,
      touchCounts: rule.touchCounts, states: rule.states.compactMap { Gesture.State(rawValue: $0) },
      regions: rule.regions)
    filter.includesDescendants = rule.includesDescendants
    filter.deviceNames = rule.devices
    directions = rule.directions
    edges = rule.edges
    taps = rule.taps
    actions = rule.actions
    idleSpans = rule.idleSpans
    isOnlyIdle = rule.types.isEmpty
    owner = rule.owner
    isOnce = rule.states.isEmpty
  }

  /// Whether the rule wants lines of a type. Types other than gestures and idle lines must be named.
  func wants(_ type: String) -> Bool {
    if type == ConnectionLineType.idle.rawValue { return !idleSpans.isEmpty }
    guard !isOnlyIdle, let type = GestureFilter.LineType(rawValue: type) else { return false }
    return filter.types.isEmpty ? type == .gesture : filter.types.contains(type)
  }
}

extension GestureFilter {
  /// The names of recognizers that lines must have; empty for any. With `*` among them, the others mean nothing.
  var namedRecognizers: [String] {
    recognizers.contains(FilterDescription.allRecognizers) ? [] : recognizers
  }
}
