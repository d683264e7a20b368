import GesturedBase
import GesturedConfiguration
import GesturedDevices
import LinuxEventLoop
import LinuxInput
import TouchInput

/// Finds the device that a tool works on.
enum DeviceSearch {
  /// Every input device.
  static func nodes() throws(DaemonError) -> [InputDeviceNode] {
    do throws(SystemError) {
      return try DeviceMonitor().enumerate()
    } catch {
      throw .system(error)
    }
  }

  /// The device with a path or a name.
  ///
  /// - Throws: `nothingToRead` where there is no such device.
  static func node(_ device: String) throws(DaemonError) -> InputDeviceNode {
    try node(device, among: nodes())
  }

  /// The decision about a touchscreen.
  ///
  /// - Parameter device: the touchscreen's path or name; nil for the only one that may be read. Pens count where there
  ///   is no other.
  /// - Throws: `nothingToRead` or `noPermission` where no touchscreen can be read, `ambiguous` where there are several.
  static func touchscreen(
    _ device: String?, _ configuration: Configuration
  ) throws(DaemonError) -> DeviceDecision {
    let nodes = try nodes()
    let decider = DeviceDecider(configuration: configuration, displays: DisplayFolder().displays)
    guard let device else { return try only(of: nodes, decider) }
    let wanted = try node(device, among: nodes)
    guard let decision = decider.decide(nodes).first(where: { $0.node == wanted }) else {
      preconditionFailure("each node is decided of")
    }
    return decision
  }

  private static func node(
    _ device: String, among nodes: [InputDeviceNode]
  ) throws(DaemonError) -> InputDeviceNode {
    guard let node = nodes.first(where: { $0.path == device || $0.description.name == device }) else {
      throw .nothingToRead(
        ToolMessage.noSuchDevice.with(device.escapedForMessage))
    }
    return node
  }

  private static func only(
    of nodes: [InputDeviceNode], _ decider: DeviceDecider
  ) throws(DaemonError) -> DeviceDecision {
    var readable: [DeviceDecision] = []
    var locked: DeviceOpenError?
    var roster = DeviceRoster()
    roster.replaceAll(nodes)
    roster.settle(by: decider) { decision in
      readable.removeAll { $0.node == decision.node }
      guard decision.exclusion == nil else { return nil }
      do throws(DeviceOpenError) {
        let device = try EvdevDevice(opening: decision.node, scope: decision.scope)
        do throws(DeviceRefusal) {
          _ = try decision.panel(of: device.description, device.touchProtocol)
          readable.append(decision)
        } catch {
          return error
        }
      } catch {
        if error.isMissingPermission { locked = error }
        if case .refused(_, let refusal) = error { return refusal }
      }
      return nil
    }
    let fingers = readable.filter { $0.touchProtocol != .pen }
    let found = fingers.isEmpty ? readable : fingers
    if found.count > 1 {
      let names = found.map { "\($0.node.path) (“\($0.node.description.name.escapedForMessage)”)" }
      throw .ambiguous(ToolMessage.severalTouchscreens.with(found.count, names.joined(separator: ", ")))
    }
    if let decision = found.first { return decision }
    if let locked { throw .noPermission(locked.line()) }
    throw .nothingToRead(ToolMessage.noTouchscreen.with())
  }
}
