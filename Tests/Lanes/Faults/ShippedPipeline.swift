import GestureCore
import GesturedConfiguration
import LinuxInput
import TouchInput

/// The stream and the pipeline of a panel with the shipped configuration.
struct ShippedPipeline {
  /// The recognizers of the configuration.
  let recognizers: RecognizerSet
  private let configuration: Configuration

  init() throws {
    configuration = try Configuration.builtIn()
    recognizers = try RecognizerSet(configuration.recognizers)
  }

  /// The stream from events to frames, starting when the panel is opened, with the contacts of `state`.
  func stream(of panel: TouchPanel, _ state: PanelState?, openedAt time: Instant) -> PanelStream {
    PanelStream(
      panel, from: .device(openedAt: time, countsReading: false), configuration.touch, initialState: state)
  }

  /// The pipeline from frames to gestures.
  func pipeline(of panel: TouchPanel) -> TouchscreenPipeline {
    TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: RegionTree(screen: panel.size), settings: configuration.touch,
      recognizers: recognizers)
  }

  /// A panel, judged as the daemon judges it.
  static func panel(
    _ device: DeviceDescription, _ placement: PanelPlacement = .upright
  ) throws(DeviceRefusal) -> TouchPanel {
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: DeviceClass(of: device), scope: .touchscreens)
    return try DeviceJudgement.judgeAxes(of: device, touchProtocol: touchProtocol, placement: placement)
  }
}
