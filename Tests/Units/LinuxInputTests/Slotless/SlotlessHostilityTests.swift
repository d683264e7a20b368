import GestureCore
import GestureTestSupport
import LinuxInput
import Testing
import TouchInput

/// Panels without slots that send any events.
@Suite struct SlotlessHostilityTests {
  @Test("D15 D19 the edges of the largest axes are followed without a step lost", arguments: [false, true])
  func largestAxes(givesIDs: Bool) throws {
    let low = Int32.max - (1 << 24) + 1
    let panel = try SlotlessStory.panel(givesIDs: givesIDs, x: low...Int32.max, y: low...Int32.max)
    #expect(panel.sizeWarning != nil)
    var run = SlotlessStory(panel: panel)
    run.go(
      on: """
        0 id1 x\(low) y\(low) | id2 x\(Int32.max) y\(Int32.max) |
        10 id2 x\(Int32.max) y\(low) | id1 x\(low) y\(Int32.max) |
        20 id1 x\(Int32.min) y\(low + 1) |
        30 |
        """)
    let far = "160"
    #expect(run.lines[0] == "0: 0 began 0,0; 1 began \(far),\(far)")
    #expect(run.lines.count == 4 && run.lines[3].hasSuffix(" ended 0,0"))
  }

  @Test("D15 of more contacts than are taken the last count for nothing, and all change places at once")
  func manyContacts() throws {
    for givesIDs in [false, true] {
      var run = try SlotlessStory(givesIDs: givesIDs)
      for round in 0..<20 {
        let contacts = (0..<40).map { index in
          "id\(round * 40 + index) x\((index * 250 + round * 977) % 10240) y\((index * 911) % 6400) |"
        }
        run.go(on: "\(round * 10) " + contacts.joined(separator: " "))
      }
      run.go(on: "1000 |")
      let words = run.lines.joined(separator: " ").split(separator: " ")
      let began = words.count { $0 == "began" }
      #expect(words.count { $0 == "ended" } == began)
      #expect(began == (givesIDs ? 10 * 20 : 10))
      #expect(run.lines.last.map { $0.split(separator: ";").count } == 10)
    }
  }

  @Test(
    "D9 to D12, D15, D19, D20: 200,000 hostile events keep every contact's life, and nothing hangs",
    arguments: 0..<20)
  func hostileEvents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let wide: ClosedRange<Int32> = -30_000...30_000
    let panel = try SlotlessStory.panel(
      givesIDs: seed.isMultiple(of: 2), fuzz: seed % 3 == 0 ? .max : 0,
      x: seed % 4 < 2 ? 0...10239 : wide, y: seed % 4 < 2 ? 0...6399 : wide)
    let translator = SlotTranslator(panel: panel, isTouched: seed % 5 == 0)
    var assembler = TouchFrameAssembler(panel: panel)
    var down = Set<Int>()
    var beginnings = 0
    func take(_ step: TouchFrameAssembler.Step) {
      guard case .framesReady(let count) = step else { return }
      for change in (0..<count).flatMap({ assembler.frame(at: $0).changes }) {
        switch change.kind {
        case .began:
          let isNew = down.insert(change.slot).inserted
          #expect(isNew)
          beginnings += 1
        case .moved: #expect(down.contains(change.slot))
        case .ended, .cancelled:
          let wasDown = down.remove(change.slot) != nil
          #expect(wasDown)
        }
      }
    }
    for _ in 0..<10_000 {
      translator.translate(Self.event(&random))
      var events = 0
      while let event = translator.next() {
        events += 1
        let step = assembler.feed(event)
        take(step)
        if step == .needsResynchronization { take(assembler.loseContacts(at: event.time)) }
      }
      #expect(events < 200)
      #expect(down.count <= 10)
    }
    take(assembler.deviceRemoved(at: .milliseconds(0)))
    #expect(down.isEmpty)
    #expect(beginnings > 0)
  }

  private static func event(_ random: inout SeededGenerator) -> InputEvent {
    let odd = [Int32.min, -2, -1, 0, 1, 2, 10239, 65535, .max].randomElement(using: &random) ?? 0
    let usual = Int32.random(in: 0...10239, using: &random)
    let value = Int.random(in: 0..<5, using: &random) == 0 ? odd : usual
    let axes = [
      EventCode.positionX, EventCode.positionY, EventCode.positionX, EventCode.positionY,
      EventCode.trackingID, EventCode.touchMajor, EventCode.toolType, EventCode.contactPressure, 0x32, 0x33,
      EventCode.slot,
    ]
    let (type, code): (UInt16, UInt16) =
      switch Int.random(in: 0..<100, using: &random) {
      case 0: (EventCode.synchronization, EventCode.dropped)
      case 1..<3: (EventCode.key, EventCode.touch)
      case 3..<20: (EventCode.synchronization, EventCode.contactReport)
      case 20..<26: (EventCode.synchronization, EventCode.report)
      case 26: (.random(in: 0...0x1f, using: &random), .random(in: 0...0x3f, using: &random))
      default: (EventCode.absolute, axes.randomElement(using: &random) ?? 0)
      }
    return InputEvent(
      time: Instant(microseconds: .random(in: 0...1_000_000, using: &random)), type: type, code: code,
      value: type == EventCode.synchronization ? Int32.random(in: 0...20, using: &random) / 20 : value)
  }
}
