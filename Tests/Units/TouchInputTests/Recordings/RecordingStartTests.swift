import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// A recording of a device that was in use before plays like the live device to a daemon that opens it then.
@Suite struct RecordingStartTests {
  /// The frames of a daemon that opens a device in a state, and the frames of a replay of the recording.
  private func play(
    _ device: DeviceDescription, from state: PanelState, _ events: [InputEvent]
  ) throws -> (live: AssemblerRun, replay: AssemblerRun, text: String) {
    var live = try AssemblerRun(device, initialState: state)
    for event in events { live.feed(event) }
    let written = try record(device, from: state, events)
    let recording = try EvemuRecording(parsing: written)
    #expect(recording.device.axes == device.axes)
    #expect(UntoldPlaces(in: recording.events, on: try judge(device)) == nil)
    var replay = try AssemblerRun(device)
    for event in recording.events { replay.feed(event) }
    return (live, replay, String(decoding: written, as: UTF8.self))
  }

  private func record(
    _ device: DeviceDescription, from state: PanelState, _ events: [InputEvent]
  ) throws -> [UInt8] {
    var text: [UInt8] = []
    EvemuWriter.append(device, to: &text)
    var start = RecordingStart(of: device, try judge(device).touchProtocol, state)
    for event in events { start.append(event, to: &text) }
    return text
  }

  private func absolute(_ code: UInt16, _ value: Int32, at time: Int64 = 10) -> InputEvent {
    InputEvent(time: .milliseconds(time), type: EventCode.absolute, code: code, value: value)
  }

  private func key(_ code: UInt16, _ value: Int32, at time: Int64 = 10) -> InputEvent {
    InputEvent(time: .milliseconds(time), type: EventCode.key, code: code, value: value)
  }

  private func report(at time: Int64 = 10) -> InputEvent {
    InputEvent(
      time: .milliseconds(time), type: EventCode.synchronization, code: EventCode.report, value: 0)
  }

  @Test("TCH-33 a finger that lands with the y of the last one in its slot has that y in the replay")
  func unrepeatedCoordinate() throws {
    var state = PanelState(slotCount: 10)
    state.slots[0] = .init(trackingID: -1, x: 1000, y: 2000)
    state.slots[3] = .init(trackingID: -1, x: 4000, y: 0)
    state.currentSlot = 3
    let events = [
      absolute(EventCode.trackingID, 7), absolute(EventCode.positionY, 500), report(),
      absolute(EventCode.slot, 0, at: 20), absolute(EventCode.trackingID, 8, at: 20),
      absolute(EventCode.positionX, 3000, at: 20), report(at: 20),
    ]
    let (live, replay, text) = try play(.testScreen, from: state, events)
    #expect(replay.timeline == ["@10 3:began 400,50", "@20 0:began 300,200"])
    #expect(replay.frames == live.frames)
    // No event says that a contact is down, so all contacts belong to the first report.
    #expect(
      !text.contains("0003 0039 0000")
        && text.split(separator: "\n").count { $0.hasSuffix("0000 0000 0000") } == 2)
    #expect(
      text.contains("\nE: 0.010000 0003 002f 0000\nE: 0.010000 0003 0035 1000\nE: 0.010000 0003 0036 2000\n"))
  }

  @Test(
    "TCH-34 a contact that is down at the start is nobody's until it lifts, and its slot's next touch counts")
  func downAtTheStart() throws {
    var state = PanelState(slotCount: 10)
    state.slots[1] = .init(trackingID: 5, x: 1000, y: 2000)
    state.currentSlot = 1
    let events = [
      absolute(EventCode.positionX, 1200), report(),
      absolute(EventCode.trackingID, -1, at: 20), report(at: 20),
      absolute(EventCode.trackingID, 6, at: 30), report(at: 30),
      absolute(EventCode.trackingID, -1, at: 40), report(at: 40),
    ]
    let (live, replay, _) = try play(.testScreen, from: state, events)
    #expect(replay.timeline == ["@30 1:began 120,200", "@40 1:ended 120,200"])
    #expect(replay.frames == live.frames)
  }

  @Test("TCH-20 TCH-25 what else a slot remembers is in the recording, where the device has it")
  func attributes() throws {
    let device = DeviceDescription.testScreen
      .with(axis: EventCode.touchMajor, AxisRange(minimum: 0, maximum: 255, resolution: 10))
      .with(axis: EventCode.toolType, AxisRange(minimum: 0, maximum: 2))
    var state = PanelState(slotCount: 10)
    state.slots[0] = .init(trackingID: -1, x: 1000, y: 2000)
    state.slots[0].attributes.touchMajor = 80
    state.slots[0].attributes.toolType = EventCode.penTool
    state.slots[0].attributes.pressure = 9
    let (live, replay, text) = try play(
      device, from: state, [absolute(EventCode.trackingID, 7), absolute(EventCode.positionX, 3000), report()])
    #expect(replay.frames == live.frames)
    #expect(replay.attributes?.type == .pencil && replay.attributes?.majorRadius == 4)
    #expect(!text.contains("0003 003a 0009"))
  }

  @Test("TCH-31 a device without slots that tells one place begins with that place, touched or not")
  func singleTouch() throws {
    for isTouched in [false, true] {
      let state = PanelState(slots: [.init(trackingID: isTouched ? 0 : -1, x: 1000, y: 2000)])
      let events = [
        absolute(EventCode.x, 1500), key(EventCode.touch, isTouched ? 0 : 1), report(),
        key(EventCode.touch, isTouched ? 1 : 0, at: 20), report(at: 20),
      ]
      let (live, replay, _) = try play(.singleTouchScreen, from: state, events)
      #expect(replay.frames == live.frames)
      #expect(replay.timeline.first?.hasSuffix("0:began 150,200") == true)
    }
  }

  @Test(
    "HOV-1 TCH-34 a pen that is near at the start hovers, one that touches hovers once it lifts",
    arguments: [false, true])
  func pen(isTouching: Bool) throws {
    var state = PanelState(
      slots: [.init(trackingID: isTouching ? 0 : -1, x: 1000, y: 2000)],
      pen: PenState(toolsInRange: 1, buttons: .secondary))
    state.slots[0].attributes.distance = 10
    let events = [
      absolute(EventCode.x, 1500), report(),
      key(EventCode.touch, isTouching ? 0 : 1, at: 20), report(at: 20),
      key(EventCode.touch, 0, at: 30), absolute(EventCode.y, 2500, at: 30), report(at: 30),
      key(EventCode.toolPen, 0, at: 40), report(at: 40),
    ]
    let (live, replay, _) = try play(.pen, from: state, events)
    #expect(replay.frames == live.frames)
    #expect(replay.hovers == live.hovers && replay.hovers.count == (isTouching ? 3 : 4))
  }

  @Test("HOV-1 a pen that touches at the start and leaves with its lift never hovers")
  func penThatLeaves() throws {
    let state = PanelState(slots: [.init(trackingID: 0, x: 1000, y: 2000)], pen: PenState(toolsInRange: 1))
    for keys in [[EventCode.toolPen, EventCode.touch], [EventCode.touch, EventCode.toolPen]] {
      let (_, replay, _) = try play(.pen, from: state, keys.map { key($0, 0) } + [report()])
      #expect(replay.hovers.isEmpty && replay.frames.isEmpty)
    }
  }

  @Test("TCH-34 D15 of a touched device without slots no contact is recorded before none is down")
  func slotless() throws {
    let device = DeviceDescription.testScreen.declaring(
      EventCode.absolute, [EventCode.positionX, EventCode.positionY])
    let contact = InputEvent(
      time: .milliseconds(10), type: EventCode.synchronization, code: EventCode.contactReport, value: 0)
    let touch = [absolute(EventCode.positionX, 100), absolute(EventCode.positionY, 100), contact, report()]
    let state = PanelState(slots: [.init(trackingID: 0, x: 0, y: 0)])
    let text = try record(device, from: state, touch + [key(EventCode.touch, 0), report()] + touch)
    let events = try EvemuRecording(parsing: text).events
    #expect(events == [report(), key(EventCode.touch, 0), report()] + touch)
    // A replay waits for the same report after lost events.
    let dropped = InputEvent(
      time: .milliseconds(10), type: EventCode.synchronization, code: EventCode.dropped, value: 0)
    let rest = try EvemuRecording(parsing: record(device, from: state, [dropped, report()] + touch)).events
    #expect(rest == [dropped, report()] + touch)
  }

  @Test("A device of which nothing is read has a recording without events")
  func nothingRead() throws {
    let text = try record(.testScreen, from: PanelState(slotCount: 10), [])
    #expect(try EvemuRecording(parsing: text).events.isEmpty)
  }
}
