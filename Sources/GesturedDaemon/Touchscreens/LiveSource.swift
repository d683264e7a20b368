import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// The machine's own touchscreens, from plugging in to unplugging.
///
/// A device is known by its place in sysfs, not by its name. Which ones are read is decided of all of them at once,
/// whenever one of them or a display comes, goes or changes (`LiveSource+Devices.swift`). Losing one never stops the daemon; having none is no
/// reason not to run.
final class LiveSource: InputSource {
  /// A touchscreen that is read, or the place of one that was.
  struct Place {
    var open: OpenTouchscreen?
    var generation: UInt32 = 0
  }

  let scene: Scene
  private let waitsForPermission: Bool
  let displayFolder = DisplayFolder()
  /// Displays that are being read, and when to go on with that.
  var displayReading: (reading: DisplayReading, due: Instant)?
  var monitor: DeviceMonitor?
  var decider: DeviceDecider
  var roster = DeviceRoster()
  var places: [Place] = []
  var nextNumber = 1
  var retries = RetrySchedule<InputDeviceNode>()
  /// The devices that are no touchscreens.
  let families = LiveFamilies()
  /// When listening is tried again where it failed.
  var hearing = Backoff()

  /// - Parameter waitsForPermission: whether it goes on where there are touchscreens and none may be read: for a
  ///   service, which nobody starts again when udev has given the permission.
  init(configuration: Configuration, scene: Scene, waitsForPermission: Bool) {
    self.waitsForPermission = waitsForPermission
    decider = DeviceDecider(configuration: configuration)
    self.scene = scene
  }

  /// What says that devices have come or gone; nil while nothing is heard.
  var ear: FileDescriptor? { monitor?.descriptor }

  var isFinished: Bool { false }

  func stamp(at now: Instant) -> Instant { now }

  func plan(_ publisher: Publisher, now: Instant) {}

  func settle(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant) {
    families.settle(publisher, poller: poller, journal: &journal, now: now)
  }

  var nextDeadline: Instant? {
    var earliest = Instant.earlier(retries.nextDeadline, hearing.deadline)
    earliest = .earlier(earliest, displayReading?.due)
    for index in places.indices { earliest = .earlier(earliest, places[index].open?.nextDeadline) }
    return .earlier(earliest, families.nextDeadline)
  }

  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError) {
    publisher.desk.answer = { [unowned self] in families.answer($0, with: $1, from: $2) }
    publisher.desk.dropAll = { [unowned self] publisher, now in families.dropAll(publisher, now: now) }
    var errors: [DeviceOpenError] = []
    do throws(SystemError) {
      // Listening comes before looking, so that nothing falls between the two.
      let monitor = try DeviceMonitor()
      if let limitation = monitor.limitation { journal.warning(.system, "\(limitation)", now: now) }
      if let descriptor = monitor.descriptor {
        try poller.add(
          descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.monitor))
      }
      decider.displays = displayFolder.displays
      roster.replaceAll(try monitor.enumerate())
      self.monitor = consume monitor
      errors = decide(publisher, poller: poller, journal: &journal, now: now)
      families.settle(publisher, poller: poller, journal: &journal, now: now)
    } catch {
      throw .system(error)
    }
    guard !places.contains(where: { $0.open != nil }) else { return }
    if let first = errors.first(where: \.isMissingPermission), !waitsForPermission {
      throw .noPermission("\(first)")
    }
    journal.notice(.lifecycle, "no touchscreen that may be read yet: waiting for one", now: now)
  }

  func handle(
    _ event: PollEvent, planned: Instant?, _ publisher: Publisher, poller: borrowing Poller,
    journal: inout Journal, now: Instant
  ) -> Bool {
    switch event.token.kind {
    case TokenKind.device: break
    case TokenKind.monitor:
      takeChanges(publisher, poller: poller, journal: &journal, now: now)
      return false
    default:
      families.handle(event, publisher, poller: poller, journal: &journal, now: now)
      return false
    }
    let index = Int(event.token.index)
    guard index < places.count, places[index].generation == event.token.generation,
      let open = places[index].open
    else { return false }
    // What is planned is never later than what the device waits for.
    let mayBeLate = planned.map { $0 <= now } ?? true
    let departure = open.read(after: event.readiness, mayBeLate: mayBeLate, publisher, now: now)
    if departure == nil, open.isQuiet, !open.wants(toBeWokenBefore: planned) { return true }
    conclude(index, departure, publisher, poller: poller, journal: &journal, now: now)
    return false
  }

  func resume(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant) {
    families.resume(publisher, now: now)
    for index in places.indices {
      let departure = places[index].open?.resume(publisher, now: now)
      conclude(index, departure, publisher, poller: poller, journal: &journal, now: now)
    }
  }

  func advance(to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal) {
    families.advance(to: now, publisher, poller: poller, journal: &journal)
    for index in places.indices {
      guard let open = places[index].open, let due = open.nextDeadline, due <= now else { continue }
      let departure = open.advance(to: now, publisher)
      conclude(index, departure, publisher, poller: poller, journal: &journal, now: now)
    }
    if let due = displayReading?.due, due <= now {
      readNextDisplay(publisher, poller: poller, journal: &journal, now: now)
    }
    if hearing.takeDue(at: now) { hearAgain(publisher, poller: poller, journal: &journal, now: now) }
    for node in retries.takeDue(at: now) {
      retry(node, publisher, poller: poller, journal: &journal, now: now)
    }
  }

  func reconfigure(
    _ configuration: Configuration, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal,
    now: Instant
  ) {
    decider.configuration = configuration
    families.reconfigure()
    roster.noteSizes()
    _ = decide(publisher, poller: poller, journal: &journal, now: now)
  }

  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    let open = places.compactMap(\.open).sorted { $0.touchscreen.number < $1.touchscreen.number }
    for touchscreen in open { touchscreen.work(at: now, body) }
  }

  func stop(_ publisher: Publisher, poller: borrowing Poller, now: Instant) {
    families.stop(publisher, poller: poller, now: now)
    for index in places.indices {
      guard let open = places[index].open else { continue }
      open.cancelAll(publisher, now: now)
      // A failure changes nothing: the descriptor is closed next.
      try? open.unwatch(with: poller)
      places[index].open = nil
    }
    if let descriptor = monitor?.descriptor { try? poller.remove(descriptor) }
    monitor = nil
    hearing = Backoff()
    displayReading = nil
  }

  /// What follows once a device was read: what went wrong is told, and one that is gone is let go of.
  private func conclude(
    _ index: Int, _ departure: DeviceDeparture?, _ publisher: Publisher, poller: borrowing Poller,
    journal: inout Journal, now: Instant
  ) {
    guard let open = places[index].open else { return }
    let number = open.touchscreen.number
    if let interruption = open.takeInterruption() {
      journal.warning(.interruption(number), "device \(number): \(interruption)", now: now)
    }
    let frozen = open.takeFrozenContacts()
    if frozen > 0 {
      journal.warning(
        .device(open.touchscreen.names.device),
        "device \(number): it said nothing of \(frozen) of its contacts for long, they count no more",
        now: now)
    }
    if let departure = departure ?? watchOn(index, open, poller: poller) {
      close(index, "\(departure)", publisher, poller: poller, journal: &journal, now: now)
    }
  }

  /// Has the poller say again what a device has where not all of it was read.
  private func watchOn(
    _ index: Int, _ open: OpenTouchscreen, poller: borrowing Poller
  ) -> DeviceDeparture? {
    do throws(SystemError) {
      try open.watchOn(with: poller, token: token(of: index))
      return nil
    } catch {
      return .failed(error.errno)
    }
  }

  /// What the poller calls the device at a place.
  func token(of index: Int) -> PollToken {
    PollToken(kind: TokenKind.device, index: UInt32(index), generation: places[index].generation)
  }
}
