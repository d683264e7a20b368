import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import LinuxInput
import Testing
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// A panel of protocol A that the daemon could not follow for a while. It has BTN_TOUCH, or no state that can be read.
@Suite struct SlotlessTouchscreenTests {
  private let files: DaemonFiles
  private let publisher: Publisher
  private let panel: TouchPanel

  init() throws {
    files = try DaemonFiles()
    var device = EvemuScript.testScreen
    device.codes[EventCode.absolute] = CodeSet([EventCode.positionX, EventCode.positionY])
    let path = try files.write(
      String(decoding: EvemuScript().recording(of: device), as: UTF8.self), to: "slotless")
    panel = try #require(try RecordingFile.read(path, configuration: files.configuration)[0].get().panel)
    publisher = try Publisher(dumpingTo: files)
  }

  @Test("TCH-35 it is a screen of ten touches, and a tap on it is a tap")
  func tap() throws {
    var screen = screen()
    #expect(screen.message(.added, at: .start).maximumTouches == 10)
    report([1000], at: 10, to: &screen)
    report([], at: 80, to: &screen)
    #expect(try files.dumped.of("gesture").count == 1)
    #expect(!isTrue(screen.stream.frames.hasState))
  }

  @Test(
    "TCH-34 what its BTN_TOUCH says was down at the start is ignored until nothing is",
    arguments: [true, false])
  func initialState(isTouched: Bool) throws {
    var screen = screen(Self.state(isTouched))
    report([1000], at: 10, to: &screen)
    report([], at: 80, to: &screen)
    #expect(try files.dumped.of("gesture").count == (isTouched ? 0 : 1))
    report([1000], at: 1010, to: &screen)
    report([], at: 1080, to: &screen)
    #expect(try files.dumped.of("gesture").count == (isTouched ? 1 : 2))
  }

  @Test(
    "T3 T4 after an interruption what is down is ignored until nothing is, and the rest counts",
    arguments: [true, false, nil])
  func interruption(state isTouched: Bool?) throws {
    var screen = screen(from: .device(openedAt: .milliseconds(0), countsReading: false))
    func read(_ places: [Int32], at time: Int64, after occasion: PanelStream.Occasion = .readable) {
      _ = screen.read(
        Self.report(places, at: time), Self.state(isTouched), after: occasion, publisher,
        now: .milliseconds(time))
    }
    read([], at: 5)
    read([1000, 3000], at: 10)
    read([1000, 3000, 5000], at: 20)
    #expect(isTrue(screen.hasTouches))
    // The events queued meanwhile do not count, although two fingers have lifted in them.
    read([5000], at: 30, after: .sleep)
    #expect(!isTrue(screen.hasTouches))
    read([1000], at: 1000)
    read([], at: 1080)
    // Without BTN_TOUCH the last report counts, in which one finger was still down.
    #expect(try files.dumped.of("gesture").count == (isTouched == false ? 1 : 0))
    read([1000], at: 2000)
    read([], at: 2080)
    #expect(try files.dumped.of("gesture").count == (isTouched == false ? 2 : 1))
  }

  @Test("D27 its silence agrees with what BTN_TOUCH says, else with a finger that rests if it tells of lifts")
  func silence() throws {
    var screen = screen()
    report([1000], at: 2, to: &screen)
    #expect(!isTrue(screen.stream.frames.agrees(with: Self.state(nil))))
    report([], at: 5, to: &screen)
    report([1000], at: 10, to: &screen)
    #expect(isTrue(screen.stream.frames.agrees(with: Self.state(true))))
    #expect(!isTrue(screen.stream.frames.agrees(with: Self.state(false))))
    #expect(isTrue(screen.stream.frames.agrees(with: Self.state(nil))))
    report([], at: 20, to: &screen)
    #expect(isTrue(screen.stream.frames.agrees(with: Self.state(false))))
    #expect(!isTrue(screen.stream.frames.agrees(with: Self.state(true))))
  }

  /// The device's knowledge of its contacts.
  private static func state(_ isTouched: Bool?) -> PanelState {
    PanelState(slots: isTouched.map { [PanelState.Slot(trackingID: $0 ? 0 : -1, x: 0, y: 0)] } ?? [])
  }

  private func screen(
    _ initialState: PanelState? = nil, from source: PanelStream.Source = .recording
  ) -> Touchscreen {
    Touchscreen(
      number: 1, ScreenSetup(names: ScreenNames(device: "T1"), touch: TouchSettings()), panel: panel,
      from: source, initialState: initialState, regions: RegionTree(screen: panel.size),
      on: publisher.everyone)
  }

  /// Reports contacts side by side at these places in units.
  private func report(_ places: [Int32], at time: Int64, to screen: inout Touchscreen) {
    screen.play(EventList(Self.report(places, at: time)), publisher)
  }

  private static func report(_ places: [Int32], at time: Int64) -> [InputEvent] {
    var events: [(UInt16, UInt16, Int32)] = []
    for place in places {
      events += [
        (EventCode.absolute, EventCode.positionX, place), (EventCode.absolute, EventCode.positionY, 3000),
        (EventCode.synchronization, EventCode.contactReport, 0),
      ]
    }
    if places.isEmpty { events.append((EventCode.synchronization, EventCode.contactReport, 0)) }
    events.append((EventCode.synchronization, EventCode.report, 0))
    return events.map { InputEvent(time: .milliseconds(time), type: $0, code: $1, value: $2) }
  }
}
