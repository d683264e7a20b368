import EventFamilies
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// Touchscreens whose fingers a test moves. They behave like the machine's, but read no device.
///
/// Stamps use the daemon's own clock. Events of fingers can be read once their time has come, when a pipe wakes the loop as a device
/// would (`ring`). Everything else, such as other devices, is a deadline.
final class ScriptedSource: InputSource {
  /// A touchscreen, which cannot be copied, as an element of an array.
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

  private let publisher: Publisher
  let desk: FamilyDesk
  private let scene: Scene
  private var arrivals: [(recording: RecordingFile, port: String?)]
  private var screens: [Screen] = []
  /// The numbers of removed screens.
  private var unplugged: Set<Int> = []
  private var departures: [Int] = []
  private var queue: [Queued] = []
  private(set) var isFinished = false
  private var idleDeadline: Instant?
  /// The number of readings of fingers after which the turn owed nothing.
  private(set) var shortReadings = 0
  /// The configurations that the daemon gave to the source.
  private(set) var reconfigurations: [Configuration] = []
  /// The devices other than touchscreens, each as a `FamilyDevice`; nil for one that is unplugged.
  private var families: [FamilyDevice?] = []
  private var familyQueue: [(device: Int, event: InputEvent)] = []
  private var familyDepartures: [Int] = []
  /// The pipe that wakes the loop, and whether the pipe is readable now.
  private let bell: (reader: FileDescriptor, writer: FileDescriptor)
  private var isRung = false

  /// - Parameters:
  ///   - recording: The description of a screen; its events are not played.
  ///   - bell: A pipe, which the source closes.
  init(
    _ recording: RecordingFile, scene: Scene, _ desk: FamilyDesk,
    bell: (reader: FileDescriptor, writer: FileDescriptor)
  ) {
    publisher = desk.publisher
    self.desk = desk
    self.scene = scene
    arrivals = [(recording, nil)]
    self.bell = bell
  }

  private var turn: Turn { publisher.turn }

  deinit {
    // An error here has no remedy and no effect.
    try? bell.reader.close()
    try? bell.writer.close()
  }

  /// The time of the next event of a finger.
  var nextTouch: Instant? { queue.first?.event.time }

  /// Makes the loop read the events of fingers up to a time.
  func ring(at now: Instant) throws {
    guard !isRung, let nextTouch, nextTouch <= now else { return }
    _ = try bell.writer.writeAll([1])
    isRung = true
  }

  /// Plugs in another screen, in the daemon's next turn.
  func plugIn(_ recording: RecordingFile, at port: String? = nil) {
    arrivals.append((recording, port))
    turn.owe(.deadlines)
  }

  /// Unplugs a screen, in the daemon's next turn.
  func unplug(_ screen: Int) {
    departures.append(screen)
    turn.owe(.deadlines)
  }

  /// Queues events of a screen, from number 1, for their times.
  func queue(_ events: some Sequence<InputEvent>, of screen: Int) {
    queue += events.map { Queued(screen: screen, event: $0) }
    // Events of equal times keep their order.
    queue = queue.enumerated().sorted {
      ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
    }
    .map(\.element)
  }

  /// Plugs in a device other than a touchscreen.
  ///
  /// - Returns: The device's number, from 1.
  func plugIn(_ description: DeviceDescription, for roles: DeviceRoles) -> Int {
    let number = families.count + 1
    families.append(
      FamilyDevice(number: number, description, roles: roles, settings: scene.configuration.families))
    return number
  }

  /// Closes such a device and opens it again with the ports then plugged, as when the daemon reads it for another use.
  func reopen(family device: Int, ports: [AudioPort]) {
    guard let old = families[device - 1] else { return }
    families[device - 1]?.drop(at: turn.now, desk)
    families[device - 1] = FamilyDevice(
      number: device, DeviceDescription(name: old.name), roles: old.roles,
      settings: scene.configuration.families)
    families[device - 1]?.adopt(axes: [], ports: ports, at: turn.now, desk)
  }

  /// Unplugs such a device, in the daemon's next turn.
  func unplug(family: Int) {
    familyDepartures.append(family)
    turn.owe(.deadlines)
  }

  /// Queues events of such a device for their times.
  func queue(_ events: some Sequence<InputEvent>, ofFamily device: Int) {
    turn.owe(.deadlines)
    familyQueue += events.map { (device, $0) }
    familyQueue = familyQueue.enumerated().sorted {
      ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
    }
    .map(\.element)
  }

  /// Ends all input, as at the end of a replay.
  func finish() {
    isFinished = true
    turn.owe(.farewell | .deadlines)
  }

  func start() throws(DaemonError) {
    do throws(SystemError) {
      try turn.poller.add(
        bell.reader, interest: [.readable], token: TokenKind.token(of: TokenKind.device))
    } catch {
      throw .system(error)
    }
    add()
  }

  func handle(_ event: PollEvent) {
    read()
    for screen in screens { turn.wake(by: screen.touchscreen.nextDeadline) }
    if turn.owesNothing { shortReadings += 1 }
  }

  private func read() {
    if isRung {
      isRung = false
      var byte: [UInt8] = [0]
      _ = try? unsafe byte.withUnsafeMutableBytes { try unsafe bell.reader.read(into: $0) }
    }
    while let next = queue.first, next.event.time <= turn.now {
      queue.removeFirst()
      screens[next.screen - 1].touchscreen.play(EventList([next.event]), publisher)
    }
  }

  var nextDeadline: Instant? {
    if !arrivals.isEmpty || !departures.isEmpty || !familyDepartures.isEmpty {
      return Instant(microseconds: 0)
    }
    var earliest = idleDeadline
    for screen in screens { earliest = .earlier(earliest, screen.touchscreen.nextDeadline) }
    earliest = .earlier(earliest, familyQueue.first?.event.time)
    for device in families { earliest = .earlier(earliest, device?.nextDeadline) }
    return earliest
  }

  func advance() {
    for screen in departures {
      screens[screen - 1].touchscreen.cancelAll(at: turn.now, publisher)
      publisher.publish(screens[screen - 1].touchscreen.message(.removed, at: turn.now))
      unplugged.insert(screen)
    }
    departures = []
    turn.owe(.families)
    add()
    read()
    for index in screens.indices {
      guard let due = screens[index].touchscreen.nextDeadline, due <= turn.now else { continue }
      screens[index].touchscreen.advance(to: turn.now, publisher)
    }
    advanceFamilies()
    if let due = idleDeadline, due <= turn.now { publisher.advanceIdle(to: turn.now) }
  }

  private func advanceFamilies() {
    for device in familyDepartures {
      families[device - 1]?.drop(at: turn.now, desk)
      families[device - 1] = nil
      desk.unplug(device, at: turn.now)
    }
    familyDepartures = []
    while let next = familyQueue.first, next.event.time <= turn.now {
      familyQueue.removeFirst()
      _ = families[next.device - 1]?.handle(next.event, desk)
    }
    for index in families.indices {
      guard let due = families[index]?.nextDeadline, due <= turn.now else { continue }
      families[index]?.advance(to: turn.now, desk)
    }
  }

  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    families.indices.contains { families[$0]?.answer(question, with: answer, from: client) ?? false }
  }

  func dropFamilies() {
    for index in families.indices { families[index]?.drop(at: turn.now, desk) }
  }

  func resume() {}

  func reconfigure(_ configuration: Configuration) {
    reconfigurations.append(configuration)
  }

  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    for index in screens.indices where !unplugged.contains(screens[index].touchscreen.number) {
      body(&screens[index].touchscreen, now)
    }
  }

  func plan() { idleDeadline = publisher.idle.nextDeadline }

  func settle() {
    for device in desk.shakesWithoutReceiver() {
      families[device - 1]?.drop(at: turn.now, desk)
    }
  }

  func stamp(at now: Instant) -> Instant { now }

  func stop() {
    for index in screens.indices { screens[index].touchscreen.cancelAll(at: turn.now, publisher) }
    screens = []
    queue = []
  }

  private func add() {
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
      publisher.publish(added.message(.added, at: turn.now), regions: added.pipeline.regions)
      screens.append(Screen(added))
    }
    arrivals = []
  }
}
