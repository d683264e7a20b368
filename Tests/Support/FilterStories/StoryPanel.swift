import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import PanelSimulation
import SystemPackage
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// The panel as the kernel has it, with any other program that grabs it.
final class Glass {
  var panel: SimulatedPanel
  /// Whether another program has grabbed the panel.
  var isTakenByAnother = false
  /// A change that happens right before the grab: a finger that lands too early to be seen.
  var landsBeforeGrab = false

  init(_ panel: SimulatedPanel) { self.panel = panel }
}

/// The daemon's descriptor of a panel.
struct GlassDevice: ~Copyable {
  let glass: Glass
  /// Reports a landing to all readers of the panel.
  let land: () -> Void
}

extension GlassDevice: GrabbableDevice {
  func grab() throws(SystemError) {
    if glass.isTakenByAnother { throw SystemError(operation: "EVIOCGRAB", errno: .resourceBusy) }
    if glass.landsBeforeGrab {
      glass.landsBeforeGrab = false
      land()
    }
    glass.panel.isGrabbed = true
  }

  func ungrab() throws(SystemError) { glass.panel.isGrabbed = false }

  func hasMore(withinMilliseconds patience: Int32) -> Bool { !(glass.panel.queue?.isEmpty ?? true) }

  mutating func readState(slots: Int, into answer: inout PanelState) throws(SystemError) {
    answer = glass.panel.state
  }

  func readAxis(_ code: UInt16, slots: Int, into answer: inout [Int32]) throws(SystemError) {
    answer =
      [EventCode.positionX, EventCode.positionY].contains(code)
      ? glass.panel.values(of: code) : Array(repeating: 0, count: slots)
  }
}

/// A touchscreen of the daemon with its panel: what `OpenTouchscreen` is with a device.
final class StoryPanel {
  let number: Int
  /// The identity for the keeper.
  let identity: UInt64
  let glass: Glass
  let clone: CloneDescription
  var filter: TouchFilter
  private let touchPanel: TouchPanel
  private var device: GlassDevice
  private(set) var screen: Touchscreen
  /// The setup with which the panel was grabbed.
  private var usedFilter: TouchFilter?

  init(
    _ number: Int, identity: UInt64, _ glass: Glass, _ filter: TouchFilter, on stage: Stage,
    at now: Instant,
    land: @escaping () -> Void
  ) throws {
    self.number = number
    self.glass = glass
    self.filter = filter
    self.identity = identity
    let description = TestScreen.description(slotMaximum: Int32(glass.panel.slotCount - 1))
    touchPanel = try DeviceJudgement.judgeAxes(of: description, touchProtocol: .multitouch)
    clone = try CloneDescription(of: description, touchPanel)
    glass.panel.open()
    device = GlassDevice(glass: glass, land: land)
    var setup = ScreenSetup(names: ScreenNames(device: "T\(number)"), touch: TouchSettings())
    setup.touchFilter = filter
    screen = Touchscreen(
      number: number, setup, panel: touchPanel, from: .device(openedAt: now, countsReading: false),
      initialState: glass.panel.state, regions: RegionTree(screen: touchPanel.size), on: stage,
      since: now)
  }

  var request: CloneRequest {
    CloneRequest(
      panel: identity, clone: clone, endsByPalm: filter.app.mode == .cancel, properties: [:], table: nil)
  }

  var hasContacts: Bool { screen.hasContacts }
  var isFollowing: Bool { screen.stream.isFollowing }
  var nextDeadline: Instant? { screen.stream.wakeTime(for: screen.nextDeadline) }
  var releaseDue: Instant? { screen.releaseWatch?.due }

  // MARK: What the daemon does

  /// Reads the panel as `OpenTouchscreen` does.
  ///
  /// - Parameter part: the number of queued events of a reading; nil for all.
  func follow(_ occasion: PanelStream.Occasion, part: Int? = nil, _ publisher: Publisher) {
    let now = publisher.turn.now
    var batch = EventList()
    screen.begin(occasion, at: now)
    while true {
      let action = screen.stream.next(in: &batch, now: now)
      switch action {
      case .readEvents:
        let count = glass.panel.queue?.count ?? 0
        guard count > 0 else {
          screen.stream.completeEmptyRead()
          continue
        }
        let taken = min(part ?? count, count)
        batch = EventList(glass.panel.read(taken))
        screen.stream.completeRead(isAll: taken == count)
      case .readState:
        screen.stream.state = glass.panel.state
        screen.stream.completeStateRead()
      case .readContacts:
        screen.stream.contacts = glass.panel.state
        screen.stream.completeContactsRead(areKnown: true)
      case .awaitEvents: screen.stream.completeWait(hasMore: !(glass.panel.queue?.isEmpty ?? true))
      case .wait: return
      case .pause: continue
      case .frames, .resynchronized, .interrupt, .resume, .gone, .advance:
        if screen.needsAxes(after: action) { try? screen.readAxes(from: device) }
        screen.perform(action, publisher)
      }
    }
  }

  func grab(to sink: LiveClone) -> KeeperClient.GrabOutcome {
    let outcome = screen.grab(&device, clone, filter, to: sink)
    if outcome == .grabbed { usedFilter = filter }
    return outcome
  }

  func endFilter(_ publisher: Publisher) { screen.endFilter(publisher) }

  func giveBack() { try? device.ungrab() }

  func cancelAll(_ publisher: Publisher) { screen.cancelAll(at: publisher.turn.now, publisher) }

  /// Takes over a changed filter.
  ///
  /// - Returns: whether a grabbed panel has to be grabbed anew.
  func take(_ filter: TouchFilter) -> Bool {
    self.filter = filter
    screen.setup.touchFilter = filter
    return usedFilter.map { $0 != filter } ?? false
  }
}
