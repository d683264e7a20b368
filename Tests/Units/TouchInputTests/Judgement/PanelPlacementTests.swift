import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// A panel that is turned, mirrored or shifted under the picture.
@Suite struct PanelPlacementTests {
  private func landing(_ x: Int32, _ y: Int32, _ placement: PanelPlacement) throws -> String? {
    var run = try AssemblerRun(placement: placement)
    run.feed(.slot(0), .id(7), .x(x), .y(y), .report(0))
    return run.timeline.last
  }

  @Test(
    "DMN-11 at 180° the first unit of both axes is the last place of the picture, and the last is the first")
  func half() throws {
    let turned = PanelPlacement(rotation: .half)
    #expect(try landing(0, 0, turned) == "@0 0:began 1023.9,639.9")
    #expect(try landing(10_239, 6399, turned) == "@0 0:began 0.1,0.1")
  }

  @Test("DMN-11 a quarter turn exchanges width and height, either way round")
  func quarters() throws {
    for rotation in [PanelPlacement.Rotation.quarter, .threeQuarters] {
      let placement = PanelPlacement(rotation: rotation)
      #expect(try judge(.testScreen, placement: placement).size == Size(100, 160))
    }
    #expect(try landing(1000, 500, PanelPlacement(rotation: .quarter)) == "@0 0:began 590,100")
    #expect(try landing(1000, 500, PanelPlacement(rotation: .threeQuarters)) == "@0 0:began 50,924")
  }

  @Test(
    "DMN-11 a calibration matrix comes before the rotation, and what it puts outside is clamped to the inside"
  )
  func calibration() throws {
    let mirrored = AffineTransform(-1, 0, 0, 1, 1, 0)
    #expect(try landing(1000, 500, PanelPlacement(calibration: mirrored)) == "@0 0:began 924,50")
    #expect(
      try landing(1000, 500, PanelPlacement(calibration: mirrored, rotation: .quarter))
        == "@0 0:began 590,924")
    let shifted = AffineTransform(1, 0, 0, 1, 0.5, -0.5)
    #expect(try landing(9000, 500, PanelPlacement(calibration: shifted)) == "@0 0:began 1023.9,0")
    // libinput's matrix of a quarter turn equals the rotation.
    let matrix = AffineTransform(0, 1, -1, 0, 1, 0)
    #expect(try landing(1000, 500, PanelPlacement(calibration: matrix)) == "@0 0:began 590,100")
    #expect(try judge(.testScreen, placement: PanelPlacement(calibration: matrix)).size == Size(100, 160))
  }

  @Test("DMN-11 a pen leans to where the user sees it lean")
  func pen() throws {
    var run = try AssemblerRun(.pen, placement: PanelPlacement(rotation: .quarter))
    run.feed(.pen(1), .touch(1), .axis(EventCode.tiltX, 45), .axis(EventCode.tiltY, 0), .report(0))
    let azimuth = try #require(run.attributes?.attitude?.azimuth)
    #expect(abs(azimuth - .pi / 2) < 0.001)
  }

  @Test("SWP-18 on a portrait panel a flick to the user's right is a swipe to the right")
  func swipe() throws {
    // Upward on the panel's own axes, which are turned a quarter clockwise.
    let script = EvemuScript("A↓300,500@0 A→300,440@60 A→300,410@90 A↑@100")
    let panel = try judge(.testScreen, placement: PanelPlacement(rotation: .quarter))
    var assembler = TouchFrameAssembler(panel: panel)
    var pipeline = TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: RegionTree(screen: panel.size),
      recognizers: try RecognizerSet([.swipe("right", ["right"]), .swipe("up", ["up"])]))
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    for event in script.events {
      guard case .framesReady(let count) = assembler.feed(event) else { continue }
      for index in 0..<count {
        pipeline.receive(assembler.frame(at: index), identifiers: &identifiers, into: &buffer)
      }
    }
    var recognized: [Int] = []
    for case .gesture(let gesture) in buffer.events { recognized.append(gesture.recognizer) }
    #expect(recognized == [0])
  }
}
