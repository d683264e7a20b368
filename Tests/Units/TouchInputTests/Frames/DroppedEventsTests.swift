import GestureCore
import Testing
import TouchInput

/// Contacts survive or end when the kernel drops events. Positions are in points: 10 units of T1.
@Suite struct DroppedEventsTests {
  private let empty = PanelState.Slot(trackingID: -1, x: 0, y: 0)

  /// Two contacts down, then SYN_DROPPED in the middle of a report and the rest of it.
  private func droppedRun() throws -> AssemblerRun {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .slot(1), .id(8), .x(2000), .y(2000), .report(0))
    run.feed(.x(9000), .dropped, .x(5000), .id(-1), .slot(0), .id(3))
    #expect(run.resynchronizationsNeeded == 0)
    run.feed(.report(10))
    #expect(run.resynchronizationsNeeded == 1)
    #expect(run.timeline == ["@0 0:began 100,100 1:began 200,200"])
    return run
  }

  @Test("TCH-29 a contact that vanished in the dropped stretch is cancelled where it was last")
  func vanished() throws {
    var run = try droppedRun()
    run.resynchronize([empty, .init(trackingID: 8, x: 2000, y: 2000)], at: 10)
    #expect(run.timeline.dropFirst() == ["@10 0:cancelled 100,100 (lost)"])
  }

  @Test(
    "D5 beside a contact that stayed one that landed in the gap is told as a loss: nobody knows since when it is there"
  )
  func landedBeside() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .report(0), .dropped, .report(10))
    run.resynchronize(
      [.init(trackingID: 7, x: 1000, y: 1000), .init(trackingID: 8, x: 2000, y: 2000)], at: 10)
    #expect(run.timeline == ["@0 0:began 100,100", "@10 1:began 200,200 (lost)"])
  }

  @Test("TCH-29 D6 a contact whose id changed is cancelled, and the new one begins in the frame after")
  func replaced() throws {
    var run = try droppedRun()
    run.resynchronize([.init(trackingID: 9, x: 3000, y: 3000), empty], at: 10)
    #expect(
      run.timeline.dropFirst() == [
        "@10 0:cancelled 100,100 1:cancelled 200,200 (lost)", "@10 0:began 300,300 (resynchronized)",
      ])
  }

  @Test("TCH-29 contacts that kept their ids move if they are elsewhere, and none is lost")
  func kept() throws {
    var run = try droppedRun()
    run.resynchronize(
      [.init(trackingID: 7, x: 1000, y: 1000), .init(trackingID: 8, x: 2500, y: 2000)], at: 10)
    #expect(run.timeline.dropFirst() == ["@10 1:moved 250,200 (resynchronized)"])
  }

  @Test("TCH-29 nothing different gives no frame, and the device goes on")
  func unchanged() throws {
    var run = try droppedRun()
    let same = [PanelState.Slot(trackingID: 7, x: 1000, y: 1000), .init(trackingID: 8, x: 2000, y: 2000)]
    run.resynchronize(same, currentSlot: 1, at: 10)
    #expect(run.timeline.count == 1)
    run.feed(.x(2100), .report(20))
    #expect(run.timeline.last == "@20 1:moved 210,200")
  }

  @Test("TCH-29 a contact that lifted and came again with its id before the drop is not the same")
  func reusedBeforeDrop() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .report(0), .id(-1), .id(7), .dropped, .report(5))
    run.resynchronize([.init(trackingID: 7, x: 1000, y: 1000)], at: 5)
    #expect(
      run.timeline.dropFirst() == ["@5 0:cancelled 100,100 (lost)", "@5 0:began 100,100 (resynchronized)"])
  }

  @Test("D5 a contact that landed in the cut report begins once, or never was")
  func landedBeforeDrop() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .slot(1), .id(8), .dropped, .report(5))
    run.resynchronize([.init(trackingID: 7, x: 1000, y: 1000)], at: 5)
    #expect(run.timeline == ["@5 0:began 100,100 (resynchronized)"])
  }

  @Test("D5 a second drop before the state was read changes nothing")
  func droppedTwice() throws {
    var run = try droppedRun()
    run.feed(.id(-1), .dropped, .x(1), .dropped, .id(4), .report(11))
    #expect(run.resynchronizationsNeeded == 2)
    run.resynchronize(
      [.init(trackingID: 7, x: 1000, y: 1000), .init(trackingID: 8, x: 2000, y: 2000)], at: 11)
    #expect(run.timeline.count == 1)
  }

  @Test("D5 SYN_DROPPED as the very first event")
  func droppedFirst() throws {
    var run = try AssemblerRun()
    run.feed(.dropped, .id(1), .x(50), .report(0))
    run.resynchronize([empty, .init(trackingID: 2, x: 100, y: 100)], currentSlot: 1, at: 0)
    run.feed(.x(200), .report(1))
    #expect(run.timeline == ["@0 1:began 10,10 (resynchronized)", "@1 1:moved 20,10"])
  }

  @Test("TCH-34 a contact ignored since the start stays so over a drop, while it keeps its id")
  func ignoredOverDrop() throws {
    let state = PanelState(slots: [.init(trackingID: 5, x: 0, y: 0), .init(trackingID: 6, x: 0, y: 0)])
    var run = try AssemblerRun(initialState: state)
    run.feed(.dropped, .report(0))
    run.resynchronize([.init(trackingID: 5, x: 100, y: 0), .init(trackingID: 9, x: 200, y: 0)], at: 0)
    run.feed(.x(300), .report(1))
    #expect(run.timeline == ["@0 1:began 20,0 (resynchronized)"])
  }

  @Test(
    "D12 a state with too few or too many slots, or a current slot that is not there, is taken as far as it goes"
  )
  func oddState() throws {
    var run = try droppedRun()
    var slots = Array(repeating: PanelState.Slot(trackingID: 50, x: .max, y: .min), count: 400)
    slots[0] = .init(trackingID: 7, x: 1000, y: 1000)
    run.resynchronize(slots, currentSlot: .max, at: 10)
    run.feed(.x(1), .report(11))
    #expect(run.frames.flatMap(\.changes).allSatisfy { (0..<10).contains($0.slot) })
    run.feed(.dropped, .report(12))
    run.resynchronize([], at: 12)
    #expect(run.frames.last?.changes.count == 10)
    #expect(run.frames.last?.cause == .resynchronized(lostContact: true))
  }

  @Test("TCH-31 a single-touch device that lost its lift")
  func singleTouch() throws {
    var run = try AssemblerRun(.singleTouchScreen)
    run.feed(.touch(1), .x(100), .y(100), .report(0), .dropped, .touch(0), .report(5))
    run.resynchronize([empty], at: 5)
    run.feed(.touch(1), .x(200), .report(6))
    #expect(run.timeline == ["@0 0:began 10,10", "@5 0:cancelled 10,10 (lost)", "@6 0:began 20,0"])
  }

  @Test("TCH-29 without a device to ask, as in a replay, every contact is lost")
  func noDevice() throws {
    var run = try droppedRun()
    run.loseContacts(at: 10)
    run.feed(.slot(0), .x(4000), .report(11), .id(7), .report(12))
    #expect(
      run.timeline.dropFirst() == [
        "@10 0:cancelled 100,100 1:cancelled 200,200 (lost)", "@12 0:began 400,100",
      ])
  }

  @Test("TCH-30 a device that goes during the dropped stretch cancels its contacts")
  func removedMeanwhile() throws {
    var run = try droppedRun()
    run.remove(at: 30)
    #expect(run.timeline.dropFirst() == ["@30 0:cancelled 100,100 1:cancelled 200,200 (removed)"])
  }

  @Test("TIM-5 a state read at an earlier time is stamped as the frame before")
  func earlierState() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(100), .dropped, .report(90))
    run.resynchronize([empty], at: 90)
    #expect(run.timeline.last == "@100 0:cancelled 10,10 (lost)")
  }
}
