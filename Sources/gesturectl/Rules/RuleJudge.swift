import GestureClient
import GesturedConfiguration

/// Finds the rules that a line matches, for `listen` and `run`. As in the daemon, the first line of a gesture decides,
/// and only the state is compared for each line.
///
/// Several rules share a subscription, so the daemon does not report which of them a line matches. For a subscription
/// with the filter of one rule, the daemon has already compared the whole filter.
struct RuleJudge {
  /// The most gestures that are remembered, which bounds the memory where a daemon never reports ends.
  private static let maximumGestures = 4096
  /// The difference of spans that are equal but for rounding, in seconds.
  private static let sameSpan = 0.000_5
  /// The most levels of regions that are followed, in case a daemon reports a circle. Real regions have at most 16.
  private static let maximumNesting = 64

  private struct RegionName: Hashable {
    let device: Int
    let name: String
  }

  private struct Recognizer: Hashable {
    let name: String
    let kind: String
  }

  /// The rules. `match` returns their indices.
  var rules: [LineRule]
  /// Whether the daemon sends only lines that match the filter of the one rule.
  private let isFilteredByDaemon: Bool
  /// The first line of each gesture that is under way.
  private var firstLines: [UInt64: Gesture] = [:]
  /// The touchscreens' own names and those of their tables, by number.
  private var devices: [Int: [String]] = [:]
  /// The parents of regions.
  private var parents: [RegionName: String] = [:]
  /// The numbers of fingers of recognizers.
  private var touchCounts: [Recognizer: [Int]] = [:]

  init(_ rules: [LineRule] = [], isFilteredByDaemon: Bool = false) {
    self.rules = rules
    self.isFilteredByDaemon = isFilteredByDaemon
  }

  /// Forgets the state of the daemon, as the connection is new.
  mutating func forget() {
    self = RuleJudge(rules, isFilteredByDaemon: isFilteredByDaemon)
  }

  /// Matches a line against the rules, and learns the names in it.
  ///
  /// - Returns: the indices of the rules that the line matches.
  mutating func match(_ line: GestureLine) -> [Int] {
    guard let type = line.type else { return [] }
    let event = line.event
    learn(event)
    let meant = rules.indices.filter { rules[$0].wants(type) }
    switch event {
    case .gesture(let gesture): return match(gesture, meant)
    case .motion(let motion):
      return meant.filter { fits(rules[$0], state: motion.state, receiver: motion.receiver) }
    case .press(let press):
      let state = Gesture.State(rawValue: press.phase)
      return meant.filter { fits(rules[$0], state: state, receiver: press.receiver) }
    case .action(let action): return meant.filter { fits(rules[$0], action) }
    case .deferred(let deferral): return meant.filter { fits(rules[$0], deferral) }
    case .idle(let notice): return meant.filter { fits(rules[$0], notice) }
    default: return meant
    }
  }

  // MARK: Names

  private mutating func learn(_ event: GestureEvent) {
    switch event {
    case .device(let screen):
      devices[screen.device] =
        screen.state == .removed ? nil : [screen.name, screen.table].compactMap(\.self)
    case .region(let region):
      let name = RegionName(device: region.device ?? 0, name: region.region)
      parents[name] = region.state == .removed ? nil : region.parent
    case .recognizer(let recognizer):
      let name = Recognizer(name: recognizer.recognizer, kind: recognizer.kind.rawValue)
      touchCounts[name] = recognizer.state == .removed ? nil : recognizer.touchCount
    // The dropped lines may include ends of gestures. The snapshot that follows has the gestures under way.
    case .dropped: firstLines = [:]
    default: break
    }
  }

  // MARK: Gestures

  private mutating func match(_ gesture: Gesture, _ meant: [Int]) -> [Int] {
    let known = firstLines[gesture.id]
    switch gesture.state {
    case .began, .changed:
      if known == nil, firstLines.count < Self.maximumGestures { firstLines[gesture.id] = gesture }
    case .ended, .cancelled: firstLines[gesture.id] = nil
    }
    let first = known ?? gesture
    // A gesture that began before the subscription is not new.
    let isFirst = known == nil && !gesture.isSnapshot && (gesture.state == .began || gesture.state == .ended)
    return meant.filter { place in
      let rule = rules[place]
      guard isMeant(rule.owner, of: first) else { return false }
      guard rule.isOnce ? isFirst : allows(rule.filter.states, gesture.state) else { return false }
      return allows(rule.directions, first.direction?.rawValue) && allows(rule.edges, first.edge?.rawValue)
        && allows(rule.taps, first.taps) && isSettled(rule.filter, for: first)
    }
  }

  private func isMeant(_ owner: ActionRule.Owner?, of first: Gesture) -> Bool {
    switch owner {
    case .configuration: first.owner == nil
    case .clients: first.owner != nil
    case .all, nil: true
    }
  }

  /// Whether the first line of a gesture matches a filter, by the daemon's comparison.
  private func isSettled(_ filter: GestureFilter, for first: Gesture) -> Bool {
    // The line's own kind and name are always compared, as a connection receives every gesture until it has subscribed.
    guard allows(filter.kinds, first.kind), allows(filter.namedRecognizers, first.recognizer) else {
      return false
    }
    if isFilteredByDaemon { return true }
    guard filter.touchCounts.isEmpty || filter.touchCounts.contains(touchCount(of: first)) else {
      return false
    }
    // Gestures of presses are on no touchscreen and in no region of one.
    if first.device == 0 {
      return filter.devices.isEmpty && filter.deviceNames.isEmpty && filter.regions.isEmpty
    }
    return liesOnDevice(of: filter, first.device) && liesInRegion(of: filter, first.region, on: first.device)
  }

  /// The recognizer's number of fingers, which filters compare. The line has the fingers that were down. A pan of
  /// several fingers may have more, and a pen has none.
  private func touchCount(of first: Gesture) -> Int {
    let recognizer = Recognizer(name: first.recognizer, kind: first.kind.rawValue)
    guard let counts = touchCounts[recognizer], let least = counts.min() else { return first.touchCount }
    return counts.filter { $0 <= first.touchCount }.max() ?? least
  }

  private func liesOnDevice(of filter: GestureFilter, _ device: Int) -> Bool {
    if filter.devices.isEmpty, filter.deviceNames.isEmpty { return true }
    return filter.devices.contains(device)
      || devices[device, default: []].contains(where: filter.deviceNames.contains)
  }

  private func liesInRegion(of filter: GestureFilter, _ innermost: String, on device: Int) -> Bool {
    if filter.regions.isEmpty { return true }
    var region: String? = innermost
    for _ in 0..<Self.maximumNesting {
      guard let name = region else { return false }
      if filter.regions.contains(name) { return true }
      guard filter.includesDescendants else { return false }
      region = parents[RegionName(device: device, name: name)]
    }
    return false
  }

  // MARK: Events without fingers

  /// Whether a shake or a press matches. The line names the receiving region where several regions take such events.
  private func fits(_ rule: LineRule, state: Gesture.State?, receiver: String?) -> Bool {
    guard rule.isOnce ? state == .began : allows(rule.filter.states, state) else { return false }
    return isFilteredByDaemon || allows(rule.filter.regions, receiver)
  }

  /// Whether an action matches. The line names the responder that takes it.
  private func fits(_ rule: LineRule, _ action: ActionNotice) -> Bool {
    allows(rule.actions, action.action)
      && (isFilteredByDaemon || allows(rule.filter.regions, action.responder))
  }

  /// Whether a deferred edge matches.
  private func fits(_ rule: LineRule, _ deferral: DeferralNotice) -> Bool {
    guard allows(rule.edges, deferral.edge.rawValue) else { return false }
    return isFilteredByDaemon
      || liesOnDevice(of: rule.filter, deferral.device)
        && liesInRegion(of: rule.filter, deferral.region, on: deferral.device)
  }

  /// Whether an idle line matches. At its end the line has the longest span that was over, of all rules.
  private func fits(_ rule: LineRule, _ notice: IdleNotice) -> Bool {
    switch notice.state {
    case .began:
      (rule.isOnce || allows(rule.filter.states, .began))
        && rule.idleSpans.contains { abs($0 - notice.after) < Self.sameSpan }
    case .ended:
      !rule.isOnce && allows(rule.filter.states, .ended)
        && rule.idleSpans.contains { $0 < notice.after + Self.sameSpan }
    }
  }

  private func allows<Value: Equatable>(_ allowed: [Value], _ value: Value?) -> Bool {
    allowed.isEmpty || value.map(allowed.contains) == true
  }
}
