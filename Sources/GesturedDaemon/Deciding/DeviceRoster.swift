import LinuxInput

/// The event nodes that there are, and what was last decided of each.
///
/// A decision depends on the other nodes and on the displays, so all are decided anew when anything changes; only
/// those that come out otherwise are acted on.
struct DeviceRoster {
  private var nodes: [String: InputDeviceNode] = [:]
  private var decisions: [String: DeviceDecision] = [:]

  /// Takes over a node that came, or of which udev told anew: it is decided of as if it were new.
  mutating func note(_ node: InputDeviceNode) {
    nodes[node.systemPath] = node
    decisions[node.systemPath] = nil
  }

  /// Forgets a node that went.
  mutating func forget(_ systemPath: String) {
    nodes[systemPath] = nil
    decisions[systemPath] = nil
  }

  /// Takes over all nodes that there are.
  mutating func replaceAll(_ present: [InputDeviceNode]) {
    nodes = Dictionary(present.map { ($0.systemPath, $0) }) { _, last in last }
    decisions = [:]
  }

  /// Decides of all nodes.
  ///
  /// - Returns: what is new or otherwise than before, in the order of the nodes' numbers; those that are not read come
  ///   before the others, so that a twin is closed before the other is opened.
  mutating func decide(by decider: DeviceDecider) -> [DeviceDecision] {
    let all = decider.decide(nodes.values.sorted { ($0.number, $0.systemPath) < ($1.number, $1.systemPath) })
    let changed = all.filter { decisions[$0.node.systemPath] != $0 }
    for decision in changed { decisions[decision.node.systemPath] = decision }
    return changed.filter { $0.exclusion != nil } + changed.filter { $0.exclusion == nil }
  }

  /// What was last decided of a node; nil for one that is not there.
  subscript(systemPath: String) -> DeviceDecision? { decisions[systemPath] }
}
