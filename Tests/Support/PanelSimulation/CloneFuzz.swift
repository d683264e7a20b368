import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// A panel that lies: ids, slots, values and reports of any kind go through the daemon's engine, and the real keeper judges
/// each frame of the clone (FF-22).
///
/// ```
///   random events ─▶ PanelFrames ─▶ TouchscreenPipeline, CloneFrames ─▶ pipe ─▶ keeper ─▶ slots of a reader
/// ```
package struct CloneFuzz: ~Copyable {
  private static let codes: [UInt16] = Array(EventCode.contactAxes)

  private var generator: SeededGenerator
  private let slots: Int
  private var frames: PanelFrames
  private var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  private let keeper = ServedKeeper(hasSocket: false, pipeRoom: 1 << 20)
  /// The ids of the clone's slots; -1 for a free one.
  private var ids: [Int32]
  private var slot = 0
  /// The time of the panel's stamps and of the keeper, in ms.
  private var time: Int64 = 1000
  /// How many landings and ends the clone's readers have seen, and the longest frame in events.
  package private(set) var landings = 0
  package private(set) var ends = 0
  package private(set) var longestFrame = 0
  private var frameLength = 0
  /// The first thing that is wrong.
  package private(set) var mistake: String?

  package init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let slots = [1, 2, 10, 100].randomElement(using: &generator) ?? 10
    let hasAllAxes = Bool.random(using: &generator)
    var description = TestScreen.description(slotMaximum: Int32(slots - 1))
    for code in Self.codes
    where code != EventCode.trackingID && hasAllAxes && description.axes[code] == nil {
      description.codes[EventCode.absolute]?.insert(code)
      description.axes[code] = AxisRange(minimum: 0, maximum: code == EventCode.toolType ? 2 : 255)
    }
    let panel = try DeviceJudgement.judgeAxes(of: description, touchProtocol: .multitouch)
    let clone = try CloneDescription(of: description, panel)
    var app = AppSettings()
    app.mode = AppSettings.Mode.allCases.randomElement(using: &generator) ?? .hold
    let choices: [[RecognizerDeclaration]] = [
      [.pan(passive: true)], [.tap(), .pan("pan2", minimum: 2, maximum: 2)], [.tap("tap2", taps: 2)],
      [.longPress(), .swipe("swipe", ["right", "left"])],
    ]
    let recognizers = try RecognizerSet(choices.randomElement(using: &generator) ?? [])
    let isNew = Bool.random(using: &generator)
    self.init(
      slots, hasAllAxes, app, generator,
      PanelFrames(
        panel, frozenSpan: .milliseconds(1000), clone: CloneFrames(clone, of: panel, isNew: isNew)),
      TouchscreenPipeline(
        maximumTouches: slots, regions: RegionTree(screen: panel.size), recognizers: recognizers, app: app))
  }

  private init(
    _ slots: Int, _ hasAllAxes: Bool, _ app: AppSettings, _ generator: SeededGenerator, _ frames: PanelFrames,
    _ pipeline: consuming TouchscreenPipeline
  ) {
    self.generator = generator
    self.slots = slots
    self.frames = frames
    self.pipeline = pipeline
    ids = Array(repeating: -1, count: slots)
    let isMade = keeper.make(
      slots: slots, endsByPalm: app.mode == .cancel, hasAllAxes: hasAllAxes, at: time)
    if !isMade { mistake = "the keeper makes no clone" }
  }

  /// Plays events, then lets all contacts end.
  package mutating func play(_ count: Int) {
    var left = count
    while left > 0, mistake == nil {
      let length = chance(200) ? random(1000...5000) : random(0...40)
      for _ in 0..<length { feed(event()) }
      left -= length + 1
      feed(event(EventCode.synchronization, chance(50) ? EventCode.dropped : EventCode.report, 0))
      time += chance(20) ? Int64(random(1...2000)) : Int64(random(0...20))
      advance()
    }
    if mistake == nil { end() }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
  private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func any() -> Int32 { Int32.random(in: .min ... .max, using: &generator) }

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: .milliseconds(time), type: type, code: code, value: value)
  }

  private mutating func event() -> InputEvent {
    let isWild = chance(30)
    switch random(0...9) {
    case 0, 1: return event(EventCode.absolute, EventCode.slot, isWild ? any() : Int32(random(0...slots)))
    case 2, 3:
      let id = chance(3) ? -1 : Int32(random(0...9))
      return event(EventCode.absolute, EventCode.trackingID, isWild ? any() : id)
    case 4, 5:
      return event(EventCode.absolute, EventCode.positionX, isWild ? any() : Int32(random(0...10_239)))
    case 6: return event(EventCode.absolute, EventCode.positionY, isWild ? any() : Int32(random(0...6399)))
    case 7, 8:
      let code = Self.codes.randomElement(using: &generator) ?? EventCode.positionX
      return event(EventCode.absolute, code, isWild ? any() : Int32(random(0...2)))
    default:
      guard isWild else { return event(EventCode.key, EventCode.touch, Int32(random(0...1))) }
      return event(UInt16(random(0...31)), UInt16(random(0...767)), any())
    }
  }

  private mutating func feed(_ event: InputEvent) {
    switch frames.feed(event) {
    case .nothing: break
    case .framesReady(let count): take(count)
    case .needsResynchronization:
      var state = PanelState(slotCount: slots)
      for slot in state.slots.indices where chance(2) {
        state.slots[slot] = PanelState.Slot(
          trackingID: chance(3) ? -1 : Int32(random(0...9)),
          x: chance(20) ? any() : Int32(random(0...10_239)),
          y: Int32(random(0...6399)))
        state.slots[slot].attributes.toolType = Int32(random(0...2))
      }
      state.currentSlot = chance(20) ? any() : Int32(random(0...slots))
      if case .framesReady(let count) = frames.resynchronize(with: state, at: .milliseconds(time)) {
        take(count)
      }
    }
  }

  private mutating func take(_ count: Int) {
    for index in 0..<count {
      pipeline.receive(frames.frame(at: index), identifiers: &identifiers, into: &buffer)
    }
    write()
  }

  private mutating func advance() {
    while let deadline = pipeline.nextDeadline, deadline < .milliseconds(time) {
      pipeline.advance(to: deadline, identifiers: &identifiers, into: &buffer)
      write()
    }
  }

  private mutating func write() {
    let (events, _) = frames.writeClone(buffer.app)
    buffer.removeAll()
    guard !events.isEmpty else { return }
    // The keeper passes 100 events a ms on.
    time += 1 + Int64(events.count) / 50
    guard keeper.write(events) else { return blame("the pipe is full") }
    for said in keeper.serve(at: time) { judge(said.event) }
    if keeper.droppedCount > 0 { blame("the keeper finds a frame wrong") }
  }

  private mutating func blame(_ text: String) { if mistake == nil { mistake = text } }

  private mutating func judge(_ event: InputEvent) {
    frameLength += 1
    longestFrame = max(longestFrame, frameLength)
    if event.type == EventCode.synchronization { return frameLength = 0 }
    guard event.type == EventCode.absolute else { return }
    if event.code == EventCode.slot {
      guard ids.indices.contains(Int(event.value)) else { return blame("slot \(event.value)") }
      slot = Int(event.value)
    } else if event.code == EventCode.trackingID {
      if event.value >= 0 {
        if ids[slot] >= 0 { blame("an id is replaced") }
        if ids.contains(event.value) { blame("two contacts have one id") }
        landings += 1
      } else {
        if ids[slot] < 0 { blame("a lift without a landing") }
        ends += 1
      }
      ids[slot] = event.value
    }
  }

  private mutating func end() {
    pipeline.endApp(at: .milliseconds(time), into: &buffer)
    write()
    if landings != ends || ids.contains(where: { $0 >= 0 }) { blame("\(landings) landings, \(ends) ends") }
  }
}
