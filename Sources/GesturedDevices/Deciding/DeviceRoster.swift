import LinuxInput
import TouchInput

/// The present event nodes, and the last decision about each.
///
/// A decision depends on the other nodes and on the displays. Any change therefore repeats all decisions, but only the
/// changed ones lead to actions.
package struct DeviceRoster {
  private var nodes: [String: InputDeviceNode] = [:]
  private var decisions: [String: DeviceDecision] = [:]
  /// Why nodes are unusable, as opening them has shown.
  private var refusals: [String: DeviceRefusal] = [:]

  package init() {}

  /// Adds a new or changed node. The next decision about it counts as new.
  mutating func add(_ node: InputDeviceNode) {
    if nodes[node.systemPath] != node { refusals[node.systemPath] = nil }
    nodes[node.systemPath] = node
    decisions[node.systemPath] = nil
  }

  /// Records that an opened node is unusable. From the next decision on it is excluded, and another node of its panel
  /// may replace it. It is not opened again until udev reports it again.
  mutating func refuse(_ systemPath: String, _ refusal: DeviceRefusal) {
    refusals[systemPath] = refusal
  }

  /// Forgets refusals for a node's size: displays or configuration may have changed, and the size may be usable now.
  mutating func recordSizes() {
    refusals = refusals.filter { $0.value != .implausibleSize }
  }

  /// Forgets a node that is gone.
  mutating func forget(_ systemPath: String) {
    nodes[systemPath] = nil
    decisions[systemPath] = nil
    refusals[systemPath] = nil
  }

  /// Replaces all nodes by the present ones.
  package mutating func replaceAll(_ present: [InputDeviceNode]) {
    let old = nodes
    nodes = Dictionary(present.map { ($0.systemPath, $0) }) { _, last in last }
    refusals = refusals.filter { nodes[$0.key] != nil && nodes[$0.key] == old[$0.key] }
    decisions = [:]
  }

  /// Decides about all nodes.
  ///
  /// - Returns: the new and changed decisions, in the order of the nodes' numbers. Exclusions come first, so that a
  ///   twin is closed before the other node is opened.
  mutating func decide(by decider: DeviceDecider) -> [DeviceDecision] {
    let all = decider.decide(
      nodes.values.sorted { ($0.number, $0.systemPath) < ($1.number, $1.systemPath) }, refusals: refusals)
    let changed = all.filter { decisions[$0.node.systemPath] != $0 }
    for decision in changed { decisions[decision.node.systemPath] = decision }
    return changed.filter { $0.exclusion != nil } + changed.filter { $0.exclusion == nil }
  }

  /// Decides about all nodes, and repeats while opening shows unusable ones: a twin may then replace them.
  ///
  /// - Parameter open: acts on a changed decision, and returns why opening failed.
  package mutating func settle(by decider: DeviceDecider, _ open: (DeviceDecision) -> DeviceRefusal?) {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for decision in decide(by: decider) {
        guard let refusal = open(decision), decision.exclusion == nil else { continue }
        refuse(decision.node.systemPath, refusal)
        isSettled = false
      }
    }
  }

  /// The last decision about a node; nil for an absent node.
  subscript(systemPath: String) -> DeviceDecision? { decisions[systemPath] }
}
