import GestureClient
import GesturedConfiguration

/// Finds the rules that a gesture fits, and hands their commands to their queues.
actor ActionEngine {
  private struct Entry {
    var rule: ActionRule
    var queue: CommandQueue
    /// When it has started last.
    var lastStart: ContinuousClock.Instant?
  }

  private var entries: [Entry] = []
  /// The gestures that have begun, of which `ended` is not the first line.
  private var begun: Set<UInt64> = []
  /// What touchscreens are called, by themselves and by their tables, by their numbers.
  private var devices: [Int: [String]] = [:]
  /// The regions that regions lie in.
  private var parents: [String: String] = [:]

  /// Takes rules in place of those before. What has been started runs on.
  func use(_ rules: [ActionRule]) {
    let before = entries
    entries = rules.map { rule in
      if let same = before.first(where: { $0.rule == rule }) { return same }
      return Entry(rule: rule, queue: CommandQueue(label: "action.\(rule.name)", parallel: rule.parallel))
    }
  }

  /// Forgets what it knows of the daemon: there is another one.
  func forget() {
    begun = []
    devices = [:]
    parents = [:]
  }

  /// Takes a line.
  ///
  /// - Parameter now: which the pauses of rules are measured with.
  func take(_ line: GestureLine, at now: ContinuousClock.Instant) async {
    switch line.event {
    case .gesture(let gesture): await take(gesture, line, at: now)
    case .device(let screen):
      devices[screen.device] =
        screen.state == .removed ? nil : [screen.name, screen.table].compactMap(\.self)
    case .region(let region): parents[region.region] = region.state == .removed ? nil : region.parent
    default: break
    }
  }

  private func take(_ gesture: Gesture, _ line: GestureLine, at now: ContinuousClock.Instant) async {
    let isFirst: Bool
    switch gesture.state {
    case .began: isFirst = begun.insert(gesture.id).inserted
    case .changed: isFirst = false
    case .ended: isFirst = begun.remove(gesture.id) == nil
    case .cancelled:
      begun.remove(gesture.id)
      isFirst = false
    }
    for index in entries.indices {
      guard fits(entries[index].rule, gesture, isFirst: isFirst) else { continue }
      let rule = entries[index].rule
      if let last = entries[index].lastStart, now - last < .milliseconds(rule.debounceMilliseconds) {
        continue
      }
      entries[index].lastStart = now
      await entries[index].queue.submit(
        CommandQueue.Job(
          command: rule.command, line: line, variables: ["GESTURE_ACTION": rule.name],
          update: gesture.state == .changed ? gesture.id : nil))
    }
  }

  private func fits(_ rule: ActionRule, _ gesture: Gesture, isFirst: Bool) -> Bool {
    func allows<Value: Equatable>(_ allowed: [Value], _ value: Value?) -> Bool {
      allowed.isEmpty || value.map(allowed.contains) == true
    }
    return (rule.states.isEmpty ? isFirst : rule.states.contains(gesture.state.rawValue))
      && allows(rule.kinds, gesture.kind.rawValue) && allows(rule.recognizers, gesture.recognizer)
      && allows(rule.touchCounts, gesture.touchCount) && allows(rule.directions, gesture.direction?.rawValue)
      && allows(rule.edges, gesture.edge?.rawValue) && allows(rule.taps, gesture.taps)
      && (rule.devices.isEmpty || devices[gesture.device, default: []].contains(where: rule.devices.contains))
      && liesInRegion(of: rule, gesture.region)
  }

  private func liesInRegion(of rule: ActionRule, _ region: String) -> Bool {
    if rule.regions.isEmpty { return true }
    var region: String? = region
    // A daemon that tells of a circle is not followed for ever.
    for _ in 0..<64 {
      guard let name = region else { return false }
      if rule.regions.contains(name) { return true }
      guard rule.includesDescendants else { return false }
      region = parents[name] ?? (name == "root" ? nil : "root")
    }
    return false
  }
}
