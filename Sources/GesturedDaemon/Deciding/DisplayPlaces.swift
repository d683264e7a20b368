import LinuxInput
import TouchInput

/// Which display lies under which panel, as far as that is said or can only be so.
///
/// A panel may have several nodes, a touchscreen's and a pen's for instance; they lie on one display.
struct DisplayPlaces {
  /// The connectors' names have far fewer bytes.
  private static let maximumNameLength = 64

  private let displays: [Display]
  /// The panels, each once, and whether it is built in.
  private var panels: [String: Bool] = [:]
  /// The output that somebody names for a panel, and who does.
  private var named: [String: (output: String, reason: String)] = [:]

  /// - Parameter decisions: those of nodes that are read.
  init(_ displays: [Display], _ decisions: [DeviceDecision]) {
    self.displays = displays
    for decision in decisions where decision.node.isScreen {
      let panel = Self.panel(of: decision)
      panels[panel] = decision.node.isInternal || panels[panel] ?? false
      if named[panel] == nil, let found = Self.named(for: decision) { named[panel] = found }
    }
  }

  /// The display under a panel, nil where that is not known; and why it is that one.
  func output(of decision: DeviceDecision) -> (output: String?, reason: String) {
    let panel = Self.panel(of: decision)
    if let own = Self.named(for: decision) ?? named[panel] { return (own.output, own.reason) }
    guard decision.node.isScreen else { return (nil, "a touchpad lies on no display") }
    if displays.isEmpty { return (nil, "no display is connected, and nobody names one") }
    let inner = displays.filter(\.isInternal)
    if inner.count == 1, decision.node.isInternal || panels[panel] ?? false,
      panels.values.count(where: { $0 }) == 1
    {
      return (inner[0].connector, "the one built-in display, and this is the one built-in touchscreen")
    }
    if displays.count == 1, panels.count == 1 {
      return (displays[0].connector, "the one display, and this is the one touchscreen")
    }
    return (
      nil,
      "displays connected: \(displays.map(\.connector).joined(separator: ", ")); touchscreens: \(panels.count); so it "
        + "is not clear which one it lies on: say output in its table"
    )
  }

  private static func panel(of decision: DeviceDecision) -> String {
    decision.node.group ?? decision.node.systemPath
  }

  private static func named(for decision: DeviceDecision) -> (output: String, reason: String)? {
    if let output = decision.settings?.output { return (output, "its table says output") }
    let output = decision.node.identity.properties["WL_OUTPUT"] ?? ""
    return output.isEmpty || output.utf8.count > maximumNameLength ? nil : (output, "udev's WL_OUTPUT")
  }
}

extension InputDeviceNode {
  /// Whether it is touched where it acts.
  var isScreen: Bool { !DeviceJudgement.isTouchpad(description, deviceClass) }

  /// Whether it is built in: udev says so, or where udev does not know, it is on a bus that has no plugs.
  var isInternal: Bool {
    switch identity.properties["ID_INTEGRATION"] {
    case "internal": true
    case "external": false
    default: Self.innerBuses.contains(description.bus)
    }
  }

  /// BUS_I2C, BUS_HOST, BUS_SPI, BUS_RMI of linux/input.h.
  private static let innerBuses: Set<UInt16> = [0x18, 0x19, 0x1c, 0x1d]
}
