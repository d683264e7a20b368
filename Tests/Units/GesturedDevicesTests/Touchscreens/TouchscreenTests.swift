import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import GesturedScene
import LinuxInput
import Testing
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

@Suite struct TouchscreenTests {
  private let files: DaemonFiles
  private let publisher: Publisher
  private let panel: TouchPanel

  init() throws {
    files = try DaemonFiles()
    panel = try #require(try files.recording(EvemuScript()).panel)
    publisher = try Publisher(dumpingTo: files)
  }

  @Test("Taking all touches away cancels what runs, once; doing it again changes nothing")
  func cancelAll() throws {
    var screen = screen()
    feed("A↓100,100@10 A→130,100@20", to: &screen)
    #expect(isTrue(screen.hasTouches))
    screen.cancelAll(at: .milliseconds(25), publisher)
    let dumped = try files.dumped
    #expect(dumped.of("gesture").last?.contains(#""kind":"pan","state":"cancelled""#) == true)
    #expect(dumped.of("touches").last?.contains(#""phase":"cancelled""#) == true)
    #expect(dumped.last?.contains(#""time":0.025"#) == true)
    #expect(!screen.hasTouches && screen.nextDeadline == nil && screen.lastStamp == .milliseconds(25))
    screen.cancelAll(at: .milliseconds(30), publisher)
    #expect(try files.dumped == dumped)
  }

  @Test("DLY-18 a tap that waits for a second one is taken away with its device")
  func waitingTap() throws {
    var screen = screen()
    feed("A↓100,100@10 A↑@80", to: &screen)
    let gestures = try files.dumped.of("gesture")
    screen.cancelAll(at: .milliseconds(90), publisher)
    #expect(screen.nextDeadline == nil)
    #expect(try files.dumped.of("gesture") == gestures)
  }

  @Test("TCH-29 after dropped events it asks for the state once the stretch is over, and goes on from it")
  func resynchronization() throws {
    var screen = screen(from: .device(openedAt: .milliseconds(0), countsReading: false))
    read("A↓100,100@10 B↓300,300@10 A→130,100@20", to: &screen, at: 20)
    // The first finger is still there; the second has lifted unseen.
    var slots = Array(repeating: PanelState.Slot(trackingID: -1, x: 0, y: 0), count: 10)
    slots[0] = PanelState.Slot(trackingID: 1, x: 2000, y: 1000)
    let state = PanelState(slots: slots, currentSlot: 0)
    var script = EvemuScript()
    script.append(type: EventCode.synchronization, code: EventCode.dropped, value: 0, at: .milliseconds(30))
    script.append(type: EventCode.synchronization, code: EventCode.report, value: 0, at: .milliseconds(31))
    let asked = script.events.map { screen.read([$0], state, publisher, now: $0.time) }
    #expect(asked == [false, true])
    #expect(screen.consumeInterruption() == .droppedEvents)
    #expect(isTrue(screen.hasTouches))
    let touches = try files.dumped.of("touches").suffix(2)
    #expect(
      touches.first?.contains(#""phase":"moved""#) == true || touches.first?.contains("cancelled") == true)
    #expect(touches.contains { $0.contains(#""phase":"cancelled""#) })
    read("A↓200,100@40 A↑@50", to: &screen, at: 50)
    #expect(!isTrue(screen.hasTouches))
  }

  @Test("T4 a backlog in which nobody touched is nothing to speak of; a sleep is")
  func untouched() throws {
    var screen = screen(from: .device(openedAt: .milliseconds(0), countsReading: false))
    let report = InputEvent(
      time: .milliseconds(10), type: EventCode.synchronization, code: EventCode.report, value: 0)
    let state = PanelState(slotCount: 10)
    _ = screen.read([report], state, publisher, now: .milliseconds(900))
    #expect(screen.consumeInterruption() == nil)
    _ = screen.read([], state, after: .sleep, publisher, now: .milliseconds(1000))
    #expect(screen.consumeInterruption() == .sleep)
    #expect(screen.consumeInterruption() == nil)
    // There is no line, because no touch was under way.
    #expect(try files.dumped.isEmpty)
    _ = screen.read(EvemuScript("A↓100,100@1010").events, state, publisher, now: .milliseconds(1010))
    _ = screen.read([report], state, publisher, now: .milliseconds(1600))
    #expect(screen.consumeInterruption() == .stamps)
  }

  @Test("TIM-5 the device line is never later than the first touch, whatever its driver stamps that with")
  func stampBeforeOpening() throws {
    var screen = screen(since: .milliseconds(500))
    publisher.publish(screen.message(.added, at: .milliseconds(500)))
    feed("A↓100,100@490 A→130,100@495 A→160,100@510", to: &screen)
    let dumped = try files.dumped
    #expect(dumped.of("device").first?.contains(#""time":0.5,"#) == true)
    #expect(dumped.of("touches").map { $0.contains(#""time":0.5,"#) } == [true, true, false])
    #expect(dumped.of("touches").last?.contains(#""time":0.51,"#) == true)
  }

  @Test("TCH-34 what was down when it was opened is ignored until it lifts")
  func initialState() throws {
    var slots = Array(repeating: PanelState.Slot(trackingID: -1, x: 0, y: 0), count: 10)
    slots[0] = PanelState.Slot(trackingID: 77, x: 2000, y: 1000)
    var screen = screen(PanelState(slots: slots, currentSlot: 0))
    var lift = EvemuScript()
    lift.append(type: EventCode.absolute, code: EventCode.positionX, value: 3000, at: .milliseconds(5))
    lift.append(type: 0, code: 0, value: 0, at: .milliseconds(5))
    lift.append(type: EventCode.absolute, code: EventCode.trackingID, value: -1, at: .milliseconds(9))
    lift.append(type: 0, code: 0, value: 0, at: .milliseconds(9))
    screen.play(EventList(lift.events), publisher)
    #expect(try files.dumped.isEmpty)
    feed("A↓100,100@10 A↑@80", to: &screen)
    let dumped = try files.dumped
    #expect(dumped.of("touches").count == 2 && dumped.of("gesture").count == 1)
  }

  @Test("Events of any type, code and value are taken, and a stamp that goes back does not turn back time")
  func hostileEvents() throws {
    var generator = SeededGenerator(seed: 11)
    var screen = screen()
    var last = screen.lastStamp
    for _ in 0..<20_000 {
      let usual = Bool.random(using: &generator)
      let event = InputEvent(
        time: Instant(microseconds: .random(in: 0...Instant.latestStamp.microseconds, using: &generator)),
        type: usual
          ? [0, 1, 3].randomElement(using: &generator) ?? 0 : .random(in: 0...0xffff, using: &generator),
        code: usual ? .random(in: 0...0x39, using: &generator) : .random(in: 0...0xffff, using: &generator),
        value: [Int32.min, -1, 0, 1, 9, 10, .max].randomElement(using: &generator) ?? 0)
      screen.play(EventList([event]), publisher)
      #expect(screen.lastStamp >= last)
      last = screen.lastStamp
    }
    screen.cancelAll(at: last, publisher)
    #expect(!screen.hasTouches && screen.nextDeadline == nil)
  }

  @Test(
    "HOV-3 HOV-6 EVT-12 a pen's hover ends before its touch begins, goes with the device, and has no touches")
  func pen() throws {
    let device = DeviceDescription(
      name: "Pen", properties: CodeSet([EventCode.directProperty]),
      codes: [
        EventCode.key: CodeSet([EventCode.touch, EventCode.toolPen]),
        EventCode.absolute: CodeSet([EventCode.x, EventCode.y]),
      ],
      axes: [
        EventCode.x: AxisRange(minimum: 0, maximum: 10239, resolution: 64),
        EventCode.y: AxisRange(minimum: 0, maximum: 6399, resolution: 64),
      ])
    let panel = try DeviceJudgement.judgeAxes(of: device, touchProtocol: .pen)
    let publisher = try Publisher(
      dumpingTo: files,
      Scene([
        .make(HoverRecognizer.self, "pointer", touches: [1]), .tap("click"),
      ]))
    var screen = Touchscreen(
      number: 1, ScreenSetup(names: ScreenNames(device: "Pen"), touch: TouchSettings()), panel: panel,
      regions: RegionTree(screen: panel.size), on: publisher.everyone)
    func feed(_ key: UInt16, _ value: Int32, at time: Int64) {
      for (type, code, value) in [
        (EventCode.key, key, value), (EventCode.synchronization, EventCode.report, 0),
      ] {
        let event = InputEvent(time: .milliseconds(time), type: type, code: code, value: value)
        screen.play(EventList([event]), publisher)
      }
    }
    feed(EventCode.toolPen, 1, at: 0)
    feed(EventCode.touch, 1, at: 10)
    feed(EventCode.touch, 0, at: 90)
    screen.cancelAll(at: .milliseconds(100), publisher)
    let told = try files.dumped.filter {
      $0.contains(#""type":"gesture""#) || $0.contains(#""type":"touches""#)
    }
    let expected = [
      #""kind":"hover","state":"began""#, #""kind":"hover","state":"ended""#, #""phase":"began""#,
      #""phase":"cancelled""#, #""kind":"tap","state":"ended""#, #""kind":"hover","state":"began""#,
      #""kind":"hover","state":"cancelled""#,
    ]
    #expect(told.count == expected.count)
    for (line, part) in zip(told, expected) { #expect(line.contains(part), "\(line)") }
    for line in told where line.contains(#""kind":"hover""#) { #expect(!line.contains(#""touches":"#)) }
  }

  @Test("EVT-11 each touchscreen has its own sequence")
  func ownSequences() throws {
    var first = screen()
    var second = screen()
    feed("A↓100,100@10", to: &first)
    feed("A↓100,100@10", to: &second)
    let told = try files.dumped.of("touches")
    #expect(told.count == 2)
    #expect(told.first?.contains(#""sequence":1,"#) == true)
    #expect(told.last?.contains(#""sequence":2,"#) == true)
  }

  private func screen(
    _ initialState: PanelState? = nil, from source: PanelStream.Source = .recording,
    since begin: Instant = Instant(microseconds: 0)
  ) -> Touchscreen {
    Touchscreen(
      number: 1, ScreenSetup(names: ScreenNames(device: "T1"), touch: TouchSettings()), panel: panel,
      from: source, initialState: initialState, regions: RegionTree(screen: panel.size),
      on: publisher.everyone,
      since: begin)
  }

  /// Makes a device read all events of a script at once, without a query of its state.
  private func read(_ script: String, to screen: inout Touchscreen, at time: Int64) {
    _ = screen.read(
      EvemuScript(script).events, PanelState(slotCount: 10), publisher, now: .milliseconds(time))
  }

  private func feed(_ script: String, to screen: inout Touchscreen) {
    screen.play(EventList(EvemuScript(script).events), publisher)
  }
}
