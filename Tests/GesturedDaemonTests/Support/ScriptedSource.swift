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
  private struct Queued {
    var screen: Int
    var event: InputEvent
  }

  private let scene: Scene
  private var arrivals: [(recording: RecordingFile, port: String?)]
  private var screens: [Touchscreen] = []
  /// The numbers of those that are not there any more.
  private var unplugged: Set<Int> = []
  private var departures: [Int] = []
  private var queue: [Queued] = []
  private(set) var isFinished = false
  /// The configurations that it was told to go on by.
  private(set) var reconfigurations: [Configuration] = []

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

  /// Nothing comes any more, as when a replay is over.
  func finish() { isFinished = true }

  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError) {
    add(publisher, now: now)
  }

  func handle(
    _ event: PollEvent, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) {}

  var nextDeadline: Instant? {
    if !arrivals.isEmpty || !departures.isEmpty { return Instant(microseconds: 0) }
    var earliest = queue.first?.event.time
    for screen in screens { earliest = .earlier(earliest, screen.nextDeadline) }
    return earliest
  }

  func advance(to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal) {
    for screen in departures {
      screens[screen - 1].cancelAll(at: now, publisher, now: now)
      publisher.publish(screens[screen - 1].message(.removed, at: now), now: now)
      unplugged.insert(screen)
    }
    departures = []
    add(publisher, now: now)
    while let next = queue.first, next.event.time <= now {
      queue.removeFirst()
      _ = screens[next.screen - 1].feed(next.event, publisher, now: now)
    }
    for index in screens.indices {
      guard let due = screens[index].nextDeadline, due <= now else { continue }
      screens[index].advance(to: now, publisher, now: now)
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
    for index in screens.indices where !unplugged.contains(screens[index].number) {
      body(&screens[index], now)
    }
  }

  func plan(_ publisher: Publisher, now: Instant) {}

  func stamp(at now: Instant) -> Instant { now }

  func stop(_ publisher: Publisher, poller: borrowing Poller, now: Instant) {
    for index in screens.indices { screens[index].cancelAll(at: now, publisher, now: now) }
    screens = []
    queue = []
  }

  private func add(_ publisher: Publisher, now: Instant) {
    for (recording, port) in arrivals {
      var setup = recording.setup(scene.configuration)
      setup.port = port
      let (regions, _) = scene.regionTree(
        on: setup.names, isFirst: screens.isEmpty, screen: recording.panel.size,
        pixels: setup.pixels)
      let added = Touchscreen(
        number: screens.count + 1, setup, panel: recording.panel, regions: regions,
        recognizers: scene.recognizers, isFirst: screens.isEmpty)
      publisher.publish(added.message(.added, at: now), regions: added.pipeline.regions, now: now)
      screens.append(added)
    }
    arrivals = []
  }
}
