import GestureCore
import Testing
import TouchInput

/// The source that decides about a panel's size.
@Suite struct PanelSizeTests {
  /// A panel that claims that size in mm, at 10 units a mm; 0 for no claim.
  private func panel(_ width: Double, _ height: Double, resolution: Int32 = 10) -> DeviceDescription {
    .touchscreen(
      x: AxisRange(minimum: 0, maximum: Int32(width * 10) - 1, resolution: resolution),
      y: AxisRange(minimum: 0, maximum: Int32(height * 10) - 1, resolution: resolution))
  }

  private func display(_ width: Double, _ height: Double) -> SizeKnowledge {
    SizeKnowledge(display: DisplayFacts(size: Size(width, height)))
  }

  @Test(
    "D18 where the panel claims no resolution, the display under it says how large it is, without a warning")
  func display() throws {
    let judged = try judge(panel(400, 300, resolution: 0), size: display(344, 194))
    #expect(judged.size == Size(344, 194))
    #expect(judged.sizeSource == .display)
    #expect(judged.sizeWarning == nil)
  }

  @Test("D18 a claim outranks the display, and the configuration outranks both")
  func ranks() throws {
    #expect(try judge(panel(340, 190), size: display(344, 194)).sizeSource == .resolution)
    var knowledge = display(344, 194)
    knowledge.configured = Size(300, 200)
    let judged = try judge(panel(340, 190), size: knowledge)
    #expect(judged.sizeSource == .configured && judged.size == Size(300, 200))
  }

  @Test(
    "D18 a claim of more than 3 m or less than 10 mm is treated as none, with one warning",
    arguments: [(3001.0, 1500.0), (9.0, 5.0), (9.9, 9.9)])
  func extent(width: Double, height: Double) throws {
    let claim = Size(width, height)
    let guessed = try judge(panel(width, height))
    #expect(guessed.sizeSource == .fallback)
    #expect(guessed.sizeWarning == .implausible(.extent, claim, .fallback))
    let known = try judge(panel(width, height), size: display(160, 90))
    #expect(known.sizeSource == .display)
    #expect(known.sizeWarning == .implausible(.extent, claim, .display))
  }

  @Test(
    "D18 a claim whose shape is off by more than 2 from the display's is treated as none; one that lies is not"
  )
  func shape() throws {
    let long = try judge(panel(400, 100), size: display(344, 194))
    #expect(long.sizeSource == .display)
    #expect(long.sizeWarning == .implausible(.shape, Size(400, 100), .display))
    // Pixels alone give the shape, but not the size.
    let pixels = SizeKnowledge(display: DisplayFacts(pixels: Size(1920, 1080)))
    let guessed = try judge(panel(400, 100), size: pixels)
    #expect(guessed.sizeSource == .fallback)
    #expect(guessed.sizeWarning == .implausible(.shape, Size(400, 100), .fallback))
    for (width, height) in [(350.0, 100.0), (190.0, 340.0), (200.0, 200.0)] {
      #expect(try judge(panel(width, height), size: display(344, 194)).sizeSource == .resolution)
    }
  }

  @Test("a display lies as the panel's axes do where they certainly lie the other way")
  func orientation() throws {
    let portrait = try judge(panel(108, 192, resolution: 0), size: display(344, 194))
    #expect(portrait.size == Size(194, 344))
    #expect(portrait.pixels(ofDisplay: Size(1920, 1080)) == Size(1080, 1920))
    let square = try judge(panel(400, 400, resolution: 0), size: display(344, 194))
    #expect(square.size == Size(344, 194))
  }

  @Test("DMN-11 the picture's pixels turn with a panel that is turned")
  func pixels() throws {
    let turned = try judge(panel(344, 194), placement: PanelPlacement(rotation: .quarter))
    #expect(turned.pixels(ofDisplay: Size(1920, 1080)) == Size(1080, 1920))
    let half = try judge(panel(344, 194), placement: PanelPlacement(rotation: .half))
    #expect(half.pixels(ofDisplay: Size(1920, 1080)) == Size(1920, 1080))
  }

  @Test(
    "sizes that nobody may say are passed over", arguments: [Double.nan, .infinity, -1, 0, 4.9, 5001, 1e300])
  func hostile(length: Double) throws {
    let knowledge = SizeKnowledge(
      configured: Size(length, 100), display: DisplayFacts(size: Size(100, length)))
    #expect(try judge(panel(160, 100, resolution: 0), size: knowledge).sizeSource == .fallback)
  }

  @Test("DMN-11 LIBINPUT_CALIBRATION_MATRIX is six decimal numbers, row by row")
  func calibration() throws {
    let turned = try #require(PanelPlacement.calibration(text: "0 1 0 -1 0 1"))
    #expect(turned.apply(Point(0.25, 1)) == Point(1, 0.75))
    #expect(
      PanelPlacement.calibration(text: " 1.5  0 -2e-1 0 +1 0 ") == AffineTransform(1.5, 0, 0, 1, -0.2, 0))
  }

  @Test(
    "D18 what is no matrix, or one that nothing comes out of, is none",
    arguments: [
      "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 0 0 1 x", "nan 0 0 0 1 0", "1 0 inf 0 1 0", "0x1 0 0 0 1 0",
      "1 0 0 2 0 0", "101 0 0 0 1 0", "1,0 0 0 0 1 0", "1 0 0\n0 1 0", "1e999 0 0 0 1 0", "- 0 0 0 1 0",
    ])
  func noCalibration(text: String) {
    #expect(PanelPlacement.calibration(text: text) == nil)
  }

  @Test("vendor and product are written with four digits each")
  func numbers() {
    let device = DeviceDescription(name: "", vendor: 0x4f3, product: 0xabcd)
    #expect(DeviceIdentity(of: device).numbers == "04f3:abcd")
    #expect(DeviceIdentity(of: DeviceDescription(name: "")).numbers == "0000:0000")
  }
}
