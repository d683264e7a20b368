import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// Rules for the frames of a device that hold whatever the device sends.
struct FrameInvariants {
  private let panel: TouchPanel
  private var isDown: [Bool]
  private var lastTime = Instant(microseconds: 0)
  /// The first broken rule.
  private(set) var violation: String?
  /// The number of contacts that began.
  private(set) var beginnings = 0

  /// The rules for a panel's frames.
  init(of panel: TouchPanel) {
    self.panel = panel
    isDown = Array(repeating: false, count: panel.slotCount)
  }

  /// Whether each contact has ended.
  var isAllUp: Bool { !isDown.contains(true) }

  /// Checks the result of a step.
  mutating func check(_ step: TouchFrameAssembler.Step, of assembler: TouchFrameAssembler) {
    guard case .framesReady(let count) = step else { return }
    let isPen = panel.touchProtocol == .pen
    if !((assembler.hover == nil ? 1 : 0)...3).contains(count) { note("\(count) frames in a step") }
    if let hover = assembler.hover {
      if !isPen || !(0...1).contains(hover.zOffset) || hover.time < lastTime { note("a hover \(hover)") }
    }
    for index in 0..<count { check(assembler.frame(at: index)) }
  }

  private mutating func check(_ frame: TouchFrame) {
    if frame.time < lastTime || frame.time > .latestStamp { note("time \(frame.time) after \(lastTime)") }
    lastTime = frame.time
    if frame.changes.isEmpty { note("a frame without changes") }
    var numbers: Set<Int> = []
    for change in frame.changes {
      guard isDown.indices.contains(change.slot), numbers.insert(change.slot).inserted else {
        note("slot \(change.slot) of \(isDown.count), twice in a frame")
        continue
      }
      let isInside =
        change.position.x >= 0 && change.position.x < panel.size.width
        && change.position.y >= 0 && change.position.y < panel.size.height
      if !isInside { note("a position outside of the panel") }
      let attributes = change.attributes
      if !attributes.majorRadius.isFinite || !(0...4).contains(attributes.force) { note("\(attributes)") }
      if let attitude = attributes.attitude, !(0...Double.pi / 2).contains(attitude.altitude) {
        note("\(attitude)")
      }
      // A contact begins, may move, and ends or is cancelled.
      if isDown[change.slot] != (change.kind != .began) { note("\(change.kind) out of order") }
      isDown[change.slot] = change.kind == .began || change.kind == .moved
      if change.kind == .began { beginnings += 1 }
    }
  }

  private mutating func note(_ text: String) {
    if violation == nil { violation = text }
  }
}

@Suite struct AssemblerFuzzTests {
  @Test(
    "D8 to D12, D16 to D20, T2 to T4: 1,000,000 hostile events on random panels keep every promise",
    arguments: 0..<20)
  func hostileEvents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let panel = try judge(randomDevice(&random))
      var invariants = FrameInvariants(of: panel)
      let start = Bool.random(using: &random) ? randomState(panel, &random) : nil
      var assembler = TouchFrameAssembler(panel: panel, initialState: start)
      for _ in 0..<5000 {
        let step = assembler.feed(randomEvent(&random))
        invariants.check(step, of: assembler)
        if Int.random(in: 0..<500, using: &random) == 0 {
          let time = Instant(microseconds: .random(in: .min ... .max, using: &random))
          invariants.check(assembler.interrupted(at: time), of: assembler)
          if Bool.random(using: &random) { assembler.adopt(randomState(panel, &random)) }
        }
        guard step == .needsResynchronization else { continue }
        let time = Instant(microseconds: .random(in: .min ... .max, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: invariants.check(assembler.loseContacts(at: time), of: assembler)
        default:
          let state = randomState(panel, &random)
          invariants.check(assembler.resynchronize(with: state, at: time), of: assembler)
        }
      }
      invariants.check(assembler.deviceRemoved(at: .milliseconds(0)), of: assembler)
      #expect(invariants.violation == nil)
      #expect(invariants.isAllUp)
      #expect(invariants.beginnings > 0)
    }
  }

  @Test(
    "D13 D17 D18 D19: a device of random claims is refused, or gives a panel to compute with",
    arguments: 0..<20)
  func hostileClaims(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      var device = DeviceDescription.touchscreen(
        x: randomRange(&random), y: randomRange(&random), slotMaximum: odd(&random))
      device.codes[EventCode.absolute]?.insert(.random(in: 0...0x3f, using: &random))
      let lengths = [Double.nan, .infinity, -1, 0, 1e-300, 100, 1e300]
      let width = lengths.randomElement(using: &random) ?? 0
      let configured = Bool.random(using: &random) ? Size(width, 100) : nil
      guard let panel = try? judge(device, size: SizeKnowledge(configured: configured)) else { continue }
      #expect(DeviceJudgement.configurableSides.contains(panel.size.width))
      #expect(DeviceJudgement.configurableSides.contains(panel.size.height))
      #expect(DeviceJudgement.slotCounts.contains(Int64(panel.slotCount)))
      for value in [Int32.min, -1, 0, 1, .max] {
        let position = panel.position(x: value, y: value)
        #expect(position.x >= 0 && position.x < panel.size.width)
        #expect(position.y >= 0 && position.y < panel.size.height)
      }
    }
  }

  private func randomDevice(_ random: inout SeededGenerator) -> DeviceDescription {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .singleTouchScreen
    case 1: return .pen
    default: break
    }
    let minimum = Int32.random(in: -5000...5000, using: &random)
    let x = AxisRange(minimum: minimum, maximum: minimum + .random(in: 4000...40_000, using: &random))
    let y = AxisRange(minimum: -minimum, maximum: -minimum + .random(in: 4000...40_000, using: &random))
    return .touchscreen(x: x, y: y, slotMaximum: .random(in: 0..<12, using: &random))
      .with(axis: EventCode.touchMajor, randomRange(&random))
      .with(axis: EventCode.contactPressure, randomRange(&random))
      .with(axis: EventCode.toolType, AxisRange(minimum: 0, maximum: 2))
      .with(axis: EventCode.contactDistance, AxisRange(minimum: 0, maximum: 1))
  }

  private func randomState(_ panel: TouchPanel, _ random: inout SeededGenerator) -> PanelState {
    let count = Int.random(in: 0...panel.slotCount + 3, using: &random)
    let slots = (0..<count).map { _ in
      PanelState.Slot(
        trackingID: .random(in: -2...4, using: &random), x: value(&random), y: value(&random),
        attributes: randomAttributes(&random))
    }
    return PanelState(
      slots: slots, currentSlot: .random(in: -2...14, using: &random),
      pen: PenState(
        toolsInRange: .random(in: 0...3, using: &random),
        buttons: TouchButtons(rawValue: .random(in: 0...15, using: &random)),
        roll: .random(in: .min ... .max, using: &random)))
  }

  private func randomAttributes(_ random: inout SeededGenerator) -> RawAttributes {
    var attributes = RawAttributes()
    attributes.touchMajor = odd(&random)
    attributes.pressure = odd(&random)
    attributes.toolType = .random(in: -1...3, using: &random)
    attributes.distance = odd(&random)
    attributes.tiltX = odd(&random)
    attributes.tiltY = odd(&random)
    return attributes
  }

  private func randomEvent(_ random: inout SeededGenerator) -> InputEvent {
    let (type, code, value): (UInt16, UInt16, Int32) =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<20: (EventCode.absolute, EventCode.slot, .random(in: -1...12, using: &random))
      case 20..<22: (EventCode.absolute, EventCode.slot, odd(&random))
      case 22..<38: (EventCode.absolute, EventCode.trackingID, .random(in: -2...4, using: &random))
      case 38..<40: (EventCode.absolute, EventCode.trackingID, odd(&random))
      case 40..<50: (EventCode.absolute, EventCode.positionX, self.value(&random))
      case 50..<60: (EventCode.absolute, EventCode.positionY, self.value(&random))
      case 60..<65: (EventCode.absolute, EventCode.x, self.value(&random))
      case 65..<70: (EventCode.absolute, EventCode.y, self.value(&random))
      case 70..<73: (EventCode.key, EventCode.touch, .random(in: -1...2, using: &random))
      case 73..<75: (EventCode.key, EventCode.toolPen, .random(in: 0...1, using: &random))
      case 75: (EventCode.absolute, EventCode.contactDistance, .random(in: -1...1, using: &random))
      case 76..<77: (EventCode.absolute, EventCode.toolType, .random(in: -1...3, using: &random))
      case 77..<80: (EventCode.absolute, .random(in: 0x18...0x3a, using: &random), odd(&random))
      case 80..<95: (EventCode.synchronization, EventCode.report, 0)
      case 95: (EventCode.synchronization, EventCode.report, 1)
      case 96: (EventCode.synchronization, EventCode.dropped, 0)
      default: (.random(in: 0...0x20, using: &random), .random(in: 0...0x40, using: &random), odd(&random))
      }
    let time = Instant(microseconds: .random(in: -1_000_000...1_000_000_000, using: &random))
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  private func value(_ random: inout SeededGenerator) -> Int32 {
    Bool.random(using: &random) ? .random(in: -6000...45_000, using: &random) : odd(&random)
  }

  /// A number at an extreme of arithmetic, or any number.
  private func odd(_ random: inout SeededGenerator) -> Int32 {
    let places: [Int32] = [.min, .min + 1, -1, 0, 1, 9, 10, 249, 250, 1023, 65535, 1_000_000, .max - 1, .max]
    return Bool.random(using: &random)
      ? places.randomElement(using: &random) ?? 0 : .random(in: .min ... .max, using: &random)
  }

  private func randomRange(_ random: inout SeededGenerator) -> AxisRange {
    AxisRange(
      minimum: odd(&random), maximum: odd(&random), fuzz: odd(&random), flat: odd(&random),
      resolution: odd(&random))
  }
}
