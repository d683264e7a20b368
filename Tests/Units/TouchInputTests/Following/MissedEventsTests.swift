import GestureCore
import Testing

@testable import TouchInput

/// D27: events missed while another program had grabbed the device. Slot 0 holds contact 7.
@Suite struct MissedEventsTests {
  private var missed: MissedEvents

  init() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .report(0))
    missed = MissedEvents(slotCount: run.assembler.panel.slotCount)
    assembler = run.assembler
  }

  private let assembler: TouchFrameAssembler

  /// Whether events explain that the device has those contacts, slot by slot.
  private func explains(
    _ events: [(UInt16, Int)], _ ids: [Int], currentSlot: Int = 0
  ) -> Bool {
    var missed = missed
    missed.begin(
      assembler,
      PanelState(
        slots: ids.map { .init(trackingID: Int32(clamping: $0), x: 0, y: 0) },
        currentSlot: Int32(clamping: currentSlot)))
    for (code, value) in events {
      missed.apply(
        InputEvent(
          time: .milliseconds(0), type: EventCode.absolute, code: code, value: Int32(clamping: value)))
    }
    return missed.isExplained
  }

  @Test("D27 contacts that are as they were told need no explanation, wherever they are")
  func same() {
    #expect(explains([], [7]))
    #expect(explains([(EventCode.positionX, 5000)], [7, -1, -1]))
  }

  @Test(
    "D27 what is read explains a contact that lifted, landed or replaced another while it was still queued")
  func queued() {
    #expect(explains([(EventCode.trackingID, -1)], [-1]))
    #expect(explains([(EventCode.slot, 1), (EventCode.trackingID, 8)], [7, 8], currentSlot: 1))
    #expect(explains([(EventCode.trackingID, 9)], [9]))
    // The device was asked between two of the events.
    #expect(explains([(EventCode.trackingID, -1), (EventCode.trackingID, 9)], [-1]))
    #expect(explains([(EventCode.slot, 3), (EventCode.slot, 0)], [7], currentSlot: 3))
  }

  @Test("D27 a lift and a landing in between that nobody heard of are not explained by what comes next")
  func unheard() {
    #expect(!explains([(EventCode.positionX, 5000)], [9]))
    #expect(!explains([(EventCode.positionX, 5000)], [-1]))
    #expect(!explains([(EventCode.slot, 1), (EventCode.trackingID, 8)], [9, 8], currentSlot: 1))
  }

  @Test("D27 motion in a slot that was chosen unheard is not taken for the contact of another")
  func unheardSlot() {
    #expect(!explains([(EventCode.positionX, 5000)], [7], currentSlot: 1))
  }

  @Test("D12 slots that are not there explain nothing, and trap nothing")
  func hostile() {
    #expect(!explains([(EventCode.slot, .max), (EventCode.trackingID, 9), (EventCode.slot, .min)], [9]))
    #expect(explains([(EventCode.slot, .max), (EventCode.slot, 0), (EventCode.trackingID, .max)], [.max]))
    #expect(!explains([], Array(repeating: 5, count: 400), currentSlot: .min))
  }
}
