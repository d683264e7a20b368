import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import TouchInput

/// Finds the device that a tool is for.
enum DeviceSearch {
  /// Every input device.
  static func nodes() throws(DaemonError) -> [InputDeviceNode] {
    do throws(SystemError) {
      return try DeviceMonitor().enumerate()
    } catch {
      throw .system(error)
    }
  }

  /// The device of a path or a name.
  ///
  /// - Throws: `nothingToRead` where there is none.
  static func node(_ device: String) throws(DaemonError) -> InputDeviceNode {
    try node(device, among: nodes())
  }

  /// What is decided of a touchscreen.
  ///
  /// - Parameter device: its path or name; nil for the only one that may be read. Pens count where there is no other.
  /// - Throws: `nothingToRead` or `noPermission` where there is none, `ambiguous` where there are several.
  static func touchscreen(
    _ device: String?, _ configuration: Configuration
  ) throws(DaemonError) -> DeviceDecision {
    let nodes = try nodes()
    let decider = DeviceDecider(configuration: configuration, displays: DisplayFolder().displays)
    let decisions = decider.decide(nodes)
    guard let device else { return try only(of: decisions.filter { $0.exclusion == nil }) }
    let wanted = try node(device, among: nodes)
    guard let decision = decisions.first(where: { $0.node == wanted }) else {
      preconditionFailure("each node is decided of")
    }
    return decision
  }

  private static func node(
    _ device: String, among nodes: [InputDeviceNode]
  ) throws(DaemonError) -> InputDeviceNode {
    guard let node = nodes.first(where: { $0.path == device || $0.description.name == device }) else {
      throw .nothingToRead(
        "\(device.escapedForMessage): no such input device: see gestured --list-devices for what there is")
    }
    return node
  }

  private static func only(of decisions: [DeviceDecision]) throws(DaemonError) -> DeviceDecision {
    var readable: [DeviceDecision] = []
    var locked: DeviceOpenError?
    for decision in decisions {
      do throws(DeviceOpenError) {
        _ = try EvdevDevice(opening: decision.node, scope: decision.scope)
        readable.append(decision)
      } catch {
        if error.isMissingPermission { locked = error }
      }
    }
    let fingers = readable.filter { $0.touchProtocol != .pen }
    let found = fingers.isEmpty ? readable : fingers
    if found.count > 1 {
      let names = found.map { "\($0.node.path) (“\($0.node.description.name.escapedForMessage)”)" }
      throw .ambiguous("there are \(found.count) touchscreens, say which: \(names.joined(separator: ", "))")
    }
    if let decision = found.first { return decision }
    if let locked { throw .noPermission("\(locked)") }
    throw .nothingToRead("no touchscreen can be read: see gestured --list-devices")
  }
}
