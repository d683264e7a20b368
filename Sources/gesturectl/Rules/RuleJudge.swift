import GestureClient
import GesturedConfiguration

/// Finds the rules that a line fits, by the daemon's own rule: a gesture is settled at its first line, and only its state
/// is compared line by line. For `listen` and for `run`.
///
/// Several rules share a subscription, so the daemon has not said which of them a line fits. Where the subscription is the
/// filter of one rule, the daemon has settled all that a filter says.
struct RuleJudge {
  /// More gestures than this are never under way; a daemon that tells of no ends is not remembered for ever.
  private static let maximumGestures = 4096
  /// Regions lie in one another 16 deep at most; a daemon that tells of a circle is not followed for ever.
  private static let maximumNesting = 64

  private struct RegionName: Hashable {
    let device: Int
    let name: String
  }

  private struct Recognizer: Hashable {
    let name: String
    let kind: String
  }

  /// The rules, which the answers of `take` count.
  var rules: [LineRule]
  /// Whether the daemon sends only what the one rule's filter lets through.
  private let isFilteredByDaemon: Bool
  /// The first line of each gesture that is under way.
  private var firstLines: [UInt64: Gesture] = [:]
  /// What touchscreens are called, by themselves and by their tables, by their numbers.
  private var devices: [Int: [String]] = [:]
  /// The regions that regions lie in.
  private var parents: [RegionName: String] = [:]
  /// How many fingers recognizers are for.
  private var touchCounts: [Recognizer: [Int]] = [:]

  init(_ rules: [LineRule] = [], isFilteredByDaemon: Bool = false) {
    self.rules = rules
    self.isFilteredByDaemon = isFilteredByDaemon
  }

  /// Forgets what it knows of the daemon: there is another one.
  mutating func forget() {
    self = RuleJudge(rules, isFilteredByDaemon: isFilteredByDaemon)
  }

  /// Takes a line.
  ///
  /// - Returns: the rules that it fits, by their places.
  mutating func take(_ line: GestureLine) -> [Int] {
    guard let type = line.type else { return [] }
    let event = line.event
    learn(event)
    let meant = rules.indices.filter { rules[$0].wants(type) }
    switch event {
    case .gesture(let gesture): return take(gesture, meant)
    case .motion(let motion):
      return meant.filter { fits(rules[$0], state: motion.state, receiver: motion.receiver) }
    case .press(let press):
      let state = Gesture.State(rawValue: press.phase)
      return meant.filter { fits(rules[$0], state: state, receiver: press.receiver) }
    default: return meant
    }
  }

  // MARK: What names mean

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
    // What ended meanwhile was not told; the snapshot that follows tells what goes on.
    case .dropped: firstLines = [:]
    default: break
    }
  }

  // MARK: Gestures

  private mutating func take(_ gesture: Gesture, _ meant: [Int]) -> [Int] {
    let known = firstLines[gesture.id]
    switch gesture.state {
    case .began, .changed:
      if known == nil, firstLines.count < Self.maximumGestures { firstLines[gesture.id] = gesture }
    case .ended, .cancelled: firstLines[gesture.id] = nil
    }
    let first = known ?? gesture
    // What was under way before it was listened to has begun for somebody else.
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

  /// What the daemon compares at a gesture's first line.
  private func isSettled(_ filter: GestureFilter, for first: Gesture) -> Bool {
    // What the line itself says is compared in any case: a connection hears every gesture until it has subscribed.
    guard allows(filter.kinds, first.kind), allows(filter.recognizers, first.recognizer) else { return false }
    if isFilteredByDaemon { return true }
    guard filter.touchCounts.isEmpty || filter.touchCounts.contains(touchCount(of: first)) else {
      return false
    }
    // Gestures of presses are on no touchscreen and in no region of one.
    if first.device == 0 {
      return filter.devices.isEmpty && filter.deviceNames.isEmpty && filter.regions.isEmpty
    }
    return liesOnDevice(of: filter, first.device) && liesInRegion(of: filter, first)
  }

  /// How many fingers the recognizer is for, which filters compare. The line says how many were down: more where a pan
  /// takes several, and none of a pen.
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

  private func liesInRegion(of filter: GestureFilter, _ first: Gesture) -> Bool {
    if filter.regions.isEmpty { return true }
    var region: String? = first.region
    for _ in 0..<Self.maximumNesting {
      guard let name = region else { return false }
      if filter.regions.contains(name) { return true }
      guard filter.includesDescendants else { return false }
      region = parents[RegionName(device: first.device, name: name)]
    }
    return false
  }

  // MARK: What no finger did

  /// Whether a shake or a press fits. Where several regions take such things a line says which one has.
  private func fits(_ rule: LineRule, state: Gesture.State?, receiver: String?) -> Bool {
    guard rule.isOnce ? state == .began : allows(rule.filter.states, state) else { return false }
    return isFilteredByDaemon || allows(rule.filter.regions, receiver)
  }

  private func allows<Value: Equatable>(_ allowed: [Value], _ value: Value?) -> Bool {
    allowed.isEmpty || value.map(allowed.contains) == true
  }
}
