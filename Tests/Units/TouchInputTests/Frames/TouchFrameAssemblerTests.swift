import GestureCore
import Testing
import TouchInput

/// Rows for regular devices and for devices with odd reports. Positions are in points: 10 units of T1.
@Suite struct TouchFrameAssemblerTests {
  @Test("TCH-1 an id begins a contact, a position moves it, −1 ends it")
  func oneContact() throws {
    var run = try AssemblerRun()
    run.feed(.slot(0), .id(7), .x(2000), .y(2000), .report(0))
    run.feed(.x(2100), .report(10))
    run.feed(.id(-1), .report(80))
    #expect(run.timeline == ["@0 0:began 200,200", "@10 0:moved 210,200", "@80 0:ended 210,200"])
  }

  @Test("TCH-3 D9 an id that changes in place cancels in a frame before, at the last position")
  func replacedInPlace() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(2000), .y(2000), .report(0))
    run.feed(.x(3000), .id(8), .report(20))
    #expect(run.timeline == ["@0 0:began 200,200", "@20 0:cancelled 200,200", "@20 0:began 300,200"])
  }

  @Test("TCH-3 only the slot that was taken over goes into the frame before")
  func replacedBesideOthers() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(100), .y(100), .slot(1), .id(8), .x(200), .y(200))
    run.feed(.slot(2), .id(9), .x(300), .y(300), .report(0))
    run.feed(.slot(0), .id(-1), .slot(1), .id(10), .slot(2), .x(400), .report(5))
    #expect(
      run.timeline == [
        "@0 0:began 10,10 1:began 20,20 2:began 30,30",
        "@5 1:cancelled 20,20",
        "@5 0:ended 10,10 1:began 20,20 2:moved 40,30",
      ])
  }

  @Test(
    "D10 a lift and a landing in one report are an end and a beginning, with the same id too",
    arguments: [7, 8])
  func liftedAndReused(id: Int32) throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(2000), .y(2000), .report(0))
    run.feed(.x(2100), .id(-1), .id(id), .x(3000), .report(20))
    #expect(run.timeline == ["@0 0:began 200,200", "@20 0:ended 200,200", "@20 0:began 300,200"])
  }

  @Test("TCH-9 several contacts that change in one report come in one frame, in slot order")
  func slotOrder() throws {
    var run = try AssemblerRun()
    run.feed(.slot(3), .id(1), .x(100), .y(100), .report(0))
    run.feed(.slot(3), .x(200), .slot(1), .id(2), .x(300), .y(300), .report(20))
    #expect(run.timeline == ["@0 3:began 10,10", "@20 1:began 30,30 3:moved 20,10"])
  }

  @Test("TCH-7 a report that changes nothing gives no frame")
  func nothingChanged() throws {
    var run = try AssemblerRun()
    run.feed(.id(7), .x(2000), .y(2000), .report(0))
    run.feed(.report(8))
    run.feed(.x(2000), .y(2000), .report(16))
    run.feed(.id(7), .report(24))
    run.feed(.x(2100), .x(2000), .report(32))
    #expect(run.timeline == ["@0 0:began 200,200"])
  }

  @Test("TCH-11 a contact that begins and ends within a report gives both, in two frames")
  func passing() throws {
    var run = try AssemblerRun()
    run.feed(.id(9), .x(100), .y(100), .id(-1), .x(500), .report(0))
    #expect(run.timeline == ["@0 0:began 10,10", "@0 0:ended 10,10"])
  }

  @Test("TCH-11 the same in two reports of one time")
  func equalTimes() throws {
    var run = try AssemblerRun()
    run.feed(.id(9), .x(100), .y(100), .report(0), .id(-1), .report(0))
    #expect(run.timeline == ["@0 0:began 10,10", "@0 0:ended 10,10"])
  }

  @Test("TCH-3 TCH-11 a slot used three times in a report gives three frames")
  func threeFrames() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(0))
    run.feed(.id(2), .x(200), .id(-1), .report(5))
    #expect(
      run.timeline == [
        "@0 0:began 10,10", "@5 0:cancelled 10,10", "@5 0:began 20,10", "@5 0:ended 20,10",
      ])
  }

  @Test("D10 of many contacts of one slot in one report the last counts")
  func manyInOneReport() throws {
    var run = try AssemblerRun()
    run.feed(.x(100), .y(100))
    for id in 0..<Int32(1000) { run.feed(.id(id), .id(-1)) }
    run.feed(.id(2000), .report(0))
    #expect(run.timeline == ["@0 0:began 10,10"])
  }

  @Test("D10 any id from 0 on is a contact, any below is none", arguments: [0, 1, 65535, Int32.max])
  func anyID(id: Int32) throws {
    var run = try AssemblerRun()
    run.feed(.id(id), .x(100), .y(100), .slot(1), .id(id), .x(200), .y(200), .report(0))
    run.feed(.slot(0), .id(-2), .slot(1), .id(.min), .report(1))
    #expect(run.timeline == ["@0 0:began 10,10 1:began 20,20", "@1 0:ended 10,10 1:ended 20,20"])
  }

  @Test("D10 the id wraps from 65535 to 0 as any other id follows")
  func wrappedID() throws {
    var run = try AssemblerRun()
    run.feed(.id(65535), .x(100), .y(100), .report(0), .id(0), .report(1))
    #expect(run.timeline == ["@0 0:began 10,10", "@1 0:cancelled 10,10", "@1 0:began 10,10"])
  }

  @Test("D11 −1 in an empty slot and motion in one are nothing, but the motion is remembered")
  func inactiveSlot() throws {
    var run = try AssemblerRun()
    run.feed(.id(-1), .report(0), .x(500), .y(600), .report(1), .id(-1), .id(-1), .report(2))
    #expect(run.timeline == [])
    run.feed(.id(3), .report(3))
    #expect(run.timeline == ["@3 0:began 50,60"])
  }

  @Test(
    "D12 events for a slot that is not there are ignored until a valid slot",
    arguments: [-1, 10, Int32.max, .min])
  func slotOutOfRange(slot: Int32) throws {
    var run = try AssemblerRun()
    run.feed(.slot(slot), .id(1), .x(100), .y(100), .report(0))
    #expect(run.timeline == [])
    run.feed(.slot(9), .id(1), .x(100), .y(100), .report(1))
    #expect(run.timeline == ["@1 9:began 10,10"])
  }

  @Test("D12 events before any slot are for slot 0")
  func noSlotYet() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(0))
    #expect(run.timeline == ["@0 0:began 10,10"])
  }

  @Test("D16 BTN_TOUCH of a device with slots ends no contact at once, and its plain axes are ignored")
  func slotsWin() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .touch(1), .report(0))
    run.feed(.touch(0), .other(type: EventCode.absolute, code: EventCode.x, value: 9), .report(1))
    #expect(run.timeline == ["@0 0:began 10,10"])
  }

  @Test(
    "D16 a lift that only BTN_TOUCH tells counts 100 ms later, at its own time, and the same id lands again")
  func liftByKey() throws {
    var run = try AssemblerRun()
    run.feed(.id(9), .x(100), .y(100), .touch(1), .report(0))
    run.feed(.slot(1), .id(-1), .touch(0), .report(70))
    #expect(run.assembler.keyLift.deadline == .milliseconds(170))
    run.endByKey(by: 169)
    #expect(run.timeline.count == 1)
    run.endByKey(by: 170)
    #expect(run.timeline.last == "@70 0:ended 10,10")
    #expect(!run.assembler.isPanelTouched)
    run.feed(.slot(0), .touch(1), .x(500), .report(700), .x(510), .report(710))
    #expect(run.timeline.suffix(2) == ["@700 0:began 50,10", "@710 0:moved 51,10"])
    run.feed(.x(515), .touch(0), .report(760))
    run.endByKey(by: nil)
    run.feed(.id(10), .x(800), .report(900))
    #expect(run.timeline.suffix(2) == ["@760 0:ended 51,10", "@900 0:began 80,10"])
  }

  @Test("D16 TCH-4 values in the report of a lift that only BTN_TOUCH tells do not count")
  func valuesOfLiftByKey() throws {
    var run = try AssemblerRun(
      .testScreen.with(axis: EventCode.touchMajor, AxisRange(minimum: 0, maximum: 255)))
    run.feed(.id(9), .x(700), .y(900), .axis(EventCode.touchMajor, 9), .slot(1), .id(8), .x(300), .y(400))
    run.feed(.touch(1), .report(0))
    run.feed(.slot(0), .x(0), .y(0), .axis(EventCode.touchMajor, 4), .touch(0), .report(60), .report(80))
    #expect(run.timeline.count == 1)
    run.endByKey(by: 160)
    #expect(run.timeline.dropFirst() == ["@60 0:ended 70,90 1:ended 30,40"])
    #expect(run.attributes?.majorRadius == 9 * 0.5 / 64)
    run.feed(.x(500), .y(600), .touch(1), .report(400), .x(0), .touch(0), .report(450))
    run.feed(.x(510), .touch(1), .report(470))
    #expect(run.timeline.suffix(2) == ["@400 0:began 50,60", "@470 0:moved 51,60"])
  }

  @Test(
    "D16 a panel that toggles BTN_TOUCH keeps its first touch, and one that bounces lifts later until a lift is true"
  )
  func toggledUnderFinger() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(4), .touch(1), .report(9))
    run.feed(.touch(0), .report(10), .touch(1), .report(20), .x(110), .touch(0), .report(30))
    #expect(run.timeline.last == "@30 0:moved 11,10")
    #expect(run.assembler.keyLift.deadline == .milliseconds(1030) && run.assembler.keyLift.barrier == nil)
    run.endByKey(by: 400)
    run.feed(.x(120), .report(500), .touch(1), .report(510), .touch(0), .report(520))
    #expect(run.timeline.last == "@500 0:moved 12,10" && run.assembler.keyLift.deadline == nil)
    var bounced = try AssemblerRun()
    bounced.feed(
      .id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(10), .touch(1), .report(20))
    bounced.feed(.touch(0), .report(30), .touch(1), .report(40), .touch(0), .report(60))
    bounced.endByKey(by: 1060)
    #expect(bounced.timeline.last == "@1060 0:ended 10,10")
    bounced.feed(.x(200), .touch(1), .report(1200), .touch(0), .report(1260))
    #expect(bounced.assembler.keyLift.deadline == .milliseconds(1360))
    bounced.feed(.touch(1), .report(1320), .touch(0), .report(1400))
    #expect(bounced.assembler.keyLift.deadline == .milliseconds(1500))
  }

  @Test("D16 a panel whose BTN_TOUCH bounces once lifts as before")
  func bouncedOnce() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(30), .touch(1), .report(69))
    run.feed(.touch(0), .report(90))
    run.endByKey(by: 190)
    #expect(run.timeline == ["@0 0:began 10,10", "@90 0:ended 10,10"])
  }

  @Test(
    "D16 a lift in doubt counts at its own time where BTN_TOUCH comes back with a new id or far away, and ends the doubt",
    arguments: [(Int32(0), Int32(1)), (0, 2), (1, 2)])
  func liftInDoubt(slot: Int32, id: Int32) throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(200), .touch(1), .report(0), .touch(0), .report(10), .touch(1), .report(20))
    run.feed(.touch(0), .report(30), .touch(1), .report(45), .touch(0), .report(95))
    #expect(run.assembler.keyLift.deadline == .milliseconds(1095))
    run.feed(.slot(slot), .id(id), .x(900), .y(200), .touch(1), .report(400), .touch(0), .report(470))
    #expect(
      run.timeline == ["@0 0:began 10,20", "@95 0:ended 10,20", "@400 \(slot):began 90,20"])
    #expect(run.assembler.keyLift.deadline == .milliseconds(570))
  }

  @Test(
    "D16 a lift counts at its own time where BTN_TOUCH comes back before with another id in the slot, or later in another",
    arguments: [(Int32(0), Int64(100)), (0, 140), (1, 140)])
  func earlyLanding(slot: Int32, time: Int64) throws {
    var run = try AssemblerRun()
    run.feed(.id(5), .x(100), .y(200), .touch(1), .report(0), .x(0), .y(0), .touch(0), .report(80))
    run.feed(.slot(slot), .id(6), .x(150), .y(200), .touch(1), .report(time), .touch(0), .report(time + 60))
    #expect(
      run.timeline == ["@0 0:began 10,20", "@80 0:ended 10,20", "@\(time) \(slot):began 15,20"])
    run.endByKey(by: time + 160)
    #expect(run.timeline.last == "@\(time + 60) \(slot):ended 15,20")
  }

  @Test("D16 a contact goes on where BTN_TOUCH comes back at once with one in another slot")
  func landingBeside() throws {
    var run = try AssemblerRun()
    run.feed(.id(5), .x(100), .y(200), .touch(1), .report(0), .touch(0), .report(80))
    run.feed(.slot(1), .id(6), .x(300), .y(200), .touch(1), .report(100))
    #expect(run.timeline.dropFirst() == ["@100 1:began 30,20"])
  }

  @Test("D16 a lift in doubt does not count where BTN_TOUCH comes back sooner, or near")
  func noLiftInDoubt() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(200), .touch(1), .report(0), .touch(0), .report(10), .touch(1), .report(20))
    run.feed(.touch(0), .report(30), .touch(1), .report(45), .touch(0), .report(95))
    run.feed(.x(900), .touch(1), .report(180), .touch(0), .report(250), .x(940), .touch(1), .report(460))
    #expect(run.timeline.dropFirst() == ["@180 0:moved 90,20", "@460 0:moved 94,20"])
  }

  @Test("D16 a report with BTN_TOUCH 0 that is no lift moves its contacts with the next report")
  func withheldMoves() throws {
    var returned = try AssemblerRun()
    returned.feed(.id(9), .x(700), .y(900), .touch(1), .report(0), .x(710), .touch(0), .report(10))
    returned.feed(.report(20), .touch(1), .report(30))
    #expect(returned.timeline.dropFirst() == ["@30 0:moved 71,90"])
    var other = try AssemblerRun()
    other.feed(.id(9), .x(700), .y(900), .slot(1), .id(8), .x(100), .y(100), .touch(1), .report(0))
    other.feed(.x(110), .touch(0), .report(10), .slot(0), .x(720), .report(20))
    #expect(other.timeline.dropFirst() == ["@20 0:moved 72,90 1:moved 11,10"])
    other.feed(.touch(1), .report(30), .x(730), .touch(0), .report(40))
    #expect(other.timeline.last == "@40 0:moved 73,90")
    var lifted = try AssemblerRun()
    lifted.feed(.id(9), .x(700), .y(900), .touch(1), .report(0), .x(0), .touch(0), .report(10))
    lifted.feed(.id(-1), .report(20), .report(30))
    #expect(lifted.timeline.dropFirst() == ["@20 0:ended 70,90"])
  }

  @Test("D16 BTN_TOUCH lifts nothing where contacts move meanwhile, and where it comes back")
  func toggledKey() throws {
    var moving = try AssemblerRun()
    moving.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(10))
    moving.feed(.x(110), .report(20), .touch(1), .report(30), .touch(0), .report(40))
    #expect(moving.assembler.keyLift.deadline == nil)
    var late = try AssemblerRun()
    late.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(10))
    late.endByKey(by: 110)
    late.feed(.x(110), .report(300), .touch(1), .report(310), .touch(0), .report(320))
    #expect(late.timeline.last == "@300 0:began 11,10" && late.assembler.keyLift.deadline == nil)
    var back = try AssemblerRun()
    back.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(10), .touch(1), .report(60))
    back.endByKey(by: 500)
    #expect(back.timeline.count == 1)
  }

  @Test("D16 BTN_TOUCH lifts contacts of a panel that has ended an id, and those beside one that ends")
  func liftAfterEndedID() throws {
    var ending = try AssemblerRun()
    ending.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .id(-1), .touch(0), .report(10))
    ending.feed(.id(2), .touch(1), .report(200), .touch(0), .report(210))
    ending.endByKey(by: 310)
    #expect(ending.timeline.dropFirst(2) == ["@200 0:began 10,10", "@210 0:ended 10,10"])
    for isEarly in [true, false] {
      var run = try AssemblerRun()
      run.feed(.id(3), .x(100), .y(100), .slot(1), .id(4), .x(200), .y(300), .touch(1), .report(0))
      if isEarly { run.feed(.id(-1), .report(40)) }
      run.feed(.touch(0), .report(50))
      if !isEarly { run.feed(.id(-1), .report(60)) }
      run.endByKey(by: 150)
      #expect(
        run.timeline.dropFirst() == [
          "@\(isEarly ? 40 : 60) 1:ended 20,30", "@\(isEarly ? 50 : 60) 0:ended 10,10",
        ])
    }
  }

  @Test("D16 lifts are in doubt where a panel ends an id that had come back to its place after one")
  func endedAfterLift() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(100))
    run.endByKey(by: 200)
    run.feed(.touch(1), .report(220), .id(-1), .touch(0), .report(300))
    run.feed(.id(2), .touch(1), .report(1000), .touch(0), .report(1100))
    #expect(run.assembler.keyLift.deadline == .milliseconds(2100))
  }

  @Test("D16 no bounce puts lifts in doubt where a slot took another id after one")
  func leftIDs() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .touch(1), .report(0), .touch(0), .report(60))
    run.endByKey(by: 160)
    run.feed(.id(2), .touch(1), .report(500), .touch(0), .report(510), .touch(1), .report(520))
    run.feed(.touch(0), .report(530), .touch(1), .report(540), .touch(0), .report(550))
    #expect(run.assembler.keyLift.deadline == .milliseconds(650))
  }

  @Test(
    "D16 after a lift that only BTN_TOUCH tells, the fingers land that a report changes, or the latest one")
  func landingsByKey() throws {
    var run = try AssemblerRun()
    run.feed(.id(3), .x(200), .y(300), .slot(1), .id(4), .x(600), .y(700), .touch(1), .report(0))
    run.feed(.touch(0), .report(80))
    run.endByKey(by: 180)
    #expect(run.timeline.dropFirst() == ["@80 0:ended 20,30 1:ended 60,70"])
    run.feed(.slot(0), .id(5), .x(220), .touch(1), .report(900))
    #expect(run.timeline.dropFirst(2) == ["@900 0:began 22,30"])
    run.feed(.touch(0), .report(960))
    run.endByKey(by: 1060)
    run.feed(.touch(1), .report(1500))
    #expect(run.timeline.dropFirst(3) == ["@960 0:ended 22,30", "@1500 0:began 22,30"])
  }

  @Test("D16 TCH-29 dropped events bring back no finger that BTN_TOUCH has lifted")
  func gapAfterLiftByKey() throws {
    var run = try AssemblerRun()
    run.feed(.id(3), .x(200), .y(300), .touch(1), .report(0), .touch(0), .report(80))
    run.endByKey(by: 180)
    run.feed(.dropped, .report(300))
    run.resynchronize([PanelState.Slot(trackingID: 3, x: 200, y: 300)], at: 300)
    #expect(run.timeline == ["@0 0:began 20,30", "@80 0:ended 20,30"])
    run.feed(.touch(1), .report(900))
    #expect(run.timeline.last == "@900 0:began 20,30")
  }

  @Test("TCH-30 a device that is gone cancels all its contacts in one frame")
  func removed() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .slot(4), .id(2), .x(200), .y(200), .report(0))
    run.feed(.x(900), .slot(6), .id(3))
    run.remove(at: 200)
    run.remove(at: 201)
    #expect(
      run.timeline == [
        "@0 0:began 10,10 4:began 20,20", "@200 0:cancelled 10,10 4:cancelled 20,20 (removed)",
      ])
  }

  @Test("TCH-31 a single-touch device is one contact")
  func singleTouch() throws {
    var run = try AssemblerRun(.singleTouchScreen)
    run.feed(.touch(1), .x(2000), .y(2000), .report(0))
    run.feed(.x(2100), .touch(1), .report(10))
    run.feed(.slot(0), .id(5), .report(15))
    run.feed(.touch(0), .report(20))
    run.feed(.x(3000), .report(30))
    #expect(run.timeline == ["@0 0:began 200,200", "@10 0:moved 210,200", "@20 0:ended 210,200"])
  }

  @Test("TCH-31 a single touch that lifts and lands within a report ends and begins")
  func singleTouchReused() throws {
    var run = try AssemblerRun(.singleTouchScreen)
    run.feed(.touch(1), .x(2000), .y(2000), .report(0), .touch(0), .touch(1), .x(10), .report(1))
    #expect(run.timeline == ["@0 0:began 200,200", "@1 0:ended 200,200", "@1 0:began 1,200"])
  }

  @Test("TCH-32 D19 a coordinate beyond the axis is clamped", arguments: [10300, Int32.max])
  func clamped(beyond: Int32) throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(beyond), .y(.min), .report(0))
    run.feed(.x(.max), .y(-5), .report(1))
    #expect(run.timeline == ["@0 0:began 1023.9,0"])
  }

  @Test("TCH-33 a contact announced without coordinates takes what the slot remembers")
  func rememberedCoordinates() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(2000), .y(3000), .report(0), .id(-1), .report(1))
    run.feed(.id(2), .y(4000), .report(2))
    #expect(run.timeline.last == "@2 0:began 200,400")
  }

  @Test("TCH-34 contacts that are down at the start are ignored until they lift")
  func downAtStart() throws {
    let state = PanelState(
      slots: [
        PanelState.Slot(trackingID: -1, x: 0, y: 0), PanelState.Slot(trackingID: 5, x: 100, y: 100),
        PanelState.Slot(trackingID: 6, x: 300, y: 300),
      ], currentSlot: 1)
    var run = try AssemblerRun(initialState: state)
    run.feed(.x(200), .id(5), .report(0), .id(-1), .report(1))
    #expect(run.timeline == [])
    run.feed(.id(7), .report(2), .slot(2), .id(8), .report(3))
    #expect(run.timeline == ["@2 1:began 20,10", "@3 2:began 30,30"])
  }

  @Test("TCH-34 a single touch that is down at the start is ignored until it lifts")
  func singleTouchDownAtStart() throws {
    let state = PanelState(slots: [PanelState.Slot(trackingID: 0, x: 100, y: 100)])
    var run = try AssemblerRun(.singleTouchScreen, initialState: state)
    run.feed(.x(200), .touch(1), .report(0), .touch(0), .report(1), .touch(1), .report(2))
    #expect(run.timeline == ["@2 0:began 20,10"])
  }

  @Test("TCH-34 contacts ignored at the start are not cancelled when the device goes")
  func ignoredThenRemoved() throws {
    let state = PanelState(slots: [PanelState.Slot(trackingID: 5, x: 100, y: 100)])
    var run = try AssemblerRun(initialState: state)
    run.remove(at: 10)
    #expect(run.timeline == [])
  }

  @Test("TIM-5 T2 time that runs back is clamped to the frame before")
  func timeRunsBack() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(100), .x(200), .report(96), .x(300), .report(-5))
    run.feed(.x(400), .report(101))
    #expect(
      run.timeline == [
        "@100 0:began 10,10", "@100 0:moved 20,10", "@100 0:moved 30,10", "@101 0:moved 40,10",
      ])
  }

  @Test("T2 one stamp far ahead, or far back, does not move the time, and those after it count")
  func oneUntrueStamp() throws {
    for untrue: Int64 in [1_000_000_000_000, 5] {
      var run = try AssemblerRun()
      run.feed(.id(1), .x(100), .y(100), .report(2000), .x(200), .report(2010), .x(300), .report(untrue))
      run.feed(.x(400), .report(2030), .id(-1), .report(2040))
      #expect(
        run.timeline == [
          "@2000 0:began 10,10", "@2010 0:moved 20,10", "@2010 0:moved 30,10", "@2030 0:moved 40,10",
          "@2040 0:ended 40,10",
        ])
    }
  }

  @Test("T2 a clock that was set, forward or back, leaves the time where it is, and it goes on from there")
  func clockSet() throws {
    for start: Int64 in [1_000_000_000_000, 0] {
      var run = try AssemblerRun()
      run.feed(.id(1), .x(100), .y(100), .report(90_000), .x(200), .report(90_010))
      run.feed(.x(300), .report(start), .x(400), .report(start + 10), .id(-1), .report(start + 25))
      #expect(
        run.timeline.dropFirst(2) == ["@90010 0:moved 30,10", "@90020 0:moved 40,10", "@90035 0:ended 40,10"])
    }
  }

  @Test("T2 an untouched panel may be silent for weeks")
  func longPause() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(10), .id(-1), .report(20))
    run.feed(.id(2), .report(2_000_000_000))
    #expect(run.timeline.last == "@2000000000 0:began 10,10")
  }

  @Test("T2 a stamp far ahead is clamped to the latest there can be")
  func timeFarAhead() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(.max / 1000))
    #expect(run.frames.map(\.time) == [.latestStamp])
  }

  @Test("D20 a frame that the kernel cut is one frame, at its true end")
  func cutFrame() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .cut(5))
    #expect(run.timeline == [])
    run.feed(.y(100), .slot(1), .id(2), .x(200), .y(200), .report(6))
    #expect(run.timeline == ["@6 0:began 10,10 1:began 20,20"])
  }

  @Test("D20 a frame of 5,000 events is one frame")
  func longFrame() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .y(100))
    for x in 0..<Int32(5000) { run.feed(.x(x)) }
    run.feed(.x(300), .report(1))
    #expect(run.timeline == ["@1 0:began 30,10"])
  }

  @Test("D21 what has no meaning here is passed over")
  func otherEvents() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(100), .y(100), .report(0))
    for type in UInt16(0)...0x20 {
      for code in [UInt16(1), 2, 4, 0x2e, 0x30, 0x3ff, .max] {
        run.feed(.other(type: type, code: code, value: .max), .report(1))
      }
    }
    #expect(run.timeline == ["@0 0:began 10,10"])
  }

  @Test("the storage of frames is made once")
  func storage() throws {
    var run = try AssemblerRun()
    var capacities: Set<Int> = []
    for round in 0..<Int32(100) {
      for slot in 0..<Int32(10) { run.feed(.slot(slot), .id(round), .x(round * 10), .id(-1), .id(round)) }
      run.feed(.report(Int64(round)))
      for index in 0..<(round == 0 ? 1 : 2) {
        capacities.insert(run.assembler.frame(at: index).changes.capacity)
      }
    }
    #expect(capacities.count == 1)
  }
}
