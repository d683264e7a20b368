import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// Random events of random panels, all the way to gestures. Nothing traps on any event, and every position lies on the
/// panel.
///
/// The panels have slots with or without ids, no slots, one contact, or the box around two contacts. Their orientation
/// and their calibration are random.
struct HostileEvents {
  private var random: SeededGenerator
  /// The number of events fed.
  private(set) var count = 0
  /// The number of gestures.
  private(set) var gestures = 0
  /// The number of broken promises.
  private(set) var violations = 0

  private static let eventsPerPanel = 10_000

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Feeds at least that many events, to as many panels as needed.
  mutating func feed(_ total: Int, _ shipped: ShippedPipeline) {
    while count < total {
      // A device whose claims allow no panel is refused, which ends its part.
      guard let panel = try? ShippedPipeline.panel(device(), placement()) else { continue }
      feed(panel, shipped)
    }
  }

  private mutating func feed(_ panel: TouchPanel, _ shipped: ShippedPipeline) {
    var followed = FollowedPanel(panel, shipped, openedAt: .milliseconds(0))
    var now: Int64 = 1_000_000
    for _ in 0..<Self.eventsPerPanel {
      count += 1
      now += .random(in: 0...3000, using: &random)
      let time = Instant(microseconds: now)
      let event = event(of: panel, at: now)
      _ = followed.read([EventList([event])], now: time) { state(panel) }
      switch Int.random(in: 0..<2000, using: &random) {
      case 0: followed.wakeUp(now: time) { state(panel) }
      case 1: followed.replug(state: state(panel), now: time)
      case 2...20: followed.advance(to: time) { state(panel) }
      default: break
      }
    }
    let end = Instant(microseconds: now)
    followed.wakeUp(now: end) { state(panel) }
    followed.finish(at: end + .milliseconds(10_000)) { state(panel) }
    gestures += followed.seen.count
    violations += followed.leakedCount + followed.unmatchedCount + followed.misplacedCount
  }

  private mutating func device() -> DeviceDescription {
    let minimum = number()
    let length = Int32.random(in: 1...40_000, using: &random)
    let resolution: Int32 = [0, 1, 64, 300].randomElement(using: &random) ?? 0
    let (maximum, isTooFar) = minimum.addingReportingOverflow(length)
    let x = AxisRange(minimum: minimum, maximum: isTooFar ? .max : maximum, resolution: resolution)
    let y = AxisRange(minimum: -5, maximum: length, resolution: resolution)
    var device = TestScreen.description(
      x: x, y: y, slotMaximum: [0, 1, 4, 9, 31, 99, 249].randomElement(using: &random) ?? 9)
    var axes: [UInt16] = [EventCode.positionX, EventCode.positionY]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: axes += [EventCode.slot, EventCode.trackingID]
    case 1:
      axes += [EventCode.slot, EventCode.trackingID]
      device.properties.insert(EventCode.semiMultitouchProperty)
      device.axes[EventCode.slot]?.maximum = 1
    case 2: axes.append(EventCode.trackingID)
    case 3: break
    default: axes = [EventCode.x, EventCode.y]
    }
    if Bool.random(using: &random) { axes += [EventCode.touchMajor, EventCode.toolType] }
    device.codes[EventCode.absolute] = CodeSet(axes)
    for (plain, contact) in [(EventCode.x, EventCode.positionX), (EventCode.y, EventCode.positionY)] {
      device.axes[plain] = device.axes[contact]
    }
    return device
  }

  private mutating func placement() -> PanelPlacement {
    let isCalibrated = Int.random(in: 0..<4, using: &random) == 0
    func number() -> Double { [-1, -0.5, 0, 0.3, 1, 1.5, 100].randomElement(using: &random) ?? 1 }
    return PanelPlacement(
      calibration: isCalibrated
        ? AffineTransform(number(), number(), number(), number(), number(), number()) : .identity,
      rotation: PanelPlacement.Rotation.allCases.randomElement(using: &random) ?? .none)
  }

  private mutating func state(_ panel: TouchPanel) -> PanelState {
    let slots = (0..<Int.random(in: 0...panel.slotCount + 2, using: &random)).map { _ in
      PanelState.Slot(trackingID: .random(in: -2...4, using: &random), x: number(), y: number())
    }
    return PanelState(slots: slots, currentSlot: .random(in: -2...260, using: &random))
  }

  private mutating func event(of panel: TouchPanel, at now: Int64) -> InputEvent {
    let (type, code, value): (UInt16, UInt16, Int32) =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<16: (EventCode.absolute, EventCode.slot, .random(in: -1...11, using: &random))
      case 16..<30: (EventCode.absolute, EventCode.trackingID, .random(in: -3...6, using: &random))
      case 30..<48: (EventCode.absolute, EventCode.positionX, number())
      case 48..<66: (EventCode.absolute, EventCode.positionY, number())
      case 66..<70 where panel.touchProtocol.isMultitouch && !panel.touchProtocol.isSlotless:
        (EventCode.absolute, .random(in: 0...0x3f, using: &random), number())
      case 66..<68: (EventCode.key, EventCode.touch, .random(in: 0...1, using: &random))
      case 68..<70 where panel.touchProtocol.isSlotless:
        (EventCode.synchronization, EventCode.contactReport, 0)
      case 68..<70: (EventCode.absolute, .random(in: 0...1, using: &random), number())
      case 70..<94: (EventCode.synchronization, EventCode.report, 0)
      case 94: (EventCode.synchronization, EventCode.report, 1)
      case 95: (EventCode.synchronization, EventCode.dropped, 0)
      default: (.random(in: 0...0x20, using: &random), .random(in: 0...0x40, using: &random), number())
      }
    // Most stamps can be true.
    let isTrue = Int.random(in: 0..<1000, using: &random) > 0
    let stamp = isTrue ? now : Int64.random(in: 0...Instant.latestStamp.microseconds, using: &random)
    return InputEvent(time: Instant(microseconds: stamp), type: type, code: code, value: value)
  }

  /// Most numbers lie on a panel. The others are extremes of arithmetic, or anything.
  private mutating func number() -> Int32 {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .random(in: .min ... .max, using: &random)
    case 1: [.min, .min + 1, -1, 0, 1, 9, 10, 65535, .max - 1, .max].randomElement(using: &random) ?? 0
    default: .random(in: 0...12_000, using: &random)
    }
  }
}
