import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxInput
import TouchInput

/// The decision about a device before it is opened, with the reasons.
package struct DeviceDecision: Hashable {
  /// Why a device is not read. Its description is a sentence.
  package enum Exclusion: Hashable, CustomStringConvertible {
    /// The device's table says so.
    case ignoredByTable(String)
    /// udev says so.
    case ignoredByUdev
    /// The device cannot be read as a touchscreen.
    case refused(DeviceRefusal)
    /// The device is one of the filter's own, through which others receive touches (FLT-81).
    case ofFilter
    /// Another node of the same panel reports the same touches in more detail.
    case twin(of: String)

    package var description: String {
      switch self {
      case .ignoredByTable(let table): "[device.\(table)] says ignore"
      case .ignoredByUdev: "udev's LIBINPUT_IGNORE_DEVICE says so"
      case .ofFilter: "it is a device of gestured's own filter"
      case .refused(let refusal): "\(refusal)"
      case .twin(let path): "it is the single-touch twin of \(path): both are nodes of one panel"
      }
    }
  }

  /// The device.
  package var node: InputDeviceNode
  /// The device's table in the configuration.
  package var settings: DeviceSettings?
  /// The protocol in which the device reports contacts; nil where it is refused.
  package var touchProtocol: TouchProtocol?
  /// Why the device is not read; nil where it is, as far as is known before opening it.
  package var exclusion: Exclusion?
  /// The panel's placement under the picture.
  var placement = PanelPlacement.upright
  /// The known facts about the panel's size.
  var size = SizeKnowledge()
  /// The decided setup apart from the panel.
  var setup: ScreenSetup
  /// The findings and their reasons.
  var findings: [DeviceVerdict.Finding] = []
  /// The settings with unusable values, one warning each.
  var warnings: [MessageLine] = []

  /// Which kinds of devices may be read: touchpads only where the table allows them.
  package var scope: DeviceScope { settings?.scope ?? .touchscreens }

  /// Judges the opened device.
  ///
  /// - Throws: why the device is not read.
  package func panel(
    of description: DeviceDescription, _ touchProtocol: TouchProtocol
  ) throws(DeviceRefusal) -> TouchPanel {
    try DeviceJudgement.judgeAxes(
      of: description, touchProtocol: touchProtocol, size: size, ranges: settings?.ranges ?? StatedRanges(),
      trustsPressure: settings?.trustsPressure ?? false, placement: placement,
      isTouchpad: settings?.isTouchpad ?? false)
  }

  /// The setup apart from the panel, once the panel is known.
  func setup(of panel: TouchPanel) -> ScreenSetup {
    var setup = setup
    if setup.pixels == nil, let pixels = size.display?.pixels {
      setup.pixels = panel.pixels(ofDisplay: pixels)
    }
    return setup
  }

  /// All findings, in the order of their topics, once the panel is known.
  package func findings(with panel: TouchPanel) -> [DeviceVerdict.Finding] {
    var all = findings
    all.append(role)
    all.append(.init(.size, panel.size.text + " mm", sizeReason(panel)))
    let pixels = setup(of: panel).pixels
    let pixelsReason: String
    if setup.pixels != nil {
      pixelsReason = "its table says pixels"
    } else {
      pixelsReason =
        pixels == nil ? "no table and no display gives them" : "the first mode of the display under it"
    }
    all.append(.init(.pixels, pixels?.text ?? "", pixelsReason))
    let order = DeviceVerdict.Finding.Topic.allCases
    return all.sorted { (order.firstIndex(of: $0.topic) ?? 0) < (order.firstIndex(of: $1.topic) ?? 0) }
  }

  /// Whether the device is read as a touchpad, and for which part of the screen (PAD-1).
  private var role: DeviceVerdict.Finding {
    guard let settings, settings.isTouchpad else {
      return .init(.role, "touchscreen", "no table says touchpad = true for it")
    }
    let place = settings.mapRegion.map { "region \($0)" } ?? "the whole screen"
    return .init(
      .role, "touchpad", "its table says touchpad = true: its touches are indirect, and stand for \(place)")
  }

  private func sizeReason(_ panel: TouchPanel) -> String {
    let source =
      switch panel.sizeSource {
      case .configured: "its table says size_mm"
      case .resolution: "the resolution that it claims"
      case .display: "the display under it says so"
      case .fallback: "a guess"
      }
    return panel.sizeWarning.map { "\(source): \($0)" } ?? source
  }
}

extension Size {
  /// The size as the findings show it: `344 × 194`
  fileprivate var text: String { "\(Int(width.rounded())) × \(Int(height.rounded()))" }
}
