import GestureCore
import Testing
import TouchInput

/// Attributes of a contact other than its place, on T1 with 64 units a mm and 10 units a point.
@Suite struct ContactAttributesTests {
  private func size(resolution: Int32) -> AxisRange {
    AxisRange(minimum: 0, maximum: 2048, resolution: resolution)
  }

  private func pressure(resolution: Int32) -> AxisRange {
    AxisRange(minimum: 0, maximum: 400, resolution: resolution)
  }

  private func landing(on device: DeviceDescription, _ code: UInt16, _ value: Int32) throws -> AssemblerRun {
    var run = try AssemblerRun(device)
    run.feed(.id(1), .x(2000), .y(2000), .axis(code, value), .report(0))
    return run
  }

  @Test(
    "TCH-20 the radius is half of the size, in the axis' own units or in those of X", arguments: [64, 0, 32])
  func radius(resolution: Int32) throws {
    let device = DeviceDescription.testScreen.with(axis: EventCode.touchMajor, size(resolution: resolution))
    let run = try landing(on: device, EventCode.touchMajor, 640)
    #expect(run.attributes?.majorRadius == (resolution == 32 ? 10 : 5))
  }

  @Test("TCH-21 the radius is true to half an axis step; without a size axis it is 5 pt, give or take 5 pt")
  func tolerance() throws {
    let device = DeviceDescription.testScreen.with(axis: EventCode.touchMajor, size(resolution: 64))
    #expect(try landing(on: device, EventCode.touchMajor, 640).attributes?.majorRadiusTolerance == 0.5 / 64)
    let plain = try landing(on: .testScreen, EventCode.touchMajor, 640).attributes
    #expect(plain?.majorRadius == 5 / 6.4)
    #expect(plain?.majorRadiusTolerance == 5 / 6.4)
  }

  @Test("TCH-22 pressure whose axis claims no resolution is not trusted, unless the configuration says so")
  func untrustedPressure() throws {
    let device = DeviceDescription.testScreen.with(axis: EventCode.contactPressure, pressure(resolution: 0))
    let run = try landing(on: device, EventCode.contactPressure, 100)
    #expect(run.attributes?.force == 0)
    #expect(run.attributes?.maximumForce == 0)
    var trusting = try AssemblerRun(device, trustsPressure: true)
    trusting.feed(.id(1), .axis(EventCode.contactPressure, 100), .report(0))
    #expect(trusting.attributes?.force == 1)
  }

  @Test(
    "TCH-23 trusted pressure makes a force from 0 at its minimum over 1 at a quarter to 4",
    arguments: zip([Int32(0), 100, 400, -7, .max], [0.0, 1, 4, 0, 4]))
  func force(value: Int32, force: Double) throws {
    let device = DeviceDescription.testScreen.with(axis: EventCode.contactPressure, pressure(resolution: 5))
    let run = try landing(on: device, EventCode.contactPressure, value)
    #expect(run.attributes?.force == force)
    #expect(run.attributes?.maximumForce == 4)
  }

  @Test("TCH-8 a change of force or radius without motion is still moved")
  func changeWithoutMotion() throws {
    let device = DeviceDescription.testScreen
      .with(axis: EventCode.contactPressure, pressure(resolution: 5))
      .with(axis: EventCode.touchMajor, size(resolution: 64))
    var run = try landing(on: device, EventCode.contactPressure, 50)
    run.feed(.axis(EventCode.contactPressure, 60), .report(10), .axis(EventCode.touchMajor, 100), .report(20))
    run.feed(.axis(EventCode.touchMajor, 100), .report(30))
    #expect(run.timeline == ["@0 0:began 200,200", "@10 0:moved 200,200", "@20 0:moved 200,200"])
    #expect(run.attributes?.majorRadius == 100 / 128.0)
  }

  @Test("TCH-24 MT_TOOL_PEN is a pen; a finger, or no tool axis, is a finger")
  func tools() throws {
    let device = DeviceDescription.testScreen.with(
      axis: EventCode.toolType, AxisRange(minimum: 0, maximum: 2))
    #expect(try landing(on: device, EventCode.toolType, 1).attributes?.type == .pencil)
    #expect(try landing(on: device, EventCode.toolType, 0).attributes?.type == .direct)
    #expect(try landing(on: .testScreen, EventCode.toolType, 1).attributes?.type == .direct)
  }

  @Test("TCH-27 a finger has neither altitude nor azimuth")
  func fingerAttitude() throws {
    let run = try landing(on: .testScreen, EventCode.tiltX, 45)
    #expect(run.attributes != nil && run.attributes?.attitude == nil)
  }

  // MARK: Palms

  private let palmScreen = DeviceDescription.testScreen.with(
    axis: EventCode.toolType, AxisRange(minimum: 0, maximum: 2))

  @Test("TCH-25 a contact that turns out a palm is cancelled in that frame, and its lift is silent")
  func becomesPalm() throws {
    var run = try landing(on: palmScreen, EventCode.toolType, 0)
    run.feed(.slot(1), .id(2), .x(4000), .y(2000), .report(10))
    run.feed(.slot(0), .axis(EventCode.toolType, 2), .x(2100), .slot(1), .x(4100), .report(30))
    run.feed(.slot(0), .x(2200), .report(34), .axis(EventCode.toolType, 0), .report(36), .id(-1), .report(38))
    #expect(
      run.timeline == [
        "@0 0:began 200,200", "@10 1:began 400,200", "@30 0:cancelled 200,200 1:moved 410,200",
      ])
    run.feed(.id(3), .report(50))
    #expect(run.timeline.last == "@50 0:began 220,200")
  }

  @Test("TCH-25 a contact that starts as a palm is never told of")
  func startsAsPalm() throws {
    var run = try landing(on: palmScreen, EventCode.toolType, 2)
    run.feed(.x(2100), .report(10), .id(-1), .report(20))
    run.feed(.id(2), .report(30), .id(-1), .report(30), .id(4), .id(-1), .report(40))
    #expect(run.timeline == [])
    run.feed(.id(5), .axis(EventCode.toolType, 0), .report(50))
    #expect(run.timeline == ["@50 0:began 210,200"])
  }

  @Test("TCH-25 a palm that takes the place of a finger in one report cancels the finger and is not told of")
  func palmInPlace() throws {
    var run = try landing(on: palmScreen, EventCode.toolType, 0)
    run.feed(.id(2), .axis(EventCode.toolType, 2), .report(10), .id(-1), .report(20))
    #expect(run.timeline == ["@0 0:began 200,200", "@10 0:cancelled 200,200"])
  }

  @Test("TCH-25 a contact that lifts in the report that calls it a palm is cancelled")
  func palmLifts() throws {
    var run = try landing(on: palmScreen, EventCode.toolType, 0)
    run.feed(.axis(EventCode.toolType, 2), .x(2100), .id(-1), .report(10))
    #expect(run.timeline == ["@0 0:began 200,200", "@10 0:cancelled 200,200"])
  }

  @Test("TCH-25 TCH-29 a finger that became a palm in a dropped stretch is cancelled")
  func palmAfterDrop() throws {
    var run = try landing(on: palmScreen, EventCode.toolType, 0)
    run.feed(.dropped, .report(10))
    var palm = RawAttributes()
    palm.toolType = 2
    run.resynchronize([PanelState.Slot(trackingID: 1, x: 2000, y: 2000, attributes: palm)], at: 10)
    run.feed(.x(2100), .report(20), .id(-1), .report(30))
    #expect(run.timeline == ["@0 0:began 200,200", "@10 0:cancelled 200,200 (lost)"])
  }
}
