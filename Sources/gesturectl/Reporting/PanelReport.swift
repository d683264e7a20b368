import GestureClient
import GestureCore
import GestureProtocol
import TouchInput

/// A report of a panel for docs/hardware.md: its description and its measured figures.
///
/// The report contains no position, path or serial number, and no name that a person could have given.
struct PanelReport {
  /// The number of the format. A reader refuses other numbers.
  static let format = 1

  /// The name for the report; nil where the device's own name may be a person's.
  let name: String?
  /// The device's description of itself; nil where the daemon has read the panel.
  let description: DeviceDescription?
  let panel: TouchPanel
  /// The most contacts, and the source of the size, as the daemon knows them; nil for a recording.
  let screen: Touchscreen?
  /// The measured figures; nil where only `gestured --measure` can measure the panel.
  let figures: PanelFigures?
  let quirks: [PanelQuirk]

  /// The report of a recording.
  ///
  /// - Parameters:
  ///   - recording: the device and its events.
  ///   - screen: the touchscreen whose touches the recording holds; nil where the recording holds a device's events.
  ///   - name: a name that replaces the device's own.
  /// - Throws: the reason not to read the device.
  init(of recording: EvemuRecording, screen: Touchscreen? = nil, name: String?) throws(DeviceRefusal) {
    let device = recording.device
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: DeviceClass(of: device), scope: .everything)
    panel = try DeviceJudgement.judgeAxes(of: device, touchProtocol: touchProtocol)
    self.screen = screen
    description = screen == nil ? device : nil
    self.name = name ?? (screen == nil ? PanelName.ofMaker(device) : nil)
    // A panel without slots needs the translator of the daemon.
    figures = touchProtocol.isSlotless ? nil : Self.figures(of: recording.events, panel)
    quirks = screen == nil ? PanelQuirk.all(of: recording, panel) : []
  }

  private static func figures(of events: [InputEvent], _ panel: TouchPanel) -> PanelFigures {
    var assembler = TouchFrameAssembler(panel: panel)
    var measurement = PanelMeasurement(panel)
    for event in events {
      if event.isDrop { measurement.countDropped() }
      var step = assembler.feed(event)
      if step == .needsResynchronization { step = assembler.loseContacts(at: event.time) }
      guard case .framesReady(let count) = step else { continue }
      for index in 0..<count { measurement.measure(assembler.frame(at: index), readAt: nil) }
    }
    return measurement.figures
  }

  // MARK: Its text

  /// The report as a JSON object, with a line for each field.
  var text: [UInt8] {
    var text = Array("{\n".utf8)
    let all = described + measured
    for (position, field) in all.enumerated() {
      text += "  \"\(field.key)\": ".utf8
      field.value.append(to: &text)
      text += (position + 1 == all.count ? "\n" : ",\n").utf8
    }
    return text + Array("}\n".utf8)
  }

  private typealias Field = (key: String, value: JSONValue)

  private var described: [Field] {
    let size = screen.map { Size($0.size.x, $0.size.y) } ?? panel.size
    return [
      ("report", .integer(Self.format)),
      ("gestured", .text(ProductVersion.current)),
      ("measured_from", screen == nil ? "a recording" : "the daemon's touches"),
      ("name", name.map(JSONValue.text) ?? .null),
      ("ids", description.map { .text(DeviceIdentity(of: $0).numbers) } ?? .null),
      ("bus", description.map { .integer(Int($0.bus)) } ?? .null),
      ("protocol", description == nil ? .null : .text(panel.touchProtocol.reportWord)),
      ("slots", description == nil || panel.touchProtocol.isSlotless ? .null : .integer(panel.slotCount)),
      ("contacts", .integer(screen?.maximumTouches ?? panel.maximumContacts)),
      ("size_mm", .list([rounded(size.width), rounded(size.height)])),
      ("size_source", .text(screen?.sizeSource ?? panel.sizeSource.rawValue)),
      ("axes", description.map(axes) ?? .null),
      ("quirks", description == nil ? .null : .list(quirks.map { .text($0.rawValue) })),
    ]
  }

  private var measured: [Field] {
    let interval = figures?.interval
    var steps: [JSONValue] = [.null, .null]
    if description != nil {
      steps = [step(figures?.smallestStepX, panel.x), step(figures?.smallestStepY, panel.y)]
    }
    return [
      ("reports", integer(figures?.reports)),
      ("touches", integer(figures?.touches)),
      ("touches_at_once", integer(figures?.touchesAtOnce)),
      ("touched_s", figures.map { rounded($0.touchedTime.seconds) } ?? .null),
      (
        "reports_per_second",
        interval.map {
          .object([
            "median": rounded(1000 / $0.median), "min": rounded(1000 / $0.maximum),
            "max": rounded(1000 / $0.minimum),
          ])
        } ?? .null
      ),
      ("jitter_ms", distribution(figures?.jitter)),
      ("pauses", integer(figures?.pauses)),
      ("smallest_step_mm", .list(steps)),
      ("resting_noise_mm", distribution(figures?.restingNoise)),
      ("dropped", integer(figures?.droppedStretches)),
    ]
  }

  private func axes(of device: DeviceDescription) -> JSONValue {
    var axes: [String: JSONValue] = [:]
    for (code, range) in device.axes {
      axes[EventCode.axisName(code)] = .object([
        "min": .integer(Int(range.minimum)), "max": .integer(Int(range.maximum)),
        "fuzz": .integer(Int(range.fuzz)), "resolution": .integer(Int(range.resolution)),
      ])
    }
    return .object(axes)
  }

  private func step(_ units: Int?, _ axis: PanelAxis) -> JSONValue {
    units.map { rounded(Double($0) / axis.unitsPerMillimetre) } ?? .null
  }

  private func distribution(_ values: Distribution?) -> JSONValue {
    guard let values else { return .null }
    return .object([
      "p50": rounded(values.median), "p99": rounded(values.p99), "max": rounded(values.maximum),
    ])
  }

  private func integer(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }

  private func rounded(_ value: Double) -> JSONValue {
    let rounded = (value * 10_000).rounded() / 10_000
    return .number(rounded == 0 ? 0 : rounded)
  }
}

extension TouchProtocol {
  /// The protocol in a report.
  fileprivate var reportWord: String {
    switch self {
    case .multitouch: "B"
    case .slotless(givesIDs: true): "A with ids"
    case .slotless(givesIDs: false): "A"
    case .singleTouch: "single touch"
    case .pen: "pen"
    }
  }
}

extension EventCode {
  /// The kernel's name of an axis that panels have; another axis by its number.
  fileprivate static func axisName(_ code: UInt16) -> String {
    let contactNames = [
      "SLOT", "TOUCH_MAJOR", "TOUCH_MINOR", "WIDTH_MAJOR", "WIDTH_MINOR", "ORIENTATION", "POSITION_X",
      "POSITION_Y", "TOOL_TYPE", "BLOB_ID", "TRACKING_ID", "PRESSURE", "DISTANCE", "TOOL_X", "TOOL_Y",
    ]
    let index = Int(code) - Int(slot)
    if contactNames.indices.contains(index) { return "ABS_MT_\(contactNames[index])" }
    switch code {
    case x: return "ABS_X"
    case y: return "ABS_Y"
    case z: return "ABS_Z"
    case pressure: return "ABS_PRESSURE"
    case 0x28: return "ABS_MISC"
    case distance: return "ABS_DISTANCE"
    case tiltX: return "ABS_TILT_X"
    case tiltY: return "ABS_TILT_Y"
    default: return "axis \(code)"
    }
  }
}
