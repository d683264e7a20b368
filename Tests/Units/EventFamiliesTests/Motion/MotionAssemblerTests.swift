import EventFamilies
import GestureCore
import Testing
import TouchInput

@Suite("Motion samples")
struct MotionAssemblerTests {
  private func device(_ resolutions: [UInt16: Int32]) -> DeviceDescription {
    DeviceDescription(
      name: "Accelerometer", properties: CodeSet([EventCode.accelerometerProperty]),
      codes: [EventCode.absolute: CodeSet(Array(resolutions.keys))],
      axes: resolutions.mapValues { AxisRange(minimum: -4096, maximum: 4096, resolution: $0) })
  }

  private func samples(_ assembler: inout MotionAssembler, _ events: [(UInt16, UInt16, Int32)])
    -> [MotionSample]
  {
    events.compactMap { type, code, value in
      assembler.add(InputEvent(time: .milliseconds(5), type: type, code: code, value: value))
    }
  }

  @Test("MOT-21 the resolution of an axis is units a g")
  func units() throws {
    var assembler = try #require(MotionAssembler(device([0: 256, 1: 256, 2: 256])))
    let samples = samples(&assembler, [(3, 0, 512), (3, 1, 0), (3, 2, -256), (0, 0, 0)])
    #expect(samples.map(\.acceleration) == [SpatialVector(2, 0, -1)])
    #expect(samples.first?.rotationRate == nil)
  }

  @Test("MOT-21 an axis that never reports is 0, also after lost events; without that nothing is told")
  func resting() throws {
    let events: [(UInt16, UInt16, Int32)] = [
      (3, 0, 128), (3, 2, 256), (0, 0, 0), (0, 3, 0), (3, 0, 64), (0, 0, 0), (3, 2, 128), (0, 0, 0),
    ]
    var silent = try #require(MotionAssembler(device([0: 256, 1: 256, 2: 256])))
    #expect(samples(&silent, events).isEmpty)
    var assembler = try #require(MotionAssembler(device([0: 256, 1: 256, 2: 256]), resting: [1, 5]))
    #expect(
      samples(&assembler, events).map(\.acceleration) == [
        SpatialVector(0.5, 0, 1), SpatialVector(0.25, 0, 0.5),
      ])
  }

  @Test("MOT-20 a gyroscope counts degrees a second, and gives radians")
  func gyroscope() throws {
    var assembler = try #require(
      MotionAssembler(device([0: 256, 1: 256, 2: 256, 3: 10, 4: 10, 5: 10])))
    let samples = samples(
      &assembler, [(3, 0, 0), (3, 1, 0), (3, 2, 256), (3, 3, 900), (3, 4, 0), (3, 5, 0), (0, 0, 0)])
    #expect(samples.count == 1)
    #expect(abs((samples[0].rotationRate?.x ?? 0) - 1.5708) < 0.0001)
    #expect(SensorScale(scale: 1)?.rotationRate(2) == 2)
  }

  @Test("MOT-22 IIO: raw and offset, times the scale, in m/s²")
  func industrialIO() throws {
    let scale = try #require(SensorScale(offset: 0, scale: 0.0196133))
    #expect(abs(scale.acceleration(1000) - 2) < 1e-6)
    #expect(SensorScale(scale: .nan) == nil)
    #expect(SensorScale(scale: 0) == nil)
  }

  @Test("MOT-23 a mount matrix turns what the sensor says")
  func mountMatrix() throws {
    let matrix = try #require(MountMatrix(text: "0, 1, 0; -1, 0, 0; 0, 0, 1\n"))
    #expect(matrix.apply(SpatialVector(1, 0, 0)) == SpatialVector(0, -1, 0))
    for text in [
      "", "1,0,0;0,1,0", "1,0,0;0,1,0;0,0,x", "1,0,0;0,1,0;0,0,nan", "0,0,0;0,0,0;0,0,0", "1,0;0,1;0,0",
    ] {
      #expect(MountMatrix(text: text) == nil)
    }
  }

  @Test("A device that gives no resolution says nothing of acceleration")
  func noResolution() {
    #expect(MotionAssembler(device([0: 0, 1: 256, 2: 256])) == nil)
  }

  @Test("D5 after a dropped stretch an axis counts once it has told its value anew, or it was asked")
  func dropped() throws {
    var assembler = try #require(MotionAssembler(device([0: 256, 1: 256, 2: 256])))
    #expect(samples(&assembler, [(3, 0, 256), (0, 0, 0)]).isEmpty)
    #expect(samples(&assembler, [(3, 1, 0), (3, 2, 0), (0, 0, 0)]).count == 1)
    #expect(samples(&assembler, [(0, 3, 0), (3, 0, 0), (0, 0, 0)]).isEmpty)
    assembler.adopt([0, 0, 256, 0, 0, 0])
    #expect(samples(&assembler, [(3, 0, 256), (0, 0, 0)]).map(\.acceleration) == [SpatialVector(1, 0, 1)])
  }
}
