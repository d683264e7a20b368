import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// Reports of a panel without slots as text, and the frames that leave the translator and the assembler.
///
/// A line is a report: its time in milliseconds, then its events, then SYN_REPORT. `x`, `y`, `id`, `major`, `pressure` and
/// `tool` are axes of a contact. `|` is SYN_MT_REPORT, `touch` is BTN_TOUCH, and `dropped` is SYN_DROPPED. `cut` is a
/// SYN_REPORT of value 1, and `scan` an event of another type. The panel is T1, with 64 units a mm.
///
/// A resulting line is a frame. After its time come the changed contacts, each with its slot, its change, and its place
/// in mm.
struct SlotlessStory {
  private var translator: SlotTranslator
  private var assembler: TouchFrameAssembler
  /// The resulting lines.
  private(set) var lines: [String] = []
  /// How often dropped events made the translator give up its contacts.
  private(set) var losses = 0

  /// A panel like T1.
  ///
  /// - Parameters:
  ///   - givesIDs: Whether the panel declares ABS_MT_TRACKING_ID.
  ///   - fuzz: The noise of its axes, in units.
  init(givesIDs: Bool = false, isTouched: Bool = false, fuzz: Int32 = 0) throws {
    try self.init(panel: Self.panel(givesIDs: givesIDs, fuzz: fuzz), isTouched: isTouched)
  }

  /// Another panel.
  init(panel: TouchPanel, isTouched: Bool = false) {
    translator = SlotTranslator(panel: panel, isTouched: isTouched)
    assembler = TouchFrameAssembler(panel: panel)
  }

  /// T1 as a panel of protocol A, with an axis that says whether a finger is only near.
  static func panel(
    givesIDs: Bool, fuzz: Int32 = 0, x: ClosedRange<Int32> = 0...10239, y: ClosedRange<Int32> = 0...6399,
    nearness: UInt16 = EventCode.contactDistance, placement: PanelPlacement = .upright
  ) throws -> TouchPanel {
    var device = TestScreen.description(
      x: AxisRange(minimum: x.lowerBound, maximum: x.upperBound, fuzz: fuzz, resolution: 64),
      y: AxisRange(minimum: y.lowerBound, maximum: y.upperBound, fuzz: fuzz, resolution: 64))
    let axes = [
      EventCode.positionX, EventCode.positionY, EventCode.touchMajor, EventCode.toolType, nearness,
    ]
    device.axes[nearness] = AxisRange(minimum: 0, maximum: 7)
    device.codes[EventCode.absolute] = CodeSet(axes + (givesIDs ? [EventCode.trackingID] : []))
    device.axes[EventCode.touchMajor] = AxisRange(minimum: 0, maximum: 1000)
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: .touchscreen, scope: .touchscreens)
    return try DeviceJudgement.judgeAxes(of: device, touchProtocol: touchProtocol, placement: placement)
  }

  /// The resulting lines of a story.
  static func play(_ story: String, givesIDs: Bool = false, isTouched: Bool = false) throws -> [String] {
    var run = try SlotlessStory(givesIDs: givesIDs, isTouched: isTouched)
    run.go(on: story)
    return run.lines
  }

  /// Plays reports.
  mutating func go(on story: String) {
    for line in story.split(separator: "\n") {
      var words = line.split(separator: " ")
      let time = words.isEmpty ? 0 : Int64(words.removeFirst()) ?? 0
      for word in words { feed(Self.event(String(word), at: time)) }
      feed(Self.event("report", at: time))
    }
  }

  /// Plays an event.
  mutating func feed(_ event: InputEvent) {
    translator.translate(event)
    while let translated = translator.next() {
      switch assembler.feed(translated) {
      case .nothing: break
      case .framesReady(let count): take(count)
      case .needsResynchronization:
        losses += 1
        if case .framesReady(let count) = assembler.loseContacts(at: translated.time) { take(count) }
      }
    }
  }

  private mutating func take(_ count: Int) {
    for index in 0..<count {
      let frame = assembler.frame(at: index)
      let changes = frame.changes.map { change in
        "\(change.slot) \(change.kind) \(Self.text(change.position.x)),\(Self.text(change.position.y))"
      }
      lines.append("\(frame.time.microseconds / 1000): " + changes.joined(separator: "; "))
    }
  }

  private static func text(_ millimetres: Double) -> String {
    let hundredths = Int((millimetres * 100).rounded())
    return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
  }

  /// The event of a word.
  static func event(_ word: String, at time: Int64) -> InputEvent {
    let name = word.prefix { $0.isLetter || $0 == "|" }
    let value = Int32(word.dropFirst(name.count)) ?? 0
    let (type, code, fixed): (UInt16, UInt16, Int32?) =
      switch name {
      case "x": (EventCode.absolute, EventCode.positionX, nil)
      case "y": (EventCode.absolute, EventCode.positionY, nil)
      case "id": (EventCode.absolute, EventCode.trackingID, nil)
      case "major": (EventCode.absolute, EventCode.touchMajor, nil)
      case "tool": (EventCode.absolute, EventCode.toolType, nil)
      case "pressure": (EventCode.absolute, EventCode.contactPressure, nil)
      case "distance": (EventCode.absolute, EventCode.contactDistance, nil)
      case "touch": (EventCode.key, EventCode.touch, nil)
      case "|": (EventCode.synchronization, EventCode.contactReport, 0)
      case "dropped": (EventCode.synchronization, EventCode.dropped, 0)
      case "cut": (EventCode.synchronization, EventCode.report, 1)
      case "report": (EventCode.synchronization, EventCode.report, 0)
      default: (4, 5, 7)
      }
    return InputEvent(time: .milliseconds(time), type: type, code: code, value: fixed ?? value)
  }
}
