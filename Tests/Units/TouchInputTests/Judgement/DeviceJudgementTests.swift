import GestureCore
import Testing
import TouchInput

@Suite struct DeviceJudgementTests {
  private let screen = DeviceDescription.testScreen
  private let singleTouch = DeviceDescription.singleTouchScreen

  private func capabilities(
    _ device: DeviceDescription, deviceClass: DeviceClass? = nil, scope: DeviceScope = .touchscreens
  ) throws(DeviceRefusal) -> TouchProtocol {
    try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: deviceClass ?? DeviceClass(of: device), scope: scope)
  }

  @Test("TCH-31 D16 slots with ids are multitouch, plain axes with BTN_TOUCH are single touch")
  func protocols() throws {
    #expect(try capabilities(screen) == .multitouch)
    #expect(try capabilities(singleTouch) == .singleTouch)
  }

  @Test("sysfs alone, which knows no axis ranges, is enough to judge the capabilities")
  func withoutAxes() throws {
    var device = screen
    device.axes = [:]
    #expect(try capabilities(device) == .multitouch)
  }

  @Test(
    "a device with any letter or digit key is refused, in a replay too",
    arguments: [2, 11, 16, 25, 30, 38, 44, 50])
  func letterKeys(code: UInt16) {
    let device = screen.declaring(EventCode.key, [EventCode.touch, code])
    #expect(throws: DeviceRefusal.letterKeys) { try capabilities(device) }
    #expect(throws: DeviceRefusal.letterKeys) { try capabilities(device, scope: .everything) }
  }

  @Test(
    "keys that a panel has beside its glass do not make it a keyboard",
    arguments: [1, 12, 28, 59, 102, 116, 139, 158])
  func panelKeys(code: UInt16) throws {
    #expect(try capabilities(screen.declaring(EventCode.key, [EventCode.touch, code])) == .multitouch)
  }

  @Test("D17 without a pair of position axes nothing is read")
  func positionAxes() {
    let none = screen.declaring(EventCode.absolute, [EventCode.slot, EventCode.trackingID])
    #expect(throws: DeviceRefusal.noPositionAxes) { try capabilities(none) }
    for code in [EventCode.x, EventCode.y, EventCode.positionX, EventCode.positionY] {
      let one = screen.declaring(EventCode.absolute, [code])
      #expect(throws: DeviceRefusal.onePositionAxisOnly) { try capabilities(one) }
    }
  }

  @Test("a touchpad is read in a replay, and live if the configuration says so")
  func touchpad() throws {
    let byClass = screen.with(properties: [])
    let byKeys = screen.with(properties: []).declaring(
      EventCode.key, [EventCode.touch, EventCode.toolFinger])
    for (device, name) in [(byClass, DeviceClass.touchpad), (byKeys, nil)] {
      #expect(throws: DeviceRefusal.touchpad) { try capabilities(device, deviceClass: name) }
      #expect(try capabilities(device, deviceClass: name, scope: .touchpadsToo) == .multitouch)
      #expect(try capabilities(device, deviceClass: name, scope: .everything) == .multitouch)
    }
  }

  @Test(
    "udev's word that it is a touchscreen outranks INPUT_PROP_POINTER, which counts where udev says neither")
  func pointerProperty() throws {
    let device = screen.with(properties: [EventCode.pointerProperty])
    #expect(try capabilities(device, deviceClass: .touchscreen) == .multitouch)
    #expect(!DeviceJudgement.isTouchpad(device, .touchscreen))
    #expect(DeviceJudgement.isTouchpad(device, [.touchscreen, .touchpad]))
    #expect(DeviceJudgement.isTouchpad(device, []))
    #expect(throws: DeviceRefusal.touchpad) { try capabilities(device, deviceClass: []) }
  }

  @Test("what udev does not call a touchscreen is refused live, also against its properties")
  func notATouchscreen() throws {
    for scope in [DeviceScope.touchscreens, .touchpadsToo] {
      #expect(throws: DeviceRefusal.notATouchscreen) {
        try capabilities(screen, deviceClass: [], scope: scope)
      }
    }
    let bare = screen.with(properties: []).declaring(EventCode.key, [])
    #expect(throws: DeviceRefusal.notATouchscreen) { try capabilities(bare) }
    #expect(try capabilities(bare, deviceClass: .touchscreen) == .multitouch)
    #expect(try capabilities(bare, scope: .everything) == .multitouch)
  }

  @Test("a pen on a screen is read, with slots as a touchscreen; udev has to call it a tablet")
  func pens() throws {
    let keys = [EventCode.touch, EventCode.toolPen]
    #expect(try capabilities(singleTouch.declaring(EventCode.key, keys)) == .pen)
    #expect(try capabilities(screen.declaring(EventCode.key, keys)) == .multitouch)
    #expect(throws: DeviceRefusal.noContactState) {
      try capabilities(singleTouch.declaring(EventCode.key, [EventCode.toolPen]))
    }
  }

  @Test("a pen that says neither screen nor pointer is read in a replay, as panels are, and refused live")
  func penWithoutProperties() throws {
    let keys = [EventCode.touch, EventCode.toolPen]
    let pen = singleTouch.with(properties: []).declaring(EventCode.key, keys)
    let slots = screen.with(properties: []).declaring(EventCode.key, keys)
    #expect(try capabilities(pen, scope: .everything) == .pen)
    #expect(try capabilities(slots, scope: .everything) == .multitouch)
    for scope in [DeviceScope.touchscreens, .touchpadsToo] {
      let refusal = #expect(throws: DeviceRefusal.self) { try capabilities(pen, scope: scope) }
      #expect(refusal?.description.contains("does not say that it is a screen") == true)
    }
  }

  @Test(
    "a pen beside the screen and accelerometers are refused, wherever they come from",
    arguments: [DeviceScope.touchscreens, .touchpadsToo, .everything])
  func neverTouch(scope: DeviceScope) {
    let pen = screen.with(properties: [EventCode.pointerProperty]).declaring(
      EventCode.key, [EventCode.touch, EventCode.toolPen])
    #expect(throws: DeviceRefusal.penTablet) { try capabilities(pen, scope: scope) }
    let accelerometer = singleTouch.with(properties: [EventCode.accelerometerProperty])
    #expect(throws: DeviceRefusal.accelerometer) {
      try capabilities(accelerometer, scope: scope)
    }
  }

  @Test("TCH-35 D15 positions without slots are protocol A, also beside plain axes and without BTN_TOUCH")
  func protocolA() throws {
    let axes = [EventCode.x, EventCode.y, EventCode.positionX, EventCode.positionY]
    for keys in [[], [EventCode.touch], [EventCode.touch, EventCode.toolPen]] {
      let device = screen.declaring(EventCode.key, keys)
      let anonymous = device.declaring(EventCode.absolute, axes)
      #expect(try capabilities(anonymous) == .slotless(givesIDs: false))
      let tracked = device.declaring(EventCode.absolute, axes + [EventCode.trackingID])
      #expect(try capabilities(tracked) == .slotless(givesIDs: true))
    }
  }

  @Test("D15 a panel without slots has as many as two reports of contacts need")
  func slotlessPanel() throws {
    let panel = try judge(screen.declaring(EventCode.absolute, [EventCode.positionX, EventCode.positionY]))
    #expect(panel.size == Size(160, 100))
    #expect(panel.maximumContacts == 10)
    #expect(panel.slotCount == 20)
  }

  @Test("a device that declares every axis there is is refused, in a replay too")
  func everyAxis() throws {
    let device = screen.declaring(EventCode.absolute, Array(0...0x3f))
    for scope in [DeviceScope.touchscreens, .everything] {
      #expect(throws: DeviceRefusal.everyAxis) {
        try capabilities(device, deviceClass: .touchscreen, scope: scope)
      }
    }
  }

  @Test("D16 slots without ids fall back to plain axes with BTN_TOUCH, or are refused")
  func noContactState() throws {
    let slots = [EventCode.slot, EventCode.positionX, EventCode.positionY]
    let device = screen.declaring(EventCode.absolute, slots)
    #expect(throws: DeviceRefusal.noContactState) { try capabilities(device) }
    let both = screen.declaring(EventCode.absolute, slots + [EventCode.x, EventCode.y])
    #expect(try capabilities(both) == .singleTouch)
    #expect(throws: DeviceRefusal.noContactState) {
      try capabilities(singleTouch.declaring(EventCode.key, []))
    }
  }

  @Test("the test screen is 160 × 100 mm by its resolution, and a value is a place on it")
  func testScreen() throws {
    let panel = try judge(screen)
    #expect(panel.size == Size(160, 100))
    #expect(panel.sizeSource == .resolution)
    #expect(panel.sizeWarning == nil)
    #expect(panel.slotCount == 10)
    #expect(!panel.isSemiMultitouch)
    #expect(panel.position(x: 64, y: 3200) == Point(1, 50))
  }

  @Test("a minimum other than 0 is the edge")
  func minimum() throws {
    let x = AxisRange(minimum: 1000, maximum: 2499, resolution: 10)
    let y = AxisRange(minimum: -2000, maximum: 1999, resolution: 10)
    let panel = try judge(.touchscreen(x: x, y: y))
    #expect(panel.size == Size(150, 400))
    #expect(panel.position(x: 1010, y: -1990) == Point(1, 1))
  }

  @Test("D13 1 to 250 slots are accepted", arguments: [0, 1, 9, 98, 99, 249])
  func slotsAccepted(maximum: Int32) throws {
    #expect(try judge(.touchscreen(slotMaximum: maximum)).slotCount == Int(maximum) + 1)
  }

  @Test("D13 any other number of slots is refused", arguments: [Int32.min, -2, -1, 250, 1023, 999_999, .max])
  func slotsRefused(maximum: Int32) {
    #expect(throws: DeviceRefusal.slotCount(Int64(maximum) + 1)) {
      try judge(.touchscreen(slotMaximum: maximum))
    }
  }

  @Test("D16 semi-multitouch is noted")
  func semiMultitouch() throws {
    let device = screen.with(properties: [EventCode.directProperty, EventCode.semiMultitouchProperty])
    #expect(try judge(device).isSemiMultitouch)
  }

  @Test(
    "D17 an axis without extent is refused, and one of a minimum above its maximum for that reason",
    arguments: [(0, 0), (5, 4), (Int32.max, Int32.min), (100, 100)])
  func emptyAxis(minimum: Int32, maximum: Int32) {
    let range = AxisRange(minimum: minimum, maximum: maximum)
    func refusal(_ axis: PositionAxis) -> DeviceRefusal {
      minimum == maximum ? .emptyAxis(axis) : .reversedAxis(axis, minimum: minimum, maximum: maximum)
    }
    #expect(throws: refusal(.x)) { try judge(.touchscreen(x: range)) }
    #expect(throws: refusal(.y)) { try judge(.touchscreen(y: range)) }
  }

  @Test("TCH-39 a stated range replaces the declared one, for positions, for the size and on the clone")
  func statedRange() throws {
    let device = DeviceDescription.touchscreen(
      x: AxisRange(minimum: 500, maximum: 100, resolution: 10),
      y: AxisRange(minimum: 0, maximum: 99, resolution: 10))
    let panel = try DeviceJudgement.judgeAxes(
      of: device, touchProtocol: .multitouch, ranges: StatedRanges(x: 100...499, y: -50...349))
    #expect(panel.size == Size(40, 40))
    #expect(panel.position(x: 300, y: 150) == Point(20, 20))
    let clone = try CloneDescription(of: device, panel)
    #expect(clone.device.axes[EventCode.positionX]?.maximum == 499)
    #expect(clone.device.axes[EventCode.positionY]?.minimum == -50)
  }

  @Test("TCH-32 positions are clamped after the calibration, which may reach beyond the declared range")
  func clampedAfterCalibration() throws {
    // The panel reports three times as far down as it declares.
    let device = DeviceDescription.touchscreen(
      x: AxisRange(minimum: 0, maximum: 299), y: AxisRange(minimum: 0, maximum: 99))
    let panel = try judge(
      device, size: SizeKnowledge(configured: Size(60, 60)),
      placement: PanelPlacement(calibration: AffineTransform(1, 0, 0, 1.0 / 3, 0, 0)))
    #expect(abs(panel.position(x: 150, y: 150).y - 30) < 0.01)
    #expect(abs(panel.position(x: 150, y: 270).y - 54) < 0.01)
    #expect(panel.position(x: 9000, y: .max).y < 60 && panel.position(x: -1, y: .min) == Point(0, 0))
    #expect(abs(panel.beyondRange.position(x: 0, y: 150).y - 90) < 0.01)
  }

  @Test("TCH-39 the reach of positions beyond the range is rounded outward, and only grows")
  func reach() throws {
    var reach = PanelReach(
      of: try judge(
        .touchscreen(x: AxisRange(minimum: 0, maximum: 1600), y: AxisRange(minimum: 0, maximum: 160))))
    reach.extend(x: 1600, y: 0)
    #expect(reach.growthCount == 0 && reach.keys == "")
    reach.extend(x: 40, y: 203)
    #expect(reach.growthCount == 1 && reach.keys == "y_range = [0, 208]")
    reach.extend(x: -26, y: 208)
    #expect(reach.growthCount == 2 && reach.keys == "x_range = [-50, 1600] and y_range = [0, 208]")
    for value in [Int32.min, .max, 0, .min, .max] { reach.extend(x: value, y: value) }
    #expect(reach.growthCount <= 16)
  }

  @Test(
    "TCH-39 up to a 64th of the range beyond it is no news, and more is rounded up by no more than that",
    arguments: [
      (1925, ""), (1954, ""), (-30, ""), (1955, "x_range = [0, 1984]"), (1985, "x_range = [0, 2014]"),
      (-31, "x_range = [-60, 1924]"), (2050, "x_range = [0, 2074]"),
    ])
  func smallExcess(value: Int32, keys: String) throws {
    var reach = PanelReach(
      of: try judge(
        .touchscreen(x: AxisRange(minimum: 0, maximum: 1924), y: AxisRange(minimum: 0, maximum: 1079))))
    reach.extend(x: value, y: 15)
    #expect(reach.keys == keys)
    #expect(reach.growthCount == (keys.isEmpty ? 0 : 1))
  }

  @Test("TCH-39 a finger that slides half a range beyond it makes news up to the end")
  func slide() throws {
    var reach = PanelReach(
      of: try judge(
        .touchscreen(x: AxisRange(minimum: 0, maximum: 640), y: AxisRange(minimum: 0, maximum: 640))))
    for value in stride(from: Int32(600), through: 960, by: 3) { reach.extend(x: value, y: 9) }
    #expect(reach.growthCount < 16 && reach.keys == "x_range = [0, 960]")
  }

  @Test(
    "TCH-39 a contact that moves beyond the range extends the reach, and one that only lifts there does not")
  func reachOfMoves() throws {
    var run = try AssemblerRun(
      .touchscreen(x: AxisRange(minimum: 0, maximum: 1600), y: AxisRange(minimum: 0, maximum: 1600)))
    run.feed(.id(1), .x(800), .y(800), .report(0), .x(1600), .report(10))
    #expect(run.assembler.reach.growthCount == 0)
    run.feed(.x(1650), .report(20), .slot(1), .id(2), .x(5), .slot(0), .y(-30), .report(30))
    #expect(run.assembler.reach.keys == "x_range = [0, 1650] and y_range = [-50, 1600]")
    run.feed(.x(9000), .id(-1), .report(40))
    #expect(run.assembler.reach.growthCount == 2)
    var plain = try AssemblerRun(.singleTouchScreen)
    plain.feed(.touch(1), .x(2000), .y(2000), .report(0), .x(-1000), .report(10))
    #expect(plain.assembler.reach.growthCount == 1)
  }

  @Test(
    "D17 an axis of more steps than any digitizer has is refused",
    arguments: [(Int32.min, .max), (0, 1 << 24)])
  func hugeAxis(minimum: Int32, maximum: Int32) throws {
    let range = AxisRange(minimum: minimum, maximum: maximum)
    #expect(throws: DeviceRefusal.hugeAxis(.y)) { try judge(.touchscreen(y: range)) }
  }

  @Test("D17 an axis that is declared and has no range is refused")
  func axisWithoutRange() {
    var device = screen
    device.axes[EventCode.positionY] = nil
    #expect(throws: DeviceRefusal.axisWithoutRange(.y)) { try judge(device) }
    device.axes[EventCode.slot] = nil
    #expect(throws: DeviceRefusal.slotCount(0)) { try judge(device) }
  }

  /// T1 with other resolutions.
  private func screen(resolutions x: Int32, _ y: Int32) -> DeviceDescription {
    .touchscreen(
      x: AxisRange(minimum: 0, maximum: 10239, resolution: x),
      y: AxisRange(minimum: 0, maximum: 6399, resolution: y))
  }

  @Test(
    "D18 no resolution: 160 mm wide in the axes' aspect, with a warning", arguments: [0, -64, Int32.min])
  func noResolution(resolution: Int32) throws {
    let portrait = DeviceDescription.touchscreen(
      x: AxisRange(minimum: 0, maximum: 1079, resolution: resolution),
      y: AxisRange(minimum: 0, maximum: 1919, resolution: resolution))
    let panel = try judge(portrait)
    #expect(panel.size.width == 160)
    #expect(abs(panel.size.height - 160 * 1920 / 1080) < 1e-9)
    #expect(panel.sizeSource == .fallback)
    #expect(panel.sizeWarning == .noResolution)
  }

  @Test("D18 one usable resolution counts for both axes, with a warning", arguments: [0, -1, Int32.max])
  func oneResolution(other: Int32) throws {
    for (device, axis) in [
      (screen(resolutions: 64, other), PositionAxis.x), (screen(resolutions: other, 64), .y),
    ] {
      let panel = try judge(device)
      #expect(panel.size == Size(160, 100))
      #expect(panel.sizeSource == .resolution)
      #expect(panel.sizeWarning == .resolutionOfOneAxis(axis))
    }
  }

  @Test("D18 a configured size outranks what the panel claims or does not", arguments: [0, 64])
  func configuredSize(resolution: Int32) throws {
    let panel = try judge(
      screen(resolutions: resolution, resolution), size: SizeKnowledge(configured: Size(320, 50)))
    #expect(panel.size == Size(320, 50))
    #expect(panel.sizeSource == .configured)
    #expect(panel.sizeWarning == nil)
    #expect(panel.position(x: 5120, y: 3200) == Point(160, 25))
  }

  @Test("D18 a fallback that is no shape of a screen is refused, unless a size is configured")
  func implausibleShape() throws {
    let strip = DeviceDescription.touchscreen(
      x: AxisRange(minimum: 0, maximum: 1), y: AxisRange(minimum: 0, maximum: 100_000))
    #expect(throws: DeviceRefusal.implausibleSize) { try judge(strip) }
    #expect(try judge(strip, size: SizeKnowledge(configured: Size(100, 100))).sizeSource == .configured)
  }

  @Test("D29 every refusal and warning is one line")
  func sentences() {
    let refusals: [DeviceRefusal] = [
      .letterKeys, .noPositionAxes, .onePositionAxisOnly, .penTablet, .accelerometer, .touchpad,
      .notATouchscreen, .everyAxis, .noContactState, .slotCount(1_000_001), .axisWithoutRange(.x),
      .emptyAxis(.y), .reversedAxis(.y, minimum: 9, maximum: 2), .hugeAxis(.x), .implausibleSize,
    ]
    let claim = Size(1, 5000)
    let warnings: [SizeWarning] = [
      .noResolution, .resolutionOfOneAxis(.x), .implausible(.extent, claim, .fallback),
      .implausible(.shape, claim, .display),
    ]
    let sentences = refusals.map(\.description) + warnings.map(\.description)
    #expect(Set(sentences).count == sentences.count)
    #expect(sentences.allSatisfy { $0.contains("it") && !$0.contains("\n") })
    #expect(DeviceRefusal.slotCount(1_000_001).description.contains("1000001 slots; allowed: 1 to 250"))
  }
}
