import LinuxInput
import TouchInput

/// Assigns displays to panels, as far as settings name them or only one assignment is possible.
///
/// A panel may have several nodes, for example a touchscreen and a pen. They share one display.
struct DisplayPlaces {
  /// The longest accepted name of an output, in bytes. Names of connectors are far shorter.
  private static let maximumNameLength = 64

  private let displays: [Display]
  /// The panels, and whether each is built in.
  private var panels: [String: Bool] = [:]
  /// The output that a setting names for a panel, and the setting.
  private var named: [String: (output: String, reason: String)] = [:]

  /// - Parameter decisions: the decisions about nodes that are read.
  init(_ displays: [Display], _ decisions: [DeviceDecision]) {
    self.displays = displays
    for decision in decisions where decision.node.isScreen {
      let panel = Self.panel(of: decision)
      panels[panel] = decision.node.isInternal || panels[panel] ?? false
      if named[panel] == nil, let found = Self.named(for: decision) { named[panel] = found }
    }
  }

  /// The display under a panel, or nil where it is unknown, and the reason.
  func output(of decision: DeviceDecision) -> (output: String?, reason: String) {
    let panel = Self.panel(of: decision)
    if let own = Self.named(for: decision) ?? named[panel] { return (own.output, own.reason) }
    guard decision.node.isScreen else { return (nil, "a touchpad lies on no display") }
    if displays.isEmpty { return (nil, "no display is connected, and no table names one") }
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
  /// Whether the device is a screen rather than a touchpad.
  var isScreen: Bool { !DeviceJudgement.isTouchpad(description, deviceClass) }

  /// Whether the device is built in. udev's word counts first; without it, a bus without plugs means built in.
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
