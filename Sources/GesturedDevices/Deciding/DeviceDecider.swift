import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import TouchInput

/// Decides which devices are read, and as what. It considers all nodes, the configuration, udev and the displays.
///
/// The configuration outranks udev. The daemon and `--list-devices` both decide with this type alone.
package struct DeviceDecider {
  /// The loaded configuration.
  var configuration: Configuration
  /// The connected displays.
  var displays: [Display]

  package init(configuration: Configuration, displays: [Display] = []) {
    self.configuration = configuration
    self.displays = displays
  }

  /// The decisions about all nodes, in their order. No device is opened, and the texts of devices may be hostile.
  ///
  /// - Parameter refusals: why opened nodes turned out to be unusable, by their paths in sysfs.
  package func decide(_ nodes: [InputDeviceNode], refusals: [String: DeviceRefusal] = [:]) -> [DeviceDecision]
  {
    var decisions = nodes.map(begin)
    for index in decisions.indices where decisions[index].exclusion == nil {
      let refusal = refusals[decisions[index].node.systemPath]
      decisions[index].exclusion = refusal.map { .refused($0) }
    }
    excludeTwins(among: &decisions)
    let places = DisplayPlaces(displays, decisions.filter { $0.exclusion == nil })
    for index in decisions.indices where decisions[index].exclusion == nil {
      settleDisplay(of: &decisions[index], places)
    }
    return decisions
  }

  // MARK: Steps

  /// The decision about a node, without regard to other nodes.
  private func begin(_ node: InputDeviceNode) -> DeviceDecision {
    let settings = configuration.settings(for: node.identity)
    let names = ScreenNames(device: node.description.name, table: settings?.name)
    var decision = DeviceDecision(
      node: node, settings: settings, setup: ScreenSetup(names, settings, configuration))
    decision.setup.port = node.group
    decision.findings.append(
      DeviceVerdict.Finding(
        .table, settings?.name ?? "",
        settings.map { "the first table that fits: \("\($0.match)".escapedForMessage)" } ?? "no table fits it"
      ))
    do throws(DeviceRefusal) {
      decision.touchProtocol = try DeviceJudgement.judgeCapabilities(
        of: node.description, deviceClass: node.deviceClass, scope: decision.scope)
      decision.exclusion = node.isOfFilter ? .ofFilter : ignoring(node, settings)
    } catch {
      decision.exclusion = .refused(error)
    }
    settlePlacement(of: &decision)
    settleSeat(of: &decision)
    decision.size.configured = settings?.size
    return decision
  }

  private func ignoring(_ node: InputDeviceNode, _ settings: DeviceSettings?) -> DeviceDecision.Exclusion? {
    if let settings, let isIgnored = settings.isIgnored {
      return isIgnored ? .ignoredByTable(settings.name) : nil
    }
    let word = node.identity.properties["LIBINPUT_IGNORE_DEVICE"] ?? "0"
    return word == "0" || word.isEmpty ? nil : .ignoredByUdev
  }

  private func settlePlacement(of decision: inout DeviceDecision) {
    let settings = decision.settings
    let text = decision.node.identity.properties["LIBINPUT_CALIBRATION_MATRIX"]
    var matrixReason = "no table and no rule of udev sets one"
    if settings?.calibration != nil {
      matrixReason = "its table says calibration_matrix"
    } else if settings?.rotation != nil {
      // udev's matrix mostly is a rotation. Both together would turn the panel twice.
      if text != nil { matrixReason = "its table says rotation_deg, which stands in for udev's matrix too" }
    } else if let text {
      if let matrix = PanelPlacement.calibration(text: text) {
        decision.placement.calibration = matrix
        matrixReason = "udev's LIBINPUT_CALIBRATION_MATRIX"
      } else {
        matrixReason = "udev's LIBINPUT_CALIBRATION_MATRIX is not a matrix"
        decision.warnings.append(
          TouchscreenWarning.noMatrix.with(
            DeviceMessage.shownName(decision.node.description.name), text.escapedForMessage))
      }
    }
    decision.placement.calibration = settings?.calibration ?? decision.placement.calibration
    decision.placement.rotation = settings?.rotation ?? .none
    decision.findings.append(
      DeviceVerdict.Finding(.matrix, decision.placement.calibration.rowsText, matrixReason))
    decision.findings.append(
      DeviceVerdict.Finding(
        .rotation, "\(decision.placement.rotation.rawValue)°",
        settings?.rotation != nil ? "its table says rotation_deg" : "no table sets another"))
  }

  private func settleSeat(of decision: inout DeviceDecision) {
    let assigned = decision.node.identity.properties["ID_SEAT"] ?? ""
    let reason: String
    if decision.settings?.seat != nil {
      reason = "its table says seat"
    } else if !assigned.isEmpty {
      decision.setup.seat = assigned
      reason = "udev's ID_SEAT"
    } else {
      reason = "no table and no rule of udev sets another"
    }
    decision.findings.append(DeviceVerdict.Finding(.seat, decision.setup.seat, reason))
  }

  /// Excludes single-touch twins. Many panels have a second node that reports only the first finger, for systems
  /// without multitouch.
  private func excludeTwins(among decisions: inout [DeviceDecision]) {
    for index in decisions.indices {
      guard decisions[index].exclusion == nil, decisions[index].touchProtocol == .singleTouch,
        let group = decisions[index].node.group
      else { continue }
      let better = decisions.first {
        $0.exclusion == nil && ($0.touchProtocol?.isMultitouch ?? false) && $0.node.group == group
      }
      if let better { decisions[index].exclusion = .twin(of: better.node.path) }
    }
  }

  private func settleDisplay(of decision: inout DeviceDecision, _ places: DisplayPlaces) {
    let (output, reason) = places.output(of: decision)
    decision.setup.output = output
    decision.size.display = displays.first { $0.connector == output }?.facts
    let isThere = output == nil || decision.size.display != nil
    decision.findings.append(
      DeviceVerdict.Finding(
        .output, output ?? "", reason + (isThere ? "" : "; no display is connected there")))
  }
}

extension AffineTransform {
  /// The matrix's six numbers row by row, as udev writes them; empty for the identity.
  fileprivate var rowsText: String {
    guard self != .identity else { return "" }
    return [a, c, tx, b, d, ty].map { number in
      number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
    .joined(separator: " ")
  }
}
