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
  private let publisher: Publisher
  let desk: FamilyDesk
  /// The first screen, whose file gives the other devices their paths.
  private let recording: RecordingFile
  private var arrivals: [(recording: RecordingFile, port: String?)]
  /// The present screens, and how many there have been.
  private var screens: [ReplayedDevice] = []
  private var screenCount = 0
  private var departures: [Int] = []
  private(set) var isFinished = false
  private var idleDeadline: Instant?
  /// The number of readings of fingers after which the turn owed nothing.
  private(set) var shortReadings = 0
  /// The configurations that the daemon gave to the source.
  private(set) var reconfigurations: [Configuration] = []
  /// The present devices other than touchscreens, and how many there have been.
  private var families: [ReplayedDevice] = []
  private var familyCount = 0
  private var familyDepartures: [Int] = []
  /// The pipe that wakes the loop, and whether the pipe is readable now.
  private let bell: (reader: FileDescriptor, writer: FileDescriptor)
  private var isRung = false

  /// The filters of the screens, and what clients have changed about them.
  var filterReports: [FilterReport] = []
  private(set) var filterChanges: [String] = []
  var isTouchedWhileGrabbed = false

  func pauseFilter(of device: Int?, by client: Int) {
    filterChanges.append("pause \(device.map { "\($0)" } ?? "all")")
  }

  func resumeFilter(of device: Int?, by client: Int) {
    filterChanges.append("resume \(device.map { "\($0)" } ?? "all")")
  }

  func forgetPauses(of clients: Set<Int>) {
    if !filterReports.isEmpty { filterChanges.append("forget \(clients.count)") }
  }

  /// - Parameters:
  ///   - recording: The description of a screen; its events are not played.
  ///   - bell: A pipe, which the source closes.
  init(
    _ recording: RecordingFile, _ desk: FamilyDesk,
    bell: (reader: FileDescriptor, writer: FileDescriptor)
  ) {
    publisher = desk.publisher
    self.desk = desk
    self.recording = recording
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
  var nextTouch: Instant? { Self.next(of: screens)?.nextEvent }

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
    for device in screens where device.number == screen { device.events += events }
  }

  /// Plugs in a device other than a touchscreen.
  ///
  /// - Returns: The device's number, from 1.
  func plugIn(_ description: DeviceDescription, for roles: DeviceRoles) -> Int {
    familyCount += 1
    addFamily(familyCount, description, roles)
    return familyCount
  }

  /// Closes such a device and opens it again with the ports then plugged, as when the daemon reads it for another use.
  func reopen(family number: Int, ports: [AudioPort]) {
    guard let index = families.firstIndex(where: { $0.number == number }),
      let name = families[index].family?.name, let roles = families[index].family?.roles
    else { return }
    families.remove(at: index).dropFamily(at: turn.now, desk)
    addFamily(number, DeviceDescription(name: name), roles)
    families.last?.family?.adopt(axes: [], ports: ports, at: turn.now, desk)
  }

  private func addFamily(_ number: Int, _ description: DeviceDescription, _ roles: DeviceRoles) {
    var file = recording
    file.device = .family(description, roles)
    families.append(device(number, file, isFirst: false))
  }

  /// Unplugs such a device, in the daemon's next turn.
  func unplug(family: Int) {
    familyDepartures.append(family)
    turn.owe(.deadlines)
  }

  /// Queues events of such a device for their times.
  func queue(_ events: some Sequence<InputEvent>, ofFamily number: Int) {
    turn.owe(.deadlines)
    for device in families where device.number == number { device.events += events }
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

  func read(_ event: PollEvent) {
    read()
    for screen in screens { turn.wake(by: screen.deadline) }
    if turn.owesNothing { shortReadings += 1 }
  }

  private func read() {
    if isRung {
      isRung = false
      var byte: [UInt8] = [0]
      _ = try? unsafe byte.withUnsafeMutableBytes { try unsafe bell.reader.read(into: $0) }
    }
    play(screens)
  }

  /// Plays the reports that are due, in the order of their times.
  private func play(_ devices: [ReplayedDevice]) {
    while let device = Self.next(of: devices), let time = device.nextEvent, time <= turn.now {
      _ = device.playReport(desk)
    }
  }

  /// The device with the next event; nil where no events wait.
  private static func next(of devices: [ReplayedDevice]) -> ReplayedDevice? {
    devices.filter { $0.nextEvent != nil }.min { ($0.nextEvent ?? .start) < ($1.nextEvent ?? .start) }
  }

  var nextDeadline: Instant? {
    if !arrivals.isEmpty || !departures.isEmpty || !familyDepartures.isEmpty {
      return Instant(microseconds: 0)
    }
    var earliest = idleDeadline
    for device in screens + families { earliest = .earlier(earliest, device.deadline) }
    return .earlier(earliest, Self.next(of: families)?.nextEvent)
  }

  func advance() {
    for number in departures { Self.remove(number, from: &screens)?.depart(at: turn.now, desk) }
    departures = []
    turn.owe(.families)
    add()
    read()
    fire(screens)
    for number in familyDepartures {
      Self.remove(number, from: &families)?.depart(at: turn.now, desk)
      desk.unplug(number, at: turn.now)
    }
    familyDepartures = []
    play(families)
    fire(families)
    if let due = idleDeadline, due <= turn.now { publisher.advanceIdle(to: turn.now) }
  }

  private func fire(_ devices: [ReplayedDevice]) {
    for device in devices {
      if let due = device.deadline, due <= turn.now { device.advance(to: turn.now, desk) }
    }
  }

  private static func remove(_ number: Int, from devices: inout [ReplayedDevice]) -> ReplayedDevice? {
    devices.firstIndex { $0.number == number }.map { devices.remove(at: $0) }
  }

  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    families.contains { $0.answer(question, with: answer, from: client) }
  }

  func dropFamilies() {
    for device in families { device.dropFamily(at: turn.now, desk) }
  }

  /// When the latest reload was asked for.
  private(set) var reloadWanted: Instant?

  func resume() {}

  func reconfigure(_ configuration: Configuration, wanted: Instant?) {
    reconfigurations.append(configuration)
    reloadWanted = wanted
  }

  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    for device in screens { device.work(at: now, body) }
  }

  func plan() { idleDeadline = publisher.idle.nextDeadline }

  func settle() {
    for number in desk.dropShakesWithoutReceiver(at: { _ in turn.now }) {
      for device in families where device.number == number { device.dropFamily(at: turn.now, desk) }
    }
  }

  func stamp(at now: Instant) -> Instant { now }

  func stop() {
    for device in screens { device.cancelAll(at: turn.now, desk) }
    screens = []
  }

  private func add() {
    for (recording, port) in arrivals {
      screenCount += 1
      let added = device(screenCount, recording, port: port, isFirst: screenCount == 1)
      screens.append(added)
      added.publishArrival(publisher)
    }
    arrivals = []
  }

  /// A device that comes now. Its stamps are the daemon's time.
  private func device(
    _ number: Int, _ recording: RecordingFile, port: String? = nil, isFirst: Bool
  ) -> ReplayedDevice {
    var recording = recording
    recording.events = []
    return ReplayedDevice(
      number: number, recording, RecordingClock(from: turn.now, shift: .zero),
      publisher.everyone.scene.configuration,
      on: publisher.everyone,
      port: port, isFirst: isFirst)
  }
}
