import GestureCore
import Testing
import TouchInput

/// Contacts survive or end when the device falls silent, or the daemon does not follow it for a while. Positions are in
/// points.
@Suite struct InterruptionTests {
  private let empty = PanelState.Slot(trackingID: -1, x: 0, y: 0)

  private func twoFingers() throws -> AssemblerRun {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .slot(1), .id(8), .x(2000), .y(2000), .report(0), .slot(0))
    return run
  }

  // MARK: Frozen contacts

  /// The finger in slot 0 moves twice a second, and the other finger sends no events.
  private func move(_ run: inout AssemblerRun, from start: Int64, to end: Int64) {
    run.feed(.slot(0))
    for time in stride(from: start, through: end, by: 500) {
      run.feed(.x(Int32(1000 + time / 500)), .report(time))
    }
  }

  @Test(
    "D8 a contact of which nothing comes for 30 s while others move is cancelled, in a frame of its own before"
  )
  func frozen() throws {
    var run = try twoFingers()
    move(&run, from: 500, to: 30_000)
    #expect(run.timeline.last == "@30000 0:moved 106,100")
    run.feed(.x(1200), .report(30_001))
    #expect(
      run.timeline.suffix(2) == ["@30001 1:cancelled 200,200", "@30001 0:moved 120,100"])
    #expect(run.assembler.frozenContactCount == 1)
    // The slot has no contact until a new id arrives.
    run.feed(.slot(1), .x(2500), .report(30_002))
    #expect(run.timeline.last == "@30001 0:moved 120,100")
    run.feed(.id(9), .report(30_003))
    #expect(run.timeline.last == "@30003 1:began 250,200")
  }

  @Test("D8 a pause of all begins the silence anew while others only move")
  func pause() throws {
    var run = try twoFingers()
    move(&run, from: 500, to: 25_000)
    move(&run, from: 27_000, to: 57_000)
    #expect(run.assembler.frozenContactCount == 0)
    move(&run, from: 57_500, to: 57_500)
    #expect(run.timeline.suffix(2).first == "@57500 1:cancelled 200,200")
  }

  @Test("D8 a landing gives up a contact without news for 30 s, whatever pauses there were, and no earlier")
  func givenUpAtLanding() throws {
    var run = try twoFingers()
    for (time, id) in [(Int64(4_000), Int32(20)), (19_000, 21), (29_900, 22)] {
      run.feed(.slot(2), .id(id), .x(4000), .y(4000), .report(time), .id(-1), .report(time + 70))
    }
    #expect(run.assembler.frozenContactCount == 0)
    // The finger in slot 0 goes on.
    run.feed(.slot(0), .x(1010), .report(29_990))
    run.feed(.slot(2), .id(23), .report(44_000))
    #expect(run.timeline.suffix(2) == ["@44000 1:cancelled 200,200", "@44000 2:began 400,400"])
    #expect(run.assembler.frozenContactCount == 1)
    // The panel is untouched once the others lift, whatever the lost contact does.
    run.feed(.id(-1), .slot(0), .id(-1), .slot(1), .x(3000), .report(44_070))
    #expect(!run.assembler.isPanelTouched && !run.assembler.hasContacts)
    run.feed(.id(24), .report(45_000))
    #expect(run.timeline.last == "@45000 1:began 300,200")
  }

  @Test("D8 TCH-34 a contact that was down at the start and stays silent no longer touches the panel")
  func silentSinceStart() throws {
    let down = PanelState(slots: [.init(trackingID: 7, x: 1000, y: 1000)])
    var run = try AssemblerRun(initialState: down)
    run.feed(.slot(1), .id(8), .x(2000), .y(2000), .report(10_000), .id(-1), .report(10_100))
    #expect(run.assembler.isPanelTouched)
    run.feed(.id(9), .report(40_000), .id(-1), .report(40_100))
    #expect(!run.assembler.isPanelTouched)
    #expect(run.timeline.filter { $0.contains("cancelled") } == [])
  }

  @Test("D8 fingers that rest are not frozen, however long, and whoever moves first")
  func resting() throws {
    var run = try twoFingers()
    run.feed(.slot(0), .x(1100), .report(90_000), .id(-1), .report(200_000))
    run.feed(.slot(1), .x(2100), .report(200_010), .id(-1), .report(300_000))
    #expect(
      run.timeline.dropFirst() == [
        "@90000 0:moved 110,100", "@200000 0:ended 110,100", "@200010 1:moved 210,200",
        "@300000 1:ended 210,200",
      ])
    #expect(run.assembler.frozenContactCount == 0)
  }

  @Test("D8 a contact that landed in a dropped stretch is as fresh as any")
  func landedInGap() throws {
    var run = try twoFingers()
    run.feed(.slot(1), .id(-1), .report(10))
    move(&run, from: 500, to: 40_000)
    run.feed(.dropped, .report(40_100))
    run.resynchronize(
      [.init(trackingID: 7, x: 1000, y: 1000), .init(trackingID: 12, x: 2000, y: 2000)], at: 40_100)
    move(&run, from: 40_500, to: 41_000)
    #expect(run.assembler.frozenContactCount == 0)
  }

  // MARK: Interruptions

  @Test("T3 T4 an interruption cancels every contact once, and nothing counts until the state was read")
  func interruption() throws {
    var run = try twoFingers()
    run.interrupt(at: 10)
    #expect(run.timeline.last == "@10 0:cancelled 100,100 1:cancelled 200,200 (interrupted)")
    run.feed(.x(1500), .report(20), .id(-1), .report(30), .id(9), .report(40))
    #expect(run.timeline.count == 2)
    #expect(run.resynchronizationsNeeded == 3)
    run.interrupt(at: 50)
    #expect(run.timeline.count == 2)
  }

  @Test("T3 T4 what is down after an interruption is ignored until it lifts; a new contact counts")
  func adoption() throws {
    var run = try twoFingers()
    run.interrupt(at: 10)
    run.assembler.adopt(PanelState(slots: [.init(trackingID: 7, x: 1500, y: 1000), empty], currentSlot: 0))
    run.feed(.x(1600), .report(20), .id(-1), .report(30))
    #expect(run.timeline.count == 2)
    run.feed(.slot(1), .id(11), .x(3000), .y(3000), .report(40), .slot(0), .id(12), .report(50))
    #expect(run.timeline.suffix(2) == ["@40 1:began 300,300", "@50 0:began 160,100"])
  }

  @Test("T4 a contact that took a slot over in the gap is as much ignored as the one that was there")
  func replacedMeanwhile() throws {
    var run = try twoFingers()
    run.interrupt(at: 10)
    run.assembler.adopt(PanelState(slots: [.init(trackingID: 99, x: 0, y: 0), empty], currentSlot: 0))
    run.feed(.x(1600), .report(20))
    #expect(run.timeline.count == 2)
    run.feed(.id(100), .report(30))
    #expect(run.timeline.last == "@30 0:began 160,0")
  }

  @Test("D11 T3 contacts that the kernel lifts by itself, in a report of value 1, are cancelled")
  func released() throws {
    var run = try twoFingers()
    run.feed(.x(1100), .id(-1), .slot(1), .id(-1), .touch(0), .cut(10))
    #expect(run.timeline.last == "@10 0:cancelled 100,100 1:cancelled 200,200")
    // The device is no longer inhibited. Moves in an empty slot have no effect, and a new contact counts.
    run.feed(.x(3000), .report(20), .id(9), .report(30))
    #expect(run.timeline.dropFirst(2) == ["@30 1:began 300,200"])
  }

  @Test("D20 a report of value 1 with a contact that stays is a frame cut in two, whoever lifts in it")
  func cutWithLift() throws {
    var run = try twoFingers()
    run.feed(.id(-1), .slot(1), .x(2100), .cut(10))
    #expect(run.timeline.count == 1)
    run.feed(.y(2100), .report(11))
    #expect(run.timeline.last == "@11 0:ended 100,100 1:moved 210,210")
  }

  // MARK: Silence

  @Test(
    "D27 a silent device agrees where its contacts rest, and does not where one lifted, came or moved unseen",
    arguments: [
      (Int32(7), Int32(1000), Int32(-1), true),
      (7, 1001, -1, false),
      (-1, 1000, -1, false),
      (9, 1000, -1, false),
      (7, 1000, 3, false),
    ])
  func silence(id: Int32, x: Int32, other: Int32, agrees: Bool) throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(1000), .y(1000), .report(0))
    let state = PanelState(
      slots: [.init(trackingID: id, x: x, y: 1000), .init(trackingID: other, x: 0, y: 0)])
    #expect(run.assembler.agrees(with: state) == agrees)
  }

  @Test("D27 a contact that is ignored may do what it likes")
  func silenceOfIgnored() throws {
    let down = PanelState(slots: [.init(trackingID: 7, x: 1000, y: 1000)])
    let run = try AssemblerRun(initialState: down)
    #expect(!run.assembler.hasContacts)
    #expect(run.assembler.agrees(with: PanelState(slots: [.init(trackingID: 9, x: 5, y: 5)])))
    #expect(run.assembler.agrees(with: PanelState(slots: [empty])))
  }
}
