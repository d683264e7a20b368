import GestureCore
import Testing
import TouchInput

/// Which fingers are contacts, where their lifts are, and what becomes of those that change their slots. Positions are in
/// points.
@Suite struct ContactPresenceTests {
  private let distance = EventCode.contactDistance
  private let size = EventCode.touchMajor
  private let pressure = EventCode.contactPressure

  private func hoveringPanel() throws -> AssemblerRun {
    try AssemblerRun(.testScreen.with(axis: distance, AxisRange(minimum: 0, maximum: 4)))
  }

  private func sizedPanel() throws -> AssemblerRun {
    try AssemblerRun(.testScreen.with(axis: size, AxisRange(minimum: 0, maximum: 255)))
  }

  // MARK: Fingers above the glass

  @Test("TCH-36 a finger that stays above the glass is no contact")
  func hovering() throws {
    var run = try hoveringPanel()
    run.feed(.id(4), .x(700), .y(900), .axis(distance, 3), .report(0), .x(800), .report(20))
    #expect(run.assembler.hasRaisedContacts && !run.assembler.isPanelTouched)
    run.feed(.axis(distance, 1), .report(30), .id(-1), .report(40))
    #expect(run.timeline == [])
    #expect(!run.assembler.hasRaisedContacts)
  }

  @Test("TCH-36 a finger touches from distance 0 to the next distance, several times under one id")
  func landingFromAbove() throws {
    var run = try hoveringPanel()
    run.feed(.id(4), .x(700), .y(900), .axis(distance, 2), .report(0))
    run.feed(.axis(distance, 0), .x(710), .report(50), .x(720), .report(60))
    run.feed(.axis(distance, 2), .x(0), .report(130), .x(600), .report(140))
    run.feed(.axis(distance, 0), .report(300), .id(-1), .report(370))
    #expect(
      run.timeline == [
        "@50 0:began 71,90", "@60 0:moved 72,90", "@130 0:ended 72,90", "@300 0:began 60,90",
        "@370 0:ended 60,90",
      ])
  }

  @Test("TCH-36 a slot remembers its distance like its place")
  func rememberedDistance() throws {
    var run = try hoveringPanel()
    run.feed(.id(4), .x(700), .y(900), .axis(distance, 2), .report(0), .id(-1), .report(10))
    run.feed(.id(5), .report(20), .axis(distance, 0), .report(30))
    #expect(run.timeline == ["@30 0:began 70,90"])
  }

  @Test(
    "TCH-36 TCH-34 a finger that was above the glass, at the start or after dropped events, counts once it lands"
  )
  func aboveAtStart() throws {
    var slot = PanelState.Slot(trackingID: 4, x: 700, y: 900)
    slot.attributes.distance = 2
    var run = try AssemblerRun(
      .testScreen.with(axis: distance, AxisRange(minimum: 0, maximum: 4)),
      initialState: PanelState(slots: [slot]))
    run.feed(.axis(distance, 0), .report(10))
    #expect(run.timeline == ["@10 0:began 70,90"])
    run.feed(.dropped, .report(20))
    run.resynchronize([slot], at: 20)
    #expect(run.timeline.last == "@20 0:cancelled 70,90 (lost)")
    #expect(run.assembler.agrees(with: PanelState(slots: [slot])))
    run.feed(.axis(distance, 0), .report(30))
    #expect(run.timeline.last == "@30 0:began 70,90")
  }

  @Test("TCH-36 a panel whose smallest distance is above 0 touches at that one")
  func smallestDistance() throws {
    var run = try AssemblerRun(.testScreen.with(axis: distance, AxisRange(minimum: 2, maximum: 9)))
    run.feed(.id(4), .x(700), .y(900), .axis(distance, 2), .report(0), .axis(distance, 3), .report(50))
    #expect(run.timeline == ["@0 0:began 70,90", "@50 0:ended 70,90"])
  }

  @Test("TCH-37 a finger without size does not touch, where touching fingers have one")
  func withoutSize() throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(700), .y(900), .axis(size, 9), .touch(1), .report(0))
    run.feed(.id(-1), .touch(0), .report(60))
    run.feed(.id(2), .axis(size, 0), .report(500), .x(710), .report(510))
    #expect(run.timeline == ["@0 0:began 70,90", "@60 0:ended 70,90"])
    run.feed(.axis(size, 8), .touch(1), .report(520), .touch(0), .axis(size, 0), .report(580))
    #expect(run.timeline.suffix(2) == ["@520 0:began 71,90", "@580 0:ended 71,90"])
    run.feed(.axis(size, 8), .touch(1), .report(600), .axis(size, 0), .touch(0), .report(660))
    #expect(run.timeline.suffix(2) == ["@600 0:began 71,90", "@660 0:ended 71,90"])
  }

  @Test("TCH-37 a light finger whose size falls to 0 touches as long as BTN_TOUCH says so")
  func lightFinger() throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(700), .y(900), .axis(size, 2), .touch(1), .report(0), .axis(size, 0), .report(10))
    run.feed(.x(800), .report(20), .id(-1), .touch(0), .report(30))
    #expect(
      run.timeline == ["@0 0:began 70,90", "@10 0:moved 70,90", "@20 0:moved 80,90", "@30 0:ended 80,90"])
  }

  @Test("TCH-37 a slot that the kernel gives no size for has none yet, as in a recording")
  func sizeOfState() throws {
    var run = try AssemblerRun(
      .testScreen.with(axis: size, AxisRange(minimum: 0, maximum: 255)),
      initialState: PanelState(slotCount: 10))
    run.feed(.id(1), .x(700), .y(900), .axis(size, 9), .touch(1), .report(0))
    run.feed(.slot(1), .id(2), .x(20), .y(40), .report(30))
    #expect(run.timeline == ["@0 0:began 70,90", "@30 1:began 2,4"])
  }

  @Test("TCH-37 a light finger touches that lands without size, where its report presses BTN_TOUCH")
  func lightLanding() throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(700), .y(900), .axis(size, 9), .touch(1), .report(0), .id(-1), .touch(0), .report(60))
    run.feed(.id(2), .axis(size, 0), .x(300), .touch(1), .report(400), .id(-1), .touch(0), .report(450))
    #expect(run.timeline.suffix(2) == ["@400 0:began 30,90", "@450 0:ended 30,90"])
  }

  @Test("TCH-37 TCH-29 after dropped events, a size of 0 lifts no finger whose BTN_TOUCH may be lost")
  func lightFingerAfterGap() throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(700), .y(900), .axis(size, 9), .touch(1), .report(0), .id(-1), .touch(0), .report(60))
    var slot = PanelState.Slot(trackingID: 2, x: 700, y: 900)
    slot.attributes.touchMajor = 5
    run.feed(.dropped, .report(100))
    run.resynchronize([slot], at: 100)
    run.feed(.axis(size, 0), .report(120), .id(-1), .report(160))
    #expect(run.timeline.last == "@160 0:ended 70,90")
  }

  @Test("TCH-37 a panel whose sizes are all 0 is touched all the same, and so is a slot without a size")
  func noSize() throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(700), .y(900), .axis(size, 0), .report(0), .id(-1), .report(60))
    #expect(run.timeline == ["@0 0:began 70,90", "@60 0:ended 70,90"])
    run.feed(.id(2), .axis(size, 7), .report(100), .slot(1), .id(3), .x(10), .y(10), .report(110))
    #expect(run.timeline.suffix(2) == ["@100 0:began 70,90", "@110 1:began 1,1"])
  }

  @Test(
    "TCH-37 a finger without pressure is above the glass, trusted or not, whatever BTN_TOUCH says",
    arguments: [
      false, true,
    ])
  func withoutPressure(isTrusted: Bool) throws {
    var run = try AssemblerRun(
      .testScreen.with(axis: pressure, AxisRange(minimum: 0, maximum: 255)), trustsPressure: isTrusted)
    // The first hover cannot be told from a touch: many panels report 0 always.
    run.feed(.id(1), .x(700), .y(900), .axis(pressure, 0), .touch(1), .report(0))
    run.feed(.axis(pressure, 40), .report(10), .x(0), .axis(pressure, 0), .report(20), .x(750), .report(30))
    #expect(run.timeline.first == "@0 0:began 70,90" && run.timeline.last == "@20 0:ended 70,90")
    let count = run.timeline.count
    run.feed(.axis(pressure, 33), .report(40), .id(-1), .touch(0), .report(80))
    #expect(run.timeline.dropFirst(count) == ["@40 0:began 75,90", "@80 0:ended 75,90"])
    run.feed(.id(2), .axis(pressure, 0), .touch(1), .report(100), .x(800), .report(110))
    run.feed(.axis(pressure, 9), .report(120), .id(-1), .axis(pressure, 0), .touch(0), .report(160))
    #expect(run.timeline.dropFirst(count + 2) == ["@120 0:began 80,90", "@160 0:ended 80,90"])
  }

  @Test("TCH-37 a pen that lands without pressure touches, as its BTN_TOUCH says")
  func penWithoutPressure() throws {
    var run = try AssemblerRun(.pen)
    run.feed(.pen(1), .x(700), .y(900), .axis(EventCode.pressure, 50), .touch(1), .report(0))
    run.feed(.axis(EventCode.pressure, 0), .touch(0), .report(50), .touch(1), .report(90))
    #expect(run.timeline == ["@0 0:began 70,90", "@50 0:ended 70,90", "@90 0:began 70,90"])
  }

  @Test("TCH-37 changes of a pressure that is not trusted are no moves")
  func untrustedPressure() throws {
    var run = try AssemblerRun(.testScreen.with(axis: pressure, AxisRange(minimum: 0, maximum: 255)))
    run.feed(.id(1), .x(700), .y(900), .axis(pressure, 30), .report(0), .axis(pressure, 60), .report(10))
    #expect(run.timeline == ["@0 0:began 70,90"])
    #expect(run.attributes?.maximumForce == 0)
  }

  @Test(
    "TCH-37 a panel whose pressures are all 0 is touched all the same, and one with a distance goes by that")
  func noPressure() throws {
    let device = DeviceDescription.testScreen.with(axis: pressure, AxisRange(minimum: 0, maximum: 255))
    for device in [device, device.with(axis: distance, AxisRange(minimum: 0, maximum: 1))] {
      var run = try AssemblerRun(device)
      run.feed(.id(1), .x(700), .y(900), .axis(pressure, device.axes[distance] == nil ? 0 : 50), .report(0))
      run.feed(.axis(pressure, 0), .x(710), .report(30), .id(-1), .report(60))
      #expect(run.timeline == ["@0 0:began 70,90", "@30 0:moved 71,90", "@60 0:ended 71,90"])
    }
  }

  @Test("TCH-37 TCH-29 a pressure of a state raises no finger where events of the pressure do not count")
  func unreadPressure() throws {
    var pressed = PanelState.Slot(trackingID: -1, x: 700, y: 900)
    pressed.attributes.pressure = 50
    var run = try AssemblerRun(
      .testScreen.with(axis: pressure, AxisRange(minimum: 0, maximum: 255))
        .with(axis: distance, AxisRange(minimum: 0, maximum: 1)),
      initialState: PanelState(slots: [pressed]))
    run.feed(.id(1), .report(0), .dropped, .report(20))
    run.resynchronize([PanelState.Slot(trackingID: 1, x: 700, y: 900)], at: 20)
    run.feed(.id(-1), .report(60), .id(2), .report(100))
    #expect(run.timeline.suffix(2) == ["@60 0:ended 70,90", "@100 0:began 70,90"])
    #expect(run.timeline.count == 4)
  }

  @Test("TCH-37 beside a finger that touches, one whose size falls to 0 does not")
  func sizeBesideAnother() throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(700), .y(900), .axis(size, 9), .touch(1), .report(0))
    run.feed(.slot(1), .id(2), .x(200), .y(300), .axis(size, 7), .report(10), .axis(size, 0), .report(40))
    #expect(run.timeline.suffix(2) == ["@10 1:began 20,30", "@40 1:ended 20,30"])
    run.feed(.axis(size, 3), .x(210), .report(50))
    #expect(run.timeline.last == "@50 1:began 21,30")
  }

  @Test("TCH-37 a panel without BTN_TOUCH goes by the size alone")
  func sizeWithoutKey() throws {
    var run = try AssemblerRun(
      .testScreen.declaring(EventCode.key, []).with(axis: size, AxisRange(minimum: 0, maximum: 255)))
    run.feed(.id(1), .x(700), .y(900), .axis(size, 9), .report(0), .axis(size, 0), .report(20))
    #expect(run.timeline == ["@0 0:began 70,90", "@20 0:ended 70,90"])
  }

  // MARK: The report of the lift

  @Test("TCH-4 values in the report of a lift do not count, whatever their order", arguments: [false, true])
  func valuesOfLift(liftsFirst: Bool) throws {
    var run = try sizedPanel()
    run.feed(.id(1), .x(3000), .y(4000), .axis(size, 20), .report(0), .x(3010), .report(15))
    if liftsFirst { run.feed(.id(-1)) }
    run.feed(.x(0), .y(0), .axis(size, 0))
    if !liftsFirst { run.feed(.id(-1)) }
    run.feed(.report(75))
    #expect(run.timeline.last == "@75 0:ended 301,400")
    #expect(run.attributes?.majorRadius ?? 0 > 0)
  }

  @Test("TCH-4 the same of a lift and a landing in one report, of a replaced contact, and of a plain panel")
  func valuesOfOtherEnds() throws {
    var run = try AssemblerRun()
    run.feed(.id(1), .x(3000), .y(4000), .report(0))
    run.feed(.x(0), .y(0), .id(-1), .id(2), .x(500), .y(600), .report(75))
    #expect(run.timeline.suffix(2) == ["@75 0:ended 300,400", "@75 0:began 50,60"])
    run.feed(.x(0), .id(3), .x(700), .report(90))
    #expect(run.timeline.suffix(2) == ["@90 0:cancelled 50,60", "@90 0:began 70,60"])
    var plain = try AssemblerRun(.singleTouchScreen)
    plain.feed(.touch(1), .x(2000), .y(2000), .report(0), .x(0), .y(0), .touch(0), .report(50))
    #expect(plain.timeline.last == "@50 0:ended 200,200")
  }

  @Test(
    "D16 TCH-4 TCH-36 the same of a lift that only BTN_TOUCH tells, beside a finger that moves above the glass"
  )
  func valuesOfLiftBesideHover() throws {
    var run = try hoveringPanel()
    run.feed(.id(1), .x(1000), .y(900), .axis(distance, 3), .slot(1), .id(2), .x(2000), .y(700), .touch(1))
    run.feed(.report(0), .slot(0), .x(1010), .slot(1), .x(0), .y(0), .touch(0), .report(60))
    run.feed(.slot(0), .x(1020), .report(70), .x(1030), .report(80))
    run.endByKey(by: 160)
    #expect(run.timeline.count == 2 && run.timeline.last?.hasSuffix(" 1:ended 200,70") == true)
  }

  // MARK: Contacts that change their slots

  @Test("TCH-38 an id that appears in another slot is the same contact, and comes back")
  func changedSlot() throws {
    var run = try AssemblerRun()
    run.feed(.id(11), .x(1000), .y(500), .report(0))
    run.feed(.slot(0), .id(12), .x(4000), .y(600), .slot(1), .id(11), .x(1010), .y(500), .report(20))
    #expect(run.timeline.suffix(1) == ["@20 1:began 400,60 0:moved 101,50"])
    run.feed(.slot(0), .x(4010), .slot(1), .x(1020), .report(30))
    #expect(run.timeline.last == "@30 1:moved 401,60 0:moved 102,50")
    run.feed(.slot(0), .id(11), .x(1020), .y(500), .slot(1), .id(-1), .report(40))
    #expect(run.timeline.last == "@40 1:ended 401,60")
    run.feed(.slot(0), .id(-1), .report(50))
    #expect(run.timeline.last == "@50 0:ended 102,50")
  }

  @Test("TCH-38 three contacts that change their slots in a circle are the same three")
  func circle() throws {
    var run = try AssemblerRun()
    run.feed(.slot(0), .id(1), .x(100), .y(100), .slot(1), .id(2), .x(200), .y(200))
    run.feed(.slot(2), .id(3), .x(300), .y(300), .report(0))
    run.feed(.slot(0), .id(2), .x(210), .y(200), .slot(1), .id(3), .x(310), .y(300))
    run.feed(.slot(2), .id(1), .x(110), .y(100), .report(10))
    #expect(run.timeline.last == "@10 1:moved 21,20 2:moved 31,30 0:moved 11,10")
    run.feed(.slot(0), .id(-1), .slot(1), .id(-1), .slot(2), .id(-1), .report(20))
    #expect(run.timeline.last == "@20 1:ended 21,20 2:ended 31,30 0:ended 11,10")
  }

  @Test("TCH-38 TCH-34 an ignored contact stays one in another slot")
  func ignoredElsewhere() throws {
    let state = PanelState(slots: [.init(trackingID: 5, x: 100, y: 100)])
    var run = try AssemblerRun(initialState: state)
    run.feed(.slot(0), .id(-1), .slot(3), .id(5), .x(100), .y(100), .report(0), .x(200), .report(10))
    #expect(run.timeline == [])
  }
}
