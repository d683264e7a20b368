import GestureProtocol
import LinuxInput
import TouchInput

/// The decision about the filter in `--list-devices` and `--print-config` (FLT-97).
extension DeviceDecision {
  /// Whether a touchscreen is filtered, why, and what says so. Pens and touchpads are never filtered, and have no finding.
  ///
  /// - Parameter clones: the present devices of the filter.
  package func filterFinding(
    of description: DeviceDescription, _ panel: TouchPanel, clones: [InputDeviceNode]
  ) -> DeviceVerdict.Finding? {
    guard panel.touchProtocol != .pen, !(settings?.isTouchpad ?? false) else { return nil }
    let table = settings.flatMap { $0.saysFiltered ? "device.\($0.name).filter" : nil } ?? "filter"
    guard let filter = setup(of: panel).touchFilter else {
      return .init(.filter, "", "[\(table)] does not say enabled = true")
    }
    do throws(CloneDescription.Refusal) {
      let clone = try CloneDescription(of: description, panel)
      let nodes = clones.filter {
        $0.description.name == clone.device.name && $0.identity.numbers == node.identity.numbers
      }
      let readers =
        nodes.isEmpty
        ? "gestured-filter makes the clone that others read"
        : "others read \(nodes.map(\.path).joined(separator: " or "))"
      return .init(.filter, filter.app.mode.rawValue, "[\(table)] says enabled = true; \(readers)")
    } catch {
      return .init(.filter, "", "[\(table)] says enabled = true, but \(error)")
    }
  }
}
