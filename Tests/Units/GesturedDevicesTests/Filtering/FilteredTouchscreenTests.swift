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

/// The grab of a live touchscreen, and what its clone receives.
@Suite struct FilteredTouchscreenTests {
  private let files: DaemonFiles
  private let publisher: Publisher
  private let clone = KeptClone()

  init() throws {
    files = try DaemonFiles()
    publisher = try Publisher(dumpingTo: files)
  }

  @Test("FLT-3 before the grab nothing goes to the clone, and afterwards each report is one frame")
  func forwarded() throws {
    let screen = try FilteredScreen(publisher)
    screen.read("A↓100,100@10 A↑@20", at: 20)
    #expect(clone.take() == [])
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@1000 A→130,100@1010 A↑@1020", at: 1020)
    #expect(clone.take() == ["↓0", "·", "↑0"])
    #expect(screen.panel.log == ["grab"])
  }

  @Test("where all recognizers only report, landings and lifts go to the clone before the pipeline's events")
  func ahead() throws {
    let screen = try FilteredScreen(publisher)
    let clone = WatchedClone(publisher)
    #expect(screen.grab(to: clone) == .grabbed)
    for (time, text) in [(1000, "A↓100,100@1000"), (1010, "A→130,100@1010"), (1020, "A↑@1020")] {
      clone.eventCounts = []
      screen.read(text, at: Int64(time))
      #expect(clone.eventCounts.count == 1, "\(text)")
      if !text.contains("→") { #expect(clone.eventCounts == [0], "\(text)") }
    }
  }

  @Test("FLT-4 a touched panel, or one with unread events, is not grabbed")
  func touched() throws {
    let screen = try FilteredScreen(publisher)
    screen.read("A↓100,100@10", at: 10)
    #expect(screen.grab(to: clone) == .notAtRest)
    screen.read("A↑@20", at: 20)
    screen.panel.hasEvents = true
    #expect(screen.grab(to: clone) == .notAtRest)
    #expect(screen.panel.log == [])
    screen.panel.hasEvents = false
    // A contact that was down before the panel was opened, a palm, or a frozen one.
    screen.panel.state.slots[3] = PanelState.Slot(trackingID: 7, x: 100, y: 100)
    #expect(screen.grab(to: clone) == .notAtRest)
    #expect(screen.panel.log == [])
    screen.panel.state = PanelState(slotCount: 10)
    #expect(screen.grab(to: clone) == .grabbed)
  }

  @Test(
    "FLT-4, FLT-7 and FLT-44 a finger that may have trembled off keeps the panel from being grabbed until debounce_ms is over"
  )
  func trembling() throws {
    var settings = TouchSettings()
    settings.debounce = .milliseconds(80)
    let screen = try FilteredScreen(publisher, settings: settings)
    screen.read("A↓100,100@10 A↑@100", at: 100)
    #expect(screen.grab(to: clone) == .notAtRest)
    screen.read([], at: .milliseconds(200), after: .deadline)
    #expect(screen.grab(to: clone) == .grabbed)
  }

  @Test("FLT-5 a contact that lands before the grab counts leads to giving the panel back at once")
  func landing() throws {
    let screen = try FilteredScreen(publisher)
    screen.panel.landing = true
    #expect(screen.grab(to: clone) == .notAtRest)
    #expect(screen.panel.log == ["grab", "ungrab"])
    #expect(!screen.isFiltered && !screen.panel.isGrabbed)
  }

  @Test("FF-8 and FF-27 a refused grab changes nothing, and a panel that cannot be read is given back")
  func refused() throws {
    let screen = try FilteredScreen(publisher)
    screen.panel.grabError = .resourceBusy
    #expect(screen.grab(to: clone) == .refused(.resourceBusy))
    #expect(screen.panel.log == ["grab"])
    screen.panel.grabError = nil
    screen.panel.readError = .operationNotSupportedByDevice
    #expect(screen.grab(to: clone) == .refused(.operationNotSupportedByDevice))
    #expect(screen.panel.log == ["grab", "grab", "ungrab"] && !screen.panel.isGrabbed)
    screen.panel.ungrabError = .ioError
    #expect(screen.grab(to: clone) == .stuck(.ioError))
    #expect(!screen.isFiltered)
  }

  @Test(
    "FLT-8 and FLT-9 switching off ends touches in the mode's way, and gestures go on",
    arguments: [(AppSettings.Mode.hold, ["↑0"]), (.lift, ["↑0"]), (.cancel, ["palm0", "↑0"])])
  func switchedOff(mode: AppSettings.Mode, ends: [String]) throws {
    let screen = try FilteredScreen(publisher, mode: mode)
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@10 A→130,100@20", at: 20)
    #expect(clone.take() == ["↓0", "·"])
    screen.endFilter()
    #expect(clone.take() == ends)
    screen.endFilter()
    screen.read("A→160,100@30 A↑@400", at: 400)
    #expect(clone.take() == [])
    #expect(try files.dumped.of("gesture").last?.contains(#""kind":"pan","state":"ended""#) == true)
    // The next grab begins a new stream.
    screen.giveBack()
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@500 A↑@510", at: 510)
    #expect(clone.take() == ["↓0", "↑0"])
  }

  @Test("FF-11 a panel that goes ends its touches on the clone")
  func unplugged() throws {
    let screen = try FilteredScreen(publisher)
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@10 B↓200,200@10", at: 10)
    _ = clone.take()
    screen.cancelAll(at: 20)
    #expect(clone.take() == ["↑0 ↑1"])
  }

  @Test("FF-14 a sleep of the machine ends touches on the clone, and the grab stays")
  func slept() throws {
    let screen = try FilteredScreen(publisher)
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@10", at: 10)
    _ = clone.take()
    screen.panel.state.slots[0] = PanelState.Slot(trackingID: 1, x: 100, y: 100)
    screen.read("", at: 60_000, after: .sleep)
    #expect(clone.take() == ["↑0"])
    screen.read("A→150,100@60010 A↑@60020", at: 60_020)
    #expect(clone.take() == [])
    #expect(screen.panel.isGrabbed && screen.isFiltered)
  }

  @Test("FLT-46 the ids of a clone go on from grab to grab")
  func ids() throws {
    let screen = try FilteredScreen(publisher)
    for time: Int64 in [100, 300, 500] {
      #expect(screen.grab(to: clone) == .grabbed)
      screen.read("A↓100,100@\(time) A↑@\(time + 10) B↓100,100@\(time + 20) B↑@\(time + 30)", at: time + 30)
      screen.endFilter()
      screen.giveBack()
    }
    #expect(clone.values(of: EventCode.trackingID) == [0, 1, 2, 3, 4, 5])
  }

  @Test("FLT-45 and FF-16 after dropped events the clone has the panel's present value of each axis")
  func droppedAxes() throws {
    let orientation: UInt16 = 0x34
    var description = TestScreen.description()
    description.axes[orientation] = AxisRange(minimum: 0, maximum: 90)
    description.codes[EventCode.absolute]?.insert(orientation)
    let screen = try FilteredScreen(publisher, description: description)
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@10", at: 10)
    let id = try #require(screen.latestID)
    screen.panel.state.slots[0] = PanelState.Slot(trackingID: id, x: 6400, y: 6400)
    screen.panel.axes[orientation] = [45] + Array(repeating: 0, count: 9)
    let dropped: [(UInt16, UInt16)] = [
      (EventCode.synchronization, EventCode.dropped), (EventCode.synchronization, EventCode.report),
    ]
    screen.read(
      dropped.map { InputEvent(time: .milliseconds(20), type: $0, code: $1, value: 0) }, at: .milliseconds(20)
    )
    #expect(clone.values(of: orientation) == [0, 45])
    #expect(clone.words == ["↓0", "·"])
  }

  @Test("FF-2 contacts that make no touch keep the watchdog short too, until the last one lifts")
  func ignoredContacts() throws {
    let screen = try FilteredScreen(publisher)
    #expect(screen.grab(to: clone) == .grabbed)
    _ = publisher.turn.takes(.watchdog)
    screen.read("A↓100,100@10", at: 10)
    #expect(screen.isTouchedWhileGrabbed && publisher.turn.owes(.watchdog))
    // The machine sleeps with the finger on the glass, which is ignored from then on.
    screen.panel.state.slots[0] = PanelState.Slot(trackingID: try #require(screen.latestID), x: 6400, y: 6400)
    screen.read("", at: 60_000, after: .sleep)
    #expect(!screen.hasTouches && screen.isTouchedWhileGrabbed)
    screen.read("A→150,100@60010", at: 60_010)
    #expect(screen.isTouchedWhileGrabbed)
    _ = publisher.turn.takes(.watchdog)
    screen.read("A↑@60020", at: 60_020)
    #expect(!screen.isTouchedWhileGrabbed && publisher.turn.owes(.watchdog))
  }

  @Test(
    "FLT-106 status counts reports and the longest hold; FLT-105 it says the longest hold that is possible now"
  )
  func counts() throws {
    let press = try Configuration.parse(
      Array("[recognizer.press]\nkind = \"long_press\"\n".utf8), file: "c.toml")
    let screen = try FilteredScreen(Publisher(dumpingTo: files, Scene(press)))
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("A↓100,100@10", at: 10)
    for step: Int64 in 0..<98 {
      let x = 100 + step % 2
      screen.read("A→\(x),100@\(11 + step)", at: 11 + step)
    }
    screen.read("A↑@110", at: 110)
    #expect(screen.reports == 100)
    #expect(screen.holds.past == .milliseconds(100) && screen.holds.possible == .milliseconds(500))
    screen.endFilter()
    screen.giveBack()
    #expect(screen.grab(to: clone) == .grabbed)
    for round: Int64 in 0..<450 {
      let time = 1000 + 40 * round
      screen.read("A↓100,100@\(time) A↑@\(time + 20)", at: time + 20)
    }
    #expect(screen.reports == 1000)
    #expect(screen.holds.past == .milliseconds(100))
  }

  @Test("FF-13 and FLT-13 a panel that comes with a finger on it is grabbed once the finger has lifted")
  func comesTouched() throws {
    let screen = try FilteredScreen(publisher)
    screen.panel.state.slots[0] = PanelState.Slot(trackingID: 7, x: 100, y: 100)
    #expect(screen.grab(to: clone) == .notAtRest)
    #expect(screen.panel.log == [] && clone.take() == [])
    screen.panel.state.slots[0] = PanelState.Slot(trackingID: -1, x: 100, y: 100)
    #expect(screen.grab(to: clone) == .grabbed)
    screen.read("B↓200,100@1000 B↑@1020", at: 1020)
    #expect(clone.take() == ["↓0", "↑0"])
  }
}
