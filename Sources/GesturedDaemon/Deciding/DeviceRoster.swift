import LinuxInput
import TouchInput

/// The event nodes that there are, and what was last decided of each.
///
/// A decision depends on the other nodes and on the displays, so all are decided anew when anything changes; only
/// those that come out otherwise are acted on.
struct DeviceRoster {
  private var nodes: [String: InputDeviceNode] = [:]
  private var decisions: [String: DeviceDecision] = [:]
  /// Why nodes that were to be read are not, as it turned out when they were open.
  private var refusals: [String: DeviceRefusal] = [:]

  /// Takes over a node that came, or of which udev told anew: it is decided of as if it were new.
  mutating func note(_ node: InputDeviceNode) {
    if nodes[node.systemPath] != node { refusals[node.systemPath] = nil }
    nodes[node.systemPath] = node
    decisions[node.systemPath] = nil
  }

  /// Notes that a node was opened and refused: from the next decision on it is none that is read, and another node of its
  /// panel may be in its place. Where nothing else is said of it later, it is not opened again.
  mutating func refuse(_ systemPath: String, _ refusal: DeviceRefusal) {
    refusals[systemPath] = refusal
  }

  /// Notes that the displays or the configuration may be others: what was refused for its size may have one now.
  mutating func noteSizes() {
    refusals = refusals.filter { $0.value != .implausibleSize }
  }

  /// Forgets a node that went.
  mutating func forget(_ systemPath: String) {
    nodes[systemPath] = nil
    decisions[systemPath] = nil
    refusals[systemPath] = nil
  }

  /// Takes over all nodes that there are.
  mutating func replaceAll(_ present: [InputDeviceNode]) {
    let old = nodes
    nodes = Dictionary(present.map { ($0.systemPath, $0) }) { _, last in last }
    refusals = refusals.filter { nodes[$0.key] != nil && nodes[$0.key] == old[$0.key] }
    decisions = [:]
  }

  /// Decides of all nodes.
  ///
  /// - Returns: what is new or otherwise than before, in the order of the nodes' numbers; those that are not read come
  ///   before the others, so that a twin is closed before the other is opened.
  mutating func decide(by decider: DeviceDecider) -> [DeviceDecision] {
    let all = decider.decide(
      nodes.values.sorted { ($0.number, $0.systemPath) < ($1.number, $1.systemPath) }, refusals: refusals)
    let changed = all.filter { decisions[$0.node.systemPath] != $0 }
    for decision in changed { decisions[decision.node.systemPath] = decision }
    return changed.filter { $0.exclusion != nil } + changed.filter { $0.exclusion == nil }
  }

  /// Decides of all nodes, and again for as long as some are refused that were to be read: a twin stands in for one that
  /// is.
  ///
  /// - Parameter open: acts on what is new, and says why a node is refused that was to be read.
  mutating func settle(by decider: DeviceDecider, _ open: (DeviceDecision) -> DeviceRefusal?) {
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

  /// What was last decided of a node; nil for one that is not there.
  subscript(systemPath: String) -> DeviceDecision? { decisions[systemPath] }
}
