import GestureProtocol
import TouchInput

/// The decision about the filter in `--list-devices` (FLT-97).
extension DeviceDecision {
  /// Whether a device is filtered; nil where the configuration does not ask for it.
  package func filterFinding(
    of description: DeviceDescription, _ panel: TouchPanel
  ) -> DeviceVerdict.Finding? {
    guard let filter = setup(of: panel).touchFilter, panel.touchProtocol != .pen else { return nil }
    do throws(CloneDescription.Refusal) {
      _ = try CloneDescription(of: description, panel)
      return .init(
        .filter, filter.app.mode.rawValue,
        "the configuration asks for it; gestured-filter makes the clone that others read")
    } catch {
      return .init(.filter, "", "the configuration asks for it, but \(error)")
    }
  }
}
