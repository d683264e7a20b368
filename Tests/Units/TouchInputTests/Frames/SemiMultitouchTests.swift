import GestureCore
import Testing
import TouchInput

/// D16: panels that report only the box around two contacts.
@Suite struct SemiMultitouchTests {
  private static let device = DeviceDescription.touchscreen(slotMaximum: 1).with(
    properties: [EventCode.directProperty, EventCode.semiMultitouchProperty])

  /// A finger rests at 200,300 points while another lands and moves. The panel reports the corners at the top left and
  /// the bottom right.
  private func run() throws -> AssemblerRun {
    var run = try AssemblerRun(Self.device)
    run.feed(.slot(0), .id(1), .x(2000), .y(3000), .report(0))
    // The other finger lands above to the right, so the corners are not at the fingers' places.
    run.feed(.x(2000), .y(1000), .slot(1), .id(2), .x(4000), .y(3000), .report(10))
    return run
  }

  @Test("D16 a finger that was there does not jump when the corners of the box around both are told")
  func landing() throws {
    #expect(
      try run().timeline == ["@0 0:began 200,300", "@10 1:began 400,100"])
  }

  @Test("D16 the middle and the distance of two contacts are the box's, and they never turn")
  func turn() throws {
    var run = try run()
    var before: Vector?
    // The second finger moves around the first, past the point straight above it to the other side.
    for (x, y, width, height) in [
      (2000, 1000, 2000, 2000), (2000, 800, 1000, 2200), (2000, 700, 10, 2300), (1000, 800, 1000, 2200),
      (500, 1500, 1500, 1500),
    ] {
      run.feed(
        .slot(0), .x(Int32(x)), .y(Int32(y)), .slot(1), .x(Int32(x + width)), .y(Int32(y + height)),
        .report(20))
      guard let frame = run.frames.last, frame.changes.count == 2 else { continue }
      let line = frame.changes[1].position - frame.changes[0].position
      let middle = frame.changes[0].position + line / 2
      let box = Vector(Double(width), Double(height)) / 64
      #expect(abs(line.length - box.length) < 0.001)
      #expect((middle - Point(Double(x) / 64 + box.x / 2, Double(y) / 64 + box.y / 2)).length < 0.001)
      let direction = line / line.length
      if let before { #expect((direction - before).length < 0.001) }
      before = direction
    }
    #expect(before != nil)
  }

  @Test("D16 a finger that lifts ends where it was told to be, and the other goes on by itself")
  func lift() throws {
    var run = try run()
    run.feed(.slot(1), .id(-1), .slot(0), .x(2000), .y(3000), .report(20))
    run.feed(.x(2100), .report(30))
    run.feed(.id(-1), .report(40))
    #expect(
      Array(run.timeline.dropFirst(2)) == [
        "@20 1:ended 400,100", "@30 0:moved 210,300", "@40 0:ended 210,300",
      ])
  }

  @Test(
    "D16 a finger whose box has turned does not leap when the other lifts: it goes on from where it was told to be"
  )
  func survivor() throws {
    var run = try run()
    // The second finger moves around to the left of the first, which is at the bottom right now.
    run.feed(.slot(0), .x(0), .y(1000), .slot(1), .x(2000), .y(3000), .report(20))
    let told = try #require(run.frames.last?.changes.first { $0.slot == 0 }).position
    run.feed(.slot(1), .id(-1), .slot(0), .x(2000), .y(3000), .report(30))
    #expect(run.frames.last?.changes.map(\.slot) == [1])
    run.feed(.x(2100), .report(40))
    let moved = try #require(run.frames.last?.changes.first).position
    #expect((moved - told - Vector(100.0 / 64, 0)).length < 0.001)
    // Another finger lands beside it, and the first does not leap.
    run.feed(.slot(0), .x(2100), .y(3000), .slot(1), .id(3), .x(4100), .y(3000), .report(50))
    #expect(run.frames.last?.changes.map(\.slot) == [1])
    run.feed(.slot(1), .id(-1), .slot(0), .id(-1), .report(60), .id(4), .x(1000), .y(1000), .report(70))
    #expect(run.timeline.last == "@70 0:began 100,100")
  }

  @Test("D16 two that land together are at the corners that are told, also where they are one")
  func together() throws {
    var run = try AssemblerRun(Self.device)
    run.feed(.slot(0), .id(1), .x(1000), .y(1000), .slot(1), .id(2), .x(1000), .y(1000), .report(0))
    run.feed(.slot(1), .x(2000), .report(10))
    #expect(run.timeline == ["@0 0:began 100,100 1:began 100,100", "@10 1:moved 200,100"])
  }

  private func tool(_ code: UInt16, _ value: Int32) -> RawEvent {
    .other(type: EventCode.key, code: code, value: value)
  }

  @Test(
    "D14 four fingers on a panel of two slots are no two: those that it places are taken away until they lift"
  )
  func countedFingers() throws {
    var run = try AssemblerRun(Self.device)
    run.feed(
      .slot(0), .id(1), .x(1000), .y(1000), .slot(1), .id(2), .x(2000), .y(1000), tool(0x14d, 1), .report(0))
    run.feed(tool(0x14d, 0), tool(0x14f, 1), .report(10), .x(2500), .report(20))
    // Two of the four fingers have lifted. The remaining two are not the reported ones.
    run.feed(tool(0x14f, 0), tool(0x14d, 1), .x(2600), .report(30), .slot(0), .id(-1), .report(40))
    #expect(
      run.timeline == ["@0 0:began 100,100 1:began 200,100", "@10 0:cancelled 100,100 1:cancelled 200,100"])
    run.feed(tool(0x14d, 0), .id(3), .report(50))
    #expect(run.timeline.last == "@50 0:began 100,100")
  }

  @Test(
    "D14 fingers that land while there are too many to be placed are none, and no place is made up for the others"
  )
  func tooManyLand() throws {
    var run = try AssemblerRun(Self.device)
    run.feed(
      .slot(0), .id(1), .x(1000), .y(1000), .slot(1), .id(2), .x(2000), .y(1000), tool(0x148, 1), .report(0))
    run.feed(.id(-1), .slot(0), .id(-1), tool(0x148, 0), .report(10))
    #expect(run.timeline.isEmpty)
  }

  @Test("D14 a panel that counts as many fingers as it has slots places them all")
  func enoughSlots() throws {
    var run = try AssemblerRun(.touchscreen(slotMaximum: 4))
    run.feed(.slot(0), .id(1), .x(1000), .y(1000), tool(0x148, 1), .report(0), .id(-1), .report(10))
    #expect(run.timeline == ["@0 0:began 100,100", "@10 0:ended 100,100"])
  }

  @Test("D14 a panel of one contact that counts two says no more where the one is")
  func singleTouch() throws {
    var run = try AssemblerRun(.singleTouchScreen)
    run.feed(.x(1000), .y(1000), .touch(1), .report(0), tool(0x14d, 1), .x(4000), .report(10))
    run.feed(tool(0x14d, 0), .x(1000), .report(20), .touch(0), .report(30))
    #expect(run.timeline == ["@0 0:began 100,100", "@10 0:cancelled 100,100"])
  }
}
