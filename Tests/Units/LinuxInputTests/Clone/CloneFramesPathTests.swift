import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// The short paths of a clone's frames, which fingers take that only move, give what the long ones give.
@Suite("The clone's frames, short paths")
struct CloneFramesPathTests {
  private typealias Content = (type: UInt16, code: UInt16, value: Int32)

  private static let codes = [
    EventCode.slot, EventCode.positionX, EventCode.positionY, EventCode.positionX, EventCode.positionY,
    EventCode.toolType, EventCode.touchMajor,
  ]

  /// The frames of a clone, and the assembler that reads the panel's events for them.
  private struct Rig {
    var assembler: TouchFrameAssembler
    var clone: CloneFrames?

    mutating func write(_ notes: [AppNote]) -> [CloneEvent] { Array(clone?.write(notes).events ?? []) }
  }

  private func rig(joinsContacts: Bool = false) throws -> Rig {
    var device = TestScreen.description()
    for (code, maximum) in [(EventCode.toolType, 2), (EventCode.touchMajor, 255)] as [(UInt16, Int32)] {
      device.codes[EventCode.absolute]?.insert(code)
      device.axes[code] = AxisRange(minimum: 0, maximum: maximum)
    }
    let panel = try DeviceJudgement.judgeAxes(of: device, touchProtocol: .multitouch)
    let clone = CloneFrames(
      try CloneDescription(of: device, panel), of: panel, joinsContacts: joinsContacts)
    return Rig(assembler: TouchFrameAssembler(panel: panel), clone: clone)
  }

  /// Lands three fingers in slots 0 to 2, whose touches have the ids 1 to 3.
  private func land(_ frames: inout Rig) {
    var notes: [AppNote] = []
    for slot in 0..<3 {
      feed((EventCode.absolute, EventCode.slot, Int32(slot)), &frames)
      feed((EventCode.absolute, EventCode.trackingID, Int32(slot)), &frames)
      notes.append(note(.began, slot))
    }
    _ = frames.write(notes)
  }

  private func note(_ phase: AppNote.Phase, _ slot: Int) -> AppNote {
    AppNote(
      phase: phase, touch: UInt64(slot + 1), slot: slot, location: .zero, time: .milliseconds(1),
      happened: .milliseconds(1), isDown: true)
  }

  private func feed(_ event: Content, _ rig: inout Rig) {
    _ = rig.assembler.feed(
      InputEvent(time: .milliseconds(0), type: event.type, code: event.code, value: event.value),
      for: &rig.clone)
  }

  private func feed(_ row: [Content], _ range: Range<Int>, _ rig: inout Rig) {
    let next = rig.assembler.fillSlots(
      from: range.lowerBound, to: range.upperBound, for: &rig.clone, isCloned: true
    ) { row[$0] }
    #expect(next == range.upperBound)
  }

  /// Absolute events of a report, among them slots that the panel lacks and values out of their axes.
  private func row(_ random: inout SeededGenerator) -> [Content] {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in
      let code = Self.codes.randomElement(using: &random) ?? EventCode.slot
      let range: ClosedRange<Int32> =
        switch code {
        case EventCode.slot: -1...12
        case EventCode.toolType: 0...3
        default: -10...40_000
        }
      return (EventCode.absolute, code, Int32.random(in: range, using: &random))
    }
  }

  @Test("FLT-45 a row of events has the effect of each event by itself")
  func rows() throws {
    var random = SeededGenerator(seed: 45)
    var (byRow, byEvent) = (try rig(), try rig())
    land(&byRow)
    land(&byEvent)
    for turn in 0..<2000 {
      let row = row(&random)
      let first = row.isEmpty ? 0 : Int.random(in: 0..<row.count, using: &random)
      feed(row, 0..<first, &byRow)
      feed(row, first..<row.count, &byRow)
      for event in row { feed(event, &byEvent) }
      let notes = (0..<3).map { note(.moved, $0) }
      let (rowEvents, events) = (byRow.write(notes), byEvent.write(notes))
      guard rowEvents == events else {
        Issue.record("turn \(turn): \(rowEvents) is not \(events)")
        return
      }
    }
  }

  @Test("FLT-28, FLT-51 and FLT-52 frames of nothing but moves are those of the path for all news")
  func moves() throws {
    var random = SeededGenerator(seed: 28)
    var (short, long) = (try rig(), try rig(joinsContacts: true))
    land(&short)
    land(&long)
    var frames = 0
    for turn in 0..<2000 {
      for event in row(&random) {
        feed(event, &short)
        feed(event, &long)
      }
      let notes = Bool.random(using: &random) ? (0..<3).map { note(.moved, $0) } : []
      let (shortEvents, longEvents) = (short.write(notes), long.write(notes))
      frames += shortEvents.isEmpty ? 0 : 1
      guard shortEvents == longEvents else {
        Issue.record("turn \(turn): \(shortEvents) is not \(longEvents)")
        return
      }
    }
    #expect(frames > 200)
  }
}
