import GestureCore
import GestureTestSupport
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices

/// A panel's device without a kernel.
final class FakePanel {
  /// The calls that change the device for others.
  var log: [String] = []
  var isGrabbed = false
  /// Whether an event waits to be read.
  var hasEvents = false
  var grabError: Errno?
  var ungrabError: Errno?
  /// The error of each look at the slots after the grab.
  var readError: Errno?
  /// A contact that lands between the look and the grab.
  var landing = false
  /// The slots as the kernel has them.
  var state = PanelState(slotCount: 10)
  /// The values of other axes, one for each slot.
  var axes: [UInt16: [Int32]] = [:]
}

/// The open device of a fake panel.
struct FakeDevice: ~Copyable {
  let panel: FakePanel
}

extension FakeDevice: GrabbableDevice {
  func grab() throws(SystemError) {
    panel.log.append("grab")
    if let error = panel.grabError { throw SystemError(operation: "EVIOCGRAB", errno: error) }
    panel.isGrabbed = true
    if panel.landing { panel.state.slots[0] = PanelState.Slot(trackingID: 7, x: 100, y: 100) }
  }

  func ungrab() throws(SystemError) {
    panel.log.append("ungrab")
    if let error = panel.ungrabError { throw SystemError(operation: "EVIOCGRAB", errno: error) }
    panel.isGrabbed = false
  }

  func hasMore(withinMilliseconds patience: Int32) -> Bool { panel.hasEvents }

  mutating func readState(slots: Int, into answer: inout PanelState) throws(SystemError) {
    if panel.isGrabbed, let error = panel.readError {
      throw SystemError(operation: "EVIOCGMTSLOTS", errno: error)
    }
    answer = panel.state
  }

  func readAxis(_ code: UInt16, slots: Int, into answer: inout [Int32]) throws(SystemError) {
    answer = panel.axes[code] ?? Array(repeating: 0, count: slots)
  }
}

/// Keeps the frames of a clone, in words: `↓` and `↑` of a slot, `palm` of a slot, and `·` for any other frame.
final class KeptClone: CloneSink {
  private(set) var words: [String] = []
  private(set) var events: [InputEvent] = []
  private var reader = CloneEventReader()

  func add(_ clone: CloneDescription, of device: Int) {}

  func write(_ events: ArraySlice<CloneEvent>, frames: Int, at time: Instant, of device: Int) {
    let events = reader.read(events, at: time)
    words += Self.words(of: events)
    self.events += events
  }

  /// The values of an axis since the beginning, without those of lifts.
  func values(of code: UInt16) -> [Int32] {
    events.filter { $0.type == EventCode.absolute && $0.code == code && $0.value >= 0 }.map(\.value)
  }

  func take() -> [String] {
    defer { words.removeAll() }
    return words
  }

  static func words(of events: [InputEvent]) -> [String] {
    var words: [String] = []
    var frame: [String] = []
    var slot: Int32 = 0
    for event in events {
      switch (event.type, event.code) {
      case (EventCode.absolute, EventCode.slot): slot = event.value
      case (EventCode.absolute, EventCode.trackingID): frame.append(event.value < 0 ? "↑\(slot)" : "↓\(slot)")
      case (EventCode.absolute, EventCode.toolType) where event.value == EventCode.palmTool:
        frame.append("palm\(slot)")
      case (EventCode.synchronization, EventCode.dropped): frame.append("end")
      case (EventCode.synchronization, EventCode.report):
        words.append(frame.isEmpty ? "·" : frame.joined(separator: " "))
        frame.removeAll()
      default: break
      }
    }
    return words
  }
}

/// Counts the events that wait to be published at each write to the clone.
final class WatchedClone: CloneSink {
  var eventCounts: [Int] = []
  private let publisher: Publisher

  init(_ publisher: Publisher) {
    self.publisher = publisher
  }

  func add(_ clone: CloneDescription, of device: Int) {}

  func write(_ events: ArraySlice<CloneEvent>, frames: Int, at time: Instant, of device: Int) {
    eventCounts.append(publisher.buffer.count)
  }
}

/// A filtered touchscreen with a fake device.
final class FilteredScreen {
  let panel = FakePanel()
  let clone: CloneDescription
  var filter = TouchFilter()
  private var device: FakeDevice
  private var screen: Touchscreen
  private let publisher: Publisher
  private var script = EvemuScript()

  /// - Parameter isTouched: whether a finger is down in the first slot when the panel is opened.
  init(
    _ publisher: Publisher, mode: AppSettings.Mode = .hold,
    description: DeviceDescription = TestScreen.description(), isTouched: Bool = false,
    settings: TouchSettings = TouchSettings()
  ) throws {
    self.publisher = publisher
    filter.app.mode = mode
    let touchPanel = try DeviceJudgement.judgeAxes(of: description, touchProtocol: .multitouch)
    clone = try CloneDescription(of: description, touchPanel)
    device = FakeDevice(panel: panel)
    if isTouched {
      script.go(on: "Z↓500,500@0")
      panel.state.slots[0] = PanelState.Slot(trackingID: 0, x: 5000, y: 5000)
    }
    screen = Touchscreen(
      number: 1, ScreenSetup(names: ScreenNames(device: "T1"), touch: settings), panel: touchPanel,
      from: .device(openedAt: .milliseconds(0), countsReading: false),
      initialState: panel.state, regions: RegionTree(screen: touchPanel.size),
      on: publisher.everyone)
  }

  var isFiltered: Bool { screen.hasClone }
  var hasTouches: Bool { screen.hasTouches }
  var hasContacts: Bool { screen.hasContacts }
  var isInUse: Bool { screen.isInUse }
  var isAtRest: Bool { screen.isAtRest }
  var isTouchedWhileGrabbed: Bool { screen.isTouchedWhileGrabbed }
  var holds: (past: TimeSpan, possible: TimeSpan) { screen.holds }
  var reports: Int { screen.filteredReports }
  /// The panel's latest tracking id.
  var latestID: Int32? {
    script.events.last { $0.code == EventCode.trackingID && $0.type == EventCode.absolute && $0.value >= 0 }?
      .value
  }
  var nextDeadline: Instant? { screen.nextDeadline }
  var releaseDue: Instant? { screen.releaseWatch?.due }

  func grab(to sink: any CloneSink) -> KeeperClient.GrabOutcome {
    screen.grab(&device, clone, filter, to: sink)
  }

  func endFilter() { screen.endFilter(publisher) }

  func giveBack() { try? device.ungrab() }

  /// The device reports the next part of its script at once.
  func read(_ text: String, at time: Int64, after occasion: PanelStream.Occasion = .readable) {
    let first = script.events.count
    script.go(on: text)
    read(Array(script.events[first...]), at: .milliseconds(time), after: occasion)
  }

  /// The device reports events.
  func read(_ events: [InputEvent], at time: Instant, after occasion: PanelStream.Occasion = .readable) {
    _ = screen.read(events, panel.state, after: occasion, publisher, now: time) { screen, action in
      if screen.needsAxes(after: action) { try? screen.readAxes(from: device) }
    }
  }

  /// The same with times that count from a time on, or from the last report.
  func read(_ text: String, after now: Instant) {
    let start = max(now, screen.lastStamp).microseconds / 1000 + 1
    var shifted = ""
    for (place, part) in text.split(separator: "@", omittingEmptySubsequences: false).enumerated() {
      let digits = part.prefix { $0.isNumber }
      shifted +=
        place == 0 ? String(part) : "@\(start + (Int64(digits) ?? 0))" + part.dropFirst(digits.count)
    }
    let first = script.events.count
    script.go(on: shifted)
    let events = Array(script.events[first...])
    read(events, at: events.last?.time ?? now)
  }

  func cancelAll(at time: Int64) { screen.cancelAll(at: .milliseconds(time), publisher) }
}
