import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxInput
import TouchInput

/// What is decided of a device before it is opened, with the reasons.
struct DeviceDecision: Hashable {
  /// Why a device is not read. Its description is a sentence.
  enum Exclusion: Hashable, CustomStringConvertible {
    /// Its table says so.
    case ignoredByTable(String)
    /// udev says so.
    case ignoredByUdev
    /// It is none that is read.
    case refused(DeviceRefusal)
    /// It tells of the touches that another node of the same panel tells of, and that one tells more.
    case twin(of: String)

    var description: String {
      switch self {
      case .ignoredByTable(let table): "[device.\(table)] says ignore"
      case .ignoredByUdev: "udev's LIBINPUT_IGNORE_DEVICE says so"
      case .refused(let refusal): "\(refusal)"
      case .twin(let path): "it is the single-touch twin of \(path): both are nodes of one panel"
      }
    }
  }

  /// The device.
  var node: InputDeviceNode
  /// What the configuration says of it.
  var settings: DeviceSettings?
  /// How it tells of contacts; nil where it is none that is read.
  var touchProtocol: TouchProtocol?
  /// Why it is not read; nil where it is, as far as can be said before it is opened.
  var exclusion: Exclusion?
  /// How it lies under the picture.
  var placement = PanelPlacement.upright
  /// What is known of its size.
  var size = SizeKnowledge()
  /// What is settled besides.
  var setup: ScreenSetup
  /// What was decided, and why.
  var findings: [DeviceVerdict.Finding] = []
  /// What somebody set to something that cannot be: for one warning each.
  var warnings: [String] = []

  /// Whether it may be a touchpad.
  var scope: DeviceScope { settings?.scope ?? .touchscreens }

  /// Judges the opened device.
  ///
  /// - Throws: why it is not read.
  func panel(
    of description: DeviceDescription, _ touchProtocol: TouchProtocol
  ) throws(DeviceRefusal) -> TouchPanel {
    try DeviceJudgement.judgeAxes(
      of: description, touchProtocol: touchProtocol, size: size,
      trustsPressure: settings?.trustsPressure ?? false, placement: placement)
  }

  /// What is settled besides its panel, once that is known.
  func setup(of panel: TouchPanel) -> ScreenSetup {
    var setup = setup
    if setup.pixels == nil, let pixels = size.display?.pixels {
      setup.pixels = panel.pixels(ofDisplay: pixels)
    }
    return setup
  }

  /// All that was decided, in the order of the topics, once its panel is known.
  func findings(with panel: TouchPanel) -> [DeviceVerdict.Finding] {
    var all = findings
    all.append(.init(.size, panel.size.text + " mm", sizeReason(panel)))
    let pixels = setup(of: panel).pixels
    let pixelsReason: String
    if setup.pixels != nil {
      pixelsReason = "its table says pixels"
    } else {
      pixelsReason = pixels == nil ? "nobody says them" : "the first mode of the display under it"
    }
    all.append(.init(.pixels, pixels?.text ?? "", pixelsReason))
    let order = DeviceVerdict.Finding.Topic.allCases
    return all.sorted { (order.firstIndex(of: $0.topic) ?? 0) < (order.firstIndex(of: $1.topic) ?? 0) }
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
  /// `344 × 194`
  fileprivate var text: String { "\(Int(width.rounded())) × \(Int(height.rounded()))" }
}
