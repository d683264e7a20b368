import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// The machine's own touchscreens, from plugging in to unplugging.
///
/// A device is known by its path in sysfs, not by its name. Whenever a device or a display comes, goes or changes, all
/// devices are decided about at once (`LiveSource+Devices.swift`). The daemon runs on without any touchscreen.
package final class LiveSource: InputSource {
  /// An open touchscreen, or the free place of a closed one.
  struct Place {
    var open: OpenTouchscreen?
    var generation: UInt32 = 0
  }

  let publisher: Publisher
  /// The filter's connection to the keeper.
  let filters: FilterDesk
  private let waitsForPermission: Bool
  let displayFolder = DisplayFolder()
  /// The displays being read, and when to read on.
  var displayReading: (reading: DisplayReading, due: Instant)?
  var monitor: DeviceMonitor?
  var decider: DeviceDecider
  var roster = DeviceRoster()
  var places: [Place] = []
  var nextNumber = 1
  var retries = RetrySchedule<InputDeviceNode>()
  /// The devices that are not touchscreens.
  let families: LiveFamilies
  /// When to open the monitor again after a failure.
  var monitorBackoff = Backoff()
  /// When clients receive that no contact has been down for some time.
  private var idleDeadline: Instant?
  /// The nodes that are being read together; empty between turns.
  var readable: [ReadableNode] = []

  /// - Parameters:
  ///   - waitsForPermission: whether the source runs on where it may read none of the present touchscreens. A service
  ///     does, since no program restarts it when udev has given the permission.
  ///   - keeperSocket: the socket of the filter's keeper; nil for the usual one.
  package init(
    configuration: Configuration, _ desk: FamilyDesk, waitsForPermission: Bool,
    keeperSocket: String? = nil
  ) {
    publisher = desk.publisher
    filters = FilterDesk(desk.publisher.turn, socket: keeperSocket ?? FilterDesk.defaultSocket)
    families = LiveFamilies(desk)
    self.waitsForPermission = waitsForPermission
    decider = DeviceDecider(configuration: configuration)
  }

  var turn: Turn { publisher.turn }

  /// The monitor's descriptor; nil while no change can be received.
  var monitorDescriptor: FileDescriptor? { monitor?.descriptor }

  package var isFinished: Bool { false }

  package func stamp(at now: Instant) -> Instant { now }

  package func plan() {
    idleDeadline = publisher.idle.nextDeadline.map { $0 + PanelStream.grace }
  }

  package func settle() {
    families.settle()
  }

  package func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    families.answer(question, with: answer, from: client)
  }

  package func dropFamilies() { families.dropAll() }

  package var filterReports: [FilterReport] {
    filters.reports.map { report in
      var report = report
      if let open = open(numbered: report.device) { open.complete(&report) }
      return report
    }
  }

  package func pauseFilter(of device: Int?, by client: Int) {
    filters.pause(device, by: client)
    settleFilters()
  }

  package func resumeFilter(of device: Int?, by client: Int) {
    filters.resume(device, by: client)
    settleFilters()
  }

  package func forgetPauses(of clients: Set<Int>) {
    if filters.forgetPauses(of: clients) { settleFilters() }
  }

  package var isTouchedWhileGrabbed: Bool {
    places.contains { $0.open?.isTouchedWhileGrabbed ?? false }
  }

  package var nextDeadline: Instant? {
    var earliest = Instant.earlier(retries.nextDeadline, monitorBackoff.deadline)
    earliest = .earlier(.earlier(earliest, displayReading?.due), idleDeadline)
    earliest = .earlier(earliest, filters.nextDeadline)
    for index in places.indices {
      earliest = .earlier(earliest, places[index].open?.nextDeadline)
      earliest = .earlier(earliest, places[index].open?.releaseDue)
    }
    return .earlier(earliest, families.nextDeadline)
  }

  package func start() throws(DaemonError) {
    var errors: [DeviceOpenError] = []
    do throws(SystemError) {
      // The monitor starts before the enumeration, so that no device falls between the two.
      let monitor = try DeviceMonitor()
      if let limitation = monitor.limitation { turn.warning(.system, limitation.line()) }
      if let descriptor = monitor.descriptor {
        try turn.poller.add(
          descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.monitor))
      }
      decider.displays = displayFolder.displays
      replaceNodes(try monitor.enumerate())
      self.monitor = consume monitor
      errors = decide()
      families.settle()
    } catch {
      throw .system(error)
    }
    guard !places.contains(where: { $0.open != nil }) else { return }
    if let first = errors.first(where: \.isMissingPermission), !waitsForPermission {
      throw .noPermission(first.line())
    }
    turn.notice(.lifecycle, "no touchscreen that may be read yet: waiting for one")
  }

  package func read(_ event: PollEvent) {
    switch event.token.kind {
    case TokenKind.device: readTouchscreen(event)
    case TokenKind.monitor:
      applyChanges()
      turn.owe(.families | .deadlines)
    case TokenKind.filter:
      filters.read(event)
      settleFilters()
      // An answer without an action may still set an earlier deadline: for a settling clone, or the next attempt.
      turn.owe(.deadlines)
    default:
      families.read(event)
      turn.owe(.families | .deadlines)
    }
  }

  private func readTouchscreen(_ event: PollEvent) {
    guard let (index, open) = place(of: event) else { return }
    let departure = open.read(after: event.readiness, mayBeLate: turn.mayBeLate, publisher)
    conclude(index, open, departure)
  }

  /// An event's touchscreen; nil where the touchscreen is gone.
  @inline(__always)
  func place(of event: PollEvent) -> (index: Int, open: OpenTouchscreen)? {
    let index = Int(event.token.index)
    guard index < places.count, places[index].generation == event.token.generation,
      let open = places[index].open
    else { return nil }
    return (index, open)
  }

  /// Completes a touchscreen's reading in its turn. Where fingers only moved, nothing is left to do.
  @inline(__always)
  func conclude(_ index: Int, _ open: OpenTouchscreen, _ departure: DeviceDeparture?) {
    let turn = turn
    turn.wake(by: open.nextDeadline)
    grabIfAtRest(open, departure)
    guard departure != nil || turn.owes(.deadlines) || open.hasNews else { return }
    turn.owe(.deadlines)
    conclude(index, departure)
  }

  /// Grabs a touchscreen that waits for its last finger to lift, and for the filter's last touch to reach applications.
  @inline(__always)
  private func grabIfAtRest(_ open: OpenTouchscreen, _ departure: DeviceDeparture?) {
    guard open.awaitsRest, departure == nil, open.touchscreen.isAtRest else { return }
    grabAtRest(open)
  }

  package func resume() {
    turn.owe(.families | .deadlines)
    families.resume()
    for index in places.indices {
      let departure = places[index].open?.resume(publisher)
      conclude(index, departure)
    }
  }

  package func advance() {
    turn.owe(.families)
    families.advance()
    for index in places.indices {
      guard let open = places[index].open, let due = open.nextDeadline, due <= turn.now else { continue }
      let departure = open.advance(publisher)
      // A lift that `debounce_ms` held has become one, or a touch that a recognizer held has reached applications.
      grabIfAtRest(open, departure)
      conclude(index, departure)
    }
    releaseFilters()
    // Events up to `grace` ago are processed by now, as for the deadlines of touchscreens.
    if let due = idleDeadline, due <= turn.now { publisher.advanceIdle(to: turn.now - PanelStream.grace) }
    if let due = displayReading?.due, due <= turn.now {
      readNextDisplay()
    }
    if monitorBackoff.consumeDue(at: turn.now) { reopenMonitor() }
    if let due = filters.nextDeadline, due <= turn.now {
      filters.advance()
      settleFilters()
    }
    for node in retries.removeDue(at: turn.now) {
      retry(node)
    }
  }

  package func reconfigure(_ configuration: Configuration, wanted: Instant?) {
    decider.configuration = configuration
    families.reconfigure()
    roster.recordSizes()
    turn.owe(.families | .deadlines)
    _ = decide()
    filters.client.retry(wanted: wanted, at: turn.now)
    settleFilters()
  }

  package func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    let open = places.compactMap(\.open).sorted { $0.touchscreen.number < $1.touchscreen.number }
    for touchscreen in open { touchscreen.work(at: now, body) }
  }

  package func stop() {
    families.stop()
    filters.stop(self)
    for index in places.indices {
      guard let open = places[index].open else { continue }
      open.cancelAll(publisher)
      // A failure changes nothing: the descriptor is closed next.
      try? open.unwatch(with: turn.poller)
      places[index].open = nil
    }
    if let descriptor = monitor?.descriptor { try? turn.poller.remove(descriptor) }
    monitor = nil
    monitorBackoff = Backoff()
    displayReading = nil
  }

  /// Completes a reading: logs interruptions, and closes a device that is gone.
  private func conclude(_ index: Int, _ departure: DeviceDeparture?) {
    guard let open = places[index].open else { return }
    let number = open.touchscreen.number
    if let interruption = open.consumeInterruption() {
      turn.warning(.interruption(number), interruption.line(of: "device \(number)"))
    }
    let frozen = open.consumeFrozenContacts()
    if frozen > 0 {
      turn.warning(
        .device(open.touchscreen.names.device),
        TouchscreenWarning.silentContacts.with(number, frozen))
    }
    if let reach = open.consumeReach() {
      turn.warning(
        .device(open.touchscreen.names.device), TouchscreenWarning.beyondRange.with(number, reach.keys))
    }
    if let departure = departure ?? watchOn(index, open) {
      close(index, "\(departure)")
    }
  }

  /// Watches a device again where the last reading did not take everything.
  private func watchOn(_ index: Int, _ open: OpenTouchscreen) -> DeviceDeparture? {
    do throws(SystemError) {
      try open.watchOn(with: turn.poller, token: token(of: index))
      return nil
    } catch {
      return .failed(error.errno)
    }
  }

  /// The poll token of the device at a place.
  func token(of index: Int) -> PollToken {
    PollToken(kind: TokenKind.device, index: UInt32(index), generation: places[index].generation)
  }
}
