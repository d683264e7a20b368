import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import TouchInput

/// The machine's own touchscreens, from plugging in to unplugging.
///
/// A device is known by its place in sysfs, not by its name. Losing one never stops the daemon; having none is no
/// reason not to run.
final class LiveSource: InputSource {
  private struct Place {
    var open: OpenTouchscreen?
    var generation: UInt32 = 0
  }

  private let configuration: Configuration
  private let recognizers: RecognizerSet
  private let waitsForPermission: Bool
  private var monitor: DeviceMonitor?
  private var places: [Place] = []
  private var nextNumber = 1
  private var retries = RetrySchedule<InputDeviceNode>()

  /// - Parameter waitsForPermission: whether it goes on where there are touchscreens and none may be read: for a
  ///   service, which nobody starts again when udev has given the permission.
  init(configuration: Configuration, recognizers: RecognizerSet, waitsForPermission: Bool) {
    self.waitsForPermission = waitsForPermission
    self.configuration = configuration
    self.recognizers = recognizers
  }

  var isFinished: Bool { false }

  func stamp(at now: Instant) -> Instant { now }

  func plan(_ publisher: Publisher, now: Instant) {}

  var nextDeadline: Instant? {
    var earliest = retries.nextDeadline
    for place in places { earliest = .earlier(earliest, place.open?.nextDeadline) }
    return earliest
  }

  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError) {
    var locked: [DeviceOpenError] = []
    do throws(SystemError) {
      // Listening comes before looking, so that nothing falls between the two.
      let monitor = try DeviceMonitor()
      if let limitation = monitor.limitation { journal.warning(.system, "\(limitation)", now: now) }
      if let descriptor = monitor.descriptor {
        try poller.add(
          descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.monitor))
      }
      for node in try monitor.enumerate() {
        let error = consider(node, publisher, poller: poller, journal: &journal, now: now)
        if let error, error.isMissingPermission { locked.append(error) }
      }
      self.monitor = consume monitor
    } catch {
      throw .system(error)
    }
    guard openCount == 0 else { return }
    if let first = locked.first, !waitsForPermission { throw .noPermission("\(first)") }
    journal.notice(.lifecycle, "no touchscreen that may be read yet: waiting for one", now: now)
  }

  func handle(
    _ event: PollEvent, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) {
    if event.token.kind == TokenKind.monitor {
      takeChanges(publisher, poller: poller, journal: &journal, now: now)
      return
    }
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation,
      let open = places[index].open
    else { return }
    let departure = open.read(after: event.readiness, publisher, now: now)
    tellResynchronization(of: open, journal: &journal, now: now)
    if let departure { close(index, departure, publisher, poller: poller, journal: &journal, now: now) }
  }

  func advance(to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal) {
    for index in places.indices {
      guard let open = places[index].open else { continue }
      let departure = open.advance(to: now, publisher)
      tellResynchronization(of: open, journal: &journal, now: now)
      if let departure { close(index, departure, publisher, poller: poller, journal: &journal, now: now) }
    }
    for node in retries.takeDue(at: now) {
      _ = consider(node, publisher, poller: poller, journal: &journal, now: now)
    }
  }

  func stop(_ publisher: Publisher, poller: borrowing Poller, now: Instant) {
    for index in places.indices {
      guard let open = places[index].open else { continue }
      open.cancelAll(publisher, now: now)
      // A failure changes nothing: the descriptor is closed next.
      try? open.unwatch(with: poller)
      places[index].open = nil
    }
    if let descriptor = monitor?.descriptor { try? poller.remove(descriptor) }
    monitor = nil
  }

  private func tellResynchronization(of open: OpenTouchscreen, journal: inout Journal, now: Instant) {
    guard open.takeResynchronization() else { return }
    journal.warning(
      .resynchronization(open.touchscreen.number),
      "device \(open.touchscreen.number): the kernel dropped events, its touches were cancelled", now: now)
  }

  // MARK: Devices that come and go

  private var openCount: Int { places.count { $0.open != nil } }

  private func takeChanges(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) {
    do throws(SystemError) {
      while let change = try monitor?.next() {
        switch change {
        case .added(let node), .changed(let node):
          retries.forget(node.systemPath)
          _ = consider(node, publisher, poller: poller, journal: &journal, now: now)
        case .removed(let systemPath, _):
          retries.forget(systemPath)
          closeAll(publisher, poller: poller, journal: &journal, now: now) {
            $0.systemPath == systemPath
          }
        case .overflowed:
          try compare(publisher, poller: poller, journal: &journal, now: now)
        }
      }
    } catch {
      journal.warning(.system, "devices plugged in later will go unnoticed: \(error)", now: now)
      if let descriptor = monitor?.descriptor { try? poller.remove(descriptor) }
    }
  }

  /// D25: what was told was lost, so everything is looked at anew.
  private func compare(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(SystemError) {
    let nodes = try monitor?.enumerate() ?? []
    let present = Set(nodes.map(\.systemPath))
    closeAll(publisher, poller: poller, journal: &journal, now: now) { !present.contains($0.systemPath) }
    for node in nodes { _ = consider(node, publisher, poller: poller, journal: &journal, now: now) }
  }

  /// Reads a device if it is one to be read, and is not read already.
  ///
  /// - Returns: why it is not.
  private func consider(
    _ node: InputDeviceNode, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal,
    now: Instant
  ) -> DeviceOpenError? {
    guard !places.contains(where: { $0.open?.node.systemPath == node.systemPath }) else { return nil }
    let name = node.description.name.escapedForMessage
    let settings = configuration.settings(forDeviceNamed: node.description.name)
    if settings?.isIgnored ?? false {
      journal.debug("\(node.path) “\(name)”: not used: the configuration says ignore")
      return nil
    }
    do throws(DeviceOpenError) {
      let device = try EvdevDevice(
        opening: node, trustsPressure: settings?.trustsPressure ?? false)
      for warning in device.warnings { journal.warning(.device(name), "“\(name)”: \(warning)", now: now) }
      let panel = try judge(device.description, of: node, device.touchProtocol, settings)
      if let warning = panel.sizeWarning {
        journal.warning(
          .size(name), "“\(name)”: \(warning): give its size as size_mm in a [device] table", now: now)
      }
      let isFirst = !places.contains { $0.open?.isFirst ?? false }
      let (regions, leftOut) = configuration.regionTree(
        forDeviceNamed: node.description.name, isFirst: isFirst, screen: panel.size)
      if !leftOut.isEmpty {
        journal.warning(
          .device(name),
          "“\(name)”: left out, because their lengths are in px: regions \(leftOut.joined(separator: ", ")): "
            + "give the screen's pixels in its [device] table",
          now: now)
      }
      let touchscreen = Touchscreen(
        number: nextNumber, name: node.description.name, panel: panel,
        initialState: try state(of: device, slots: panel.slotCount), settings: configuration.touch,
        filters: configuration.filters(forDeviceNamed: node.description.name), regions: regions,
        recognizers: recognizers)
      nextNumber += 1
      try open(
        OpenTouchscreen(device, touchscreen: touchscreen, isFirst: isFirst), publisher, poller: poller,
        journal: &journal,
        now: now)
      retries.forget(node.systemPath)
      return nil
    } catch {
      tell(error, of: node, journal: &journal, now: now)
      return error
    }
  }

  /// Logs why a device is not read, and has it tried again where that may help.
  private func tell(_ error: DeviceOpenError, of node: InputDeviceNode, journal: inout Journal, now: Instant)
  {
    let name = node.description.name.escapedForMessage
    let isWorthALine: Bool
    if error.isWorthRetrying {
      isWorthALine = retries.note(node, node.systemPath, at: now)
    } else {
      retries.forget(node.systemPath)
      if case .refused = error { isWorthALine = false } else { isWorthALine = true }
    }
    if isWorthALine {
      journal.warning(.device(name), "“\(name)”: \(error)", now: now)
    } else {
      journal.debug("\(node.path) “\(name)”: \(error)")
    }
  }

  private func judge(
    _ description: DeviceDescription, of node: InputDeviceNode, _ touchProtocol: TouchProtocol,
    _ settings: DeviceSettings?
  ) throws(DeviceOpenError) -> TouchPanel {
    do throws(DeviceRefusal) {
      return try DeviceJudgement.judgeAxes(
        of: description, touchProtocol: touchProtocol, configuredSize: settings?.size,
        trustsPressure: settings?.trustsPressure ?? false, placement: settings?.placement ?? .upright)
    } catch {
      throw .refused(path: node.path, error)
    }
  }

  private func state(
    of device: borrowing EvdevDevice, slots: Int
  ) throws(DeviceOpenError) -> PanelState {
    do throws(SystemError) {
      return try device.panelState(slots: slots)
    } catch {
      throw .system(error)
    }
  }

  private func open(
    _ open: OpenTouchscreen, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal,
    now: Instant
  ) throws(DeviceOpenError) {
    let index = places.firstIndex { $0.open == nil } ?? places.count
    if index == places.count { places.append(Place()) }
    places[index].generation = PollToken.generation(after: places[index].generation)
    let token = PollToken(
      kind: TokenKind.device, index: UInt32(index), generation: places[index].generation)
    do throws(SystemError) {
      try open.watch(with: poller, token: token)
    } catch {
      throw .system(error)
    }
    places[index].open = open
    let message = open.touchscreen.message(.added, at: now)
    publisher.publish(message, now: now)
    journal.notice(
      .device(message.name), "device \(message.device) added: \(message.summary)", now: now)
  }

  private func closeAll(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant,
    where isGone: (InputDeviceNode) -> Bool
  ) {
    for index in places.indices {
      guard let open = places[index].open, isGone(open.node) else { continue }
      close(index, .unplugged, publisher, poller: poller, journal: &journal, now: now)
    }
  }

  private func close(
    _ index: Int, _ departure: DeviceDeparture, _ publisher: Publisher, poller: borrowing Poller,
    journal: inout Journal, now: Instant
  ) {
    guard let open = places[index].open else { return }
    open.cancelAll(publisher, now: now)
    publisher.publish(open.touchscreen.message(.removed, at: now), now: now)
    // The kernel forgets a descriptor of a device that is gone when it is closed, whatever it says to this.
    try? open.unwatch(with: poller)
    places[index].open = nil
    journal.notice(
      .device(open.touchscreen.name), "device \(open.touchscreen.number) removed: \(departure)", now: now)
  }
}
