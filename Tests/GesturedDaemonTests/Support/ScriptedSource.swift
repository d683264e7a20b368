import EventFamilies
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

@testable import GesturedDaemon

/// Touchscreens whose fingers a test moves: like the machine's own, but that nothing is read from a device.
///
/// Stamps are on the daemon's own clock. What is queued is taken when its time has come, before deadlines of that
/// time (TIM-1).
final class ScriptedSource: InputSource {
  /// A touchscreen, which is not copied, in an array.
  private final class Screen {
    var touchscreen: Touchscreen

    init(_ touchscreen: consuming Touchscreen) {
      self.touchscreen = touchscreen
    }
  }

  private struct Queued {
    var screen: Int
    var event: InputEvent
  }

  private let scene: Scene
  private var arrivals: [(recording: RecordingFile, port: String?)]
  private var screens: [Screen] = []
  /// The numbers of those that are not there any more.
  private var unplugged: Set<Int> = []
  private var departures: [Int] = []
  private var queue: [Queued] = []
  private(set) var isFinished = false
  /// The configurations that it was told to go on by.
  private(set) var reconfigurations: [Configuration] = []
  /// The devices that are no touchscreens, as a `FamilyDevice` each; nil for one that is unplugged.
  private var families: [FamilyDevice?] = []
  private var familyQueue: [(device: Int, event: InputEvent)] = []
  private var familyDepartures: [Int] = []

  /// - Parameter recording: how a screen describes itself; its events are not played.
  init(_ recording: RecordingFile, scene: Scene) {
    self.scene = scene
    arrivals = [(recording, nil)]
  }

  /// Has another screen plugged in, in the daemon's next turn.
  func plugIn(_ recording: RecordingFile, at port: String? = nil) {
    arrivals.append((recording, port))
  }

  /// Has a screen unplugged, in the daemon's next turn.
  func unplug(_ screen: Int) {
    departures.append(screen)
  }

  /// Has events of a screen, from 1, happen at their times.
  func queue(_ events: some Sequence<InputEvent>, of screen: Int) {
    queue += events.map { Queued(screen: screen, event: $0) }
    // The order of equal times is kept.
    queue = queue.enumerated().sorted {
      ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
    }
    .map(\.element)
  }

  /// Has a device plugged in that is no touchscreen.
  ///
  /// - Returns: its number, from 1.
  func plugIn(_ description: DeviceDescription, for roles: DeviceRoles) -> Int {
    let number = families.count + 1
    families.append(
      FamilyDevice(number: number, description, roles: roles, settings: scene.configuration.families))
    return number
  }

  /// Closes such a device and opens it again, with what is plugged into it then, as when it is read for something else.
  func reopen(family device: Int, ports: [AudioPort], _ publisher: Publisher, now: Instant) {
    guard let old = families[device - 1] else { return }
    families[device - 1]?.drop(at: now, publisher.desk, publisher, now: now)
    families[device - 1] = FamilyDevice(
      number: device, DeviceDescription(name: old.name), roles: old.roles,
      settings: scene.configuration.families)
    families[device - 1]?.adopt(axes: [], ports: ports, at: now, publisher.desk, publisher, now: now)
  }

  /// Has such a device unplugged, in the daemon's next turn.
  func unplug(family: Int) { familyDepartures.append(family) }

  /// Has events of such a device happen at their times.
  func queue(_ events: some Sequence<InputEvent>, ofFamily device: Int) {
    familyQueue += events.map { (device, $0) }
    familyQueue = familyQueue.enumerated().sorted {
      ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
    }
    .map(\.element)
  }

  /// Nothing comes any more, as when a replay is over.
  func finish() { isFinished = true }

  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError) {
    publisher.desk.answer = { [unowned self] question, answer, client in
      families.indices.contains { families[$0]?.answer(question, with: answer, from: client) ?? false }
    }
    add(publisher, now: now)
  }

  func handle(
    _ event: PollEvent, planned: Instant?, _ publisher: Publisher, poller: borrowing Poller,
    journal: inout Journal, now: Instant
  ) -> Bool { false }

  var nextDeadline: Instant? {
    if !arrivals.isEmpty || !departures.isEmpty || !familyDepartures.isEmpty {
      return Instant(microseconds: 0)
    }
    var earliest = queue.first?.event.time
    for screen in screens { earliest = .earlier(earliest, screen.touchscreen.nextDeadline) }
    earliest = .earlier(earliest, familyQueue.first?.event.time)
    for device in families { earliest = .earlier(earliest, device?.nextDeadline) }
    return earliest
  }

  func advance(to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal) {
    for screen in departures {
      screens[screen - 1].touchscreen.cancelAll(at: now, publisher, now: now)
      publisher.publish(screens[screen - 1].touchscreen.message(.removed, at: now), now: now)
      unplugged.insert(screen)
    }
    departures = []
    add(publisher, now: now)
    while let next = queue.first, next.event.time <= now {
      queue.removeFirst()
      _ = screens[next.screen - 1].touchscreen.feed(next.event, publisher, now: now)
    }
    for index in screens.indices {
      guard let due = screens[index].touchscreen.nextDeadline, due <= now else { continue }
      screens[index].touchscreen.advance(to: now, publisher, now: now)
    }
    advanceFamilies(to: now, publisher)
  }

  private func advanceFamilies(to now: Instant, _ publisher: Publisher) {
    publisher.desk.dropAll = { [unowned self] publisher, now in
      for index in families.indices { families[index]?.drop(at: now, publisher.desk, publisher, now: now) }
    }
    for device in familyDepartures {
      families[device - 1]?.drop(at: now, publisher.desk, publisher, now: now)
      families[device - 1] = nil
      if let change = publisher.desk.router.remove(device, at: now) {
        publisher.desk.publish(change, publisher, now: now)
      }
    }
    familyDepartures = []
    while let next = familyQueue.first, next.event.time <= now {
      familyQueue.removeFirst()
      _ = families[next.device - 1]?.handle(next.event, publisher.desk, publisher, now: now)
    }
    for index in families.indices {
      guard let due = families[index]?.nextDeadline, due <= now else { continue }
      families[index]?.advance(to: now, publisher.desk, publisher, now: now)
    }
  }

  func resume(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant) {}

  func reconfigure(
    _ configuration: Configuration, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal,
    now: Instant
  ) {
    reconfigurations.append(configuration)
  }

  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    for index in screens.indices where !unplugged.contains(screens[index].touchscreen.number) {
      body(&screens[index].touchscreen, now)
    }
  }

  func plan(_ publisher: Publisher, now: Instant) {}

  func settle(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant) {
    for device in publisher.desk.shakesWithoutReceiver(now: now) {
      families[device - 1]?.drop(at: now, publisher.desk, publisher, now: now)
    }
  }

  func stamp(at now: Instant) -> Instant { now }

  func stop(_ publisher: Publisher, poller: borrowing Poller, now: Instant) {
    for index in screens.indices { screens[index].touchscreen.cancelAll(at: now, publisher, now: now) }
    screens = []
    queue = []
  }

  private func add(_ publisher: Publisher, now: Instant) {
    for (recording, port) in arrivals {
      guard let panel = recording.panel else { continue }
      var setup = recording.setup(scene.configuration)
      setup.port = port
      let (regions, _) = scene.regionTree(
        on: setup.names, isFirst: screens.isEmpty, screen: panel.size,
        pixels: setup.pixels)
      let added = Touchscreen(
        number: screens.count + 1, setup, panel: panel, regions: regions,
        recognizers: scene.recognizers, isFirst: screens.isEmpty)
      publisher.publish(added.message(.added, at: now), regions: added.pipeline.regions, now: now)
      screens.append(Screen(added))
    }
    arrivals = []
  }
}
