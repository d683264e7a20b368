import GestureCore
import GesturedConfiguration
import LinuxInput
import TouchInput

/// What the shipped configuration makes of a panel.
struct ShippedPipeline {
  /// The recognizers that it declares.
  let recognizers: RecognizerSet
  private let configuration: Configuration

  init() throws {
    configuration = try Configuration.builtIn()
    recognizers = try RecognizerSet(configuration.recognizers)
  }

  /// How events become frames, from when the panel was opened on; with the contacts that are down already.
  func stream(of panel: TouchPanel, _ state: PanelState?, openedAt time: Instant) -> PanelStream {
    PanelStream(
      panel, from: .device(openedAt: time, countsReading: false), configuration.touch, initialState: state)
  }

  /// How frames become gestures.
  func pipeline(of panel: TouchPanel) -> TouchscreenPipeline {
    TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: RegionTree(screen: panel.size), settings: configuration.touch,
      recognizers: recognizers)
  }

  /// A panel as the daemon judges it.
  static func panel(
    _ device: DeviceDescription, _ placement: PanelPlacement = .upright
  ) throws(DeviceRefusal) -> TouchPanel {
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: DeviceClass(of: device), scope: .touchscreens)
    return try DeviceJudgement.judgeAxes(of: device, touchProtocol: touchProtocol, placement: placement)
  }
}
